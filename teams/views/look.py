"""How the site looks: the switch between light and dark, and the page that shows everything pages are made of."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from rules.catalog import catalog
from teams import style_page, themes
from teams.crumbs import Crumb
from teams.themes import Theme


@csrf_exempt  # so that a page without a form needs no cookie: the worst a stranger can do is turn on the light
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    wanted, back = request.POST.get("theme", ""), request.POST.get("next", "")
    # A word without a slash would be looked up as the name of a view.
    if not back.startswith("/") or not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    response = redirect(back)
    if wanted in set(Theme):
        themes.keep(response, Theme(wanted), secure=request.is_secure())
    return response


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    context = {"trail": [Crumb("Style")], "page": style_page.shown(), "clans": catalog().clans.values()}
    return render(request, "style.html", context)
