"""The forms of notices: what one wants to hear, and where webhooks go."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms

from league.forms import UNKNOWN, RefusableForm
from league.notices.kinds import CHOSEN, OF_LEAGUES, Kind, Mail, Ways
from league.notices.models import LONGEST_URL, Webhook
from league.notices.webhooks import LONGEST_NAME


class Row(NamedTuple):
    """One kind of news, with its three fields."""

    label: str
    in_app: forms.BoundField
    email: forms.BoundField
    webhook: forms.BoundField


class PreferencesForm(forms.Form):
    """A row for each kind, a column for each way."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, ways: Mapping[Kind, Ways]) -> None:
        super().__init__(data, label_suffix="")
        for kind in CHOSEN:
            its = ways[kind]
            what = kind.label
            self.fields[f"{kind}-app"] = _tick(its.in_app, f"In the app: {what}")
            self.fields[f"{kind}-email"] = forms.ChoiceField(
                choices=Mail.choices,
                initial=its.email,
                error_messages=UNKNOWN,
                widget=forms.Select(attrs={"aria-label": f"By email: {what}"}),
            )
            self.fields[f"{kind}-webhook"] = _tick(its.webhook, f"By webhook: {what}")

    def rows(self) -> Iterator[Row]:
        for kind in CHOSEN:
            yield Row(kind.label, self[f"{kind}-app"], self[f"{kind}-email"], self[f"{kind}-webhook"])

    @property
    def ways(self) -> dict[Kind, Ways]:
        told = self.cleaned_data
        return {
            kind: Ways(told[f"{kind}-app"], Mail(told[f"{kind}-email"]), told[f"{kind}-webhook"]) for kind in CHOSEN
        }


def _tick(is_on: bool, label: str) -> forms.BooleanField:
    return forms.BooleanField(required=False, initial=is_on, widget=forms.CheckboxInput(attrs={"aria-label": label}))


class WebhookForm(RefusableForm):
    # What may be in them is for the service to say: it says it in a sentence.
    name = forms.CharField(
        required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME, "dir": "auto", "autocomplete": "off"})
    )
    url = forms.CharField(
        required=False,
        widget=forms.URLInput(attrs={"maxlength": LONGEST_URL, "autocomplete": "off", "placeholder": "https://"}),
    )
    style = forms.ChoiceField(
        choices=Webhook.Style.choices, initial=Webhook.Style.DISCORD, widget=forms.RadioSelect, error_messages=UNKNOWN
    )


class LeagueWebhookForm(WebhookForm):
    kinds = forms.MultipleChoiceField(
        choices=[(kind.value, label) for kind, label in OF_LEAGUES.items()],
        initial=[kind.value for kind in OF_LEAGUES],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose from these."},
    )
