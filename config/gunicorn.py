"""How gunicorn serves the site: `gunicorn --config python:config.gunicorn`, here and in production."""

from typing import Any

from config import environment, figures

figures.keep_together()

wsgi_app = "config.wsgi"
bind = f"{environment.text('HOST', '127.0.0.1')}:{environment.port('PORT', 8000)}"
worker_class = "gthread"
workers = 2
threads = 4
# Loaded once and forked, so that a second worker costs neither time nor memory.
preload_app = True
loglevel = "warning"
# Ctrl+C while a worker is handing a request to a thread can leave that worker waiting for itself: the default of 30
# seconds until such a one is killed is long for somebody at a keyboard.
graceful_timeout = 10
# Its default place is the home folder of whoever starts the site.
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Before a worker is forked: none may inherit a connection."""
    from django.db import connections  # noqa: PLC0415 (models exist only from now on)

    from config import demo_door  # noqa: PLC0415

    demo_door.refuse_the_public()
    connections.close_all()
    print(f"Kagejima is at {' and '.join(map(str, server.LISTENERS))} (Ctrl+C stops it)", flush=True)


def post_worker_init(worker: Any) -> None:
    """Each process sees to the notices that are due, if there are no workers to do it."""
    from league.notices import background, outbox  # noqa: PLC0415 (models exist only from now on)

    background.start(outbox.sweep)


def child_exit(server: Any, worker: Any) -> None:
    figures.forget(worker.pid)


def on_exit(server: Any) -> None:
    figures.drop()
