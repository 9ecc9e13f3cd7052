"""A match whose report is in force, as its page shows it: deeds, drawing and gains of each team."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from matches import briefings, timeline
from matches.briefing_page import is_hidden
from matches.match_deeds import Past, TeamDeeds, TeamGains, deeds_of, feats_done, gains_of, past_of
from matches.match_next import LEFT
from matches.models import Match, Report, Side
from matches.permissions import Voice
from matches.timeline import Act, Made, Parts, Rounds, Timed
from rules.catalog import Feat, catalog
from rules.house import HouseRules
from teams import chronicle, links
from teams.scrolls import crest_of

SAID = {Report.Kind.FILED: "Reported", Report.Kind.SETTLED: "Settled", Report.Kind.AMENDMENT: "Amended"}


@dataclass(frozen=True, slots=True)
class TeamShown:
    slug: str
    name: str
    url: str
    crest: SafeString
    colour: str
    deeds: TeamDeeds
    gains: TeamGains | None  # a private team keeps them from strangers


@dataclass(frozen=True, slots=True)
class PlayedShown:
    challenge: str
    challenge_url: str
    said: str  # who says so, and how
    reason: str  # of an amendment
    accepted_at: datetime | None
    notes: str
    teams: tuple[TeamShown, ...]
    feats: tuple[str, ...]
    rounds: Rounds | None
    parts: Parts | None


def played_shown(match: Match, sides: Sequence[Side], voice: Voice) -> PlayedShown | None:
    """Read from the chronicles, in which every later word on the game is told. Two queries."""
    told = chronicle.told_of(side.team for side in sides)
    found = [(side, past) for side in sides if (past := past_of(told[side.team_id], match.game))]
    report = match.accepted
    if not found or report is None:
        return None
    house = briefings.rules_of(match)
    challenge = catalog().challenges[found[0][1].played.challenge]
    feats = feats_done([past for _, past in found], house)
    known = {feat.id: feat for feat in house.feats_of(challenge)}
    drawing = timeline.drawn([_timed(side, past, report, known, house) for side, past in found], challenge.rounds)
    return PlayedShown(
        challenge=challenge.name,
        challenge_url=links.challenge_url(challenge),
        said=f"{SAID[Report.Kind(report.kind)]} by {report.author.get_username() if report.author else LEFT}",
        reason=report.reason,
        accepted_at=report.in_force_from,
        notes=report.notes,
        teams=tuple(_team(side, past, feats, house, voice) for side, past in found),
        feats=tuple(feat.name for feat in feats),
        rounds=drawing if isinstance(drawing, Rounds) else None,
        parts=drawing if isinstance(drawing, Parts) else None,
    )


def _team(side: Side, past: Past, feats: Sequence[Feat], house: HouseRules, voice: Voice) -> TeamShown:
    team = side.team
    return TeamShown(
        slug=team.slug,
        name=team.name,
        url=team.get_absolute_url(),
        crest=crest_of(team),
        colour=team.colour,
        deeds=deeds_of(past, feats, house),
        gains=None if is_hidden(team, voice) else gains_of(past, team),
    )


def _timed(side: Side, past: Past, report: Report, feats: Mapping[str, Feat], house: HouseRules) -> Timed:
    acts = tuple(_acts(side.team.slug, past, report, feats, house))
    return Timed(side.team.name, side.team.colour, past.played.points, acts, tuple(_made(past, feats, house)))


def _acts(slug: str, past: Past, report: Report, feats: Mapping[str, Feat], house: HouseRules) -> Iterator[Act]:
    ninja = {its.id: its for its in past.told.before.ninja}
    for order, (number, team, who, what) in enumerate(report.moments):
        if team == slug and who in ninja and what in feats and number > 0:
            points = house.points_for(feats[what], ninja[who].profile.type)
            yield Act(number, order, ninja[who].name, feats[what].name, points)


def _made(past: Past, feats: Mapping[str, Feat], house: HouseRules) -> Iterator[Made]:
    scored = 0
    for feat in feats.values():
        done = [(past.told.before.find(deed.ninja).profile.type, deed.feats.get(feat.id, 0)) for deed in past.deeds]
        points = sum(times * house.points_for(feat, type_) for type_, times in done)
        scored += points
        if times := sum(times for _, times in done):
            yield Made(feat.name, times, points)
    if past.played.points > scored:
        yield Made("Declared beside the feats", 1, past.played.points - scored)
