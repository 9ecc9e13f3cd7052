"""What somebody could write into a name or a note to break a feed, or to put something of his own into it."""

from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from league.feeds import Event, Item
from league.models import League
from matches import feeds

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ODD = "odd" + "".join(map(chr, [*range(1, 32), 0x7F, 0x85, 0x2028, 0x2029, 0xFFFE, 0xFFFF])) + "BEGIN:VEVENT"


def event(text: str) -> Event:
    return Event("game-1@x", NOW.date(), text, text, "https://x/games/1/", "Played", False, 1, NOW)


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_no_sign_in_a_note_begins_a_line_of_a_calendar(end: str) -> None:
    told = feeds.calendar(f"Moon{end}BEGIN:VEVENT", [event(f"Late{end}BEGIN:VEVENT")]).decode()
    assert [line for line in told.splitlines() if line == "BEGIN:VEVENT"] == ["BEGIN:VEVENT"]


@pytest.mark.parametrize("kind", ["atom", "rss"])
def test_no_sign_in_a_name_breaks_the_news(kind: str) -> None:
    league = League(name=ODD, slug="moon-court", created_at=NOW)
    item = Item("tag:x,2026:1", ODD, f"<b>{ODD}", "https://x/", NOW, NOW)
    told = feeds.news(league, [item], kind, "/news")
    assert "odd" in "".join(ElementTree.fromstring(told).itertext())  # noqa: S314 (it is ours)
