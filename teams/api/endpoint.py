"""What every endpoint is: a view that knows who asks, reads what was sent, and answers with an ETag."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Model
from django.http import HttpRequest
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework import generics
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from teams.api import etags
from teams.api.access import Access
from teams.api.authentication import SessionAuthentication, TokenAuthentication
from teams.api.filters import Filtering, Ordering
from teams.api.pagination import Pages
from teams.api.parsing import AlwaysJSON, JSONParser
from teams.api.throttling import Everything, Special, Writing
from teams.permissions import Person

Row = TypeVar("Row", bound=Model)
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class Endpoint(APIView):
    authentication_classes: Sequence[type[BaseAuthentication]] = [TokenAuthentication, SessionAuthentication]
    permission_classes = [Access]
    throttle_classes = [Everything, Writing, Special]
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = AlwaysJSON
    metadata_class = None

    needs_login = False  # even to read
    only_reads = False  # although it may be a POST
    only_by_session: Sequence[str] = ()  # methods that no token may call
    special_rate = ""  # one of API_RATES, for what is asked with `special_methods`
    special_methods: Sequence[str] = ("POST",)
    is_open = False  # scripts of other sites may call it
    kept_for = 0  # seconds that anybody may keep the answer: it is the same for everybody
    key: UUID | None = None  # for the service that is called, if the client sent one

    @property
    def visitor(self) -> Person:
        user = self.request.user
        return user if isinstance(user, User) else AnonymousUser()

    @property
    def person(self) -> User:
        if not isinstance(self.request.user, User):
            raise NotAuthenticated
        return self.request.user

    def sent(self, serializer: type[BaseSerializer[Any]], **options: Any) -> Any:
        """The body of the request, if it is what this serializer takes."""
        read = serializer(data=self.request.data, **options)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def asked(self, serializer: type[BaseSerializer[Any]]) -> Any:
        """The parameters in the address, if they are what this serializer takes."""
        read = serializer(data=self.request.query_params.dict())
        read.is_valid(raise_exception=True)
        return read.validated_data

    def unchanged(self, shown: Callable[[], Any]) -> None:
        """Go on only if the client has seen what GET would answer now. Call it with the row locked."""
        method = getattr(self, (self.request.method or "").lower())
        etags.refuse_stale(self.request, shown, needed=method.if_match == etags.NEEDED)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What cannot be done at all is nobody's to be allowed."""
        if not hasattr(self, (request.method or "").lower()):
            raise MethodNotAllowed(request.method or "")
        super().initial(request, *args, **kwargs)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        return Response(status=204, headers=PREFLIGHT if self.is_open else None)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        finished: Response = super().finalize_response(request, response, *args, **kwargs)
        if request.method in ("GET", "HEAD") and finished.status_code == 200:
            finished = self._conditional(request, finished)
        if self.is_open:
            finished["Access-Control-Allow-Origin"] = "*"
        return finished

    def _conditional(self, request: Request, response: Response) -> Response:
        response["ETag"] = etags.etag_of(response.data)
        if self.kept_for:
            patch_cache_control(response, public=True, max_age=self.kept_for)
        elif "Cache-Control" not in response:
            patch_cache_control(response, private=True, no_cache=True)
            patch_vary_headers(response, ["Authorization", "Cookie"])
        if etags.names(request.headers.get("If-None-Match", ""), response["ETag"]):
            response.status_code, response.data = 304, None
        return response


class ListEndpoint(Endpoint, generics.ListAPIView[Row]):
    """Rows in pages. Give it `get_queryset`, `serializer_class`, `ordering`, and what may be filtered and sorted by."""

    filter_backends = [Filtering, Ordering]
    pagination_class = Pages
    ordering = "pk"
    ordering_fields: Sequence[str] = ()
