"""A briefing as its page and its printed sheet show it, before the game and long after it.

The same number of queries for two teams or four. Before anybody has briefed the game, it shows what would be told now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from league import houses
from league.models import Fixture
from league.permissions import Standing
from matches import briefings
from matches.challenge_shown import ChallengeShown, DrawShown, challenge_shown, chooser_of, draws_shown
from matches.models import Match, Seed, Side
from matches.permissions import May, Voice
from rules import aftermath, game
from rules.amendment import Told
from rules.catalog import catalog
from rules.codec import decode
from rules.game import Drawn, Help, TeamBriefing
from rules.house import HouseRules
from rules.problems import RuleBroken, counted, listed
from rules.scroll import BLANK, Rating, Scroll
from teams import chronicle
from teams.cards import ClanCard, clan_card
from teams.models import Team
from teams.rows import Row, row
from teams.scrolls import crest_of

LEFT = "somebody who has left"


@dataclass(frozen=True, slots=True)
class SideShown:
    """A team in the game: what it is told, and who comes."""

    slug: str
    name: str
    url: str
    scroll_url: str  # as of the briefing
    crest: SafeString
    colour: str
    clan: ClanCard
    player: str
    rating: int
    parts: str
    behind: int
    help: Help
    all_stars: int
    absent: str
    in_healing_house: str
    rows: tuple[Row, ...]
    is_hidden: bool  # a private team, and a stranger looks
    problems: tuple[str, ...]  # why it cannot play now
    is_own: bool  # or run by whoever looks
    is_played: bool  # by whoever looks
    has_moved_on: bool
    commitment: str


@dataclass(frozen=True, slots=True)
class BriefingPage:
    match: Match | None
    briefed_by: str
    sides: tuple[SideShown, ...]
    away: str  # who did not come
    compared: str
    challenge: ChallengeShown | None
    draws: tuple[DrawShown, ...]
    decides: str  # what is left to be decided of the challenge, and by whom
    commitment: str  # of the dice for the challenge
    cannot: str  # why it cannot be briefed, or not again
    may_brief: bool
    may_choose: bool
    may_draw: bool
    may_report: bool

    @property
    def is_open(self) -> bool:
        """Briefed, and nothing reported yet."""
        return self.match is not None and self.match.state == Match.State.BRIEFED

    @property
    def is_voided(self) -> bool:
        return self.match is not None and self.match.state == Match.State.VOIDED

    @property
    def is_decided(self) -> bool:
        """Its result is on record, with its report or without."""
        return self.match is not None and self.match.fixture.state in Fixture.COUNTED

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.match.is_accepted

    @property
    def not_ready(self) -> tuple[SideShown, ...]:
        return tuple(side for side in self.sides if side.problems)

    @property
    def moved_on(self) -> str:
        names = [side.name for side in self.sides if side.has_moved_on]
        return listed(names) if names and self.is_open else ""


def match_of(fixture: Fixture) -> Match | None:
    """What became of the game at the table. One query."""
    match = Match.objects.select_related("house", "briefed_by", "accepted__author").filter(fixture=fixture).first()
    if match:
        match.fixture = fixture
    return match


def briefing_page(fixture: Fixture, voice: Voice) -> BriefingPage:
    match, cannot = match_of(fixture), why_not_briefed(fixture)
    sides = _briefed(match, voice) if match else () if cannot else _to_be_briefed(fixture, voice)
    drawn = briefings.last_draw(match) if match else None
    acts = voice.may(May.BRIEF) and not cannot and not fixture.round.season.league.is_archived
    is_open = match is not None and match.state == Match.State.BRIEFED
    names = [side.name for side in sides]
    return BriefingPage(
        match=match,
        briefed_by=match.briefed_by.get_username() if match and match.briefed_by else LEFT,
        sides=sides,
        away=_away(fixture, sides) if match else "",
        compared=_compared(sides),
        challenge=challenge_shown(match.challenge, briefings.rules_of(match)) if match else None,
        draws=draws_shown(match, names) if match else (),
        decides=_decides(match, drawn, names),
        commitment=_commitment(match),
        cannot=cannot,
        may_brief=acts and (match is None or is_open or match.state == Match.State.VOIDED),
        may_choose=acts and is_open and (voice.may(May.SETTLE) or _chooses(drawn, sides)),
        may_draw=acts and is_open and (drawn is None or drawn == Drawn()),
        may_report=acts and is_open and voice.may(May.REPORT),
    )


def why_not_briefed(fixture: Fixture) -> str:
    """Why this game is not to be played; empty, if it is."""
    try:
        briefings.refuse_unplayable(fixture)
    except RuleBroken as broken:
        return broken.message
    return ""


def is_hidden(team: Team, voice: Voice) -> bool:
    """A private team's scroll is for members of its league and for its player."""
    return team.is_private and voice.has < Standing.GUEST and team.pk not in voice.teams


# The teams


def _briefed(match: Match, voice: Voice) -> tuple[SideShown, ...]:
    sides = list(match.sides.select_related("team__owner", "team__house"))
    told = chronicle.told_of(side.team for side in sides)
    rules = briefings.rules_of(match)
    is_waiting = match.state in (Match.State.BRIEFED, *Match.WAITING)
    return tuple(_briefed_side(side, told[side.team_id], rules, voice, is_waiting=is_waiting) for side in sides)


def _briefed_side(side: Side, told: Sequence[Told], rules: HouseRules, voice: Voice, *, is_waiting: bool) -> SideShown:
    then, now = scroll_at(told, side.at), told[-1].after
    problems = aftermath.not_ready(now, chronicle.rules_in(side.team.house)) if is_waiting else []
    return _side(
        side.team,
        decode(TeamBriefing, side.briefing),
        then,
        {**names_in(now), **names_in(then)},
        rules,
        voice,
        problems=tuple(problem.message for problem in problems),
        at=side.at,
        has_moved_on=side.team.entry_count > side.at,
        commitment=side.commitment,
    )


def _to_be_briefed(fixture: Fixture, voice: Voice) -> tuple[SideShown, ...]:
    """What a briefing would say now."""
    teams = [side.entrant.team for side in fixture.sides.all()]
    rules = chronicle.rules_in(houses.house_in_force(fixture.round.season.league))
    scrolls = chronicle.scrolls_of(teams)
    told = game.brief({team.slug: scrolls[team.pk] for team in teams}, rules)
    return tuple(
        _side(
            team,
            told[team.slug],
            scrolls[team.pk],
            names_in(scrolls[team.pk]),
            rules,
            voice,
            problems=tuple(problem.message for problem in aftermath.not_ready(scrolls[team.pk], rules)),
        )
        for team in teams
    )


def _side(
    team: Team,
    briefing: TeamBriefing,
    scroll: Scroll,
    names: Mapping[str, str],
    rules: HouseRules,
    voice: Voice,
    *,
    problems: tuple[str, ...],
    at: int | None = None,
    has_moved_on: bool = False,
    commitment: str = "",
) -> SideShown:
    hidden = is_hidden(team, voice)
    return SideShown(
        slug=team.slug,
        name=team.name,
        url=team.get_absolute_url(),
        scroll_url=f"{team.get_absolute_url()}?at={at}" if at else team.get_absolute_url(),
        crest=crest_of(team),
        colour=team.colour,
        clan=clan_card(catalog().clans[team.clan]),
        player=team.player,
        rating=briefing.rating.total,
        parts=_parts(briefing.rating),
        behind=briefing.help.behind,
        help=briefing.help,
        all_stars=briefing.all_stars,
        absent="" if hidden else _named(briefing.absent, names),
        in_healing_house="" if hidden else _named(briefing.in_healing_house, names),
        rows=() if hidden else tuple(row(ninja, rules) for ninja in scroll.ninja),
        is_hidden=hidden,
        problems=() if hidden else problems,
        is_own=voice.runs or team.pk in voice.teams,
        is_played=team.pk in voice.teams,
        has_moved_on=has_moved_on,
        commitment="" if hidden else commitment,
    )


def scroll_at(told: Sequence[Told], number: int) -> Scroll:
    """The team after that entry, as its chronicle is told now."""
    return next((its.after for its in reversed(told) if its.number <= number), BLANK)


def names_in(scroll: Scroll) -> dict[str, str]:
    return {ninja.id: ninja.name for ninja in (*scroll.former, *scroll.ninja)}


def _named(ids: Sequence[str], names: Mapping[str, str]) -> str:
    """A briefing stays as it was; an amendment may since have struck somebody it names."""
    return listed([names.get(id_, "somebody who never joined") for id_ in ids]) if ids else ""


def _parts(rating: Rating) -> str:
    return (
        f"{rating.koban} for koban + {rating.advancements} for advancements "
        f"+ {rating.heroes_and_ronin} for heroes and ronin"
    )


def _compared(sides: Sequence[SideShown]) -> str:
    behind = [side for side in sides if side.behind]
    if len(behind) == 1:
        return f"{behind[0].name} is {counted(behind[0].behind, 'point')} of rating behind."
    if behind:
        return f"Behind the highest rating: {listed([f'{side.name} by {side.behind}' for side in behind])}."
    return "The ratings are level: nobody gets help." if sides else ""


def _away(fixture: Fixture, sides: Sequence[SideShown]) -> str:
    came = {side.slug for side in sides}
    missing = [its.entrant.team.name for its in fixture.sides.all() if its.entrant.team.slug not in came]
    return listed(missing) if missing else ""


# The challenge


def _decides(match: Match | None, drawn: Drawn | None, names: Sequence[str]) -> str:
    if match is None or match.challenge or drawn is None or drawn.chooser is None:
        return ""
    return f"The dice let {chooser_of(drawn.chooser, names)} choose the challenge."


def _chooses(drawn: Drawn | None, sides: Sequence[SideShown]) -> bool:
    """Whether the dice leave it to one of these players, who looks."""
    if drawn is None or drawn == Drawn():
        return True
    return drawn.chooser is not None and sides[briefings.SEATS[drawn.chooser]].is_played


def _commitment(match: Match | None) -> str:
    seed: Seed | None = match.seeds.first() if match else None
    return seed.commitment if seed else ""
