"""The scroll of a team, as of now or of any entry, its chronicle, ledger and pictures, its crest, and its print."""

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from teams import chronicle, links, pdf, prints, scrolls
from teams.crumbs import Crumb
from teams.entries import entry_rows
from teams.models import Team
from teams.permissions import may_edit, team_to_see
from teams.pictures_page import pictures_of
from teams.views.requests import Request, wants_part

ENTRIES_PER_PAGE = 50
LONGEST_NUMBER = 9  # digits that the database can compare


@require_safe
@vary_on_headers("HX-Request")
def scroll(request: Request, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    lines = chronicle.read(team)
    pages = links.games_at(request.user, scrolls.games_in(lines))
    context = {
        **team_context(request, team, "Scroll"),
        "moment": scrolls.moment(team, lines, asked_for(request, lines), pages),
        "leagues": links.leagues_of(request.user, team),
        "slider_stays": request.htmx.trigger == "at",
    }
    return render(request, "teams/scroll.html#update" if wants_part(request) else "teams/scroll.html", context)


@require_safe
def chronicle_(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    page = Paginator(entry_rows(chronicle.read(team))[::-1], ENTRIES_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "teams/chronicle.html", {**team_context(request, team, "Chronicle"), "page": page})


@require_safe
def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    rows = scrolls.ledger(team, chronicle.read(team))
    page = Paginator(rows[::-1], ENTRIES_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "teams/ledger.html", {**team_context(request, team, "Ledger"), "page": page})


@require_safe
def pictures(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    charts = pictures_of(team, chronicle.read(team))
    return render(request, "teams/pictures.html", {**team_context(request, team, "Pictures"), "charts": charts})


@require_safe
def crest(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    return HttpResponse(scrolls.crest_of(team, title=f"Crest of {team.name}"), content_type="image/svg+xml")


@require_safe
def scroll_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    lines = chronicle.read(team)
    address = request.build_absolute_uri(team.get_absolute_url())
    try:
        document = pdf.pdf(prints.scroll_page(team, lines, asked_for(request, lines), address))
    except pdf.CannotPrint:
        return render(request, "teams/cannot_print.html", {"team": team, "packages": pdf.PACKAGES}, status=503)
    headers = {"Content-Disposition": f'inline; filename="{team.slug}.pdf"'}
    return HttpResponse(document, content_type="application/pdf", headers=headers)


def team_context(request: HttpRequest, team: Team, here: str, *below: Crumb) -> dict[str, object]:
    """What every page of a team shows around its own matter. `below` leads from a tab to a page further down."""
    may_manage = may_edit(request.user, team)
    tabs = [("Scroll", "team"), ("Chronicle", "chronicle"), ("Ledger", "ledger"), ("Pictures", "pictures")]
    if may_manage:
        tabs.append(("Between games", "manage"))
    tabs += [
        (page.label, page.address) for page in links.PAGES if page.label == here or (page.is_for_player and may_manage)
    ]
    trail = [Crumb("Teams", reverse("teams")), Crumb(team.name)]
    if here != "Scroll" or below:
        trail[-1:] = [Crumb(team.name, team.get_absolute_url()), *(below or [Crumb(here)])]
    return {
        "team": team,
        "crest": scrolls.crest_of(team),
        "may_manage": may_manage,
        "trail": trail,
        "tabs": [(label, reverse(name, kwargs={"slug": team.slug}), label == here) for label, name in tabs],
    }


def asked_for(request: HttpRequest, lines: Sequence[chronicle.Line]) -> int | None:
    """The entry named in the address. A number that no entry has is a page that is not there."""
    asked = request.GET.get("at", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) <= LONGEST_NUMBER):
        raise Http404(scrolls.no_entry(asked, lines[-1].number))
    return int(asked)
