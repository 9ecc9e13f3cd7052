"""The script that people start with, tried with stand-ins for Python so that nothing is installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import free_port, home_page, running

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "cksum", "dirname", "tee")

# Notes what it is asked to do, and does none of it; FAILING names what it should fail at.
STAND_IN = """#!/bin/sh
echo "$*" >>"$NOTES"
case "$*" in *"${FAILING:-nothing}"*) exit 1 ;; esac
"""


class Project:
    """A copy of what the script reads, in a folder whose name has a space."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "my league"
        self.notes = folder / "notes"
        self.path = folder / "bin"
        self.folder.mkdir()
        self.path.mkdir()
        self.notes.touch()
        self.browser = self.folder / "tests/browser"
        self.browser.mkdir(parents=True)
        for name in ("run", "pyproject.toml", "constraints.txt", "tests/browser/package-lock.json"):
            shutil.copy(ROOT / name, self.folder / name)
        for tool in TOOLS:
            self.path.joinpath(tool).symlink_to(shutil.which(tool) or tool)

    def stand_in(self, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(STAND_IN)
        place.chmod(0o755)

    def install(self) -> None:
        self.stand_in(self.folder / ".venv/bin/python")

    def run(self, *arguments: str, failing: str = "nothing") -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.path), "NOTES": str(self.notes), "FAILING": failing}
        command = [str(self.folder / "run"), *arguments]
        return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, check=False)

    def asked(self) -> list[str]:
        """What Python was asked to do since the last look."""
        lines = self.notes.read_text().splitlines()
        self.notes.write_text("")
        return lines


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_without_python_it_says_which_one_to_install(project: Project) -> None:
    finished = project.run()

    assert finished.returncode == 1
    assert "Kagejima needs Python 3.11 or newer" in finished.stderr
    assert "apt-get install python3 python3-venv" in finished.stderr


def test_with_too_old_a_python_it_says_so(project: Project) -> None:
    project.stand_in(project.path / "python3")

    finished = project.run(failing="version_info")

    assert finished.returncode == 1
    assert "Kagejima needs Python 3.11 or newer" in finished.stderr


def test_without_venv_it_names_the_package(project: Project) -> None:
    project.stand_in(project.path / "python3")

    finished = project.run(failing="ensurepip")

    assert finished.returncode == 1
    assert "python3 cannot make a virtual environment" in finished.stderr
    assert "apt-get install python3-venv" in finished.stderr


def test_a_complete_python_is_preferred_to_a_newer_one_that_is_not(project: Project) -> None:
    project.stand_in(project.path / "python3.11")
    (project.path / "python3.13").write_text("#!/bin/sh\ncase $2 in *ensurepip*) exit 1 ;; esac\n")
    (project.path / "python3.13").chmod(0o755)

    project.run()

    assert "-m venv --clear .venv" in project.asked()


def test_it_installs_once_and_again_only_when_versions_change(project: Project) -> None:
    project.install()

    project.run()
    assert any("pip install" in line for line in project.asked())

    project.run()
    assert project.asked() == ["-m config.serve"]

    with (project.folder / "constraints.txt").open("a") as constraints:
        constraints.write("another==1\n")
    project.run()
    assert any("pip install" in line for line in project.asked())


def test_an_installation_that_failed_is_tried_again(project: Project) -> None:
    project.install()

    finished = project.run(failing="pip install")
    assert finished.returncode == 1
    assert "The installation failed" in finished.stderr
    assert "-m config.serve" not in project.asked()

    project.run()
    assert "-m config.serve" in project.asked()


def test_after_the_checks_the_site_needs_no_further_installation(project: Project) -> None:
    project.install()
    project.run("test")
    project.asked()

    project.run("manage", "check", "--deploy")

    assert project.asked() == ["manage.py check --deploy"]


def test_every_check_runs_and_the_failed_ones_are_named(project: Project) -> None:
    project.install()

    finished = project.run("test", "-k", "two words", failing="mypy")

    assert finished.returncode == 1
    assert finished.stderr.splitlines()[-1] == "Failed: mypy"
    assert "-m pytest -n auto --maxschedchunk=2 -k two words" in project.asked()


def test_when_every_check_passes_it_says_so(project: Project) -> None:
    project.install()

    finished = project.run("test")

    assert finished.returncode == 0
    assert finished.stdout.splitlines()[-1] == "Every check passed."


def test_what_browser_tests_need_is_installed_once_and_again_only_when_versions_change(project: Project) -> None:
    project.install()
    project.stand_in(project.path / "npm")
    (project.browser / "node_modules").mkdir()  # npm makes it

    assert any("ci --prefix tests/browser" in line for line in asked_by_test(project))
    assert not any("ci --prefix" in line for line in asked_by_test(project))

    with (project.browser / "package-lock.json").open("a") as lock:
        lock.write("\n")
    assert any("ci --prefix" in line for line in asked_by_test(project))


def asked_by_test(project: Project) -> list[str]:
    assert project.run("test").returncode == 0
    return project.asked()


@pytest.mark.parametrize(("argument", "status"), [("help", 0), ("--help", 0), ("tset", 2)])
def test_it_says_what_it_can_do_when_asked_and_when_misunderstood(project: Project, argument: str, status: int) -> None:
    finished = project.run(argument)

    assert finished.returncode == status
    assert "./run test" in finished.stdout + finished.stderr
    assert project.asked() == []


@pytest.fixture
def copy_of_the_site(tmp_path: Path) -> Path:
    """The whole project under a name with a space, with what is installed here."""
    folder = tmp_path / "my league"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "var", "tests", "__pycache__", "*.egg-info"))
    (folder / ".venv").mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (folder / ".venv" / name).symlink_to(Path(sys.prefix, name))
    versions = b"".join((folder / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    checksum = subprocess.run(["cksum"], input=versions, capture_output=True, check=True).stdout  # noqa: S607
    (folder / ".venv/installed").write_bytes(checksum)
    return folder


def test_the_site_answers_from_any_folder_and_with_no_settings_at_all(copy_of_the_site: Path) -> None:
    port = free_port()
    environment = {"PATH": os.defpath, "PORT": str(port)}

    with running([str(copy_of_the_site / "run")], lambda: home_page(port), cwd="/", env=environment) as log:
        status, page = home_page(port)
        printed = log.read_text()

    assert (status, "<html" in page) == (200, True)
    assert f"Kagejima is at http://127.0.0.1:{port}" in printed
    assert {path.name for path in (copy_of_the_site / "var").iterdir()} >= {"db.sqlite3", "secret-key"}
