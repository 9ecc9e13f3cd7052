"""What matches tell: reports that wait, are disputed, count or are put right; steps that are due; rulings.

Each is called by the service that did it, in its transaction.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.urls import reverse

from league.models import Membership, Role
from league.notices.happenings import game_of, result
from league.notices.kinds import Kind
from league.notices.raising import Message, harmless, tell
from matches.models import Match, Report
from matches.permissions import league_of
from rules.house import AcceptedBy
from rules.problems import counted
from teams.models import Team

State = Match.State


@harmless
def weighed(match: Match, report: Report | None, author: User | None, *, was: str, rule: AcceptedBy) -> None:
    """A report that does not count yet waits for somebody, or is disputed."""
    if report is None:
        return
    is_new = author is not None and report.author_id == author.pk
    if match.state == State.DISPUTED and (is_new or was != State.DISPUTED):
        _tell(match, _disputed(match), author)
    elif match.state == State.REPORTED and is_new:
        _tell(match, _waiting(match, report, rule), author)


def _waiting(match: Match, report: Report, rule: AcceptedBy) -> Message:
    game = game_of(match.fixture)
    if rule is AcceptedBy.NINJA_MASTER:
        text = "Only your word makes it count: settle it."
        return Message(Kind.WAITING, f"A report of {game.named} waits for you", text, game.url, _runners(match))
    text = "Countersign it if it is right; if not, file your own."
    if match.silence_at:
        text += f" Unless you object, it counts from {match.silence_at.day} {match.silence_at:%B %Y}."
    return Message(Kind.WAITING, f"A report of {game.named} waits for you", text, game.url, _unsigned(match, report))


def _disputed(match: Match) -> Message:
    game = game_of(match.fixture)
    text = "Its players say different things. They can still agree, or the ninja master settles it."
    title, people = f"The report of {game.named} is disputed", game.people | _runners(match)
    return Message(Kind.DISPUTED, title, text, game.url, people)


@harmless
def accepted(match: Match, author: User | None) -> None:
    """It counts. Without an author nobody has said so: silence has."""
    _tell(match, result(match.fixture), author, *_steps(match))


@harmless
def amended(match: Match, report: Report, author: User | None) -> None:
    """Put right, or voided."""
    game = game_of(match.fixture)
    is_void = match.state == State.VOIDED
    title = f"The game {game.named} is voided" if is_void else f"The report of {game.named} is amended"
    after = "It is still to be played." if is_void else "Everything after it is told again."
    text = f"{report.reason}\n\n{after}"
    _tell(match, Message(Kind.AMENDED, title, text, game.url, game.people, to_league=True), author)


@harmless
def proposed(match: Match, report: Report, author: User | None) -> None:
    """An amendment that needs the signatures of all who played."""
    game = game_of(match.fixture)
    what = "amend the report of" if report.data else "void"
    text = f"{report.reason}\n\nIt happens when everybody who played has signed."
    message = Message(Kind.WAITING, f"A proposal to {what} {game.named} waits for you", text, game.url, game.people)
    _tell(match, message, author)


@harmless
def ruled(team: Team, sentence: str, author: User | None) -> None:
    """The ninja master's last word on a team; the sentence tells the reason, too."""
    if team.owner_id:
        title, url = f"A ruling on {team.name}", team.get_absolute_url()
        message = Message(Kind.RULING, title, sentence, url, frozenset([team.owner_id]))
        tell(league=league_of(team), messages=[message], author=author)


def _steps(match: Match) -> Iterable[Message]:
    """One for each team with something left to decide."""
    for team in Team.objects.filter(sides__match=match, steps_due__gt=0, owner__isnull=False).order_by("pk"):
        title = f"{counted(team.steps_due, 'step is', 'steps are')} due for {team.name}"
        url = reverse("desk", kwargs={"slug": team.slug})
        text = "Take them before the next game: until then the team is not ready."
        yield Message(Kind.STEPS, title, text, url, frozenset([team.owner_id or 0]))


def _tell(match: Match, message: Message, author: User | None, *more: Message) -> None:
    tell(league=match.fixture.round.season.league, messages=[message, *more], author=author)


def _unsigned(match: Match, report: Report) -> frozenset[int]:
    signed = report.signatures.values_list("side", flat=True)
    owners = match.sides.exclude(pk__in=signed).values_list("team__owner", flat=True)
    return frozenset(owner for owner in owners if owner)


def _runners(match: Match) -> frozenset[int]:
    """Who can settle it: nobody does so in a game of the own team but the ninja master."""
    league = match.fixture.round.season.league
    playing = match.sides.values("team__owner")
    runs = Membership.objects.filter(league=league, role__in=(Role.MASTER, Role.ASSISTANT))
    able = runs.exclude(role=Role.ASSISTANT, person__in=playing)
    return frozenset(able.values_list("person", flat=True))
