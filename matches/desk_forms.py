"""The forms of the post-game desk, one for each kind of step. What the rules refuse is shown at its field."""

from typing import Any, ClassVar

from django import forms

from matches.briefings import LONGEST_WITNESS
from rules.dice import Element, Source
from rules.house import Gain
from teams.forms import INCOMPLETE, KeyedForm

FACES = [(element.value, element.capitalize()) for element in Element]
NOT_A_FACE = {"invalid_choice": "A die shows one of the six elements."}
CHOOSE = "Choose one of these."


def _hidden(**more: Any) -> forms.CharField:
    lost = dict.fromkeys(("required", "max_length", "null_characters_not_allowed"), INCOMPLETE)
    return forms.CharField(max_length=80, widget=forms.HiddenInput, error_messages=lost, **more)


def _die() -> forms.ChoiceField:
    return forms.ChoiceField(choices=FACES, required=False, error_messages=NOT_A_FACE)


class StepForm(KeyedForm):
    """Says whom a step is about, and after which game; for paying or releasing a ronin that is all."""

    fields_of: ClassVar[dict[str, str]] = {}

    ninja = _hidden()
    game = _hidden(required=False)


class SpareForm(StepForm):
    """`ninja` is who rolled Spirit, `spared` who need not roll."""

    spared = forms.CharField(max_length=80, error_messages=dict.fromkeys(("required", "max_length"), CHOOSE))


class RollForm(StepForm):
    """Dice that are cast here, or that fell on the table before a witness."""

    fields_of = {"no-witness": "witness", "witness-too-long": "witness"}
    dice_fields: ClassVar[tuple[str, ...]] = ()
    no_dice: ClassVar[str] = ""

    source = forms.ChoiceField(
        choices=[(source.value, source.value) for source in Source],
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid_choice"), INCOMPLETE),
    )
    witness = forms.CharField(required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_WITNESS}))

    def clean(self) -> dict[str, Any]:
        """A table roll without its dice must never become a roll of the server."""
        told = super().clean() or self.cleaned_data
        if told.get("source") == Source.TABLE:
            for name in self.dice_fields:
                if name in told and not told[name]:
                    self.add_error(name, self.no_dice)
        return told

    @property
    def roll(self) -> dict[str, Any]:
        """As the services take it: no dice are dice to be cast here."""
        told = self.cleaned_data
        if told["source"] == Source.SERVER:
            return {}
        return {"dice": tuple(Element(told[name]) for name in self.dice_fields), "witness": told["witness"]}


class DowntimeForm(RollForm):
    dice_fields = ("die",)
    no_dice = "Say how the die fell."

    die = _die()


class AdvancementForm(RollForm):
    dice_fields = ("first", "second")
    no_dice = "Say how both dice fell."

    first = _die()
    second = _die()


class AdvanceForm(StepForm):
    """What becomes of the roll: `keyword:leap`, `gain:attack` or `affinity:fire`."""

    choice = forms.CharField(required=False, max_length=80, error_messages={"max_length": CHOOSE})

    def clean_choice(self) -> dict[str, Any]:
        """The rules judge whether the roll offers it; here it only has to be a choice at all."""
        kind, _, value = self.cleaned_data["choice"].partition(":")
        try:
            match kind:
                case "keyword":
                    return {"keyword": value}
                case "gain":
                    return {"gain": Gain(value)}
                case "affinity":
                    return {"affinity": Element(value)}
        except ValueError:
            pass
        raise forms.ValidationError(CHOOSE)
