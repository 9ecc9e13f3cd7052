"""The form of house rules, as it was sent: read, and judged by the rules, with every mistake at its field.

A field that was not sent keeps the value it has in the version that the form was made from.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from django import forms

from league.house_fields import Value, rules_from, values_of
from league.house_sections import Field, Kind, sections
from league.houses import LONGEST_REASON
from rules.house import MOST, HouseRules, problems

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,30}")


class Mistake(ValueError):
    """What somebody wrote into a field cannot be read."""


@dataclass(frozen=True)
class HouseForm:
    """`raw` is what every field says; `rules` what it means, if all of it can be read and no rule is broken."""

    base: HouseRules
    raw: Mapping[str, str]
    rules: HouseRules | None
    mistakes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by field

    @property
    def changed(self) -> dict[str, str]:
        """What is enough to send the form once more: the fields that differ from the version it was made from."""
        return {name: self.raw[name] for name, was in plain(self.base).items() if self.raw[name] != was}


def blank(base: HouseRules) -> HouseForm:
    """The form as somebody finds it who wants to change these rules."""
    return HouseForm(base, plain(base), base)


def read(data: Mapping[str, str], base: HouseRules) -> HouseForm:
    """What was sent, with everything that is wrong with it."""
    described = {its.name: its for section in sections(base) for its in section.fields}
    initial = values_of(base)
    raw = {name: data.get(name, str(was)).strip() for name, was in initial.items()}
    values, mistakes = dict(initial), dict[str, list[str]]()
    for name in initial:
        try:
            values[name] = _value(described[name], raw[name])
        except Mistake as mistake:
            mistakes[name] = [str(mistake)]
    rules = rules_from(values, base)
    for problem in problems(rules):
        name = _field_about(problem.subject, described)
        mistakes.setdefault(name, []).append(f"{problem.message[:1].upper()}{problem.message[1:]}.")
    told = {name: tuple(dict.fromkeys(messages)) for name, messages in mistakes.items()}
    return HouseForm(base, raw, None if told else rules, told)


def plain(house: HouseRules) -> dict[str, str]:
    """What every field says when these rules are in force."""
    return {name: str(value) for name, value in values_of(house).items()}


def _value(described: Field, text: str) -> Value:
    if described.kind is not Kind.NUMBER:
        if text not in dict(described.choices):
            raise Mistake("Choose one of the list.")
        return text
    if not WHOLE_NUMBER.fullmatch(text):
        raise Mistake("Write a whole number." if len(text) <= len(str(MOST)) else f"Write a whole number up to {MOST}.")
    if int(text) > MOST:
        raise Mistake(f"At most {MOST} is possible here.")
    return int(text)


def _field_about(subject: str, described: Mapping[str, Field]) -> str:
    """The field at which a problem is shown: the first of those that make up what it is about."""
    if subject in described:
        return subject
    about = (its.name for its in described.values() if its.article == subject or its.name.startswith(f"{subject}."))
    return next(about, "")


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        error_messages={"required": "Say why: the players will ask."},
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )
