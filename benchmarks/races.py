"""What two people do to one match at the same moment, at length: `.venv/bin/python -m benchmarks.races --times 1000`.

On a throwaway database: SQLite's, or with DATABASE_URL one that is made on that server and dropped afterwards. The
contests are those of `tests/matches/contests.py`.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.management import call_command
from django.db import connection, connections
from django.test import override_settings

from benchmarks import database as databases
from tests.matches.contests import CONTESTS, RUNNERS, Arena, Contest, End, faults

BATCH = 100  # a chronicle as long as a thousand games would measure the fold


@dataclass
class Tally:
    """How the rounds of a contest ended."""

    rounds: int = 0
    doubled: int = 0
    lost: int = 0
    half: int = 0
    errors: int = 0
    seconds: float = 0.0

    def add(self, other: "Tally") -> None:
        for name in vars(other):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def is_clean(self) -> bool:
        return not (self.doubled or self.lost or self.half or self.errors)


def main(arguments: Sequence[str] | None = None) -> None:
    asked = options().parse_args(arguments)
    contests = [its for its in CONTESTS if asked.only in its.name]
    print(f"{'':36}{'rounds':>8}{'doubled':>9}{'lost':>6}{'half':>6}{'errors':>8}{'a round':>12}")
    total = Tally()
    with database(), override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        for contest in contests:
            tally = raced(contest, asked.times)
            total.add(tally)
            show(contest.name, tally)
    show("all", total)
    if not total.is_clean:
        raise SystemExit("Something was doubled, lost or half applied.")


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="how often each contest is raced")
    parser.add_argument("--only", default="", help="contests whose name contains this")
    return parser


@contextmanager
def database() -> Iterator[None]:
    if connection.vendor == "sqlite":
        with databases.empty():
            yield
        return
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def raced(contest: Contest, times: int) -> Tally:
    tally = Tally()
    while times > 0:
        tally.add(batch(contest, min(times, BATCH)))
        times -= BATCH
    return tally


def batch(contest: Contest, times: int) -> Tally:
    """One league, and so many games in it."""
    arena = Arena(contest, contest.table(), times)
    began = time.perf_counter()
    with ThreadPoolExecutor(RUNNERS) as pool:
        for runner in [pool.submit(_run, arena) for _ in range(RUNNERS)]:
            runner.result()
    took = time.perf_counter() - began
    found = faults()
    errors = sum(count for end, count in arena.unforeseen.items() if is_error(end))
    lost = sum(arena.unforeseen.values()) - errors
    call_command("flush", interactive=False, verbosity=0)
    return Tally(times, found.doubled, lost, found.half, errors, took)


def _run(arena: Arena) -> None:
    try:
        arena()
    finally:
        connections.close_all()


def is_error(end: End) -> bool:
    """Somebody met an exception that is no refusal: a deadlock, a broken constraint."""
    return any(":" in code for code in end[1])


def show(name: str, tally: Tally) -> None:
    pace = f"{tally.seconds / max(tally.rounds, 1) * 1e3:9.1f} ms"
    figures = f"{tally.rounds:8}{tally.doubled:9}{tally.lost:6}{tally.half:6}{tally.errors:8}{pace:>12}"
    print(f"{name:36}{figures}", flush=True)


if __name__ == "__main__":
    main()
