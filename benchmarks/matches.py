"""How fast reports are accepted, amended and followed up: `.venv/bin/python -m benchmarks.matches`."""

from collections.abc import Callable
from uuid import uuid4

from django.db import transaction
from django.test import override_settings

from benchmarks import database
from benchmarks.rules import settle
from benchmarks.yardstick import compare
from matches import amending, desk, reporting
from matches.models import Match
from matches.reporting import Account
from rules import aftermath
from rules.events import Ruled
from teams import chronicle
from teams.models import Team
from tests.matches.games import LOST, WON, Table, account, scroll, table_of
from tests.rules.teams import MINIMAL, found, recruit
from tests.teams.stories import write

NINJA = 12
GAMES = 30
AIMS = {
    f"acceptance, 2 x {NINJA} ninja": 50e-3,
    f"preview, first of {GAMES} games": 150e-3,
    f"amendment, first of {GAMES} games": 150e-3,
    "a step at the desk": 25e-3,
}


def league() -> Table:
    """Two teams of that many ninja, one of them a ronin."""
    its = table_of([found(f"The {clan}", clan, *MINIMAL[clan], "benkei") for clan in ("tora", "ika")])
    for team, clan in zip(its.teams, ("tora", "ika"), strict=True):
        write(team, [Ruled("More.", koban=500, allows=(f"too-many:{clan}-kaiken",))])
        write(team, [recruit(f"k{n}", f"{clan}-kaiken") for n in range(NINJA - 4)])
    return its


def busy(match: Match) -> Account:
    """Everybody who can play has done something, and two of each team are hurt."""
    scrolls = reporting.scrolls_of(match)
    ready = {team: [ninja.id for ninja in its.ninja if ninja.is_available] for team, its in scrolls.items()}
    feats = {team: {id_: {"brawl-injury": 1, "reveal": 1} for id_ in ids} for team, ids in ready.items()}
    hurt = {team: ids[-2:] for team, ids in ready.items()}
    return account(match, feats=feats, hurt=hurt, stars={team: ids[:1] for team, ids in ready.items()})


def played(its: Table, number: int) -> Match:
    """A game with all that follows from it, as it is on record."""
    match = its.brief(its.another_game())
    its.settle(match, busy(match))
    for team in its.teams:
        team.refresh_from_db()
        write(team, settle(scroll(team), number, chronicle.house_of(team))[1])
    return match


def undone(action: Callable[[], object]) -> Callable[[], None]:
    """So that it can be done again: all of it but the commit."""

    def run() -> None:
        with transaction.atomic():
            action()
            transaction.set_rollback(True)

    return run


def acceptance(its: Table) -> Callable[[], None]:
    match = its.brief(its.another_game())
    report = its.file(match, busy(match))
    return undone(lambda: reporting.settle(report=report, author=its.master))


def amendments(its: Table, first: Match) -> dict[str, Callable[[], object]]:
    """Who won has lost, and nobody was hurt: much of what followed is impossible."""
    match = Match.objects.get(pk=first.pk)
    said = Account(account(match, LOST, WON).report)
    how = {"author": its.master, "reason": "Wrong.", "based_on": amending.version_of(match)}
    return {
        f"preview, first of {GAMES} games": lambda: amending.preview(match=match, account=said),
        f"amendment, first of {GAMES} games": undone(
            lambda: amending.amend(match=match, account=said, **how, key=uuid4())  # type: ignore[arg-type]
        ),
    }


def step(its: Table) -> Callable[[], None]:
    """A ronin is paid, in a chronicle as long as a season."""
    match = its.brief(its.another_game())
    its.settle(match, busy(match))
    team: Team = its.teams[0]
    due = aftermath.steps(scroll(team), chronicle.house_of(team))[0]
    return undone(lambda: desk.pay(team=team, game=due.game, ninja=due.ninja, author=None))


def main() -> None:
    with database.empty(), override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        its = league()
        compare({f"acceptance, 2 x {NINJA} ninja": acceptance(its)}, AIMS)
        first, *_ = [played(its, number) for number in range(1, GAMES + 1)]
        entries = its.teams[0].entries.count()
        compare({f"the same after {entries} entries": acceptance(its), **amendments(its, first)}, AIMS)
        compare({"a step at the desk": step(its)}, AIMS)


if __name__ == "__main__":
    main()
