"""The form of a ruling: about the team, or about one of its ninja. What the rules refuse is shown at its field."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from matches.models import LONGEST_REASON
from rules import roster
from rules.catalog import Category, catalog
from rules.chronicle import MOST_RULED
from rules.events import Ruled
from rules.house import HouseRules
from rules.roster import ALLOWABLE
from rules.scroll import Ninja, Scroll
from teams.forms import KeyedForm

CHOOSE = dict.fromkeys(("invalid_choice", "invalid_list"), "Choose from what is offered: the team has changed since.")
LEAVE, YES, NO = "", "yes", "no"
# A permission that nothing in the roster asks for now, by the code of its problem.
PERMISSIONS = {
    "too-few": "Fewer {} than the allowance asks for.",
    "too-many": "More {} than the allowance permits.",
    "not-unique": "{} more than once.",
    "foreign-clan": "{} of another clan.",
    "banned": "{}, who is banned in this league.",
    "unknown-ability": "{} with an ability of others.",
    "ability-choice": "{} with more or fewer abilities than its profile picks.",
}

Choices = list[tuple[str, str]]


def _number(least: int) -> forms.IntegerField:
    return forms.IntegerField(required=False, min_value=least, max_value=MOST_RULED)


def _ticks(choices: Choices) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=choices, required=False, widget=forms.CheckboxSelectMultiple, error_messages=CHOOSE
    )


class RulingForm(KeyedForm):
    """`ninja_id` is whom it is about; without one it is about the team."""

    fields_of = {
        "no-reason": "reason",
        "too-expensive": "koban",
        "too-little-xp": "xp",
        "never-gains-xp": "xp",
        "negative": "misses",
        "keyword": "gives",
    }

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": LONGEST_REASON, "dir": "auto"}),
        error_messages={"required": "A ruling needs a reason."},
    )

    def __init__(self, *args: Any, scroll: Scroll, house: HouseRules, ninja_id: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ninja_id = ninja_id
        self.ninja = next((its for its in scroll.ninja if its.id == ninja_id), None)
        self.fields |= _fields_for_ninja(self.ninja) if self.ninja else _fields_for_team(scroll, house)

    def clean(self) -> dict[str, Any]:
        if self.ninja_id and not self.ninja:
            raise forms.ValidationError("This ninja is not on the team any more.")
        return super().clean() or self.cleaned_data

    @property
    def hidden(self) -> SafeString:
        """All that was said, once more, to be confirmed."""
        return format_html_join("", "{}", ((field.as_hidden({"id": f"confirm-{field.html_name}"}),) for field in self))

    @property
    def ruling(self) -> Ruled:
        told = self.cleaned_data
        starts = told.get("starts", LEAVE)
        return Ruled(
            reason=told["reason"],
            koban=told.get("koban") or 0,
            ninja=self.ninja_id,
            xp=told.get("xp") or 0,
            gives=tuple(told.get("gives", ())),
            takes=tuple(told.get("takes", ())),
            misses=told.get("misses"),
            starts_in_healing_house=None if starts == LEAVE else starts == YES,
            allows=tuple(told.get("allows", ())),
            forbids=tuple(told.get("forbids", ())),
        )


def _fields_for_team(scroll: Scroll, house: HouseRules) -> dict[str, forms.Field]:
    return {
        "koban": _number(-MOST_RULED),
        "allows": _ticks(_allowable(scroll, house)),
        "forbids": _ticks(list(_permissions(scroll, house))),
    }


def _fields_for_ninja(ninja: Ninja) -> dict[str, forms.Field]:
    known = catalog().keywords
    starts = [(LEAVE, "As it is"), (YES, "In the Healing House"), (NO, "Outside the Healing House")]
    fields: dict[str, forms.Field] = {
        "misses": _number(0),
        "starts": forms.ChoiceField(choices=starts, required=False, error_messages=CHOOSE),
        "gives": _ticks(_learnable(ninja)),
        "takes": _ticks([(id_, known[id_].name) for id_ in ninja.keywords]),
    }
    return fields if ninja.profile.type.is_unique else {"xp": _number(-ninja.xp), **fields}


def _learnable(ninja: Ninja) -> Choices:
    """Every keyword it does not have, by category."""
    order = tuple(Category)
    others = [keyword for id_, keyword in catalog().keywords.items() if id_ not in ninja.keywords]
    others.sort(key=lambda keyword: order.index(keyword.category))
    return [(keyword.id, f"{keyword.name} ({keyword.category.capitalize()})") for keyword in others]


def _allowable(scroll: Scroll, house: HouseRules) -> Choices:
    found = roster.problems(scroll, house)
    return [(problem.key, problem.message) for problem in found if problem.code in ALLOWABLE]


def _permissions(scroll: Scroll, house: HouseRules) -> Iterator[tuple[str, str]]:
    """What earlier rulings allow, whether the roster makes use of it now or not."""
    without = roster.problems(replace(scroll, allowed=frozenset()), house)
    used = {problem.key: problem.message for problem in without}
    for key in sorted(scroll.allowed):
        code, _, subject = key.partition(":")
        yield key, used.get(key) or PERMISSIONS.get(code, "{}.").format(_named(scroll, subject))


def _named(scroll: Scroll, subject: str) -> str:
    profile = catalog().profiles.get(subject)
    ninja = next((its.name for its in (*scroll.ninja, *scroll.former) if its.id == subject), subject)
    return profile.full_name if profile else ninja
