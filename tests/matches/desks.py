"""A team at its desk, for tests: after a game that left it every kind of step; its forms as a browser sends them."""

from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from matches.models import Match
from rules.house import AcceptedBy
from teams.models import Team
from tests.matches.games import Table, account, table_of
from tests.rules.teams import MINIMAL, found
from tests.teams.stories import words

# Kenta's team: n1 to n3 end the game in the Healing House, n2 and n3 reach a level, n4 and n5 are ronin.
STEPS = 7


@dataclass
class Desk:
    """Kenta's team after its first game, against Mio's."""

    table: Table
    match: Match
    client: Client

    @property
    def team(self) -> Team:
        return self.table.teams[0]

    @property
    def address(self) -> str:
        return f"/teams/{self.team.slug}/desk/"

    def page(self, **query: str) -> str:
        response = self.client.get(self.address, query)
        assert response.status_code == 200
        return response.content.decode()

    def read(self) -> str:
        return words(self.client.get(self.address))

    def send(self, step: str, nth: int = 0, **told: str) -> Any:
        """Fill in the form that the page has for this step, and send it."""
        return self.client.post(f"{self.address}{step}/", {**form(self.page(), f"{step}/", nth), **told})


def desk(client: Client) -> Desk:
    tora = found("Kenta tora", "tora", *MINIMAL["tora"], "benkei", "komuso")
    ika = found("Mio ika", "ika", *MINIMAL["ika"])
    table = table_of([tora, ika], accepted_by=AcceptedBy.EITHER_SIDE)
    match = played(table)
    client.force_login(table.players[0])
    return Desk(table, match, client)


def played(table: Table, **more: Any) -> Match:
    """A game in which three of the first team are hurt and two learn enough for a level."""
    match = table.brief(table.another_game())
    slug = table.teams[0].slug
    more = more or {
        "hurt": {slug: ["n1", "n2", "n3"]},
        "feats": {slug: {"n2": {"reveal": 8}, "n3": {"reveal": 8}}},
        "stars": {slug: ["n1"]},
    }
    table.file(match, account(match, **more))
    return Match.objects.get(pk=match.pk)


class _Forms(HTMLParser):
    """Every form of a page: where it is sent to, and what it says if nobody touches it."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, Any]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its = dict(attrs)
        if tag == "form":
            self.forms.append((its.get("action") or "", {}))
        elif tag == "input" and self.forms and its.get("name"):
            kind, name, value = its.get("type"), str(its["name"]), its.get("value") or ""
            if kind not in ("radio", "checkbox") or "checked" in its:
                self.forms[-1][1].setdefault(name, []).append(value)


def forms(html: str) -> list[tuple[str, dict[str, Any]]]:
    found = _Forms()
    found.feed(html)
    return found.forms


def form(html: str, ends: str, nth: int = 0) -> dict[str, Any]:
    """What the form whose address ends so would send."""
    return [told for action, told in forms(html) if action.partition("#")[0].endswith(ends)][nth]
