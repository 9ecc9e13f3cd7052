"""How a match stands and what happens next, in a sentence and with the buttons of whoever looks. No query."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from league.models import Fixture
from matches.briefing_page import is_hidden
from matches.models import Match, Report, Side
from matches.permissions import May, Voice
from rules.house import AcceptedBy, Reports
from rules.problems import listed

LEFT = "somebody who has left"


@dataclass(frozen=True, slots=True)
class Action:
    label: str
    url: str
    is_main: bool = True


@dataclass(frozen=True, slots=True)
class Next:
    sentence: str
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """All that decides what happens next."""

    fixture: Fixture
    match: Match | None
    voice: Voice
    rule: Reports
    cannot: str = ""  # why it cannot be played
    sides: Sequence[Side] = ()
    reports: Sequence[Report] = ()
    due: Sequence[str] = field(default=())  # addresses of teams that have steps to take because of it

    @property
    def is_archived(self) -> bool:
        return self.fixture.round.season.league.is_archived

    def may(self, what: May) -> bool:
        return self.voice.may(what) and not self.is_archived

    def to(self, name: str, **more: object) -> str:
        return reverse(name, kwargs={"pk": self.fixture.pk, **more})

    @property
    def live(self) -> list[Report]:
        return [its for its in self.reports if its.kind == Report.Kind.FILED and not its.withdrawn_at]


def next_of(its: Situation) -> tuple[Next, ...]:
    """What is most pressing first."""
    match = its.match
    if match is None:
        return () if its.cannot else (_to_be_briefed(its),)
    if match.is_accepted:
        return tuple(_accepted(its))
    if match.state == Match.State.VOIDED:
        return (*_proposals(its), _voided(its))
    if its.cannot:
        return ()
    if match.state == Match.State.BRIEFED:
        return (_to_be_reported(its),)
    return (_disputed(its) if match.state == Match.State.DISPUTED else _waiting(its),)


# Before the game


def _to_be_briefed(its: Situation) -> Next:
    if its.fixture.state == Fixture.State.PLAYED:
        sentence = "Only its score is on record: no XP and no koban came of it. It can still be briefed and reported."
        return Next(sentence, _briefing(its, is_main=False))
    sentence = "It is still to be played. The briefing tells both sides what they get for it."
    if len(its.fixture.sides.all()) > 2:
        sentence = "It is still to be played. The briefing tells each team what it gets for it."
    return Next(sentence, _briefing(its))


def _briefing(its: Situation, *, is_main: bool = True) -> tuple[Action, ...]:
    """The game is briefed by a button of that page, so this one has another name."""
    if its.may(May.BRIEF):
        return (Action("To the briefing", its.to("briefing"), is_main),)
    return (Action("Compare the teams", its.to("briefing"), is_main=False),)


def _to_be_reported(its: Situation) -> Next:
    briefing = Action("Briefing", its.to("briefing"), is_main=False)
    if not its.may(May.REPORT):
        return Next("It is briefed. When it is played, those who played it report it.", (briefing,))
    report = Action("Report this game", its.to("report"))
    return Next("It is briefed. When it is played, report it here.", (report, briefing))


# A report


def _waiting(its: Situation) -> Next:
    authors = [_author(report) for report in its.live]
    sentence = f"{_listed(authors)} {'has' if len(set(authors)) == 1 else 'have'} reported this game. {_waits_for(its)}"
    # The reason tells what a team has still to do: of a private one, that is not for strangers.
    if its.match and its.match.held_up and not any(is_hidden(side.team, its.voice) for side in its.sides):
        sentence += f" Silence could not accept it: {its.match.held_up}"
    return Next(sentence, tuple(_answers(its)))


def _waits_for(its: Situation) -> str:
    if its.rule.accepted_by is AcceptedBy.NINJA_MASTER:
        return "It counts when the ninja master has settled it."
    missing = [side.team.name for side in its.sides if side.pk not in _signed(its)]
    silence = its.match.silence_at if its.match else None
    when = date_format(timezone.localtime(silence), "j F, H:i") if silence else ""
    otherwise = f"; if nobody objects, it counts on {when}" if when else ""
    return f"It waits for the signature of {_listed(missing)}{otherwise}." if missing else "Everybody has signed."


def _signed(its: Situation) -> set[int]:
    return {signature.side_id for report in its.live for signature in report.signatures.all()}


def _answers(its: Situation) -> Iterator[Action]:
    own = {side.pk for side in its.sides if side.team_id in its.voice.teams}
    if its.may(May.REPORT):
        signs = own - _signed(its) and its.rule.accepted_by is not AcceptedBy.NINJA_MASTER
        settles = its.may(May.SETTLE) and not own
        label = "Read and countersign" if signs else "Read and settle" if settles else "Read the report"
        yield Action(label, its.to("report"), is_main=bool(signs) or settles)
    yield Action("Briefing", its.to("briefing"), is_main=False)
    if not its.may(May.REPORT):
        yield _versions(its)


def _disputed(its: Situation) -> Next:
    authors = _listed([_author(report) for report in its.live])
    sentence = f"The reports of {authors} differ. It counts when all agree, or when the ninja master has settled it."
    if not its.may(May.REPORT):
        return Next(sentence, (Action("Compare them", its.to("compare-reports"), is_main=False),))
    label = "Compare and settle" if its.may(May.SETTLE) else "Compare and answer"
    return Next(sentence, (Action(label, its.to("report")),))


# Afterwards


def _accepted(its: Situation) -> Iterator[Next]:
    yield from _proposals(its)
    due = [side.team for side in its.sides if side.team.slug in its.due]
    own = [team for team in due if team.pk in its.voice.teams and not its.is_archived]
    for team in own:
        desk = _desk("Take the post-game steps", team.slug)
        yield Next(f"{team.name} has steps to take after this game.", (desk,))
    if others := [team for team in due if team not in own]:
        runs_it = its.voice.runs and not its.is_archived
        desks = tuple(_desk(f"Desk of {team.name}", team.slug, is_main=False) for team in others if runs_it)
        still = f"still {'has' if len(others) == 1 else 'have'} steps to take after this game."
        yield Next(f"{_listed([team.name for team in others])} {still}", desks)


def _voided(its: Situation) -> Next:
    if its.fixture.state in Fixture.COUNTED:
        return Next("Its report was voided; the result was entered without one.")
    if its.cannot:
        return Next("Its report was voided: nothing came of this game.")
    return Next("Its report was voided: the game is to be played again.", _briefing(its))


def _proposals(its: Situation) -> Iterator[Next]:
    """Amendments that wait for somebody's word."""
    own = {side.pk for side in its.sides if side.team_id in its.voice.teams}
    for report in its.reports:
        if report.kind not in (Report.Kind.AMENDMENT, Report.Kind.VOIDING) or report.in_force_from:
            continue
        if report.withdrawn_at:
            continue
        signed = {signature.side_id for signature in report.signatures.all()}
        missing = [side.team.name for side in its.sides if side.pk not in signed]
        wish = "void this game" if report.kind == Report.Kind.VOIDING else "amend its report"
        sentence = f"{_author(report)} proposes to {wish}. That waits for {_listed(missing)}."
        look = Action("Look at it", its.to("agree-amendment", number=report.number), is_main=bool(own - signed))
        yield Next(sentence, (look,) if its.may(May.AMEND) else ())


def _desk(label: str, slug: str, *, is_main: bool = True) -> Action:
    return Action(label, reverse("desk", kwargs={"slug": slug}), is_main)


def put_right(its: Situation) -> tuple[Action, ...]:
    """Where an accepted report is corrected, or a voided one brought back, for those who may.

    What is to be played again leads to its briefing already.
    """
    if its.match is None or its.match.state not in (Match.State.ACCEPTED, Match.State.VOIDED):
        return ()
    alone = its.voice.may(May.DECIDE)
    if its.match.is_accepted:
        amend = "Amend the report" if alone else "Propose an amendment"
        void = Action("Void this game" if alone else "Propose to void it", its.to("void-game"), is_main=False)
        ways = [Action(amend, its.to("amend"), is_main=False), void]
    else:
        back = "Bring its report back" if alone else "Propose to bring its report back"
        ways = [Action(back, its.to("amend"), is_main=False)]
    is_open = its.match.state == Match.State.VOIDED and its.fixture.state not in Fixture.COUNTED and not its.cannot
    more = [_versions(its)] if is_open else [_versions(its), Action("Briefing", its.to("briefing"), is_main=False)]
    return (*(ways if its.may(May.AMEND) else ()), *more)


def _versions(its: Situation) -> Action:
    label = "All versions of the report" if len(its.reports) > 1 else "The report"
    return Action(label, its.to("report-versions"), is_main=False)


# Shared


def _author(report: Report) -> str:
    return report.author.get_username() if report.author else LEFT


def _listed(names: Sequence[str]) -> str:
    return listed(list(dict.fromkeys(names))) if names else "nobody"
