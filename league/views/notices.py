"""One's own notices: the bell, the list, what one wants to hear, and the way out that each mail has."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.notices import preferences, reading
from league.notices.forms import PreferencesForm
from league.notices.kinds import Kind
from rules.problems import counted
from teams.crumbs import Crumb
from teams.forms import mistakes
from teams.views.account import Member
from teams.views.requests import Request, wants_part

REFUSED = 422
PER_PAGE = 30
HERE = Crumb("Notices", "/notices/")


@never_cache
@require_safe
@login_required
def notices(request: Member) -> HttpResponse:
    unread_only = request.GET.get("show") == "unread"
    page = Paginator(reading.notices_of(request.user, unread_only=unread_only), PER_PAGE).get_page(
        request.GET.get("page")
    )
    shown = list(page.object_list)
    context = {
        "here": "notices",
        "trail": [Crumb("Notices")],
        "page": page,
        "notices": shown,
        "unread": reading.unread(request.user),
        "unread_only": unread_only,
        "up_to": shown[0].pk if shown else 0,
    }
    return render(request, "league/notices/notices.html", context)


@never_cache
@require_safe
def bell(request: Request) -> HttpResponse:
    """The bell with its count, for htmx to put into the page. For somebody logged out meanwhile there is none.

    Whoever opens its address as a page meant the list.
    """
    if not wants_part(request):
        return redirect("notices")
    if not isinstance(request.user, User):
        return HttpResponse("")
    unread = reading.unread(request.user)
    most = reading.MOST_COUNTED - 1
    shown = f"{most}+" if unread > most else str(unread or "")
    return render(request, "league/notices/bell.html", {"shown": shown, "unread": unread})


@never_cache
@require_safe
@login_required
def open_notice(request: Member, pk: int) -> HttpResponse:
    """Goes to what a notice is about. Whoever goes there has read it."""
    notice = reading.mark_read(person=request.user, pk=pk)
    if notice is None:
        raise Http404("There is no such notice, or no longer.")
    return redirect(notice.news.url)


@require_POST
@login_required
def read(request: Member, pk: int) -> HttpResponse:
    if reading.mark_read(person=request.user, pk=pk) is None:
        raise Http404("There is no such notice, or no longer.")
    return redirect("notices")


@require_POST
@login_required
def read_all(request: Member) -> HttpResponse:
    up_to = request.POST.get("up_to", "")
    done = reading.mark_all_read(person=request.user, up_to=int(up_to) if _is_number(up_to) else 0)
    messages.success(request, f"{counted(done, 'notice is', 'notices are')} read." if done else "Nothing was unread.")
    return redirect("notices")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choose(request: Member) -> HttpResponse:
    ways = preferences.ways_for(request.user)
    form = PreferencesForm(request.POST if request.method == "POST" else None, ways=ways)
    if form.is_valid():
        preferences.choose(person=request.user, ways=form.ways)
        messages.success(request, "From now on you hear what you chose.")
        return redirect("notice-preferences")
    context = {
        "here": "preferences",
        "trail": [HERE, Crumb("What you hear")],
        "form": form,
        "mistakes": mistakes(form) if form.is_bound else [],
        "address": preferences.confirmed([request.user.pk]).get(request.user.pk, ""),
        "email": request.user.email,
        "webhooks": request.user.webhooks.count(),
    }
    return render(request, "league/notices/preferences.html", context, status=REFUSED if form.is_bound else None)


@csrf_exempt  # mail programs do it in one step, on the word of the address alone
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Asks first: some mail servers open every link that passes through them."""
    found = preferences.read_token(token)
    if found is None:
        raise Http404("There is no such address: perhaps a part of the link is missing.")
    person, kind = found
    is_done = request.method == "POST"
    if is_done:
        preferences.unsubscribe(person=person, kind=kind)
    context = {
        "is_done": is_done,
        "what": "the daily mail" if kind == Kind.DIGEST else f"mail when: {kind.label.lower()}",
        "preferences_url": reverse("notice-preferences"),
    }
    return render(request, "league/notices/unsubscribe.html", context)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19
