"""The page of one ninja: who it is, how it is, and its career. Nothing is changed here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from teams import careers, chronicle, links, scrolls
from teams.crumbs import Crumb
from teams.permissions import team_to_see
from teams.views.scroll import team_context


@require_safe
def ninja(request: HttpRequest, slug: str, ninja_id: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    lines = chronicle.read(team)
    pages = links.games_at(request.user, scrolls.games_in(lines))
    career = careers.career(team, lines, ninja_id, pages)
    context = {**team_context(request, team, "Scroll", Crumb(career.row.name)), "career": career}
    return render(request, "teams/ninja.html", context)
