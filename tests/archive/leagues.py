"""Small leagues with a bit of everything, for tests of files, and files with something wrong in them."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.utils import timezone

from matches import briefings, reporting
from matches.archive import reading
from matches.archive.kept import LeagueFile, TeamFile
from matches.models import Comment
from matches.newsletter import service
from matches.newsletter.models import Issue
from tests.matches.games import LOST, WON, Table, account, table, take_every_step
from tests.newsletter.issues import draft


def lively() -> Table:
    """Two teams, a game with server dice and all that followed, one amended, a story, comments, one report waiting."""
    its = table()
    match = its.brief()
    briefings.draw(match=match, author=its.players[0])
    match.refresh_from_db()
    told = account(match, WON, LOST, hurt={its.teams[0].slug: ["n2"]})
    its.countersign(its.file(match, told))
    for team in its.teams:
        take_every_step(team, team.owner)
    match.refresh_from_db()
    reporting.tell_story(match=match, author=its.players[0], text="It *rained*. [Nobody](x) | saw <it>.")
    Comment.objects.create(match=match, author=its.players[1], text="Well played!", key=uuid4())
    Comment.objects.create(
        match=match, author=its.players[1], text="Something rude", key=uuid4(), removed_at=timezone.now()
    )
    waiting = its.brief(its.another_game())
    its.file(waiting, account(waiting, WON, LOST))
    return its


def newsworthy() -> Table:
    """The same with a newsletter: one issue that was corrected, a second one, and a draft."""
    its = lively()
    season = its.league.seasons.get()
    for title in ("Rain over the court", "It *still* rains | <b>"):
        made = draft(season)
        service.publish(issue=made, title=title, text=made.text, based_on=made.version, author=its.master)
    first = Issue.objects.get(number=1)
    service.save(
        issue=first,
        title="Snow over the court",
        text=f"{first.text}\nIt was snow.\n",
        correction="It was *snow*.",
        based_on=first.version,
        author=its.master,
    )
    draft(season)
    return its


def league_of(content: bytes) -> LeagueFile:
    file = reading.read(content)
    assert isinstance(file, LeagueFile)
    return file


def team_of(content: bytes) -> TeamFile:
    file = reading.read(content)
    assert isinstance(file, TeamFile)
    return file


def damaged(content: bytes, damage: Callable[[Any], object]) -> bytes:
    """The same file with something in it changed."""
    data = json.loads(content)
    damage(data)
    return json.dumps(data, indent=1, sort_keys=True).encode()


def faults(content: bytes) -> list[tuple[int, str]]:
    """What the file is refused for; nothing, if it is not."""
    try:
        reading.read(content)
    except reading.Refused as refused:
        return [(fault.line, fault.reason) for fault in refused.faults]
    return []
