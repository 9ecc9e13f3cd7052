"""What every test may ask for, and the promise that in CI none of them is skipped."""

import fcntl
import gc
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test import override_settings
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from config import backups, demo
from config.celery import app as celery_app
from config.static import VersionedWhiteNoise
from tests import servers

Result = TypeVar("Result")
LONGEST = (
    "tests/scaled/test_every_database.py",
    "tests/api/test_fuzz.py",
    "tests/browser/test_access.py",
    "tests/scaled/",
    "tests/browser/",
)
DEMO = "BACKUP_OF_THE_DEMO"  # where tests on another database find it
IN_CI = os.environ.get("CI") == "true"

# How Hypothesis searches: freely at home, in CI always the same examples.
settings.register_profile(
    "kagejima",
    max_examples=100,
    deadline=None,  # a busy machine is not a broken rule
    database=None,
    derandomize=IN_CI,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("kagejima")


class Race(Protocol):
    def __call__(self, run: Callable[[], Result], *, runners: int) -> list[Result | Exception]: ...


@contextmanager
def skipped_where_missing() -> Iterator[None]:
    try:
        yield
    except servers.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """An empty PostgreSQL database, on a server that this test process starts."""
    with skipped_where_missing(), servers.postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def backup_of_the_demo(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """To make the demo takes long: it is done once for all processes whose tests only want it to be there."""
    own = tmp_path_factory.getbasetemp()
    backup = Path(os.environ.get(DEMO, (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "demo"))
    with backup.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not backup.exists():
            with django_db_blocker.unblock():
                list(demo.make())
                backups.write(backup)
                call_command("flush", interactive=False, verbosity=0)
    return backup


@pytest.fixture
def the_demo(backup_of_the_demo: Path, db: None) -> None:
    """The club of a new site, as somebody who starts it finds it."""
    backups.restore(backup_of_the_demo)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """An empty Redis, on a server that this test process starts."""
    with skipped_where_missing(), servers.redis() as url:
        yield url


@pytest.fixture
def race(transactional_db: None) -> Race:
    """Runs a function in many threads at one moment, and gives what each of them returned or raised."""

    def start(run: Callable[[], Result], *, runners: int) -> list[Result | Exception]:
        line = threading.Barrier(runners)

        def runner(_: int) -> Result | Exception:
            line.wait()
            try:
                return run()
            except Exception as refusal:
                return refusal
            finally:
                connections.close_all()

        with ThreadPoolExecutor(runners) as pool:
            return list(pool.map(runner, range(runners)))

    return start


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite's test database is a file, so that threads can race on it, and one that no other test process uses."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """A password that is hard to guess is slow to make, a hundred times over."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True, scope="session")
def static_files_are_looked_for_once() -> Iterator[None]:
    """Every client of a test starts the site anew, and looking for its static files was a third of that."""
    look, found = VersionedWhiteNoise.add_files_from_finders, dict[str, object]()

    def remember(site: VersionedWhiteNoise) -> None:
        if not found:
            look(site)
            found.update(site.files)
        site.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VersionedWhiteNoise, "add_files_from_finders", remember)
        yield


@pytest.fixture(autouse=True, scope="session")
def failing_tasks_fail_the_test() -> None:
    """A task that fails in the web process is only logged, which no test would notice."""
    celery_app.conf.task_eager_propagates = True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: otherwise one process is busy with it long after the others are done."""
    items.sort(key=lambda item: next((n for n, its in enumerate(LONGEST) if item.nodeid.startswith(its)), len(LONGEST)))


def pytest_collection_finish() -> None:
    """Thousands of tests live as long as the process: without this they are looked through for garbage all the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if IN_CI and _skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    skipped = _skipped(config)
    if skipped:
        verdict = "skipped, and in CI that is a failure" if IN_CI else "skipped: these were NOT tested"
        terminalreporter.section(f"{len(skipped)} {verdict}", red=True, bold=True)
        terminalreporter.write("".join(f"{line}\n" for line in skipped), red=True)


def _skipped(config: pytest.Config) -> list[str]:
    """Every skipped test with its reason. Empty in the processes of xdist: their parent reports."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    return [f"{report.nodeid}: {report.longrepr[2].removeprefix('Skipped: ')}" for report in reports]
