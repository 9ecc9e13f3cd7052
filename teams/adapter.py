"""What allauth does differently on this site: which usernames there are, how limits and mail troubles are told."""

import logging
import re
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.http import HttpRequest
from django.urls import reverse

from teams import limits

LONGEST_USERNAME = 30
LONGEST_EMAIL = 254  # what the tables have room for
# Names that would pass for the site itself, for an office in a league, or for somebody who is not there.
CONFUSING = """
    admin administrator anonymous deleted everybody everyone guest help kagejima league mail master moderator ninja
    ninjaallstars ninjamaster nobody official owner postmaster root security site somebody staff stranger superuser
    support system team user visitor webmaster you
"""

log = logging.getLogger(__name__)


def is_not_confusing(username: str) -> None:
    if re.sub(r"[._-]", "", username.lower()) in CONFUSING.split():
        raise ValidationError("This name could be mistaken for somebody in charge. Please choose another.")


USERNAME_VALIDATORS = [
    RegexValidator(
        r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
        "A username is made of the letters a to z, digits, and . _ - between them.",
    ),
    MaxLengthValidator(LONGEST_USERNAME, f"A username has at most {LONGEST_USERNAME} characters."),
    is_not_confusing,
]


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": "This username and this password do not belong together.",
        "email_password_mismatch": "This email address and this password do not belong together.",
        "username_taken": "Somebody has this username already.",
        "enter_current_password": "This is not your current password.",
        "incorrect_password": "This is not your password.",
    }

    def is_safe_url(self, url: str | None) -> bool:
        """Whether to go there after logging in. What cannot even be read as an address is not safe."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def is_ajax(self, request: HttpRequest) -> bool:
        """Never: a page is a page, whatever a client says that it would rather have."""
        return False

    def clean_email(self, email: str) -> str:
        MaxLengthValidator(LONGEST_EMAIL, "No address is that long.")(email)
        return email

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            key = self._get_login_attempts_cache_key(request, **credentials)
            raise ImmediateHttpResponse(limits.too_many_requests(request, "login_failed", key)) from None

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Whatever was done stays done if the mail about it cannot be sent."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, smtplib.SMTPException):
            log.exception("A mail could not be sent: %s", template_prefix)
            messages.error(self.request, "Our mail server does not answer. Please try again in a few minutes.")
