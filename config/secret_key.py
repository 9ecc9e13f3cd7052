"""The secret key of a site that runs on one machine: made once, kept in a file only its owner can read."""

import os
import secrets
import tempfile
from pathlib import Path


def local_secret_key(path: Path) -> str:
    """The key in `path`, written first if there is none. Processes that start together all get the same key."""
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(64))
    return path.read_text()


def _write_once(path: Path, key: str) -> None:
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # mode 600 from the start
    with os.fdopen(descriptor, "w") as file:
        file.write(key)
    try:
        # A link appears complete or not at all, and never replaces the key that another process wrote first.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
