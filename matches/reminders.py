"""The ninja master reminds players of what waits for them: on the league's page, and as a notice.

Nobody is reminded of the same twice on one day, and of nothing that does not wait any more.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from league.models import League, today
from league.notices.kinds import Kind
from league.notices.raising import Message, harmless, tell
from matches import next_steps
from matches.models import Reminder
from matches.next_steps import ABOUT, Matter
from matches.waiting import About
from rules.problems import counted
from teams import chronicle
from teams.models import Team


@dataclass(frozen=True, slots=True, order=True)
class Cause:
    """Whose team is to be reminded, and of what. In forms it is one word."""

    about: About
    team: str

    def __str__(self) -> str:
        return f"{self.about.value}/{self.team}"


@dataclass(frozen=True, slots=True)
class Reminded:
    """Who was reminded, and who had been today."""

    players: tuple[str, ...]
    already: tuple[str, ...]


def causes_in(words: str) -> Iterator[Cause]:
    """What a form says, as far as it makes sense."""
    for word in words.split():
        about, _, team = word.partition("/")
        if about in About.values:
            yield Cause(About(about), team)


@transaction.atomic
def remind(*, league: League, causes: Collection[Cause], author: User) -> Reminded:
    """One notice for each player, however much waits for them."""
    found = next_steps.matters(league)
    waiting = {Cause(ABOUT[its.kind], its.slug): its for its in found if its.waits}
    wanted = {cause: waiting[cause] for cause in sorted({*causes} & waiting.keys())}
    teams = _locked(its.slug for its in wanted.values())
    today_already = set(
        Reminder.objects.filter(team__in=teams.values(), sent_at__date=today()).values_list("about", "team__slug")
    )
    due = {c: its for c, its in wanted.items() if teams[c.team].owner and (c.about, c.team) not in today_already}
    sent = Reminder.objects.bulk_create(_reminder(c, its, teams[c.team], author) for c, its in due.items())
    _tell_players(league, sent, found, author)
    return Reminded(
        players=_players(its.team for its in sent),
        already=_players(teams[c.team] for c in wanted if (c.about, c.team) in today_already),
    )


@harmless
def _tell_players(league: League, sent: Iterable[Reminder], found: Sequence[Matter], author: User) -> None:
    by_player: dict[int, set[tuple[str, str]]] = {}
    for its in sent:
        by_player.setdefault(its.team.owner_id or 0, set()).add((its.about, its.team.slug))
    messages = [_message(league, player, causes, found) for player, causes in by_player.items()]
    tell(league=league, messages=messages, author=author)


def _message(league: League, player: int, causes: Collection[tuple[str, str]], found: Sequence[Matter]) -> Message:
    concerns = list(next_steps.concerns(found, lambda its: (ABOUT[its.kind].value, its.slug) in causes))
    title = f"{counted(len(concerns), 'thing waits', 'things wait')} for you in {league.name}"
    text = "\n\n".join(f"{its.sentence}\n{settings.ORIGIN}{its.url}" for its in concerns)
    return Message(Kind.REMINDER, title, text, league.get_absolute_url(), frozenset([player]))


def _locked(slugs: Iterable[str]) -> dict[str, Team]:
    """Two who remind at once remind one after the other."""
    found = Team.objects.filter(slug__in=slugs)
    chronicle.locked(found)
    return {team.slug: team for team in found.select_related("owner")}


def _reminder(cause: Cause, matter: Matter, team: Team, author: User) -> Reminder:
    is_game = cause.about in (About.GAME, About.REPORT)
    return Reminder(team=team, about=cause.about, fixture_id=matter.thing if is_game else None, sent_by=author)


def _players(teams: Iterable[Team]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(team.player for team in teams))
