"""A scroll for elsewhere: JSON, Markdown and BBCode, each at its own address and all of them to be copied."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from teams import chronicle, exports, scrolls
from teams.exports import Post
from teams.models import Team
from teams.permissions import team_to_see
from teams.views.scroll import asked_for, team_context

PLAIN = "text/plain; charset=utf-8"


@require_safe
def share(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    post, moment = _post(request, team)
    at = "" if moment.is_now else f"?at={moment.number}"
    formats = [
        ("Markdown", "for Discord, Reddit, GitHub", exports.as_markdown(post), "scroll-markdown"),
        ("BBCode", "for forums", exports.as_bbcode(post), "scroll-bbcode"),
    ]
    context = {
        **team_context(request, team, "Share"),
        "moment": moment,
        "formats": [(name, use, text, reverse(url, kwargs={"slug": slug}) + at) for name, use, text, url in formats],
        "json_url": reverse("scroll-json", kwargs={"slug": slug}) + at,
        "pdf_url": reverse("scroll-pdf", kwargs={"slug": slug}) + at,
    }
    return render(request, "teams/share.html", context)


@require_safe
def scroll_json(request: HttpRequest, slug: str) -> HttpResponse:
    team = team_to_see(request.user, slug)
    lines = chronicle.read(team)
    told = exports.as_json(team, lines, asked_for(request, lines))
    return JsonResponse(told, json_dumps_params={"indent": 1, "ensure_ascii": False})


@require_safe
def scroll_markdown(request: HttpRequest, slug: str) -> HttpResponse:
    post, _ = _post(request, team_to_see(request.user, slug))
    return HttpResponse(exports.as_markdown(post), content_type="text/markdown; charset=utf-8")


@require_safe
def scroll_bbcode(request: HttpRequest, slug: str) -> HttpResponse:
    post, _ = _post(request, team_to_see(request.user, slug))
    return HttpResponse(exports.as_bbcode(post), content_type=PLAIN)


def _post(request: HttpRequest, team: Team) -> tuple[Post, scrolls.Moment]:
    lines = chronicle.read(team)
    moment = scrolls.moment(team, lines, asked_for(request, lines))
    return exports.post(team, moment, request.build_absolute_uri(team.get_absolute_url())), moment
