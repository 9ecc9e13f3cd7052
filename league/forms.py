"""The forms of a league. What is refused is shown at the field it is about."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict

from league.leagues import LONGEST_DESCRIPTION, About
from league.memberships import LONGEST_MESSAGE
from league.models import Joining, League, Role
from rules.problems import RuleBroken
from rules.roster import LONGEST_NAME
from teams.forms import INCOMPLETE

LASTING = {1: "One day", 7: "One week", 30: "30 days", 90: "90 days", 365: "One year"}
UNKNOWN = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}


class RefusableForm(forms.Form):
    def refuse(self, broken: RuleBroken) -> None:
        """Show each reason at its field, and the others above the form."""
        for problem in broken.problems:
            self.add_error(problem.subject if problem.subject in self.fields else None, problem.message)


class AboutForm(RefusableForm):
    # How long a name may be, and what of, is for the service to say: it says it in a sentence.
    name = forms.CharField(
        required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME, "dir": "auto", "autocomplete": "off"})
    )
    description = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 8, "maxlength": LONGEST_DESCRIPTION, "dir": "auto"})
    )
    is_private = forms.BooleanField(required=False)
    joining = forms.ChoiceField(
        choices=Joining.choices, initial=Joining.OPEN, widget=forms.RadioSelect, error_messages=UNKNOWN
    )

    @classmethod
    def of(cls, league: League) -> "AboutForm":
        return cls(initial={name: getattr(league, name) for name in cls.base_fields})

    @property
    def about(self) -> About:
        """A private league is joined by invitation, whichever way was ticked: the form says so."""
        told = self.cleaned_data
        joining = Joining.INVITATION if told["is_private"] else Joining(told["joining"])
        return About(told["name"], told["description"], told["is_private"], joining)


class NewLeagueForm(AboutForm):
    """May be sent twice, and makes one league."""

    key = forms.UUIDField(
        initial=uuid4, widget=forms.HiddenInput, error_messages={"required": INCOMPLETE, "invalid": INCOMPLETE}
    )


def typed(sent: QueryDict) -> dict[str, str | bool]:
    """What a visitor has written into that form, to be shown again: no more of it than a league may have."""
    return {
        "name": sent.get("name", "")[:LONGEST_NAME],
        "description": sent.get("description", "")[:LONGEST_DESCRIPTION],
        "is_private": "is_private" in sent,
        "joining": sent.get("joining", "")[:LONGEST_NAME],
    }


class JoinForm(RefusableForm):
    message = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_MESSAGE, "dir": "auto"})
    )


class RoleForm(RefusableForm):
    role = forms.ChoiceField(choices=Role.choices, error_messages=UNKNOWN)


class InviteForm(RefusableForm):
    role = forms.ChoiceField(error_messages=UNKNOWN)
    days = forms.TypedChoiceField(choices=list(LASTING.items()), coerce=int, initial=7, error_messages=UNKNOWN)

    def __init__(self, *args: Any, roles: Iterable[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = forms.ChoiceField(
            choices=[(role.value, role.label) for role in roles], error_messages=UNKNOWN
        )
