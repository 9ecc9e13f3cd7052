"""How often one visitor or person may ask. The rates are API_RATES in the settings.

Counted in the cache: exactly with REDIS_URL, without it by each web process for itself.
"""

from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

if TYPE_CHECKING:
    from teams.api.endpoint import Endpoint


class Rate(SimpleRateThrottle):
    """Counts what `scope_of` gives a name to, for each person, and for each address of those unknown."""

    scope = "anonymous"

    def scope_of(self, request: Request, view: "Endpoint") -> str:
        raise NotImplementedError

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.scope = self.scope_of(request, view)  # type: ignore[arg-type]  # every view of ours is an Endpoint
        if not self.scope:
            return True
        self.num_requests, self.duration = self.parse_rate(self.get_rate())
        return super().allow_request(request, view)

    def get_rate(self) -> str:
        return str(settings.API_RATES[self.scope])

    def get_cache_key(self, request: Request, view: APIView) -> str:
        user = request.user
        who = f"person-{user.pk}" if user.is_authenticated else f"ip-{self.get_ident(request)}"
        return f"api-rate:{self.scope}:{who}"


class Everything(Rate):
    def scope_of(self, request: Request, view: "Endpoint") -> str:
        return "person" if request.user.is_authenticated else "anonymous"


class Writing(Rate):
    def scope_of(self, request: Request, view: "Endpoint") -> str:
        return "" if request.method in SAFE_METHODS or view.only_reads else "write"


class Special(Rate):
    """What costs more than others, or is worth guessing at."""

    def scope_of(self, request: Request, view: "Endpoint") -> str:
        return view.special_rate if request.method in view.special_methods else ""


class WrongTokens(Rate):
    """Whoever sends tokens that nobody was given is slowed down before we have looked at many."""

    def scope_of(self, request: Request, view: "Endpoint") -> str:
        return "wrong-token"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"api-rate:{self.scope}:ip-{self.get_ident(request)}"


def count_wrong_token(request: Request) -> None:
    rate = WrongTokens()
    if not rate.allow_request(request, APIView()):
        raise Throttled(rate.wait())
