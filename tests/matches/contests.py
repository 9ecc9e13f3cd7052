"""What people do to one match at the same moment, and every way in which that may end.

`benchmarks/races.py` runs the same contests at length.
"""

import itertools
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from uuid import UUID, uuid4

from django.utils import timezone

from league import houses, results
from league.models import Fixture
from matches import amending, desk, reporting
from matches.models import Match, Report
from matches.reporting import Account
from rules.dice import Element
from rules.house import AcceptedBy
from rules.problems import RuleBroken
from teams import chronicle
from teams.models import Team
from tests.matches.games import CLANS, DREW, LOST, PLAYERS, WON, Table, account, table_of
from tests.rules.teams import MINIMAL, found

RUNNERS = 2
OFTEN, FEW = 30, 10
DONE = "done"
ACCEPTED, REPORTED, DISPUTED, BRIEFED, VOIDED = "accepted", "reported", "disputed", "briefed", "voided"

Action = Callable[[], object]
Prepared = tuple[Fixture, list[Action]]
End = tuple[str, tuple[str, ...]]  # the state of the match, and how it went for each, in alphabetical order


@dataclass(frozen=True)
class Contest:
    """`prepare` makes a game and says what is then done to it at once."""

    name: str
    prepare: Callable[[Table], Prepared]
    ends: frozenset[End]
    teams: int = 2
    accepted_by: AcceptedBy = AcceptedBy.COUNTERSIGN
    times: int = OFTEN  # in the tests

    def table(self) -> Table:
        """Teams without a ronin: a game that hurts nobody leaves nothing to do before the next."""
        founded = [
            found(f"{player.title()} {clan}", clan, *MINIMAL[clan])
            for player, clan in itertools.islice(zip(PLAYERS, CLANS, strict=True), self.teams)
        ]
        return table_of(founded, accepted_by=self.accepted_by)


def ends(*ways: tuple[str, str]) -> frozenset[End]:
    """`("accepted", "done outdated")`"""
    return frozenset((state, tuple(sorted(codes.split()))) for state, codes in ways)


# Running one


@dataclass
class Arena:
    """Every runner calls it: they meet at the line once for each round, and one of them prepares it."""

    contest: Contest
    its: Table
    times: int
    seats: "itertools.count[int]" = field(default_factory=itertools.count)
    ended: Counter[End] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.line = threading.Barrier(RUNNERS)
        self.actions: list[Action] = []
        self.codes: list[str] = []

    def __call__(self) -> None:
        seat = next(self.seats)
        try:
            for _ in range(self.times):
                self._round(seat)
        except BaseException:
            self.line.abort()
            raise

    def _round(self, seat: int) -> None:
        fixture = self._prepare() if seat == 0 else None
        self.line.wait()
        self.codes.append(how_it_went(self.actions[seat]))
        self.line.wait()
        if fixture:
            self.ended[Match.objects.get(fixture=fixture).state, tuple(sorted(self.codes))] += 1

    def _prepare(self) -> Fixture:
        """Who is first at the line has a small lead: they take turns at that."""
        self.codes = []
        fixture, actions = self.contest.prepare(self.its)
        self.actions = actions[:: 1 if self.ended.total() % 2 else -1]
        return fixture

    @property
    def unforeseen(self) -> Mapping[End, int]:
        """Rounds that ended as none may, with how often."""
        return {end: times for end, times in self.ended.items() if end not in self.contest.ends}


def how_it_went(action: Action) -> str:
    try:
        action()
    except RuleBroken as refusal:
        return refusal.code
    except Exception as mistake:
        return f"{type(mistake).__name__}: {mistake}"
    return DONE


# What must never be


@dataclass
class Faults:
    doubled: int = 0
    half: int = 0

    def __bool__(self) -> bool:
        return bool(self.doubled or self.half)


def faults() -> Faults:
    """Games that a chronicle tells twice, and games that only a part of league and chronicles knows."""
    found, teams = Faults(), list(Team.objects.all())
    told = {team.pk: Counter(record.game for record in chronicle.scroll_of(team).games) for team in teams}
    for match in Match.objects.select_related("fixture", "accepted").prefetch_related("sides", "fixture__sides"):
        times = [told[side.team_id][match.game] for side in match.sides.all()]
        found.doubled += any(count > 1 for count in times)
        found.half += len(set(times)) > 1 or not _agrees(match, played=bool(times[0]))
    found.half += sum(bool(chronicle.retell(team)) for team in teams)
    return found


def _agrees(match: Match, *, played: bool) -> bool:
    """The match, its report, the game of the league and the chronicles say the same."""
    fixture = match.fixture
    outcomes = {bool(side.outcome) for side in fixture.sides.all()}
    forfeited = fixture.state == Fixture.State.FORFEITED
    return (
        played == match.is_accepted == (match.accepted is not None) == (fixture.state == Fixture.State.PLAYED)
        and outcomes == {played or forfeited}
        and (match.accepted is None or match.accepted.in_force_from is not None)
    )


# The contests


def overdue(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(silence_at=timezone.now() - timedelta(minutes=1))
    return match


def _new(its: Table) -> Match:
    return its.brief(its.another_game())


def _filed(its: Table) -> tuple[Match, Report]:
    match = _new(its)
    return match, its.file(match, account(match))


def _accepted(its: Table, **more: object) -> Match:
    match = _new(its)
    its.settle(match, account(match, **more))  # type: ignore[arg-type]
    return Match.objects.get(pk=match.pk)


def _amends(its: Table, match: Match, said: Account | None, key: UUID | None = None) -> Action:
    """The ninja master, who has seen the preview."""
    based_on, key = amending.version_of(match), key or uuid4()
    told = {"match": match, "account": said, "author": its.master, "reason": "Wrong.", "key": key, "based_on": based_on}
    return lambda: amending.amend(**told)  # type: ignore[arg-type]


def both_file_the_same(its: Table) -> Prepared:
    match = _new(its)
    said = account(match)
    return match.fixture, [lambda: its.file(match, said), lambda: its.file(match, said, by=1)]


def both_file_differently(its: Table) -> Prepared:
    match = _new(its)
    one, other = account(match), account(match, DREW, DREW)
    return match.fixture, [lambda: its.file(match, one), lambda: its.file(match, other, by=1)]


def one_form_is_sent_twice(its: Table) -> Prepared:
    match = _new(its)
    said, key = account(match), uuid4()
    return match.fixture, [lambda: its.file(match, said, key=key)] * 2


def both_countersign(its: Table) -> Prepared:
    match, report = _filed(its)
    return match.fixture, [lambda: its.countersign(report, by=1), lambda: its.countersign(report, by=2)]


def settled_and_countersigned(its: Table) -> Prepared:
    match, report = _filed(its)
    return match.fixture, [lambda: reporting.settle(report=report, author=its.master), lambda: its.countersign(report)]


def both_versions_are_settled(its: Table) -> Prepared:
    match, mine = _filed(its)
    theirs = its.file(match, account(match, DREW, DREW), by=1)
    return match.fixture, [
        lambda: reporting.settle(report=mine, author=its.master),
        lambda: reporting.settle(report=theirs, author=its.master),
    ]


def filed_while_silence_accepts(its: Table) -> Prepared:
    match, _ = _filed(its)
    other = account(match, DREW, DREW)
    overdue(match)
    return match.fixture, [lambda: its.file(match, other, by=1), reporting.accept_overdue]


def silence_accepts_twice(its: Table) -> Prepared:
    match, _ = _filed(its)
    overdue(match)
    return match.fixture, [reporting.accept_overdue, lambda: reporting.accept_overdue(its.league)]


def taken_back_and_countersigned(its: Table) -> Prepared:
    match, report = _filed(its)
    return match.fixture, [
        lambda: reporting.withdraw(match=match, author=its.players[0]),
        lambda: its.countersign(report),
    ]


def both_brief(its: Table) -> Prepared:
    fixture = its.another_game()
    return fixture, [lambda: its.brief(fixture)] * 2


def filed_and_forfeited(its: Table) -> Prepared:
    match = _new(its)
    said, fixture = account(match), match.fixture
    loser, based_on = fixture.sides.get(position=1).entrant_id, results.version_of(fixture)
    return match.fixture, [
        lambda: its.file(match, said),
        lambda: results.forfeit(fixture=fixture, by=[loser], author=its.master, based_on=based_on),
    ]


def both_amend(its: Table) -> Prepared:
    match = _accepted(its)
    return match.fixture, [_amends(its, match, account(match, *ending)) for ending in ((LOST, WON), (DREW, DREW))]


def one_amendment_is_sent_twice(its: Table) -> Prepared:
    match = _accepted(its)
    return match.fixture, [_amends(its, match, account(match, LOST, WON))] * 2


def amended_and_voided(its: Table) -> Prepared:
    match = _accepted(its)
    return match.fixture, [_amends(its, match, account(match, LOST, WON)), _amends(its, match, None)]


def both_agree(its: Table) -> Prepared:
    match = _accepted(its)
    kenta, mio, yuki = ((player, its.voice(player, match.fixture)) for player in its.players)
    proposal = amending.propose(
        match=match,
        account=account(match, LOST, WON, LOST),
        author=kenta[0],
        voice=kenta[1],
        reason="We know.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    return match.fixture, [
        lambda: amending.agree(report=proposal, author=mio[0], voice=mio[1]),
        lambda: amending.agree(report=proposal, author=yuki[0], voice=yuki[1]),
    ]


def _one_hurt(its: Table) -> tuple[Match, Action]:
    """A die is due."""
    kenta = its.teams[0]
    match = _accepted(its, hurt={kenta.slug: ["n2"]})
    die = {"dice": (Element.EARTH,), "witness": "Mio", "author": None}
    return match, lambda: desk.roll_downtime(team=kenta, game=match.game, ninja="n2", **die)  # type: ignore[arg-type]


def amended_while_a_step_is_taken(its: Table) -> Prepared:
    match, roll = _one_hurt(its)
    said = account(match, LOST, WON, hurt={its.teams[0].slug: ["n2"]})
    return match.fixture, [_amends(its, match, said), roll]


def two_click_on_one_step(its: Table) -> Prepared:
    match, roll = _one_hurt(its)
    return match.fixture, [roll, roll]


def accepted_while_another_game_is_amended(its: Table) -> Prepared:
    """The same teams, named in another order: nobody may wait in a ring."""
    amended = _accepted(its)
    match = its.brief(its.another_game(its.teams[::-1]))
    said = account(match)
    return match.fixture, [lambda: its.file(match, said, by=1), _amends(its, amended, account(amended, LOST, WON))]


def two_games_of_the_same_teams(its: Table) -> Prepared:
    match, other = _new(its), its.brief(its.another_game(its.teams[::-1]))
    said, also_said = account(match), account(other)
    return match.fixture, [lambda: its.file(match, said), lambda: its.file(other, also_said, by=1)]


def accepted_while_the_house_rules_change(its: Table) -> Prepared:
    match, report = _filed(its)
    its.league.refresh_from_db()
    rules = houses.rules_of(its.league)
    changed = replace(rules, koban=replace(rules.koban, win=10 + rules.koban.win % 2 + 1))
    based_on = houses.number_of(houses.version_in_force(its.league))
    return match.fixture, [
        lambda: its.countersign(report),
        lambda: houses.change_rules(
            league=its.league, rules=changed, author=its.master, reason="More.", based_on=based_on
        ),
    ]


EITHER = AcceptedBy.EITHER_SIDE
CONTESTS = (
    # Submitting
    Contest("both file the same", both_file_the_same, ends((ACCEPTED, "done done"))),
    Contest("both file differently", both_file_differently, ends((DISPUTED, "done done")), times=FEW),
    Contest("either side files", both_file_the_same, ends((ACCEPTED, "accepted done")), accepted_by=EITHER),
    Contest("one form is sent twice", one_form_is_sent_twice, ends((ACCEPTED, "done done")), accepted_by=EITHER),
    Contest(
        "two games of the same teams",
        two_games_of_the_same_teams,
        ends((ACCEPTED, "done done")),
        accepted_by=EITHER,
        times=FEW,
    ),
    Contest(
        "filed and forfeited",
        filed_and_forfeited,
        ends((ACCEPTED, "done outdated"), (BRIEFED, "decided done")),
        accepted_by=EITHER,
    ),
    # Confirming
    Contest("both countersign", both_countersign, ends((ACCEPTED, "done done")), teams=3),
    Contest("settled and countersigned", settled_and_countersigned, ends((ACCEPTED, "done done"))),
    Contest("both versions are settled", both_versions_are_settled, ends((ACCEPTED, "accepted done"))),
    Contest(
        "filed while silence accepts",
        filed_while_silence_accepts,
        ends((ACCEPTED, "accepted done"), (DISPUTED, "done done")),
    ),
    Contest("silence accepts twice", silence_accepts_twice, ends((ACCEPTED, "done done")), times=FEW),
    Contest(
        "taken back and countersigned",
        taken_back_and_countersigned,
        ends((ACCEPTED, "accepted done"), (BRIEFED, "done withdrawn")),
        times=FEW,
    ),
    Contest("the house rules change", accepted_while_the_house_rules_change, ends((ACCEPTED, "done done"))),
    # Amending
    Contest("both amend", both_amend, ends((ACCEPTED, "done outdated"))),
    Contest("one amendment is sent twice", one_amendment_is_sent_twice, ends((ACCEPTED, "done done"))),
    Contest(
        "amended and voided",
        amended_and_voided,
        ends((ACCEPTED, "done outdated"), (VOIDED, "done outdated")),
        times=FEW,
    ),
    Contest("both agree", both_agree, ends((ACCEPTED, "done done")), teams=3, times=FEW),
    Contest(
        "amended while a step is taken",
        amended_while_a_step_is_taken,
        ends((ACCEPTED, "done outdated"), (ACCEPTED, "done done")),
    ),
    Contest(
        "accepted while another is amended",
        accepted_while_another_game_is_amended,
        ends((ACCEPTED, "done outdated"), (ACCEPTED, "done done")),
        accepted_by=EITHER,
        times=FEW,
    ),
    # Before and after
    Contest("both brief", both_brief, ends((BRIEFED, "done done"))),
    Contest("two click on one step", two_click_on_one_step, ends((ACCEPTED, "done not-due"))),
)
