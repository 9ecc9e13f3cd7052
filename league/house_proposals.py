"""Rules that somebody wishes for, on their way through form, preview and saving.

Nothing is kept in between: each page carries what was written on to the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from league import house_form, houses
from league.house_form import HouseForm
from league.models import HouseVersion, League
from rules.house import HouseRules

LOST = -1  # the version of a form that does not say which it was made from
MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Proposal:
    """Written into the form, or an earlier version taken again; no rules, if they make no sense yet."""

    based_on: int  # the version that its author has seen
    rules: HouseRules | None
    carried: Mapping[str, str]  # what makes the same proposal on the next page
    form: HouseForm | None = None  # none: an earlier version


def unwritten(league: League) -> Proposal:
    """The form as the ninja master finds it."""
    return _written(house_form.blank(houses.rules_of(league)), houses.number_of(houses.version_in_force(league)))


def proposed(league: League, data: Mapping[str, str]) -> Proposal:
    """What was sent, or `HouseVersion.DoesNotExist` if it asks for a version that never was."""
    based_on = _number(data.get("based_on", ""))
    if "restore" in data:
        number = _number(data["restore"])
        return Proposal(based_on, houses.rules_at(league, number), {"restore": str(number)})
    try:
        base = houses.rules_at(league, based_on)
    except HouseVersion.DoesNotExist:
        base = houses.rules_of(league)
    return _written(house_form.read(data, base), based_on)


def renewed(proposal: Proposal, league: League) -> Proposal:
    """The same wishes, put onto the rules that are in force now."""
    number = houses.number_of(houses.version_in_force(league))
    if proposal.form is None:
        return replace(proposal, based_on=number)
    return _written(house_form.read(proposal.carried, houses.rules_of(league)), number)


def form_of(proposal: Proposal, league: League) -> HouseForm:
    """The form in which it can be changed, if it was not written into one."""
    wanted = house_form.plain(proposal.rules) if proposal.rules else {}
    return proposal.form or house_form.read(wanted, houses.rules_of(league))


def _written(form: HouseForm, based_on: int) -> Proposal:
    return Proposal(based_on, form.rules, form.changed, form)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else LOST
