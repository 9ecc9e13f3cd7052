"""The post-game desk of a team: what is due after its games, one step at a time."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from teams import chronicle, scrolls
from teams.permissions import team_to_edit
from teams.views.scroll import team_context


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_edit(request.user, slug)
    steps = scrolls.steps_shown(chronicle.scroll_of(team), chronicle.house_of(team))
    return render(request, "matches/desk.html", {**team_context(request, team, "Desk"), "steps": steps})


@require_POST
def pay(request: HttpRequest, slug: str) -> HttpResponse:
    return redirect("desk", slug=team_to_edit(request.user, slug).slug)


release = downtime = spare = advancement = advance = pay
