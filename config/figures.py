"""Where the processes of one server keep their figures for Prometheus, so that any of them can tell those of all.

Must be settled before the client library is loaded: it looks once.
"""

import os
import shutil
from tempfile import mkdtemp

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the library's own name for it


def keep_together() -> None:
    if FOLDER not in os.environ:
        os.environ[FOLDER] = mkdtemp(prefix="kagejima-figures-")


def are_together() -> bool:
    return FOLDER in os.environ


def forget(pid: int) -> None:
    """What a process that is gone had going on counts no longer; what it has counted does."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 (see above)

    mark_process_dead(pid)  # type: ignore[no-untyped-call]


def drop() -> None:
    shutil.rmtree(os.environ[FOLDER], ignore_errors=True)
