"""The way into the demo: one click and somebody looks around as its ninja master, a player or a guest.

It stays shut on a public site, and wherever the database is not a demo's.
"""

from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from config import demo, demo_league
from league.models import League, Role
from rules.problems import listed
from teams.models import Team
from teams.views.catalog import ALSO_AT_HOME

FOUND = {"demo": False}  # by `look`


@dataclass(frozen=True, slots=True)
class Door:
    name: str
    role: str
    about: str


DOORS = (
    Door(demo.MASTER, Role.MASTER.label, "A desk with something of everything that can wait in a league."),
    Door(demo.PLAYERS[0], Role.PLAYER.label, "A team, its scroll and its chronicle, and a game still to be played."),
    Door(demo.GUEST, Role.GUEST.label, "A seat in the second row: everything to read, nothing to decide."),
)


@dataclass(frozen=True, slots=True)
class Doors:
    """What the start page shows."""

    doors: tuple[Door, ...]
    league: str
    password: str
    others: str


def look() -> None:
    """Is this a demo? Asked once, when the server starts, so that no page has to ask."""
    FOUND["demo"] = _is_here()


def refuse_the_public() -> None:
    """Everybody knows the password of a demo's accounts, its ninja master's among them."""
    with suppress(DatabaseError):  # out of reach or not migrated: others say so
        if settings.PUBLIC and _is_here():
            raise SystemExit("This database holds the demo, whose passwords everybody knows: begin with an empty one.")


def _is_here() -> bool:
    # The address first: it is what leagues are found by.
    return League.objects.filter(slug=demo_league.SLUG, key=demo_league.KEY).exists()


def is_open() -> bool:
    return FOUND["demo"] and not settings.PUBLIC


def doors() -> dict[str, object]:
    if not is_open():
        return {}
    others = f"{demo.ASSISTANT}, who is the assistant, and {listed(demo.PLAYERS[1:])}"
    return {"demo": Doors(DOORS, demo_league.SLUG, demo.PASSWORD, others)}


ALSO_AT_HOME.append(doors)


@require_POST
def enter(request: HttpRequest, name: str) -> HttpResponse:
    """Log in with the password that everybody knows, as long as it is the account's."""
    if not is_open() or name not in [door.name for door in DOORS]:
        raise Http404("There is no such door.")
    person = authenticate(request, username=name, password=demo.PASSWORD)
    if person is None:
        messages.error(request, f"{name} has another password now: log in with that.")
        return redirect("account_login")
    login(request, person)
    messages.success(request, f"You are looking around as {name}.")
    return redirect(_first_page(name))


def _first_page(name: str) -> str:
    """Where this account has something to do."""
    if name == demo.MASTER:
        return reverse("masters-desk", kwargs={"slug": demo_league.SLUG})
    team = Team.objects.filter(owner__username=name).first()
    return team.get_absolute_url() if team else reverse("league", kwargs={"slug": demo_league.SLUG})
