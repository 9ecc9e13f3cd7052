import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.secret_key import local_secret_key


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = local_secret_key(tmp_path / "key")

    assert len(first) >= 50
    assert local_secret_key(tmp_path / "key") == first


def test_two_sites_have_two_keys(tmp_path: Path) -> None:
    assert local_secret_key(tmp_path / "one") != local_secret_key(tmp_path / "two")


def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    local_secret_key(tmp_path / "key")

    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_processes_that_start_together_get_one_key_and_leave_nothing_behind(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(local_secret_key, [tmp_path / "key"] * 64))

    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
