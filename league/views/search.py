"""The search, as a page and as suggestions to whoever is still typing; and the page of a person it may lead to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league import people
from league.search import finding
from teams import limits
from teams.crumbs import Crumb
from teams.views.requests import Request, wants_part

EXAMPLES = ("Tora", "stealth", "reroll", "medal", "archers")  # a name, and what only sentences have
SUGGESTIONS = "suggestions"  # what htmx calls the list below the box in the head of every page


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
@limits.limited("search", reading_too=True)
def search(request: Request) -> HttpResponse:
    typed = request.GET.get("q", "")
    if wants_part(request) and request.htmx.target == SUGGESTIONS:
        return render(request, "search/suggestions.html", {"found": finding.suggest(request.user, typed)})
    found, is_part = finding.find(request.user, typed), wants_part(request)
    context = {"trail": [Crumb("Search")], "found": found, "is_part": is_part, "examples": EXAMPLES}
    return render(request, "search/search.html#found" if is_part else "search/search.html", context)


@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    its = people.person_to_see(request.user, username)
    context = {
        "trail": [Crumb("Search", reverse("search")), Crumb(its.username)],
        "shown": people.person_page(request.user, its),
    }
    return render(request, "search/person.html", context)
