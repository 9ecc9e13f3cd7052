"""The forms of the newsletter. What the service refuses is shown at the field it is about."""

from collections.abc import Sequence
from typing import Any

from django import forms

from league.models import Season
from matches.newsletter.models import LONGEST_CORRECTION, LONGEST_TEXT, Issue
from matches.newsletter.prose import LONGEST_TITLE
from rules.problems import RuleBroken
from teams.forms import INCOMPLETE, KeyedForm

MOST_ROUNDS = 9_999


class DraftForm(KeyedForm):
    """Which rounds an issue is to tell of."""

    season = forms.TypedChoiceField(coerce=int)
    first = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    last = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, *args: Any, seasons: Sequence[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["season"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - it is declared above
        field.choices = [(its.number, its.name) for its in seasons]

    def refuse(self, broken: RuleBroken) -> None:
        for problem in broken.problems:
            self.add_error(problem.subject if problem.subject in self.fields else None, problem.message)


class IssueForm(forms.Form):
    """The title and the text as they are typed. How long they may be, the service says in a sentence."""

    title = forms.CharField(required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_TITLE, "dir": "auto"}))
    text = forms.CharField(
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "maxlength": LONGEST_TEXT, "dir": "auto", "spellcheck": "true"}),
    )
    correction = forms.CharField(
        required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_CORRECTION, "dir": "auto"})
    )
    based_on = forms.IntegerField(
        min_value=1,
        max_value=2**31,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), INCOMPLETE),
    )

    @classmethod
    def of(cls, issue: Issue) -> "IssueForm":
        return cls(initial={"title": issue.title, "text": issue.text, "based_on": issue.version})

    def refuse(self, broken: RuleBroken) -> None:
        for problem in broken.problems:
            self.add_error(problem.subject if problem.subject in self.fields else None, problem.message)

    @property
    def typed(self) -> str:
        """The text as it was sent, right or wrong."""
        return str(self.data.get("text", ""))[:LONGEST_TEXT]

    def is_about_another(self, issue: Issue) -> bool:
        """Somebody has saved since this form was made."""
        return self.data.get("based_on") != str(issue.version)
