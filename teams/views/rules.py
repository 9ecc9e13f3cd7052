"""The league rules to be read, as the rulebook has them; a league shows its own in the same shape."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.house import rulebook
from teams import links
from teams.book_page import chapter_page, contents, place_of, rulebook_url
from teams.crumbs import Crumb
from teams.permissions import team_to_see


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    context = {"trail": [Crumb("Rules")], "page": contents(rulebook(), rulebook_url)}
    return render(request, "rules/rules.html", context)


@require_safe
def chapter(request: HttpRequest, chapter_id: str) -> HttpResponse:
    page = chapter_page(rulebook(), chapter_id, rulebook_url)
    context = {"trail": [Crumb("Rules", reverse("rules")), Crumb(page.title)], "page": page}
    return render(request, "rules/chapter.html", context)


@require_safe
def rule_for_team(request: HttpRequest, slug: str, rule_id: str) -> HttpResponse:
    """To a rule as this team plays it: by its league's rules, if whoever asks may see that league."""
    team, place = team_to_see(request.user, slug), place_of(rule_id)
    theirs = links.rules_of(request.user, team, place.chapter) if team.house_id else ""
    return redirect(f"{theirs or rulebook_url(place.chapter)}#{place.rule}")
