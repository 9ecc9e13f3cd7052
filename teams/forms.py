"""The forms of the pages between games. What the rules refuse is shown at the field it is about."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms

from rules.catalog import Profile
from rules.problems import RuleBroken
from rules.roster import LONGEST_NAME
from teams.crests import FRAMES
from teams.models import Colour, Team

NAME_PROBLEMS = dict.fromkeys(("nameless", "name-too-long", "unprintable-name", "same-name"), "name")
RANDOM = 4  # the version of a UUID that is nothing but chance
INCOMPLETE = "This form has lost a part on its way. Load the page again, and send it once more."


def mistakes(form: forms.Form) -> list[str]:
    """Everything that is wrong with a form that was sent, to be read before the form itself is found again."""
    return [str(message) for messages in form.errors.values() for message in messages]


class KeyedForm(forms.Form):
    """A form that may be sent twice and counts once: its key goes with it into the chronicle."""

    fields_of: ClassVar[Mapping[str, str]] = NAME_PROBLEMS  # by the code of a problem

    key = forms.UUIDField(
        initial=uuid4, widget=forms.HiddenInput, error_messages={"required": INCOMPLETE, "invalid": INCOMPLETE}
    )

    def clean_key(self) -> UUID:
        """Made by chance, as the page made it: a key that can be guessed may be one that the site itself will need."""
        key: UUID = self.cleaned_data["key"]
        if key.version != RANDOM:
            raise forms.ValidationError(INCOMPLETE)
        return key

    def refuse(self, broken: RuleBroken) -> None:
        """Show each reason at its field, and the others above the form."""
        for problem in broken.problems:
            self.add_error(self.fields_of.get(problem.code), problem.message)
        # The page has many forms: the browser shows the one that came back.
        if "name" in self.errors:
            self.fields["name"].widget.attrs["autofocus"] = True


class RenameForm(KeyedForm):
    # How long a name may be, and what of, is for the rules to say: they say it in a sentence.
    name = forms.CharField(required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME, "dir": "auto"}))


class OneOf(forms.RadioSelect):
    """Radio buttons whose answer is a list, as that of checkboxes is."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return data.getlist(name)


class AbilitiesField(forms.MultipleChoiceField):
    def valid_value(self, value: Any) -> bool:
        """The rules judge it, in their own words."""
        return True


class RecruitForm(RenameForm):
    fields_of = NAME_PROBLEMS | {"ability-choice": "abilities", "unknown-ability": "abilities"}

    profile = forms.CharField(required=False, widget=forms.HiddenInput)
    abilities = AbilitiesField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, offered: Profile | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if offered and offered.choices:
            widget = OneOf() if offered.choose == 1 else forms.CheckboxSelectMultiple()
            choices = [(ability.id, ability.name) for ability in offered.choices]
            self.fields["abilities"] = AbilitiesField(required=False, widget=widget, choices=choices)


class DismissForm(KeyedForm):
    """Nothing but the word that it is meant."""


class DressForm(forms.Form):
    colour = forms.ChoiceField(choices=Colour.choices, widget=forms.RadioSelect)
    crest = forms.TypedChoiceField(
        choices=[(number, frame.name) for number, frame in enumerate(FRAMES)], coerce=int, widget=forms.RadioSelect
    )
    is_private = forms.BooleanField(required=False)

    @classmethod
    def of(cls, team: Team) -> "DressForm":
        crest = team.crest % len(FRAMES)
        return cls(initial={"colour": team.colour, "crest": crest, "is_private": team.is_private})
