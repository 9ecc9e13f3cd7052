"""What somebody would find who reads what the site leaves lying about: its log, and its backups."""

import logging
import stat
from pathlib import Path

import pytest
from django.test import Client

from config import backups
from config.logs import WithRequestId
from league import feed_keys
from league.notices.kinds import Kind
from league.notices.preferences import unsubscribe_url
from tests.teams.people import person

pytestmark = pytest.mark.django_db


def test_a_secret_link_is_not_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    token = feed_keys.token_of(feed_keys.renew(person=person("kenta")))
    caplog.set_level(logging.INFO, "kagejima.requests")
    assert client.get(f"/feeds/{token}/games.ics").status_code == 200
    (line,) = caplog.records
    assert line.getMessage() == "GET /feeds/***/games.ics 200"
    assert token not in str(vars(line))


def test_the_way_out_of_a_mail_is_not_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    address = unsubscribe_url(person("kenta").pk, Kind.DIGEST)
    caplog.set_level(logging.INFO, "kagejima.requests")
    assert client.get(address).status_code == 200
    assert "***" in caplog.text
    assert address.strip("/").rpartition("/")[2] not in caplog.text


def test_what_django_says_of_a_refusal_has_no_secret_either(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(WithRequestId())
    token = feed_keys.token_of(feed_keys.renew(person=person("kenta")))
    assert client.get(f"/feeds/{token}/leagues/nowhere/games.ics").status_code == 404
    assert "Not Found: /feeds/***/leagues/nowhere/games.ics" in caplog.text
    assert token not in caplog.text


def test_nobody_else_on_the_machine_reads_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "site.backup"
    (tmp_path / "site.backup.part").write_text("left behind, for all to read")
    backups.write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
