"""The house rules of a league: which are in force, how they came about, and the one way to change them.

A version is never altered. What was told under an earlier one stays as it was told.
"""

import json
from functools import lru_cache

from league.models import League
from rules.articles import differences
from rules.house import HouseRules, house_from_json, rulebook
from teams.models import House


def house_in_force(league: League) -> House | None:
    """What a game decided now is played by; none is the rulebook."""
    return league.house


def rules_of(league: League) -> HouseRules:
    """The rules in force."""
    return rules_in(house_in_force(league))


def differences_of(league: League) -> list[str]:
    """What this league plays differently from the rulebook, in sentences."""
    return [difference.sentence for difference in differences(rules_of(league))]


def rules_in(house: House | None) -> HouseRules:
    """A row of house rules as a value; none is the rulebook."""
    return _decoded(json.dumps(house.rules)) if house else rulebook()


@lru_cache(maxsize=256)
def _decoded(rules: str) -> HouseRules:
    return house_from_json(json.loads(rules))
