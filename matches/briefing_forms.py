"""The forms of a briefing. What the rules refuse is shown at the field it is about."""

from typing import Any

from django import forms

from league.forms import UNKNOWN, RefusableForm
from league.models import Fixture
from matches.briefings import LONGEST_WITNESS
from rules.dice import Element
from rules.house import HouseRules
from rules.problems import RuleBroken
from rules.report import TEAMS

FACES = [("", "Choose …"), *((element.value, element.title()) for element in Element)]


class BriefForm(RefusableForm):
    """Who did not come: asked where two are enough without them."""

    def __init__(self, *args: Any, fixture: Fixture, **more: Any) -> None:
        super().__init__(*args, **more)
        sides = list(fixture.sides.all())
        self.may_miss = len(sides) > TEAMS[0]
        self.fields["away"] = forms.MultipleChoiceField(
            required=False,
            choices=[(str(side.entrant_id), side.entrant.team.name) for side in sides] if self.may_miss else [],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"invalid_choice": "Tick teams of this game only.", "invalid_list": "Tick teams only."},
        )

    @property
    def away(self) -> set[int]:
        return {int(entrant) for entrant in self.cleaned_data["away"]}


class ChooseForm(RefusableForm):
    def __init__(self, *args: Any, house: HouseRules, **more: Any) -> None:
        super().__init__(*args, **more)
        played = [("", "Choose …"), *((its.id, its.name) for its in house.challenges)]
        self.fields["challenge"] = forms.ChoiceField(choices=played, error_messages=UNKNOWN)


class RollForm(RefusableForm):
    """Two dice, cast here; or as they fell on the table, with who saw them."""

    HERE, TABLE = "here", "table"

    where = forms.ChoiceField(choices=[(HERE, HERE), (TABLE, TABLE)], error_messages=UNKNOWN)
    first = forms.TypedChoiceField(
        required=False, choices=FACES, coerce=Element, empty_value=None, error_messages=UNKNOWN
    )
    second = forms.TypedChoiceField(
        required=False, choices=FACES, coerce=Element, empty_value=None, error_messages=UNKNOWN
    )
    witness = forms.CharField(
        required=False,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_WITNESS, "dir": "auto", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = self.cleaned_data
        for die in ("first", "second"):
            if told.get("where") == self.TABLE and die not in self.errors and not told[die]:
                self.add_error(die, f"Say how the {die} die fell.")
        return told

    def refuse(self, broken: RuleBroken) -> None:
        """What is wrong with both dice is said at the first."""
        for problem in broken.problems:
            field = "first" if problem.subject == "dice" else problem.subject
            self.add_error(field if field in self.fields else None, problem.message)

    @property
    def dice(self) -> tuple[Element, ...]:
        """None, if the server casts them."""
        told = self.cleaned_data
        return () if told["where"] == self.HERE else (told["first"], told["second"])
