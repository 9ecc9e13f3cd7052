"""Does something to a match, and is killed at every point of it: `python -m tests.matches.killing DATABASE ACTION PK`.

The process that starts it has written the match. For each point a child is forked that kills itself there: before a
statement, before the commit, or right after it. What is found then must be all or nothing.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.apps import apps  # noqa: E402 (models need Django set up)
from django.contrib.auth.models import User  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from league.permissions import standing  # noqa: E402
from matches import amending, briefings, desk, reporting  # noqa: E402
from matches.models import Match  # noqa: E402
from matches.permissions import voice  # noqa: E402
from tests.matches.contests import faults  # noqa: E402
from tests.matches.games import LOST, WON, account  # noqa: E402

KEY = UUID(int=7)
STRIDE = 4  # between two points; the last ones are all tried
LAST = 6


def main(database: str, action: str, pk: int) -> None:
    connection.settings_dict["NAME"] = database
    act = ACTIONS[action](pk)
    found = [everything()]
    if faults():
        raise SystemExit(f"Even before “{action}” something is wrong.")
    rehearse(act)
    for point in points(act):
        was_killed = is_killed(act, point)
        if (now := everything()) != found[-1]:
            found.append(now)
            # Looked for only here: what has not changed is as sound as it was.
            if faults() or len(found) > 2:
                raise SystemExit(f"Killed at point {point} of “{action}” it is neither all nor nothing.")
        if not was_killed:
            break
    if len(found) != 2:
        raise SystemExit(f"“{action}” has changed nothing.")
    print(f"{action}: all or nothing, at points up to {point}")


def points(act: Callable[[], object]) -> Iterator[int]:
    """Some of them, then every one until there is none left to be killed at."""
    last = statements(act)
    yield from range(1, last - LAST, STRIDE)
    point = max(last - LAST, 1)
    while True:
        yield point
        point += 1


def rehearse(act: Callable[[], object]) -> None:
    """What is loaded and built when something is done for the first time, each child would do anew."""
    with transaction.atomic():
        act()
        transaction.set_rollback(True)


# In a child


class Reaper:
    """Counts statements and commits, and kills its process when their number comes."""

    def __init__(self, point: int | None) -> None:
        self.point = point
        self.passed = 0

    def passes(self) -> None:
        self.passed += 1
        if self.passed == self.point:
            os.kill(os.getpid(), signal.SIGKILL)

    def __call__(self, execute: Callable[..., Any], *told: Any) -> Any:
        self.passes()
        return execute(*told)

    def watch(self, act: Callable[[], object]) -> None:
        commit = connection.commit

        def reaped() -> None:
            self.passes()
            commit()
            self.passes()

        connection.commit = reaped  # type: ignore[method-assign]
        with connection.execute_wrapper(self):
            act()


def is_killed(act: Callable[[], object], point: int | None) -> bool:
    return os.WIFSIGNALED(_forked(lambda: Reaper(point).watch(act)))


def statements(act: Callable[[], object]) -> int:
    """How many points there are, by going through all of it and breaking off before the commit."""
    reading, writing = os.pipe()

    def count() -> None:
        reaper = Reaper(None)

        def tell() -> None:
            os.write(writing, str(reaper.passed).encode())
            os.kill(os.getpid(), signal.SIGKILL)

        connection.connect()
        connection.commit = tell  # type: ignore[method-assign]
        with connection.execute_wrapper(reaper):
            act()

    _forked(count)
    os.close(writing)
    return int(os.read(reading, 20))


def _forked(work: Callable[[], object]) -> int:
    """How the child ended. It opens a connection of its own: none is shared."""
    connection.close()
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status) and os.WEXITSTATUS(status):
            raise SystemExit("The child failed.")
        return status
    try:
        work()
    except BaseException as mistake:
        print(f"{type(mistake).__name__}: {mistake}", file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


# What is done, and what is there


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of ours."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for app in ("teams", "league", "matches")
        for model in apps.get_app_config(app).get_models()
    }


def _file(pk: int) -> Callable[[], object]:
    match, author = Match.objects.get(pk=pk), User.objects.get(username="kenta")
    said, its = account(match), voice(author, match.fixture, standing(author, match.fixture.round.season.league))
    return lambda: reporting.file(match=match, account=said, author=author, voice=its, key=KEY)


def _countersign(pk: int) -> Callable[[], object]:
    report, author = Match.objects.get(pk=pk).reports.get(), User.objects.get(username="mio")
    fixture = report.match.fixture
    its = voice(author, fixture, standing(author, fixture.round.season.league))
    return lambda: reporting.countersign(report=report, author=author, voice=its)


def _settle(pk: int) -> Callable[[], object]:
    report, author = Match.objects.get(pk=pk).reports.get(), User.objects.get(username="sensei")
    return lambda: reporting.settle(report=report, author=author)


def _amends(pk: int, *, void: bool) -> Callable[[], object]:
    match, author = Match.objects.get(pk=pk), User.objects.get(username="sensei")
    said, based_on = None if void else account(match, LOST, WON), amending.version_of(match)
    told = {"match": match, "account": said, "author": author, "reason": "Wrong.", "key": KEY, "based_on": based_on}
    return lambda: amending.amend(**told)  # type: ignore[arg-type]


def _pay(pk: int) -> Callable[[], object]:
    match = Match.objects.get(pk=pk)
    team = match.sides.all()[0].team
    return lambda: desk.pay(team=team, game=match.game, ninja="n4", author=None, key=KEY)


def _brief(pk: int) -> Callable[[], object]:
    match = Match.objects.get(pk=pk)
    return lambda: briefings.brief(fixture=match.fixture, author=None)


ACTIONS: dict[str, Callable[[int], Callable[[], object]]] = {
    "file": _file,
    "countersign": _countersign,
    "settle": _settle,
    "silence": lambda pk: reporting.accept_overdue,
    "amend": lambda pk: _amends(pk, void=False),
    "void": lambda pk: _amends(pk, void=True),
    "pay": _pay,
    "brief": _brief,
}

if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
