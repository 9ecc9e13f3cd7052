"""An address for something new: made from its first name, and kept whatever it is called later."""

from collections.abc import Callable, Collection
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string
from django.utils.text import slugify

Made = TypeVar("Made")
LONGEST = 60


def at_a_free_address(create: Callable[[str], Made], name: str, *, otherwise: str, reserved: Collection[str]) -> Made:
    """What `create` makes of the first address that nobody has. Two who want the same one at once both get theirs."""
    wanted = slugify(name)[:LONGEST].strip("-_") or otherwise
    unheard_of = f"{wanted}-{get_random_string(6, 'abcdefghjkmnpqrstuvwxyz23456789')}"
    for slug in (unheard_of,) if wanted in reserved else (wanted, unheard_of):
        try:
            with transaction.atomic():
                return create(slug)
        except IntegrityError:
            continue
    raise RuntimeError(f"No free address was found for {name}.")
