"""Who asks: a token in the header, or the session of a browser, which has to prove that the page was ours."""

from typing import Any, cast

from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from teams import tokens
from teams.api.errors import CHALLENGE, Refused
from teams.api.throttling import count_wrong_token
from teams.models import Token

SCHEME = "bearer"
WRONG = "This token is unknown, revoked or expired."


class TokenAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        header = request.headers.get("Authorization", "")
        scheme, _, secret = header.partition(" ")
        if not header:
            return None
        token = tokens.find(secret.strip()) if scheme.lower() == SCHEME else None
        if token is None:
            count_wrong_token(request)
            raise AuthenticationFailed(WRONG, "wrong-token")
        return token.person, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class SessionAuthentication(authentication.SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            message = "Send the token of the csrftoken cookie in the header X-CSRFToken."
            raise Refused(403, message, code="csrf", subject="X-CSRFToken") from error


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # it registers itself
    target_class = "teams.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        about = "A token of the page Tokens of your account: `Authorization: Bearer kage_...`"
        return {"type": "http", "scheme": "bearer", "bearerFormat": "kage_...", "description": about}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # it registers itself
    target_class = "teams.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        about = "The session of a browser. Whatever changes something needs the header `X-CSRFToken` as well."
        return cast(dict[str, Any], {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": about})


def token_of(request: Request) -> Token | None:
    return request.auth if isinstance(request.auth, Token) else None
