"""How the demo is made: what is said meanwhile, and where it is not made."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from config import demo, demo_league
from league.models import Fixture, Season, Side
from teams.models import Ninja, Team
from tests.teams.people import person

pytestmark = pytest.mark.django_db
GAMES = demo_league.GAMES


def some_steps() -> Iterator[demo.Step]:
    yield demo.Step("people and teams")
    yield demo.Step("Autumn season", 1)
    yield demo.Step("Autumn season", 2)
    yield demo.Step("Winter season", 3)


def test_off_a_terminal_each_part_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "make", some_steps)
    out = StringIO()
    call_command("demo", stdout=out)
    assert out.getvalue().splitlines() == [
        "Making a demo league: people and teams ...",
        f"Making a demo league: Autumn season, game 1 of {GAMES} ...",
        f"Making a demo league: Winter season, game 3 of {GAMES} ...",
        demo.WELCOME,
    ]


def test_on_a_terminal_one_line_is_written_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(demo, "make", some_steps)
    out = Terminal()
    call_command("demo", stdout=out)
    nothing, *progress, welcome = out.getvalue().split("\r\x1b[K")
    assert (nothing, welcome) == ("", f"{demo.WELCOME}\n")
    assert progress[2] == f"Making a demo league: Autumn season, game 2 of {GAMES} ..."
    assert not any("\n" in line for line in progress)


@pytest.mark.every_database
def test_it_is_the_same_every_time_and_ends_where_it_said_it_would(the_demo: None) -> None:
    """As another process made it, or another database."""
    before = _told()
    call_command("flush", interactive=False, verbosity=0)
    steps = list(demo.make())
    assert [step.game for step in steps if step.game] == list(range(1, GAMES + 1))
    assert _told() == before


def _told() -> list[object]:
    """Whatever chance could have decided."""
    return [
        *Ninja.objects.order_by("team__name", "position").values_list("team__name", "name", "xp", "misses"),
        *Side.objects.order_by("pk").values_list("entrant__team__name", "outcome", "points"),
        *Season.objects.order_by("pk").values_list("name", "champion__name"),
    ]


def test_a_database_that_is_in_use_is_left_alone() -> None:
    person()
    with pytest.raises(CommandError, match="in use"):
        call_command("demo")
    call_command("demo", if_empty=True)
    assert not Team.objects.exists()


def test_it_is_made_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.seasons.begin", _fails)
    with pytest.raises(Fixture.DoesNotExist):
        list(demo.make())
    assert demo.is_wanted()


def _fails(**_: object) -> None:
    raise Fixture.DoesNotExist
