"""What somebody may do at all, before a service is asked what they may do with a team."""

from typing import TYPE_CHECKING

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from teams.api.authentication import token_of
from teams.models import Token

if TYPE_CHECKING:
    from teams.api.endpoint import Endpoint


def changes_something(method: str | None, view: "Endpoint") -> bool:
    return method not in SAFE_METHODS and not view.only_reads


def needs_person(method: str | None, view: "Endpoint") -> bool:
    return view.needs_login or changes_something(method, view)


class Access(BasePermission):
    """A person for every change, and one whose token may write, or who uses the browser where only that will do."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        endpoint: Endpoint = view  # type: ignore[assignment]  # every view of ours is one
        if needs_person(request.method, endpoint) and not request.user.is_authenticated:
            raise NotAuthenticated
        token = token_of(request)
        if token and changes_something(request.method, endpoint) and token.scope != Token.Scope.WRITE:
            raise PermissionDenied("This token may only read.", "read-only-token")
        if token and request.method in endpoint.only_by_session:
            raise PermissionDenied("Only a browser that is logged in may do this, no token.", "session-needed")
        return True
