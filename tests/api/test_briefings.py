"""Briefings through the API: who gets which help, and which challenge is played."""

from uuid import uuid4

import pytest

from matches import briefings
from matches.models import Match
from rules.game import Drawn
from tests.api.clients import Program, refused
from tests.api.worlds import etag, game
from tests.matches.games import Table, account, table
from tests.teams.people import person

pytestmark = pytest.mark.django_db
TABLE_DICE = {"dice": ["fire", "water"], "witness": "mio"}


@pytest.fixture
def at() -> Table:
    return table()


def _here(at: Table) -> str:
    return f"games/{at.fixture.pk}/briefing/"


def test_before_anybody_briefs_it_is_told_what_would_be(at: Table) -> None:
    told = Program().get(_here(at)).json()
    assert (told["is_briefed"], told["state"], told["may_brief"]) == (False, None, False)
    assert [its["team"] for its in told["sides"]] == [team.slug for team in at.teams]
    assert told["sides"][0]["ninja"]
    assert not Match.objects.exists()


def test_a_player_briefs_the_game_and_may_do_so_again(at: Table) -> None:
    kenta = Program(at.players[0])
    told = kenta.post(_here(at), {}).json()
    assert (told["is_briefed"], told["state"], told["briefed_by"]) == (True, "briefed", "kenta")
    assert all(its["commitment"] for its in told["sides"])
    assert kenta.post(_here(at), {}).status_code == 200
    assert Match.objects.count() == 1


def test_the_same_briefing_sent_twice_is_one(at: Table) -> None:
    kenta, key = Program(at.players[0]), str(uuid4())
    first, again = (kenta.post(_here(at), {}, idempotency_key=key) for _ in range(2))
    assert first.content == again.content


def test_a_briefing_that_was_changed_meanwhile_is_stale(at: Table) -> None:
    kenta = Program(at.players[0])
    seen = etag(kenta, _here(at))
    assert kenta.post(_here(at), {}, if_match=seen).status_code == 200
    refused(kenta.post(_here(at), {}, if_match=seen), 412, "stale", "If-Match")


def test_of_four_teams_some_may_stay_away() -> None:
    at = table(4)
    kenta = Program(at.players[0])
    told = kenta.post(_here(at), {"away": [at.teams[3].slug]}).json()
    assert [its["team"] for its in told["sides"]] == [team.slug for team in at.teams[:3]]
    refused(kenta.post(_here(at), {"away": ["nobody"]}), 422, "unknown-team", "away")
    everybody = [team.slug for team in at.teams]
    refused(kenta.post(_here(at), {"away": everybody}), 422, "how-many-teams", "away")


def test_once_reported_the_briefing_stays(at: Table) -> None:
    match = at.brief()
    at.file(match, account(match))
    refused(Program(at.players[0]).post(_here(at), {}), 422, "reported")


def test_either_player_chooses_the_challenge(at: Table) -> None:
    match, mio = at.brief(), Program(at.players[1])
    told = mio.post(f"{_here(at)}challenge/", {"challenge": "brawl"}).json()
    assert (told["challenge"], told["is_briefed"]) == ("brawl", True)
    refused(mio.post(f"{_here(at)}challenge/", {"challenge": "chess"}), 422, "unknown-challenge", "challenge")
    match.refresh_from_db()
    assert match.challenge == "brawl"


def test_nothing_is_chosen_before_the_briefing(at: Table) -> None:
    refused(Program(at.master).post(f"{_here(at)}challenge/", {"challenge": "brawl"}), 422, "not-briefed")
    refused(Program(at.master).post(f"{_here(at)}draw/", {}), 422, "not-briefed")


def test_dice_are_cast_here_from_what_was_committed_to(at: Table) -> None:
    match, kenta = at.brief(), Program(at.players[0])
    promised = kenta.get(_here(at)).json()["commitment"]
    told = kenta.post(f"{_here(at)}draw/", {}).json()
    assert (len(told["draws"]), told["draws"][0]["commitment"], told["draws"][0]["by"]) == (1, promised, "kenta")
    match.refresh_from_db()
    if briefings.last_draw(match) != Drawn():
        refused(kenta.post(f"{_here(at)}draw/", {}), 422, "drawn", "dice")


def test_dice_that_fell_on_the_table_have_a_witness(at: Table) -> None:
    at.brief()
    kenta = Program(at.players[0])
    refused(kenta.post(f"{_here(at)}draw/", {"dice": ["fire", "water"]}), 422, "no-witness", "witness")
    refused(kenta.post(f"{_here(at)}draw/", {"dice": ["fire"], "witness": "mio"}), 422, "dice", "dice")
    refused(kenta.post(f"{_here(at)}draw/", {"dice": ["ice", "fire"], "witness": "mio"}), 422, "invalid-choice")
    told = kenta.post(f"{_here(at)}draw/", TABLE_DICE).json()["draws"][0]
    assert (told["dice"], told["witness"], told["commitment"]) == (["fire", "water"], "mio", "")


def test_a_private_team_is_not_looked_into_by_strangers(at: Table) -> None:
    at.teams[0].is_private = True
    at.teams[0].save()
    match = at.brief()
    seen = [its["ninja"] for its in Program(person("nobunaga")).get(f"{game(match)}briefing/").json()["sides"]]
    assert (seen[0], bool(seen[1])) == ([], True)
    assert all(its["ninja"] for its in Program(at.players[1]).get(f"{game(match)}briefing/").json()["sides"])


def test_a_wrong_method_is_refused(at: Table) -> None:
    refused(Program(at.master).delete(_here(at)), 405, "method-not-allowed")
    refused(Program(at.master).get(f"{_here(at)}draw/"), 405, "method-not-allowed")
