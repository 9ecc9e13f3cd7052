"""People in a file: known by their usernames, and by nothing else.

Whoever has no account here, or may not be matched to one, is restored as a stand-in: an account that nobody can log
in to, named `kenta (moon-court)` after the league it came with. No sign-up can give such a name, so a stand-in is
never mistaken for a member of the site. What it was called at home is kept, for the next export.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet

# Fields that name somebody
PERSONAL = {"author", "owner", "person", "decided_by", "briefed_by", "removed_by", "edited_by"}
LONGEST_PART = 56  # of a name, in the name of its stand-in: its league and a number have room beside it


# Out


def is_stand_in(person: User) -> bool:
    return not person.is_active and person.username.endswith(")")


def stand_ins(people: QuerySet[User]) -> QuerySet[User]:
    return people.filter(is_active=False, username__endswith=")")


def names_of(rows: Iterable[Model]) -> dict[int | None, str | None]:
    """By its id: how a file calls everybody whom these rows name. A stand-in keeps the name it came with."""
    ids = {getattr(row, field) for row in rows for field in _personal(type(row))} - {None}
    people = User.objects.in_bulk(ids)
    at_home = {id_: its.first_name if is_stand_in(its) else its.username for id_, its in people.items()}
    taken = Counter(name.casefold() for name in at_home.values())
    return {None: None} | {
        id_: name if taken[name.casefold()] == 1 or not is_stand_in(people[id_]) else people[id_].username
        for id_, name in at_home.items()
    }


def _personal(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.related_model is User]


# In


def named_in(kept: Any) -> list[str]:
    """Everybody whom a file names, in the order of first mention."""
    found: dict[str, None] = {}
    _collect(kept, found)
    return list(found)


def _collect(kept: Any, found: dict[str, None]) -> None:
    for field in fields(kept):
        value = getattr(kept, field.name)
        if field.name in PERSONAL and value is not None:
            found[value] = None
        elif isinstance(value, tuple):
            for item in value:
                if _is_kept(item):
                    _collect(item, found)
        elif _is_kept(value):
            _collect(value, found)


def _is_kept(value: object) -> bool:
    return is_dataclass(value) and type(value).__name__.startswith("Kept")


def matched(names: Collection[str], importer: User, *, by_name: bool) -> dict[str, User]:
    """Who of these has an account. Nobody but the staff may say so of others: a file can name anybody."""
    if by_name and importer.is_staff:
        found = User.objects.filter(username__in=names, is_active=True)
        return {person.username: person for person in found}
    return {importer.username: importer} if importer.username in names else {}


def restored(names: Collection[str], known: Mapping[str, User], where: str) -> dict[str, User]:
    """Everybody as an account: those who have one, and stand-ins for the others."""
    strangers = [name for name in names if name not in known]
    usernames = _usernames(strangers, where)
    password = make_password(None)
    made = User.objects.bulk_create(
        User(username=usernames[name], first_name=name, is_active=False, password=password) for name in strangers
    )
    return {**known, **{its.first_name: its for its in made}}


def _usernames(names: Iterable[str], where: str) -> dict[str, str]:
    """No two alike in any case, and none that is there already: a team may have come to an address of this name."""
    ending = f" ({where})"
    there = User.objects.filter(username__iendswith=ending).values_list("username", flat=True)
    taken = {its.casefold() for its in there}
    alike: Counter[str] = Counter()
    chosen: dict[str, str] = {}
    for name in names:
        wanted = plain = f"{name[:LONGEST_PART]}{ending}"
        while wanted.casefold() in taken:
            alike[plain.casefold()] += 1
            wanted = f"{plain[:-1]}+{alike[plain.casefold()]})"
        taken.add(wanted.casefold())
        chosen[name] = wanted
    return chosen
