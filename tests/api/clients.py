"""Programs that call the API, for tests."""

import json
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.test import Client

from teams import tokens
from teams.models import Token

ERROR = {"code", "message", "subject"}


class Program:
    """Sends JSON, with a token of somebody or with none."""

    def __init__(self, person: User | None = None, scope: str = Token.Scope.WRITE, **extra: Any) -> None:
        self.client = Client(raise_request_exception=True, **extra)
        secret = tokens.make(person=person, name=f"test {uuid4()}", scope=scope).secret if person else ""
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def get(self, address: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{address}", headers=self._headers(headers))

    def post(self, address: str, sent: Any = None, **headers: str) -> Any:
        return self._send("POST", address, sent, headers)

    def patch(self, address: str, sent: Any = None, **headers: str) -> Any:
        return self._send("PATCH", address, sent, headers)

    def delete(self, address: str, **headers: str) -> Any:
        return self.client.delete(f"/api/v1/{address}", headers=self._headers(headers))

    def raw(self, method: str, address: str, body: bytes, content_type: str = "application/json") -> Any:
        return self.client.generic(
            method, f"/api/v1/{address}", body, content_type=content_type, headers=self._headers({})
        )

    def _send(self, method: str, address: str, sent: Any, headers: dict[str, str]) -> Any:
        body = json.dumps({} if sent is None else sent)
        return self.client.generic(
            method, f"/api/v1/{address}", body, content_type="application/json", headers=self._headers(headers)
        )

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return self.headers | {name.replace("_", "-"): value for name, value in more.items()}


def refused(response: Any, status: int, code: str, subject: str | None = None) -> dict[str, Any]:
    """The body of a refusal, which must have the one shape that refusals have."""
    body: dict[str, Any] = response.json()
    assert response.status_code == status, body
    assert set(body) - {"problems"} == ERROR
    assert response["Content-Type"] == "application/json"
    assert body["code"] == code, body
    assert subject is None or body["subject"] == subject, body
    for problem in body.get("problems", []):
        assert set(problem) == ERROR
    return body
