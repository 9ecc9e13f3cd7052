"""The secret key of a site that runs on one machine: made once, kept in a file only its owner can read."""

import secrets
import tempfile
from contextlib import suppress
from pathlib import Path


def local_secret_key(path: Path) -> str:
    """The key in `path`, written first if there is none. Processes that start together all get the same key."""
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(64))
    return path.read_text()


def _write_once(path: Path, key: str) -> None:
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:  # readable by its owner only
        draft.write(key)
        draft.flush()
        # A link appears complete or not at all, and never replaces the key that another process wrote first.
        with suppress(FileExistsError):
            path.hardlink_to(draft.name)
