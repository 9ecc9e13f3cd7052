"""The post-game desk of a team: what is due after its games, and each step taken, one entry of the chronicle each."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from matches import desk
from matches.api.briefing_shapes import rolled
from matches.api.desk_shapes import (
    AboutStepSerializer,
    AdvanceInSerializer,
    AdvancementInSerializer,
    DeskSerializer,
    DowntimeInSerializer,
    SpareInSerializer,
    desk_shown,
)
from matches.api.examples import KEY
from rules.dice import Element
from rules.house import Gain
from teams import chronicle
from teams.api.endpoint import Endpoint
from teams.api.etags import if_match
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent
from teams.api.team_shapes import EntrySerializer, done_shown
from teams.models import Team
from teams.permissions import team_to_edit
from teams.services import Done

RONIN = {"game": KEY, "ninja": "n4"}
ONE_DIE = {"dice": ["void"], "witness": "mio"}
TWO_DICE = {"dice": ["fire", "fire"], "witness": "mio"}


def shown_of(team: Team) -> dict[str, Any]:
    return desk_shown(team, chronicle.read(team), chronicle.house_of(team))


class DeskEndpoint(Endpoint):
    needs_login = True

    def held(self, slug: str) -> dict[str, Any]:
        """What every service of the desk takes: the team, locked, with its desk as the client has seen it."""
        allowed = team_to_edit(self.visitor, slug)
        team = chronicle.locked([allowed])[allowed.pk]
        self.unchanged(lambda: shown_of(team))
        return {"team": team, "author": self.person, "key": self.key}

    def answered(self, done: Done) -> Response:
        return Response(done_shown(done), status=201)


class Desk(DeskEndpoint):
    @describe(
        "What is due after a game, with everything that could be chosen",
        "For its player, and for those who run its league.",
        answers={200: DeskSerializer},
        id_="teams_desk",
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(shown_of(team_to_edit(self.visitor, slug)))


class Paying(DeskEndpoint):
    @describe(
        "Pay a ronin its upkeep: it stays",
        sends=AboutStepSerializer,
        answers={201: EntrySerializer},
        examples=[sent("A ronin", RONIN)],
        id_="teams_pay",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        return self.answered(desk.pay(**self.held(slug), **self.sent(AboutStepSerializer)))


class Releasing(DeskEndpoint):
    @describe(
        "Do not pay a ronin: it leaves",
        sends=AboutStepSerializer,
        answers={201: EntrySerializer},
        examples=[sent("A ronin", RONIN)],
        id_="teams_release",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        return self.answered(desk.release(**self.held(slug), **self.sent(AboutStepSerializer)))


class RollingDowntime(DeskEndpoint):
    @describe(
        "Roll for somebody in the Healing House",
        "The server casts the die, from the secret of the desk's `commitment`; or say how it fell, and who saw it.",
        sends=DowntimeInSerializer,
        answers={201: EntrySerializer},
        examples=[sent("Cast here", RONIN), sent("On the table", {**RONIN, **ONE_DIE})],
        id_="teams_roll_downtime",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        held, told = self.held(slug), self.sent(DowntimeInSerializer)
        return self.answered(desk.roll_downtime(**held, game=told["game"], ninja=told["ninja"], **rolled(told)))


class Sparing(DeskEndpoint):
    @describe(
        "Spare somebody from rolling, thanks to another's Spirit",
        sends=SpareInSerializer,
        answers={201: EntrySerializer},
        examples=[sent("Spared", {"game": KEY, "ninja": "n3", "by": "n2"})],
        id_="teams_spare",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        return self.answered(desk.spare(**self.held(slug), **self.sent(SpareInSerializer)))


class RollingAdvancement(DeskEndpoint):
    @describe(
        "Roll the two dice of a new level",
        "The server casts them, or say how they fell, and who saw it. The roll is on record before the choice.",
        sends=AdvancementInSerializer,
        answers={201: EntrySerializer},
        examples=[sent("Cast here", {"ninja": "n1"}), sent("On the table", {"ninja": "n1", **TWO_DICE})],
        id_="teams_roll_advancement",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        held, told = self.held(slug), self.sent(AdvancementInSerializer)
        return self.answered(desk.roll_advancement(**held, ninja=told["ninja"], **rolled(told)))


class Advancing(DeskEndpoint):
    @describe(
        "Choose what becomes of the roll",
        "One of the keywords, gains and affinities that the desk offers.",
        sends=AdvanceInSerializer,
        answers={201: EntrySerializer},
        examples=[sent("A keyword", {"ninja": "n1", "keyword": "leap"})],
        id_="teams_advance",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        held, told = self.held(slug), self.sent(AdvanceInSerializer)
        return self.answered(
            desk.advance(
                **held,
                ninja=told["ninja"],
                keyword=told["keyword"],
                gain=Gain(told["gain"]) if told["gain"] else None,
                affinity=Element(told["affinity"]) if told["affinity"] else None,
            )
        )
