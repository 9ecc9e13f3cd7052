"""The page of one's tokens: make one, which is shown once, and revoke those that are not needed any more."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from rules.problems import RuleBroken
from rules.roster import LONGEST_NAME
from teams import tokens
from teams.crumbs import Crumb
from teams.limits import limited
from teams.models import Token
from teams.views.account import Member, password_once_more

LIFETIMES = {"30": "30 days", "90": "90 days", "365": "A year", "": "Until it is revoked"}


class TokenForm(forms.Form):
    name = forms.CharField(
        label="What it is for",
        max_length=LONGEST_NAME,
        help_text="So that you know later which one to revoke.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label="What it may do", choices=Token.Scope.choices, initial=Token.Scope.READ)
    days = forms.ChoiceField(label="How long it works", choices=list(LIFETIMES.items()), initial="90", required=False)

    @property
    def expires_at(self) -> datetime | None:
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=int(days)) if days else None

    def refuse(self, broken: RuleBroken) -> None:
        for problem in broken.problems:
            self.add_error(problem.subject if problem.subject in self.fields else None, problem.message)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited("token")
@password_once_more
def all_tokens(request: Member) -> HttpResponse:
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        told = form.cleaned_data
        try:
            made = tokens.make(person=request.user, name=told["name"], scope=told["scope"], expires_at=form.expires_at)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            # Shown in the answer itself: to show it after a redirect, it would have to be kept somewhere.
            return _page(request, TokenForm(), made=made, status=201)
    return _page(request, form, status=422 if form.is_bound else 200)


@require_POST
@login_required
def revoke(request: Member, pk: int) -> HttpResponse:
    """Whoever has lost a token may be in a hurry: no password is asked for."""
    if tokens.revoke(person=request.user, pk=pk):
        messages.success(request, "The token is revoked. Nothing can be done with it any more.")
    else:
        messages.info(request, "This token was revoked before.")
    return redirect("account_tokens")


def _page(request: Member, form: TokenForm, *, made: tokens.Made | None = None, status: int) -> HttpResponse:
    context: dict[str, Any] = {
        "trail": [Crumb("Your account", "/account/"), Crumb("Tokens")],
        "form": form,
        "made": made,
        "tokens": tokens.tokens_of(request.user),
    }
    return render(request, "account/tokens.html", context, status=status)
