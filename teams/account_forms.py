"""The forms of an account: allauth's, in the words of this site, and the two that it has not got."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction
from django.http import HttpRequest

from teams.adapter import LONGEST_USERNAME

NAME_TYPED_AS_IT_IS = {"autocapitalize": "none", "spellcheck": "false"}
PASSWORD_HELP = "At least 10 characters. A few words that nobody would expect together do well."  # noqa: S105


class Worded:
    """Labels and help of this site for the fields of another's form. A label that is always there needs no second."""

    words: dict[str, tuple[str, str]] = {}
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label, field.help_text = self.words.get(name, (field.label, ""))


class LoginForm(Worded, allauth_forms.LoginForm):  # type: ignore[misc]  # allauth has no types
    words = {"login": ("Username or email", "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", **NAME_TYPED_AS_IT_IS}


class SignupForm(Worded, allauth_forms.SignupForm):  # type: ignore[misc]  # allauth has no types
    words = {
        "username": ("Username", "Everybody sees it beside your teams. Letters a to z, digits, and . _ - inside."),
        "email": ("Email", "Nobody sees it. It helps when you forget your password."),
        "password1": ("Password", PASSWORD_HELP),
        "password2": ("Password, again", ""),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs |= {"maxlength": LONGEST_USERNAME, **NAME_TYPED_AS_IT_IS}

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        """The account and its address, or neither."""
        with transaction.atomic():
            user: AbstractBaseUser = super().save(request)
        return user


class ChangePasswordForm(Worded, allauth_forms.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    words = {
        "oldpassword": ("Current password", ""),
        "password1": ("New password", PASSWORD_HELP),
        "password2": ("New password, again", ""),
    }


class SetPasswordForm(Worded, allauth_forms.SetPasswordForm):  # type: ignore[misc]  # allauth has no types
    words = ChangePasswordForm.words


class ResetPasswordForm(Worded, allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # allauth has no types
    pass


class ResetPasswordKeyForm(Worded, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]  # allauth has no types
    words = ChangePasswordForm.words


class PasswordForm(Worded, allauth_forms.ReauthenticateForm):  # type: ignore[misc]  # allauth has no types
    """The password once more, before something that an unwatched screen should not be enough for."""

    words = {"password": ("Your password", "")}


class EmailForm(forms.Form):
    """The address somebody wants, or the present one as long as it is not confirmed."""

    email = EmailField(label="New email address")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["email"].widget.attrs.pop("placeholder", None)

    def clean_email(self) -> str:
        email: str = get_adapter().clean_email(self.cleaned_data["email"])
        if EmailAddress.objects.filter(user=self.user, email=email, verified=True).exists():
            raise forms.ValidationError("This is your address already, and it is confirmed.")
        return email
