"""How endpoints are described: whatever they have in common is documented here, once, for all of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from teams.api import etags
from teams.api.access import needs_person
from teams.api.endpoint import Endpoint
from teams.api.idempotency import HEADER

Method = TypeVar("Method", bound=Callable[..., Any])
READING = ("GET", "HEAD")


class ProblemSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs: it never changes.")
    message = serializers.CharField(help_text="For people: a sentence.")
    subject = serializers.CharField(
        allow_blank=True, help_text="What it is about: a field, a header, a profile or a ninja; empty for the whole."
    )


class ErrorSerializer(ProblemSerializer):
    problems = ProblemSerializer(many=True, required=False, help_text="Every problem, if there are several.")


ERRORS = {
    400: ("The body is not JSON.", "malformed", "The body is not JSON: Expecting value.", ""),
    401: ("Nobody is logged in, or the token is no good.", "not-logged-in", "Log in, or send a token.", ""),
    403: ("You may not do this.", "forbidden", "Only its owner and the ninja master may change Ember Claws.", ""),
    404: ("It is not there, or it is private.", "not-found", "There is no team at this address, or it is private.", ""),
    412: ("It was changed since you read it.", "stale", "This was changed since you have read it.", "If-Match"),
    413: ("The body is too large.", "too-large", "A request has at most 2560 KB.", ""),
    415: ("The body is no JSON.", "unsupported-media-type", 'Unsupported media type "text/plain" in request.', ""),
    422: (
        "It is not valid, or the rules forbid it.",
        "too-many",
        "A team has 2 to 8 kaiken, this one has 9.",
        "tora-kaiken",
    ),
    428: ("If-Match is missing.", "if-match-missing", "Say which version you have seen.", "If-Match"),
    429: ("Too many requests.", "too-many-requests", "Too many requests. Try again in 12 seconds.", ""),
}
RETRY_AFTER = OpenApiParameter(
    "Retry-After", int, OpenApiParameter.HEADER, response=[429], description="Seconds until it works again."
)
KEY = OpenApiParameter(
    HEADER,
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    description="A UUID of your choice. The same request with the same key happens once: repeated, it gets its first "
    "answer again, for 30 days.",
)
UNTIL = {
    etags.NEEDED: "The ETag of what you have seen. If it was changed since, nothing happens (412).",
    etags.TAKEN: "The ETag of what you have seen, if it should matter. If it was changed since, nothing happens (412).",
}


def describe(
    summary: str,
    about: str = "",
    *,
    sends: Any = None,
    answers: Mapping[int, Any],
    parameters: Sequence[OpenApiParameter] = (),
    examples: Sequence[OpenApiExample] = (),
    id_: str | None = None,
) -> Callable[[Method], Method]:
    """A method of an endpoint in the schema: what it does, takes and gives. Goes outermost."""

    def described(method: Method) -> Method:
        return extend_schema(
            operation_id=id_,
            summary=summary,
            description=about or summary,
            request=sends,
            responses=dict(answers),
            parameters=list(parameters),
            examples=list(examples),
        )(method)

    return described


def sent(name: str, value: Any) -> OpenApiExample:
    """An example of what is sent."""
    return OpenApiExample(name, value=value, request_only=True)


def got(name: str, value: Any, *, status: int = 200) -> OpenApiExample:
    """An example of what is answered."""
    return OpenApiExample(name, value=value, response_only=True, status_codes=[str(status)])


class Schema(AutoSchema):
    def get_override_parameters(self) -> list[Any]:
        method = self._method
        found = [KEY] if getattr(method, "is_idempotent", False) else []
        if wanted := getattr(method, "if_match", ""):
            found.append(
                OpenApiParameter(
                    "If-Match",
                    str,
                    OpenApiParameter.HEADER,
                    required=False,
                    description=UNTIL[wanted]
                    + (" Needed: without it nothing happens (428)." if wanted == etags.NEEDED else ""),
                )
            )
        return [*found, RETRY_AFTER]

    @property
    def _method(self) -> Any:
        return getattr(self.view, self.method.lower())

    @property
    def _endpoint(self) -> Endpoint:
        return cast(Endpoint, self.view)

    def get_auth(self) -> list[dict[str, Any]]:
        """Whoever need not be known may still say who it is."""
        known: list[dict[str, Any]] = [auth for auth in super().get_auth() if auth]
        if self.method in self._endpoint.only_by_session:
            known = [auth for auth in known if "session" in auth]
        return known if known and needs_person(self.method, self._endpoint) else [*known, {}]

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        for status in self._errors():
            if str(status) not in bodies:
                described = OpenApiResponse(ErrorSerializer, description=ERRORS[status][0])
                bodies[str(status)] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                    described, str(status), direction=direction
                )
                bodies[str(status)]["content"]["application/json"]["examples"] = _example(status)
        if self.method in READING:
            bodies["304"] = {"description": "You have it already: If-None-Match named its ETag."}
        return dict(sorted(bodies.items()))

    def _errors(self) -> list[int]:
        found = {429}
        if self._endpoint.authentication_classes:
            found |= {401, 403} if needs_person(self.method, self._endpoint) else {401}
        if "{" in self.path or self.method not in READING:
            found.add(404)
        if self.method not in READING:
            found |= {400, 413, 415, 422}
        if any(parameter["in"] != "path" for parameter in self._get_parameters()):
            found.add(422)
        if wanted := getattr(self._method, "if_match", ""):
            found |= {412, 428} if wanted == etags.NEEDED else {412}
        return sorted(found)


def _example(status: int) -> dict[str, Any]:
    _, code, message, subject = ERRORS[status]
    return {code: {"value": {"code": code, "message": message, "subject": subject}}}
