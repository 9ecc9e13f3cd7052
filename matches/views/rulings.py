"""The rulings on a team: everybody who may see it reads them, its ninja master gives them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from matches.permissions import may_rule, require_ruler
from matches.ruling_form import RulingForm
from matches.rulings import Preview, give, preview
from rules.house import HouseRules
from rules.problems import RuleBroken
from rules.scroll import Scroll
from teams import chronicle, entries
from teams.chronicle import Line
from teams.forms import mistakes
from teams.models import Team
from teams.permissions import team_to_see
from teams.views.requests import author
from teams.views.scroll import team_context

REFUSED = 422


@require_http_methods(["GET", "HEAD", "POST"])
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks before it acts: a ruling is shown with all it would change, then confirmed."""
    team = team_to_see(request.user, slug)
    lines, house = chronicle.read(team), chronicle.house_of(team)
    scroll = lines[-1].after
    if request.method == "POST":
        require_ruler(request.user, team)
        return _rule(request, team, lines, house)
    if not may_rule(request.user, team):
        return _page(request, team, lines)
    ninja_id = request.GET.get("ninja", "")
    if ninja_id and not scroll.has(ninja_id):
        raise Http404("There is no ninja of this address on the team, or it has left.")
    form = RulingForm(scroll=scroll, house=house, ninja_id=ninja_id, auto_id="ruling-%s")
    return _page(request, team, lines, form)


def _rule(request: HttpRequest, team: Team, lines: list[Line], house: HouseRules) -> HttpResponse:
    scroll, ninja_id = lines[-1].after, request.POST.get("ninja", "")
    form = RulingForm(request.POST, scroll=scroll, house=house, ninja_id=ninja_id, auto_id="ruling-%s")
    shown = _preview(team, scroll, form, house) if form.is_valid() else None
    key, based_on = form.cleaned_data.get("key"), request.POST.get("based_on", "")
    if key and team.entries.filter(key=key).exists():
        return redirect("rulings", slug=team.slug)  # the same ruling, sent twice
    if shown is None or "confirm" not in request.POST:
        return _page(request, team, lines, form, shown)
    try:
        done = give(team=team, ruling=form.ruling, author=author(request), key=key, based_on=based_on)
    except RuleBroken as broken:
        form.refuse(broken)
        return _page(request, team, lines, form, shown)
    messages.success(request, done.sentence)
    return redirect("rulings", slug=team.slug)


def _preview(team: Team, scroll: Scroll, form: RulingForm, house: HouseRules) -> Preview | None:
    try:
        return preview(team, scroll, form.ruling, house)
    except RuleBroken as broken:
        form.refuse(broken)
        return None


def _page(
    request: HttpRequest,
    team: Team,
    lines: list[Line],
    form: RulingForm | None = None,
    shown: Preview | None = None,
) -> HttpResponse:
    context = {
        **team_context(request, team, "Rulings"),
        "rows": entries.rulings(lines)[::-1],
        "ninja": [(its.id, its.name) for its in lines[-1].after.ninja],
        "form": form,
        "mistakes": mistakes(form) if form else [],
        "preview": shown,
    }
    return render(request, "matches/rulings.html", context, status=REFUSED if form and form.errors else None)
