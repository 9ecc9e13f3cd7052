"""Every number, choice and table row of the house rules as one flat list of values, and back.

A value goes by the key of the article it fills: `koban.win`, `prices.tora-kaiken`, `feat_xp.brawl/chunin`.
`rules_from(values_of(house), house)` is the same house again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any, TypeVar

from rules.catalog import Allowance, Challenge, Feat, Profile, catalog
from rules.dice import Element
from rules.house import AcceptedBy, Downtime, Gain, HouseRules, RandomChallenge, TieBreaker

Value = int | str
Values = Mapping[str, Value]
Group = TypeVar("Group")

YES, NO = "yes", "no"
GROUPS = ("koban", "rating", "underdog", "dismissal", "awards", "league_points", "reports")


def values_of(house: HouseRules) -> dict[str, Value]:
    """What every field of the form holds when a league plays by these rules."""
    return dict(_values(house))


def _values(house: HouseRules) -> Iterator[tuple[str, Value]]:
    for name in GROUPS:
        group = getattr(house, name)
        yield from ((f"{name}.{its.name}", _plain(getattr(group, its.name))) for its in fields(group))
    yield from ((f"feats.{feat.id}", feat.xp) for feat in house.feats)
    yield from ((f"levels.{level.id}", level.xp) for level in house.levels)
    for name, table in tables_of(house).items():
        yield from ((f"{name}.{element}", _plain(table[element])) for element in Element)
    for place in places():
        in_order = house.tie_breakers[place - 1 : place]
        yield f"tie_breakers.{place}", in_order[0].value if in_order else ""
    for id_ in catalog().challenges:
        yield f"challenges.{id_}", _plain(id_ not in house.banned_challenges)
    for profile in catalog().profiles.values():
        yield from _profile_values(house, profile)
    for key, challenge, feat in own_feats():
        now = next(its for its in house.feats_of(challenge) if its.id == feat.id)
        yield from ((f"feat_points.{key}", now.points), (f"feat_xp.{key}", now.xp))


def _profile_values(house: HouseRules, profile: Profile) -> Iterator[tuple[str, Value]]:
    yield f"prices.{profile.id}", house.price(profile)
    if profile.type.is_unique:
        yield f"upkeeps.{profile.id}", house.upkeep(profile)
    elif allowance := house.allowance(profile):
        yield f"allowances.{profile.id}.least", allowance.least
        yield f"allowances.{profile.id}.most", allowance.most
    yield f"profiles.{profile.id}", _plain(profile.id not in house.banned_profiles)


def tables_of(house: HouseRules) -> dict[str, Mapping[Element, Any]]:
    """The tables with a row for each element."""
    draw = house.random_challenge
    return {
        "downtime": house.downtime,
        "advancement": house.advancement,
        "random_challenge.columns": draw.columns,
        "random_challenge.column_1": draw.column_1,
        "random_challenge.column_2": draw.column_2,
    }


def places() -> range:
    """The order of the tie-breakers has a place for each of them; those behind the last are empty."""
    return range(1, len(TieBreaker) + 1)


def own_feats() -> Iterator[tuple[str, Challenge, Feat]]:
    """The feats that only one challenge has, by the key under which a league changes them."""
    for challenge in catalog().challenges.values():
        yield from ((f"{challenge.id}/{feat.id}", challenge, feat) for feat in challenge.feats)


def rules_from(values: Values, base: HouseRules) -> HouseRules:
    """The rules with these values; what no value is about stays as it is in `base`."""
    profiles = catalog().profiles.values()
    return replace(
        base,
        **{name: _group(name, getattr(base, name), values) for name in GROUPS},
        feats=tuple(replace(feat, xp=int(values[f"feats.{feat.id}"])) for feat in base.feats),
        levels=tuple(replace(level, xp=int(values[f"levels.{level.id}"])) for level in base.levels),
        downtime={element: Downtime(str(values[f"downtime.{element}"])) for element in Element},
        advancement={element: Gain(str(values[f"advancement.{element}"])) for element in Element},
        random_challenge=_random_challenge(values),
        tie_breakers=tuple(TieBreaker(chosen) for n in places() if (chosen := str(values[f"tie_breakers.{n}"]))),
        banned_challenges=tuple(id_ for id_ in catalog().challenges if values[f"challenges.{id_}"] == NO),
        banned_profiles=tuple(its.id for its in profiles if values[f"profiles.{its.id}"] == NO),
        prices=_changed("prices", {its.id: its.koban for its in profiles}, values),
        upkeeps=_changed("upkeeps", {its.id: its.upkeep for its in profiles if its.type.is_unique}, values),
        allowances=dict(_allowances(values)),
        feat_points=_changed("feat_points", {key: feat.points for key, _, feat in own_feats()}, values),
        feat_xp=_changed("feat_xp", {key: feat.xp for key, _, feat in own_feats()}, values),
    )


def _group(name: str, group: Group, values: Values) -> Group:
    its = {field.name: values[f"{name}.{field.name}"] for field in fields(group)}  # type: ignore[arg-type]
    kinds = {key: type(getattr(group, key)) for key in its}
    return type(group)(**{key: _typed(kinds[key], value) for key, value in its.items()})


def _random_challenge(values: Values) -> RandomChallenge:
    def column(name: str) -> dict[Element, Value]:
        return {element: values[f"random_challenge.{name}.{element}"] for element in Element}

    return RandomChallenge(
        columns={element: int(number) for element, number in column("columns").items()},
        column_1={element: str(row) for element, row in column("column_1").items()},
        column_2={element: str(row) for element, row in column("column_2").items()},
    )


def _changed(name: str, printed: Mapping[str, int], values: Values) -> dict[str, int]:
    """A league keeps only what differs from the catalog."""
    now = {key: int(values[f"{name}.{key}"]) for key in printed}
    return {key: number for key, number in now.items() if number != printed[key]}


def _allowances(values: Values) -> Iterator[tuple[str, Allowance]]:
    for profile in catalog().profiles.values():
        if profile.allowance:
            name = f"allowances.{profile.id}"
            allowance = Allowance(int(values[f"{name}.least"]), int(values[f"{name}.most"]))
            if allowance != profile.allowance:
                yield profile.id, allowance


def _plain(value: Any) -> Value:
    if isinstance(value, bool):
        return YES if value else NO
    plain: Value = value.value if isinstance(value, Enum) else value
    return plain


def _typed(kind: type, value: Value) -> bool | int | AcceptedBy:
    if kind is bool:
        return value == YES
    return AcceptedBy(str(value)) if kind is AcceptedBy else int(value)
