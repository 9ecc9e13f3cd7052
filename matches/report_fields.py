"""The fields of a report's form: their names, and what may stand in them.

The names, `{team}` being the team's address and `{ninja}` the id of the ninja in its scroll:

    challenge                   the id of the challenge
    notes, story                free text; the story is no part of the account
    from                        the number of the version that the form began with, if it was another one
    moments                     JSON: [[round, team, ninja, feat], ...] of feats whose round was noted
    round                       the round being played, for whoever notes feats as they happen
    {team}:result               won, lost, drew or conceded; empty: as the points say
    {team}:side                 attacker or defender; empty: whatever the others have left over
    {team}:points               the declared points; empty: as the feats count
    {team}/{ninja}:board        ticked: was on the board
    {team}/{ninja}:house        ticked: ended in the Healing House
    {team}/{ninja}/all-star     ticked: named All-Star
    {team}/{ninja}/{feat}       how often

A cell's name is the subject of its problems.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from matches import briefings
from matches.models import LONGEST_NOTES, LONGEST_STORY, Match, Side
from rules.catalog import catalog
from rules.codec import UNSTORABLE, decode
from rules.game import Briefing, TeamBriefing
from rules.house import ALL_STAR, HouseRules
from rules.scroll import Scroll

Typed = Mapping[str, str]  # what stands in the form, by the names of its fields; a tick is "on"

ON = "on"
TEXTS = {"notes": LONGEST_NOTES, "story": LONGEST_STORY}
LONGEST_CELL = 40
LONGEST_MOMENTS = 100_000  # far more than a game of four teams can fill


@dataclass(frozen=True, slots=True)
class Ground:
    """What a report stands on: who plays, by which rules, with which help."""

    game: str
    challenge: str  # what was to be played, if that is known
    scrolls: Mapping[str, Scroll]
    house: HouseRules
    briefing: Briefing
    colours: Mapping[str, str] = field(default_factory=dict)


def ground_of(match: Match, scrolls: Mapping[str, Scroll], sides: Sequence[Side] | None = None) -> Ground:
    """Of a match, with the teams as they are now or as they were before it. One query, unless the sides are given."""
    sides = list(match.sides.select_related("team")) if sides is None else sides
    return Ground(
        game=match.game,
        challenge=match.challenge,
        scrolls=scrolls,
        house=briefings.rules_of(match),
        briefing={side.team.slug: decode(TeamBriefing, side.briefing) for side in sides},
        colours={side.team.slug: side.team.colour for side in sides},
    )


def typed_in(post: QueryDict, ground: Ground) -> dict[str, str]:
    """What was posted into fields that this form can have, whichever the challenge. Fit to be stored."""
    found = {name: _clean(post.get(name, ""), name) for name in _names(ground) if name in post}
    return found | {name: value for name in _feat_names(ground) if (value := _clean(post.get(name, ""), name))}


# Names


def result_of(team: str) -> str:
    return f"{team}:result"


def side_of(team: str) -> str:
    return f"{team}:side"


def points_of(team: str) -> str:
    return f"{team}:points"


def board(team: str, ninja: str) -> str:
    return f"{team}/{ninja}:board"


def house(team: str, ninja: str) -> str:
    return f"{team}/{ninja}:house"


def cell(team: str, ninja: str, feat: str) -> str:
    return f"{team}/{ninja}/{feat}"


def is_count(name: str) -> bool:
    """Whether a field says how often somebody did something."""
    return name.count("/") == 2 and not name.endswith(f"/{ALL_STAR}")


def _names(ground: Ground) -> Iterator[str]:
    yield from ("challenge", "notes", "story", "moments", "round", "from")
    for team, scroll in ground.scrolls.items():
        yield from (result_of(team), side_of(team), points_of(team))
        for ninja in scroll.ninja:
            yield from (board(team, ninja.id), house(team, ninja.id), cell(team, ninja.id, ALL_STAR))


def _feat_names(ground: Ground) -> Iterator[str]:
    """Those of every challenge: whoever picks the wrong one for a moment loses nothing."""
    feats = {feat.id for its in catalog().challenges.values() for feat in ground.house.feats_of(its)}
    for team, scroll in ground.scrolls.items():
        yield from (cell(team, ninja.id, feat) for ninja in scroll.ninja for feat in feats)


def _clean(value: str, name: str) -> str:
    """Without what no database keeps, and no longer than anybody would type."""
    longest = LONGEST_MOMENTS if name == "moments" else 2 * TEXTS[name] if name in TEXTS else LONGEST_CELL
    return UNSTORABLE.sub("", value.replace("\r\n", "\n"))[:longest]
