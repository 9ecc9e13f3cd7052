"""Before the game: both teams compared, the underdog's help, and which challenge is played.

A briefing is frozen: whatever becomes of the ratings afterwards, its tokens and bonuses stay. Until a report is
filed it can be made again, if the game was not played after all and the teams have changed.
"""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from league import houses, results
from league.models import Entrant, Fixture
from league.permissions import where_it_plays
from matches import seeds
from matches.models import Match, Side
from matches.permissions import May, Voice
from rules import aftermath, game
from rules.catalog import catalog
from rules.codec import decode, encode
from rules.dice import Element, Roll, entered
from rules.game import Briefing, Drawn, TeamBriefing
from rules.house import Chooser, HouseRules
from rules.problems import Problem, refuse
from rules.scroll import Scroll
from teams import chronicle
from teams.models import House, Team

LONGEST_WITNESS = 60
MOST_DRAWS = 30  # of challenges that are banned: all of them stay on record
SEATS = {Chooser.PLAYER_1: 0, Chooser.PLAYER_2: 1}


@transaction.atomic
def brief(*, fixture: Fixture, author: User | None, away: Collection[int] = ()) -> Match:
    """Compare the teams and freeze what they get. `away` are entrants who did not come to a game of three or four."""
    fixture = results.locked(fixture)
    match = Match.objects.select_for_update().filter(fixture=fixture).first()
    refuse_unplayable(fixture)
    refuse_begun(match)
    present = [side for side in fixture.sides.all() if side.entrant_id not in away]
    if len(present) < 2:
        raise refuse("how-many-teams", "A game needs two teams: if only one came, record the forfeit.", "away")
    teams = chronicle.locked(side.entrant.team for side in present)
    scrolls = {teams[id_].slug: scroll for id_, scroll in chronicle.scrolls_of(teams.values()).items()}
    house = houses.house_in_force(fixture.round.season.league)
    told = game.brief(scrolls, chronicle.rules_in(house))
    match = _written(match, fixture, house, author)
    for side in present:
        team = teams[side.entrant.team_id]
        seat = {
            "entrant_id": side.entrant_id,
            "position": side.position,
            "briefing": encode(told[team.slug]),
            "at": team.entry_count,
            "commitment": seeds.of_team(team).commitment,
        }
        # A side that is briefed again stays the same: what it has signed before the game was voided can still be read.
        Side.objects.update_or_create(match=match, team=team, defaults=seat)
    match.sides.exclude(team__in=teams).delete()
    seeds.of_match(match)
    return match


def _written(match: Match | None, fixture: Fixture, house: House | None, author: User | None) -> Match:
    told = {"state": Match.State.BRIEFED, "house": house, "briefed_at": timezone.now(), "briefed_by": author}
    if match is None:
        return Match.objects.create(fixture=fixture, **told)
    for column, value in told.items():
        setattr(match, column, value)
    match.save(update_fields=list(told))
    return match


def refuse_unplayable(fixture: Fixture) -> None:
    """A game that is a draft, a bye or forfeited is not played."""
    results.refuse_closed(fixture)
    if fixture.state in (Fixture.State.FORFEITED, Fixture.State.BYE) or len(fixture.sides.all()) < 2:
        raise refuse("decided", "This game is decided without being played.")


def refuse_begun(match: Match | None) -> None:
    """What was reported was reported of the briefing as it was."""
    if match and match.state in Match.WAITING:
        raise refuse("reported", "This game has been reported already: its briefing stays as it was.")
    if match and match.is_accepted:
        raise refuse("accepted", "This game is over and its report accepted: its briefing stays as it was.")


def briefing_of(match: Match) -> Briefing:
    """What each team was told, by its address."""
    return {side.team.slug: decode(TeamBriefing, side.briefing) for side in match.sides.select_related("team")}


def not_ready(scroll: Scroll, house: HouseRules, team: Team) -> list[Problem]:
    """Why this team cannot play now, each with the team as its subject."""
    return [Problem(its.code, f"{scroll.name}: {its.message}", team.slug) for its in aftermath.not_ready(scroll, house)]


def elsewhere(match: Match) -> list[Problem]:
    """Which of its teams have entered another league since: what they are there, this one does not decide any more."""
    here = match.fixture.round.season.league_id
    entered = Entrant.objects.filter(team__in=match.sides.values("team")).select_related("team", "season")
    league: dict[Team, int] = {}
    for its in where_it_plays(entered):
        league.setdefault(its.team, its.season.league_id)
    message = "{} plays in another league now: what it has brought there stays as it was."
    return [Problem("plays-elsewhere", message.format(team), team.slug) for team, at in league.items() if at != here]


# The challenge


@transaction.atomic
def choose(*, match: Match, challenge: str, voice: Voice) -> Match:
    """Somebody says what is played: whoever the dice named, or, if no dice were thrown, either player.

    Those who could settle the game have the last word on it; an assistant who plays in it has not.
    """
    match = _to_be_played(match)
    house = rules_of(match)
    if challenge not in {its.id for its in house.challenges}:
        raise refuse("unknown-challenge", "This league does not play such a challenge.", "challenge")
    if (drawn := last_draw(match)) and not voice.may(May.SETTLE):
        _refuse_other_than_drawn(match, drawn, challenge, voice)
    match.challenge = challenge
    match.save(update_fields=["challenge"])
    return match


def _refuse_other_than_drawn(match: Match, drawn: Drawn, challenge: str, voice: Voice) -> None:
    if drawn.challenge and drawn.challenge.id != challenge:
        raise refuse("drawn", f"The dice have chosen {drawn.challenge.name}.", "challenge")
    if drawn.chooser:
        seat = SEATS[drawn.chooser]
        chooser = match.sides.select_related("team").get(position=_seat(match, seat))
        if chooser.team_id not in voice.teams:
            raise refuse("not-yours", f"The dice let {chooser.team.name} choose the challenge.", "challenge")


def _seat(match: Match, seat: int) -> int:
    """The first and second of those who came."""
    return sorted(match.sides.values_list("position", flat=True))[seat]


@transaction.atomic
def draw(*, match: Match, author: User | None, dice: tuple[Element, ...] = (), witness: str = "") -> Match:
    """The rulebook's two dice: as they fell on the table, or cast here. Nobody rolls until they like it."""
    match = _to_be_played(match)
    if match.draws and last_draw(match) != Drawn():
        raise refuse("drawn", "The dice for this challenge are cast.", "dice")
    if len(match.draws) >= MOST_DRAWS:
        raise refuse("too-many-draws", "The dice have been asked often enough: choose the challenge.", "dice")
    roll = table_roll(dice, 2, witness) if dice else seeds.of_match(match).cast(seeds.for_challenge(match), 2)
    made = {"roll": encode(roll), "by": author.get_username() if author else "", "at": timezone.now().isoformat()}
    match.draws = [*match.draws, made]
    drawn = drawn_by(roll, rules_of(match))
    match.challenge = drawn.challenge.id if drawn.challenge else ""
    match.save(update_fields=["draws", "challenge"])
    return match


def table_roll(dice: tuple[Element, ...], count: int, witness: str) -> Roll:
    """What fell on the table, with the name of whoever saw it."""
    witness = witness.strip()
    if len(dice) != count:
        raise refuse("dice", f"Say how all {count} dice fell." if count > 1 else "Say how the die fell.", "dice")
    if not witness:
        raise refuse("no-witness", "Say who saw these dice fall.", "witness")
    if len(witness) > LONGEST_WITNESS:
        raise refuse("witness-too-long", f"A name has at most {LONGEST_WITNESS} characters.", "witness")
    return entered(*dice, witness=witness)


def last_draw(match: Match) -> Drawn | None:
    """What the last dice said; none, if nobody has asked them."""
    return drawn_by(decode(Roll, match.draws[-1]["roll"]), rules_of(match)) if match.draws else None


def drawn_by(roll: Roll, house: HouseRules) -> Drawn:
    first, second = roll.dice
    return game.draw_challenge(first, second, house)


# Shared


def rules_of(match: Match) -> HouseRules:
    """The rules in force when it was briefed."""
    return chronicle.rules_in(match.house)


def held(match: Match) -> Match:
    """The match as it is now, and nobody else's until the transaction ends."""
    fixture = results.locked(Fixture(pk=match.fixture_id))
    found = Match.objects.select_for_update(of=("self",)).select_related("house", "accepted").get(pk=match.pk)
    found.fixture = fixture
    return found


def _to_be_played(match: Match) -> Match:
    """The match, held, if its game can still be played."""
    found = held(match)
    refuse_unplayable(found.fixture)
    refuse_begun(found)
    if found.state == Match.State.VOIDED:
        raise refuse("voided", "This game was voided: brief it again before you play it.")
    return found


def challenge_named(match: Match) -> str:
    its = catalog().challenges.get(match.challenge)
    return its.name if its else ""
