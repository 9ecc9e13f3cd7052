"""What is done between games: whole or not at all, and once however often it is sent."""

from uuid import uuid4

import pytest

from rules.problems import RuleBroken
from teams import chronicle, services
from teams.models import Team
from tests.conftest import Race
from tests.rules.teams import legal_team
from tests.teams.people import person, team
from tests.teams.stories import GAME, write

pytestmark = pytest.mark.django_db


def unchanged(its: Team) -> bool:
    return its.entries.count() == 1 and chronicle.retell(its) == []


def test_a_recruit_joins_with_an_id_of_its_own_and_is_paid_for() -> None:
    its = team()
    done = services.recruit(team=its, profile="tora-kaiken", name="Jiro", abilities=(), author=None)
    scroll = chronicle.scroll_of(its)
    assert (scroll.ninja[-1].id, scroll.ninja[-1].name, scroll.treasury) == ("n4", "Jiro", 50)
    assert done.sentence == "Jiro (Tora Kaiken) was recruited for 10 koban."


def test_the_author_and_the_key_are_on_record() -> None:
    owner, key = person(), uuid4()
    done = services.rename(team=team(owner), name="Red Hands", author=owner, key=key)
    assert (done.entry.author, done.entry.key) == (owner, key)


def test_the_same_recruit_sent_twice_joins_once_and_is_told_the_same() -> None:
    its, key = team(), uuid4()
    first, second = (
        services.recruit(team=its, profile="tora-kaiken", name="Jiro", abilities=(), author=None, key=key)
        for _ in range(2)
    )
    assert first == second
    assert its.entries.count() == 2


def test_abilities_are_chosen_at_recruitment() -> None:
    its = team()
    services.recruit(team=its, profile="tora-madoushi", name="Sai", abilities=["metal-to-dust"], author=None)
    assert chronicle.scroll_of(its).ninja[-1].chosen == ("metal-to-dust",)


@pytest.mark.parametrize(
    ("profile", "name", "abilities", "code"),
    [
        ("nobody", "Jiro", (), "unknown-profile"),
        ("ika-kaiken", "Jiro", (), "foreign-clan"),
        ("tora-chunin", "Jiro", (), "too-many"),
        ("tora-kaiken", "", (), "nameless"),
        ("tora-kaiken", "x" * 200, (), "name-too-long"),
        ("tora-kaiken", "a\u202eb", (), "unprintable-name"),
        ("tora-madoushi", "Sai", (), "ability-choice"),
        ("tora-madoushi", "Sai", ("flight",), "unknown-ability"),
    ],
)
def test_what_the_rules_refuse_leaves_the_team_as_it_was(
    profile: str, name: str, abilities: tuple[str, ...], code: str
) -> None:
    its = team()
    with pytest.raises(RuleBroken) as refused:
        services.recruit(team=its, profile=profile, name=name, abilities=abilities, author=None)
    assert code in {problem.code for problem in refused.value.problems}
    assert unchanged(its)


@pytest.mark.parametrize("name", ["Jiro 🦊", "كايدي", "<b>Jiro</b>", "影島"])
def test_a_name_of_any_script_is_welcome(name: str) -> None:
    its = team()
    services.rename(team=its, ninja="n2", name=name, author=None)
    assert chronicle.scroll_of(its).find("n2").name == name


def test_nobody_joins_or_leaves_before_the_last_game_is_settled() -> None:
    its = team(event=legal_team("tora", "benkei"))
    write(its, [GAME])
    with pytest.raises(RuleBroken, match="First pay or release Benkei"):
        services.recruit(team=its, profile="tora-kaiken", name="Jiro", abilities=(), author=None)
    with pytest.raises(RuleBroken, match="First pay or release Benkei"):
        services.dismiss(team=its, ninja="n4", author=None)


def test_a_dismissed_ninja_is_remembered() -> None:
    its = team(event=legal_team("tora", "tora-kaiken"))
    done = services.dismiss(team=its, ninja="n4", author=None)
    assert [ninja.id for ninja in chronicle.scroll_of(its).former] == ["n4"]
    assert done.sentence == "Tora Kaiken was dismissed."


def test_nobody_is_dismissed_whom_the_team_needs() -> None:
    its = team()
    with pytest.raises(RuleBroken, match="A team has 1 chunin"):
        services.dismiss(team=its, ninja="n1", author=None)
    assert unchanged(its)


def test_a_team_and_a_ninja_get_new_names() -> None:
    its = team()
    services.rename(team=its, name="Red Hands", author=None)
    services.rename(team=its, ninja="n2", name="Jiro", author=None)
    its.refresh_from_db()
    assert (its.name, its.slug) == ("Red Hands", "the-tora")
    assert its.ninja.get(ninja_id="n2").name == "Jiro"


def test_the_same_name_again_is_no_entry() -> None:
    its = team()
    with pytest.raises(RuleBroken, match="goes by this name already"):
        services.rename(team=its, name="The tora", author=None)
    assert unchanged(its)


def test_a_forged_ninja_cannot_be_renamed_or_dismissed() -> None:
    its = team()
    with pytest.raises(RuleBroken, match="not on the team"):
        services.rename(team=its, ninja="n99", name="Jiro", author=None)
    with pytest.raises(RuleBroken, match="not on the team"):
        services.dismiss(team=its, ninja="n99", author=None)
    assert unchanged(its)


def test_looks_are_no_part_of_the_story() -> None:
    its = team()
    stale = Team.objects.get(pk=its.pk)
    services.rename(team=its, name="Red Hands", author=None)
    services.dress(team=stale, colour="shu", crest=5, is_private=True)
    its.refresh_from_db()
    assert (its.colour, its.crest, its.is_private, its.name, its.entry_count) == ("shu", 5, True, "Red Hands", 2)


@pytest.mark.parametrize(("colour", "crest"), [("pink", 0), ("shu", 12), ("shu", -1)])
def test_looks_that_do_not_exist_are_refused(colour: str, crest: int) -> None:
    its = team()
    with pytest.raises(RuleBroken):
        services.dress(team=its, colour=colour, crest=crest, is_private=False)
    its.refresh_from_db()
    assert (its.colour, its.crest) == ("sumi", 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_of_twenty_recruits_at_once_with_koban_for_one_exactly_one_joins(race: Race) -> None:
    its = team(event=legal_team("tora", "tora-kaiken", "tora-oni", "ryu"))
    assert its.treasury < 2 * 10 <= 2 * its.treasury

    def recruit() -> services.Done:
        return services.recruit(team=its, profile="tora-kaiken", name="Jiro", abilities=(), author=None)

    outcomes = race(recruit, runners=20)
    assert sum(isinstance(outcome, services.Done) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, RuleBroken) for outcome in outcomes) == 19
    its.refresh_from_db()
    assert (its.entry_count, its.ninja_count) == (2, 7)
    assert chronicle.retell(its) == []
