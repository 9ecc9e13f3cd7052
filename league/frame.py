"""What every page of a league shows around its own matter: its name, its tabs, and the way there."""

from django.urls import NoReverseMatch, reverse

from league.models import League
from league.permissions import Standing
from teams.crumbs import Crumb

HOME, DESK = "League", "Desk"
TABS = (
    (HOME, "league", Standing.STRANGER),
    ("Seasons", "seasons", Standing.STRANGER),
    ("Hall of fame", "records", Standing.STRANGER),
    ("House rules", "house-rules", Standing.STRANGER),
    ("Newsletter", "newsletter", Standing.STRANGER),
    ("Members", "members", Standing.STRANGER),
    (DESK, "masters-desk", Standing.ASSISTANT),
    ("Settings", "league-settings", Standing.MASTER),
)


def league_context(league: League, has: Standing, here: str, *below: Crumb, on_the_desk: int = 0) -> dict[str, object]:
    """`here` is the label of a tab; `below` are the steps from there to a page further down. Pages that know how
    much waits `on_the_desk` say it beside that tab.

    In an archived league everybody is at most a guest: there is nothing to do.
    """
    trail = [Crumb("Leagues", reverse("leagues")), Crumb(league.name, league.get_absolute_url())]
    has_now = min(has, Standing.GUEST) if league.is_archived else has
    tabs = [(label, url) for label, name, needed in TABS if (url := address(name, league)) and has_now >= needed]
    if here != HOME:
        trail.append(Crumb(here, dict(tabs).get(here, "") if below else ""))
    trail = [*trail, *below] if here != HOME or below else [trail[0], Crumb(league.name)]
    return {
        "league": league,
        "trail": trail,
        "tabs": [(_numbered(label, on_the_desk), url, label == here) for label, url in tabs],
        "is_member": has >= Standing.GUEST,
        "is_player": has_now >= Standing.PLAYER,
        "is_assistant": has_now >= Standing.ASSISTANT,
        "is_master": has_now >= Standing.MASTER,
    }


def _numbered(label: str, on_the_desk: int) -> str:
    return f"{label} ({on_the_desk})" if label == DESK and on_the_desk else label


def address(name: str, league: League) -> str:
    """Of a page of the league; empty if there is no such page."""
    try:
        return reverse(name, kwargs={"slug": league.slug})
    except NoReverseMatch:
        return ""
