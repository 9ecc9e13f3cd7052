"""The API put together: which package answers what below `/api/v1/`, and what is said where nothing is.

An app adds its endpoints by a line in `PACKAGES`.
"""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, URLPattern, URLResolver, include, path, re_path, resolve
from rest_framework.request import Request

from config import api_docs, api_schema
from league.houses import rules_of
from league.models import Entrant
from league.permissions import league_to_see, visible_leagues
from rules.problems import Problem
from teams.api import errors
from teams.api.endpoint import Endpoint
from teams.api.teams import OF_LEAGUE
from teams.permissions import Person
from teams.rosters import HOUSE_OF

PACKAGES = ["teams.api.urls", "league.api.urls", "matches.api.urls"]
PREFIX = "/api/v1/"

# What endpoints of teams ask of leagues, which sit above them
OF_LEAGUE.append(lambda teams, person, slug: teams.filter(pk__in=_entered(person, slug)))
HOUSE_OF.append(lambda person, slug: rules_of(league_to_see(person, slug)[0]))


def _entered(person: Person, league: str) -> QuerySet[Entrant, int]:
    seen = visible_leagues(person).filter(slug=league)
    return Entrant.objects.filter(season__league__in=seen).values_list("team", flat=True)


class Nothing(Endpoint):
    """Whatever is not there, in the words of the API."""

    authentication_classes = []
    permission_classes = []
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.check_throttles(request)
        hint = f" Did you mean {request.path}/ with a slash?" if _resolves(f"{request.path}/") else ""
        raise errors.Refused(404, f"There is nothing at this address.{hint}")


def _resolves(address: str) -> bool:
    try:
        return getattr(resolve(address).func, "view_class", None) is not Nothing
    except Resolver404:
        return False


def said(request: HttpRequest, status: HTTPStatus, message: str) -> HttpResponse | None:
    """What fails before or below any endpoint, in the words of the API; None if no program asks."""
    if not request.path.startswith(PREFIX):
        return None
    return JsonResponse(errors.body([Problem(errors.CODES[status], message)]), status=status)


v1: list[URLPattern | URLResolver] = [
    *(path("", include(package)) for package in PACKAGES),
    path("schema/", api_schema.Schema.as_view(), name="api-schema"),
    re_path(r"", Nothing.as_view()),
]
urlpatterns = [
    path("", api_docs.page, name="api-docs"),
    path("v1/", include(v1)),
]
