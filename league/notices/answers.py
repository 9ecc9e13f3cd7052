"""What came of a try: the one shape in which mail and webhooks answer."""

from dataclasses import dataclass
from datetime import timedelta

from league.notices.models import Delivery


@dataclass(frozen=True, slots=True)
class Answer:
    """`WAITING` means: not yet, try again; `wait` is how long the other server asks for."""

    state: Delivery.State
    status: int | None = None
    error: str = ""
    wait: timedelta | None = None
    is_gone: bool = False  # the other server says: never again
