"""How fast every page is, and whether it stays so among 1,000 leagues: `.venv/bin/python -m benchmarks.site`.

The demo league, seen by a visitor, a player and its ninja master, beside a view that does nothing. Then the same with
further leagues in the database, and with 16 teams in each season instead of 8. A page is found by its address: one that
nobody gave an example for stops the run.
"""

import logging
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

from benchmarks import database
from benchmarks.league_pages import trivial
from benchmarks.more_leagues import double, grow
from benchmarks.site_pages import Page, pages
from config import demo, urls

SIZES = (1, 100, 1_000)
ALONE, CROWDED, TWICE = "1", "1,000", "16 teams"  # what databases are called, two of them by the further leagues there
MOST_QUERIES, MOST_SECONDS, MOST_GROWTH = 15, 30e-3, 1.2
FILES = ("-pdf", "league-file", "account_export")  # made whole, on request
TURNS, REPEAT = 2, 2
VIEWERS = {"visitor": "", "player": demo.PLAYERS[0], "master": demo.MASTER}


@dataclass
class Row:
    page: Page
    viewer: str
    queries: int
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def growth(self) -> float:
        return self.seconds[CROWDED] / self.seconds[ALONE]

    @property
    def misses(self) -> str:
        said = {
            f"more than {MOST_QUERIES} queries": self.queries > MOST_QUERIES,
            f"more than {MOST_SECONDS * 1e3:g} ms": max(self.seconds.values()) > MOST_SECONDS,
            f"grows more than {MOST_GROWTH:g}": self.growth > MOST_GROWTH,
        }
        return ", ".join(words for words, is_so in said.items() if is_so)


def main() -> None:
    logging.disable(logging.WARNING)  # of everybody who may not see a page
    settings.DEBUG = False
    settings.ALLOWED_HOSTS = ["testserver"]
    urls.urlpatterns.append(path("trivial/", trivial, name="trivial"))
    with database.empty():
        for _ in demo.make():
            pass
        clients = {viewer: _client(name) for viewer, name in VIEWERS.items()}
        rows = list(_rows(pages(), clients))
        files = dict(_databases())
        for row in rows:
            _measure(row, clients[row.viewer], files)
    _show(rows)


def _client(name: str) -> Client:
    client = Client()
    if name and not client.login(username=name, password=demo.PASSWORD):
        raise SystemExit(f"{name} cannot log in.")
    return client


def _rows(found: Iterable[Page], clients: Mapping[str, Client]) -> Iterator[Row]:
    """Each page for everybody who gets to see it. Not every game has every page, but some game must."""
    shown: dict[str, bool] = {}
    for page in found:
        shown.setdefault(page.pattern, False)
        for viewer, client in clients.items():
            with CaptureQueriesContext(connection) as queries:
                status = client.get(page.address).status_code
            shown[page.pattern] |= status in (200, 302)
            if status == 200:
                yield Row(page, viewer, len(queries))
    if unseen := [pattern for pattern, is_shown in shown.items() if not is_shown]:
        raise SystemExit(f"Shown to nobody, so not measured: {', '.join(unseen)}.")


def _databases() -> Iterator[tuple[str, Path]]:
    """Each in a file of its own: with ever more further leagues, and with larger seasons."""
    name = Path(connection.settings_dict["NAME"])
    connection.close()
    twice = Path(shutil.copy(name, name.with_name("twice.sqlite3")))
    there = 0
    for size in SIZES:
        began = time.perf_counter()
        grow(there + 1, size)
        there = size
        print(f"{size:,} further leagues made in {time.perf_counter() - began:.1f} s", flush=True)
        connection.close()
        yield f"{size:,}", Path(shutil.copy(name, name.with_name(f"{size}.sqlite3")))
    _look_into(twice)
    double()
    yield TWICE, twice


def _look_into(database_: Path) -> None:
    connection.close()
    connection.settings_dict["NAME"] = str(database_)


def _measure(row: Row, client: Client, files: Mapping[str, Path]) -> None:
    """In turns: what else the machine does meanwhile is the same for every size."""
    for _ in range(TURNS):
        for size, name in files.items():
            _look_into(name)
            client.get(row.page.address)
            best = min(_once(client, row.page.address) for _ in range(REPEAT))
            row.seconds[size] = min(best, row.seconds.get(size, best))


def _once(client: Client, address: str) -> float:
    began = time.perf_counter()
    client.get(address)
    return time.perf_counter() - began


def _show(rows: list[Row]) -> None:
    trivial_ = min(row.seconds[ALONE] for row in rows if row.page.pattern == "trivial")
    heads = "".join(f"{size:>9}" for size in rows[0].seconds)
    about = "ms with so many further leagues, or as many teams in a season"
    print(f"\n{'page':44}{'viewer':9}{'queries':>8}{heads}{'trivial':>9}{'growth':>8}   {about}")
    for row in rows:
        times = "".join(f"{seconds * 1e3:9.1f}" for seconds in row.seconds.values())
        figures = f"{row.queries:8}{times}{row.seconds[ALONE] / trivial_:9.1f}{row.growth:8.2f}"
        print(f"{row.page.name[:43]:44}{row.viewer:9}{figures}   {row.misses}")
    _conclude(rows)


def _conclude(rows: list[Row]) -> None:
    own = [row for row in rows if not row.page.pattern.endswith(FILES)]
    missing = [row for row in own if row.misses]
    growths = sorted(row.growth for row in own)
    print(f"\n{len(own)} pages and viewers; growth: median {growths[len(growths) // 2]:.2f}, most {growths[-1]:.2f}")
    print(f"{len(missing)} miss an aim:" if missing else "Every page is within its aims.")
    for row in missing:
        print(f"  {row.page.address} ({row.viewer}): {row.misses}")


if __name__ == "__main__":
    main()
