"""Who has heard what, for tests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from league.models import League
from league.notices.kinds import Kind, Mail, Ways
from league.notices.models import Delivery, News, Notice, Webhook
from league.notices.preferences import choose

LOOPBACK = [ip_network("127.0.0.0/8"), ip_network("::1/128")]


def confirm(*people: User) -> None:
    """Their addresses are confirmed: from now on they get mail."""
    for one in people:
        EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)


def prefers(person: User, kind: Kind, *, in_app: bool = True, email: Mail = Mail.OFF, webhook: bool = True) -> None:
    choose(person=person, ways={kind: Ways(in_app, email, webhook)})


def told(kind: Kind) -> dict[str, list[str]]:
    """By name: the titles of this kind in the app, the oldest first."""
    heard: dict[str, list[str]] = {}
    for notice in Notice.objects.filter(news__kind=kind).select_related("news", "person").order_by("pk"):
        heard.setdefault(notice.person.username, []).append(notice.news.title)
    return heard


def forget() -> None:
    """Whatever was told so far."""
    News.objects.all().delete()


def a_webhook(
    person: User | None = None,
    league: League | None = None,
    *,
    url: str = "https://hooks.example.org/kagejima",
    style: str = Webhook.Style.JSON,
) -> Webhook:
    return Webhook.objects.create(person=person, league=league, name="Mine", url=url, style=style)


def a_mail(person: User, kind: Kind = Kind.REMINDER, *, title: str = "Play your game", text: str = "") -> Delivery:
    news = News.objects.create(kind=kind, title=title, text=text, url="/leagues/")
    return Delivery.objects.create(news=news, person=person)


def a_post(webhook: Webhook, kind: Kind = Kind.ACCEPTED, *, title: str = "Tora beat Ika", text: str = "") -> Delivery:
    news = News.objects.create(kind=kind, league=webhook.league, title=title, text=text, url="/games/1/")
    return Delivery.objects.create(news=news, webhook=webhook)


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Sink:
    """A server that takes what is posted to it, and answers as it is told."""

    port: int = 0
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    hangs: threading.Event | None = None  # if set, the answer waits for it

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"


@contextmanager
def sink() -> Iterator[Sink]:
    its = Sink()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            its.requests.append(Request(self.path, dict(self.headers), body))
            if its.hangs:
                its.hangs.wait(30)
            self.send_response(its.status)
            for name, value in its.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Not into the output of tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    its.port = server.server_port
    # How often it looks whether to stop, in seconds: what stops it waits for that.
    thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    try:
        yield its
    finally:
        if its.hangs:
            its.hangs.set()
        server.shutdown()
        server.server_close()
        thread.join()
