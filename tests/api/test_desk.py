"""What follows a game through the API: the desk of a team, dice that can be checked, and the ninja master's desk."""

from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from league.models import Fixture, JoinRequest, Role, Round
from matches.models import Match, Reminder, Seed
from rules import dice
from rules.house import AcceptedBy
from teams import chronicle
from teams.models import Team
from tests.api.clients import Program, refused
from tests.api.worlds import etag, everybody, statuses
from tests.conftest import Race
from tests.league.clubs import join
from tests.matches.games import Table, account, scroll, table, take_every_step
from tests.teams.people import person

pytestmark = pytest.mark.django_db
RONIN = "n4"  # Benkei, of every team


def _played(at: Table, **more: Any) -> Match:
    match = at.brief()
    at.file(match, account(match, **more))
    return match


@pytest.fixture
def at() -> Table:
    """A game was played: the first team has a ronin to pay, and two who were hurt."""
    at = table(accepted_by=AcceptedBy.EITHER_SIDE)
    _played(at, hurt={at.teams[0].slug: ["n2", "n3"]})
    return at


def _here(at: Table) -> str:
    return f"teams/{at.teams[0].slug}/desk/"


def _game(at: Table) -> str:
    return str(Match.objects.get().key)


def _due(program: Program, at: Table) -> list[tuple[str, str]]:
    return [(step["due"], step["ninja"]) for step in program.get(_here(at)).json()["steps"]]


def test_the_desk_says_what_is_due_and_what_could_be_chosen(at: Table) -> None:
    told = Program(at.players[0]).get(_here(at)).json()
    first, *others = told["steps"]
    assert (first["due"], first["ninja"], first["is_next"], first["game"]) == ("upkeep", RONIN, True, _game(at))
    assert first["choices"]["upkeep"]["can_pay"] is True
    assert [(its["due"], its["is_next"]) for its in others] == [("downtime", False), ("downtime", False)]
    assert len(others[0]["choices"]["faces"]) == 6
    assert (told["taken"], told["entry"]) == ([], 2)
    assert told["commitment"] == Seed.objects.get(team=at.teams[0], revealed_at=None).commitment


def test_the_desk_is_for_its_player_and_those_who_run_its_league(at: Table) -> None:
    court = everybody(at.league)
    got = statuses(court, "get", _here(at))
    assert got == {"nobody": 401, "stranger": 403, "guest": 403, "player": 403, "assistant": 200, "master": 200}
    refused(Program(at.players[1]).get(_here(at)), 403, "forbidden")
    sent = {"game": _game(at), "ninja": RONIN}
    refused(Program(at.players[1]).post(f"{_here(at)}pay/", sent), 403, "forbidden")
    refused(Program(at.players[0]).get("teams/nobody/desk/"), 404, "not-found")


def test_steps_are_taken_in_their_order(at: Table) -> None:
    kenta = Program(at.players[0])
    hurt = {"game": _game(at), "ninja": "n2"}
    refused(kenta.post(f"{_here(at)}downtime/", hurt), 422, "steps-due", RONIN)
    paid = kenta.post(f"{_here(at)}pay/", {"game": _game(at), "ninja": RONIN})
    assert (paid.status_code, paid.json()["kind"], paid.json()["author"]) == (201, "upkeep-paid", "kenta")
    assert _due(kenta, at) == [("downtime", "n2"), ("downtime", "n3")]
    assert kenta.post(f"{_here(at)}downtime/", hurt).json()["event"]["roll"]["source"] == "server"
    taken = kenta.get(_here(at)).json()["taken"]
    assert [its["kind"] for its in taken] == ["upkeep-paid", "downtime-rolled"]
    assert taken[1]["roll"]["commitment"]


def test_a_ronin_that_is_not_paid_leaves(at: Table) -> None:
    kenta = Program(at.players[0])
    assert kenta.post(f"{_here(at)}release/", {"game": _game(at), "ninja": RONIN}).json()["kind"] == "released"
    assert not scroll(at.teams[0]).has(RONIN)
    refused(kenta.post(f"{_here(at)}pay/", {"game": _game(at), "ninja": RONIN}), 422, "unknown-ninja")


def test_the_same_step_sent_twice_is_one_entry(at: Table) -> None:
    kenta, key = Program(at.players[0]), str(uuid4())
    sent = {"game": _game(at), "ninja": RONIN}
    first, again = (kenta.post(f"{_here(at)}pay/", sent, idempotency_key=key) for _ in range(2))
    assert first.content == again.content
    assert at.teams[0].entries.count() == 3


def test_a_step_of_a_desk_that_has_moved_is_stale(at: Table) -> None:
    kenta, sent = Program(at.players[0]), {"game": _game(at), "ninja": RONIN}
    seen = etag(kenta, _here(at))
    assert kenta.post(f"{_here(at)}pay/", sent, if_match=seen).status_code == 201
    refused(kenta.post(f"{_here(at)}release/", sent, if_match=seen), 412, "stale", "If-Match")


def test_a_die_that_fell_on_the_table_has_a_witness_and_may_spare_somebody(at: Table) -> None:
    kenta, hurt = Program(at.players[0]), {"game": _game(at), "ninja": "n2"}
    kenta.post(f"{_here(at)}release/", {"game": _game(at), "ninja": RONIN})
    refused(kenta.post(f"{_here(at)}downtime/", {**hurt, "dice": ["spirit"]}), 422, "no-witness", "witness")
    two = {**hurt, "dice": ["spirit", "void"], "witness": "mio"}
    refused(kenta.post(f"{_here(at)}downtime/", two), 422, "dice", "dice")
    rolled = kenta.post(f"{_here(at)}downtime/", {**hurt, "dice": ["spirit"], "witness": "mio"})
    assert rolled.json()["event"]["roll"]["witness"] == "mio"
    step = kenta.get(_here(at)).json()["steps"][0]
    assert (step["due"], step["choices"]["spares"]) == ("spare", ["n3"])
    spared = kenta.post(f"{_here(at)}spare/", {"game": _game(at), "ninja": "n3", "by": "n2"})
    assert spared.json()["kind"] == "spared"
    assert _due(kenta, at) == []


def _advancing(at: Table) -> Program:
    """The first ninja of the first team has reached a level, and nothing else is due."""
    kenta, team = Program(at.players[0]), at.teams[0]
    take_every_step(team)
    Program(at.master).post(f"teams/{team.slug}/rulings/", _ruled(at))
    return kenta


def _ruled(at: Table) -> dict[str, Any]:
    ruling = {"reason": "Ten games in one.", "ninja": "n1", "xp": 10}
    preview = Program(at.master).post(f"teams/{at.teams[0].slug}/rulings/preview/", ruling).json()
    return {**ruling, "based_on": preview["based_on"]}


def test_an_advancement_is_rolled_and_chosen(at: Table) -> None:
    kenta = _advancing(at)
    (step, *_) = kenta.get(_here(at)).json()["steps"]
    assert (step["due"], len(step["choices"]["faces"])) == ("advancement", 6)
    rolled = kenta.post(f"{_here(at)}advancement/", {"ninja": "n1", "dice": ["fire", "fire"], "witness": "mio"})
    assert rolled.json()["kind"] == "advancement-rolled"
    step = kenta.get(_here(at)).json()["steps"][0]
    offered = step["choices"]
    assert (step["due"], offered["roll"]["dice"]) == ("choice", ["fire", "fire"])
    refused(kenta.post(f"{_here(at)}advance/", {"ninja": "n1"}), 422, "one-choice", "n1")
    refused(kenta.post(f"{_here(at)}advance/", {"ninja": "n1", "keyword": "x"}), 422, "keyword-not-offered", "n1")
    chosen = {"gain": offered["gain"]} if offered["gain"] else {"keyword": offered["keywords"][0]}
    assert kenta.post(f"{_here(at)}advance/", {"ninja": "n1", **chosen}).json()["kind"] == "advanced"


def test_what_makes_no_step_is_refused(at: Table) -> None:
    kenta = Program(at.players[0])
    refused(kenta.post(f"{_here(at)}pay/", {}), 422, "required", "game")
    refused(kenta.post(f"{_here(at)}pay/", {"game": "x", "ninja": RONIN}), 422, "not-due")
    refused(kenta.post(f"{_here(at)}advancement/", {"ninja": "n1", "dice": [1]}), 422, "invalid-choice", "dice.0")
    refused(kenta.get(f"{_here(at)}pay/"), 405, "method-not-allowed")


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_of_many_who_pay_at_once_one_does(race: Race) -> None:
    at = table(accepted_by=AcceptedBy.EITHER_SIDE)
    _played(at)
    kenta, sent = Program(at.players[0]), {"game": _game(at), "ninja": RONIN}

    def pay() -> int:
        return int(kenta.post(f"{_here(at)}pay/", sent).status_code)

    assert sorted(race(pay, runners=5), key=str) == [201, 422, 422, 422, 422]
    assert Team.objects.get(pk=at.teams[0].pk).entry_count == 3


# Dice


def test_a_secret_is_kept_until_no_die_is_left_and_then_checked(at: Table) -> None:
    team = at.teams[0]
    promised = Program(at.players[0]).get(_here(at)).json()["commitment"]
    kept = Program().get(f"dice/{promised}/").json()
    assert (kept["secret"], kept["is_kept"], kept["revealed_at"]) == ("", None, None)
    take_every_step(team)
    told = Program().get(f"dice/{promised}/").json()
    assert (told["is_kept"], told["computed"]) == (True, promised)
    roll = told["rolls"][0]
    assert roll["dice"] == roll["again"]
    body = {"secret": told["secret"], "purpose": roll["purpose"], "count": 1}
    assert Program().post("dice/cast/", body).json() == {"dice": roll["dice"], "commitment": promised}


def test_dice_of_a_private_team_are_not_told(at: Table) -> None:
    seed = Seed.objects.filter(team=at.teams[0]).first()
    assert seed
    Team.objects.update(is_private=True)
    refused(Program().get(f"dice/{seed.commitment}/"), 404, "not-found")
    assert Program(at.players[0]).get(f"dice/{seed.commitment}/").status_code == 200
    refused(Program().get("dice/0000/"), 404, "not-found")


def test_anybody_casts_dice_again() -> None:
    told = Program().post("dice/cast/", {"secret": "00ff", "purpose": "x", "count": 3}).json()
    assert told["dice"] == list(dice.cast(b"\x00\xff", "x", 3).dice)
    refused(Program().post("dice/cast/", {"secret": "0", "purpose": "x"}), 422, "bad-secret", "secret")
    refused(Program().post("dice/cast/", {"secret": "00", "purpose": "x", "count": 25}), 422, "max-value", "count")


# The ninja master's desk


def _waiting(at: Table) -> None:
    """A report that waits, a game that is late, and somebody at the door."""
    other = at.another_game()
    Round.objects.filter(pk=other.round_id).update(deadline="2020-01-01")
    JoinRequest.objects.create(league=at.league, person=person("akane"), message="May I?")


def test_the_masters_desk_says_what_waits_for_whom(at: Table) -> None:
    _waiting(at)
    told = Program(at.master).get("leagues/moon-court/desk/").json()
    assert told["total"] == len(told["games"]) + len(told["steps"]) + len(told["asking"]) + len(told["illegal"])
    assert "late" in told["games"][0]["said"]
    assert told["steps"][0]["reminders"] == [{"about": "steps", "team": at.teams[0].slug}]
    assert told["asking"][0]["what"] == "akane"


def test_the_masters_desk_is_for_those_who_run_the_league(at: Table) -> None:
    court = everybody(at.league)
    got = statuses(court, "get", "leagues/moon-court/desk/")
    assert got == {"nobody": 401, "stranger": 403, "guest": 403, "player": 403, "assistant": 200, "master": 200}
    sent = {"causes": [{"about": "steps", "team": at.teams[0].slug}]}
    refused(court["player"].post("leagues/moon-court/reminders/", sent), 403, "forbidden")


def test_players_are_reminded_once_a_day_of_what_waits(at: Table) -> None:
    sent = {"causes": [{"about": "steps", "team": at.teams[0].slug}, {"about": "game", "team": "nobody"}]}
    jo = Program(join(at.league, person("jo"), Role.ASSISTANT))
    assert jo.post("leagues/moon-court/reminders/", sent).json() == {"players": ["kenta"], "already": []}
    assert jo.post("leagues/moon-court/reminders/", sent).json() == {"players": [], "already": ["kenta"]}
    assert Reminder.objects.count() == 1
    refused(jo.post("leagues/moon-court/reminders/", {"causes": []}), 422, "min-length", "causes")
    refused(jo.post("leagues/moon-court/reminders/", {"causes": [{"about": "x", "team": "y"}]}), 422, "invalid-choice")


@pytest.mark.parametrize("games", [1, 5])
def test_the_masters_desk_takes_the_same_queries_for_many(
    at: Table, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games):
        Round.objects.filter(pk=at.another_game().round_id).update(deadline="2020-01-01")
    master = Program(at.master)
    with django_assert_num_queries(10):
        assert len(master.get("leagues/moon-court/desk/").json()["games"]) == games
    assert Fixture.objects.count() == games + 1
    assert chronicle.read(at.teams[0])
