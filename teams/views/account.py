"""The pages of one's own account. Signing up, logging in and passwords are allauth's views with our templates."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import SignupView
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from teams import accounts
from teams.account_forms import EmailForm, PasswordForm, SignupForm
from teams.crumbs import Crumb
from teams.limits import View, limited


class Member(HttpRequest):
    """A request that `login_required` has let through."""

    user: User


def password_once_more(view: View) -> View:
    """Before a change; it holds for five minutes."""
    decorated: View = reauthentication_required(view, allow_get=True)
    return decorated


class SignUp(SignupView):  # type: ignore[misc]  # allauth has no types
    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Of two who take one name at the same moment, the database lets one have it."""
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            response = self.form_invalid(form)
        return response


@never_cache
@require_safe
@login_required
def account(request: Member) -> HttpResponse:
    return render(request, "account/account.html", {"trail": [Crumb("Your account")], **_email_context(request.user)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited("manage_email")
@password_once_more
def email(request: Member) -> HttpResponse:
    form = EmailForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        address = accounts.ask_for_email(user=request.user, email=form.cleaned_data["email"])
        _send_confirmation(request, address)
        return redirect("account_email")
    return render(request, "account/email_change.html", {"form": form, **_email_context(request.user)})


@require_POST
@login_required
def keep_email(request: Member) -> HttpResponse:
    accounts.keep_email(request.user)
    messages.success(request, f"Your address stays {request.user.email}.")
    return redirect("account_email")


@never_cache
@require_safe
@login_required
@limited("export", reading_too=True)
def export(request: Member) -> HttpResponse:
    name = f"kagejima-{request.user.get_username()}-{timezone.localdate()}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(
        accounts.export(request.user), headers=headers, json_dumps_params={"indent": 1, "ensure_ascii": False}
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@login_required
@limited("reauthenticate")
def delete(request: Member) -> HttpResponse:
    form = PasswordForm(request.POST if request.method == "POST" else None, user=request.user)
    if form.is_valid():
        accounts.delete_account(request.user)
        logout(request)
        messages.success(request, "Your account is deleted. Your teams stay, under nobody's name.")
        return redirect("home")
    context = {
        "form": form,
        "teams": request.user.teams.count(),
        "looked_after": [its for asked in accounts.LOOKED_AFTER for its in asked(request.user)],
    }
    return render(request, "account/delete.html", context)


def _send_confirmation(request: HttpRequest, address: EmailAddress) -> None:
    """No address gets many mails in a row, whoever asks for them. A link that was sent before still works."""
    if ratelimit.consume(request, action="confirm_email", key=address.email):
        address.send_confirmation(request)
        messages.success(request, f"We have sent a link to {address.email}. Open it to confirm the address.")
    else:
        messages.info(
            request, f"A mail went to {address.email} a moment ago. Look there, or ask again in a few minutes."
        )


def _email_context(user: User) -> dict[str, Any]:
    """The present address, whether it is confirmed, and the one that is to replace it."""
    addresses = {one.email: one.verified for one in EmailAddress.objects.filter(user=user)}
    is_confirmed = addresses.pop(user.email.lower(), False)
    return {"email": user.email, "is_confirmed": is_confirmed, "wanted": next(iter(addresses), "")}
