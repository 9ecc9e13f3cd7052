from tests.scaled.conftest import BIN, ROOT
from tests.servers import free_port, home_page, running


def test_gunicorn_serves_the_site_on_postgresql_and_redis(scaled_out: dict[str, str]) -> None:
    port = free_port()
    command = [str(BIN / "gunicorn"), "--config", "python:config.gunicorn"]

    with running(command, lambda: home_page(port), cwd=ROOT, env=scaled_out | {"PORT": str(port)}):
        status, page = home_page(port, host="league.example.org")
        stranger, _ = home_page(port, host="127.0.0.1")

    assert (status, stranger) == (200, 400)
    assert "<html" in page
