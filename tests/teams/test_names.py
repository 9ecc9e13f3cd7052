"""Generated names: fitting, fresh, and never more than a scroll can hold."""

from collections.abc import Sequence

import pytest

from rules.catalog import CLAN_TYPES, Clan, catalog
from rules.roster import LONGEST_NAME, name_problems
from teams import names

CLANS = list(catalog().clans.values())
BYAKKO = catalog().profiles["byakko"]


def first(options: Sequence[str]) -> str:
    return options[0]


class Watching:
    """Picks the first, and remembers what there was to pick from."""

    def __init__(self) -> None:
        self.offered: list[str] = []

    def __call__(self, options: Sequence[str]) -> str:
        self.offered += options
        return options[0]


def by_id(clan: Clan) -> str:
    return clan.id


@pytest.mark.parametrize("clan", CLANS, ids=by_id)
def test_every_type_of_every_clan_has_a_hundred_names_and_each_can_be_printed(clan: Clan) -> None:
    for profile in clan.ninja:
        pick = Watching()
        names.for_ninja(profile, clan.id, (), pick)
        assert len(set(pick.offered)) == len(pick.offered) >= 100
        assert not [name for name in pick.offered if list(name_problems(name, "", "")) or len(name) > 20]


@pytest.mark.parametrize("clan", CLANS, ids=by_id)
def test_every_clan_has_a_hundred_team_names_of_its_own(clan: Clan) -> None:
    pick = Watching()
    names.for_team(clan.id, (), pick)
    assert len(set(pick.offered)) == len(pick.offered) >= 100


def test_the_lists_know_every_clan_and_every_type() -> None:
    clans = catalog().clans.keys()
    assert names.BEGINNINGS.keys() == names.TEAM_FIRST.keys() == names.TEAM_SECOND.keys() == clans
    assert set(names.ENDINGS) == set(CLAN_TYPES)


def test_no_name_is_given_twice_on_a_team() -> None:
    kaiken = catalog().profiles["tora-kaiken"]
    taken: list[str] = []
    for _ in range(200):
        taken.append(names.for_ninja(kaiken, "tora", taken, first))
    assert len(set(taken)) == 200


def test_heroes_and_ronin_keep_the_name_they_have() -> None:
    assert names.for_ninja(BYAKKO, "tora", (), first) == "Byakko"
    assert names.for_ninja(BYAKKO, "tora", ["Byakko"], first) == "Byakko 2"


def test_a_copy_is_numbered_and_never_too_long() -> None:
    assert names.copy_of("Ember Claws", ["Ember Claws 2"], LONGEST_NAME) == "Ember Claws 3"
    assert names.copy_of("x" * 60, (), LONGEST_NAME) == "x" * 58 + " 2"
