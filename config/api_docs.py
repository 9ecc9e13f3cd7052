"""The page that documents the API: the schema itself, told for people, with nothing written down twice."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from config.api_schema import schema
from league.markdown import to_html
from teams.crumbs import Crumb

JSON = "application/json"
METHODS = ("get", "post", "put", "patch", "delete")
PLACES = {"path": "in the address", "query": "after ?", "header": "header"}
KINDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
}
FORMATS = {"date-time": "time", "date": "date", "uuid": "UUID", "uri": "address"}
# What stands for a parameter of an address in an example.
INSTEAD = {"slug": "ember-claws", "clan": "tora", "profile": "tora-kaiken", "keyword": "leap", "challenge": "brawl"}
INSTEAD |= {"ninja": "n1", "number": "1", "key": "6f1f7a2e-3c1b-4f0a-9d57-0d5a3a3d9f10", "id": "7"}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is: in words, and in which shape further below, if in one."""

    words: str
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: Kind
    is_needed: bool
    about: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    phrase: str
    about: str
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    about: str
    access: str
    parameters: tuple[Field, ...]
    sends: tuple[Field, ...]
    answers: tuple[Answer, ...]
    curl: str
    answered: str


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    about: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Docs:
    about: SafeString
    groups: tuple[Group, ...]
    shapes: tuple[Shape, ...]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    origin = request.build_absolute_uri("/").rstrip("/")
    context = {"trail": [Crumb("API")], "docs": docs(origin), "operations": operations(origin)}
    return render(request, "api/docs.html", context)


@lru_cache(maxsize=8)
def operations(origin: str) -> SafeString:
    """By far the longest part of the page, and the same for everybody: rendered once."""
    return render_to_string("api/operations.html", {"docs": docs(origin)})


@lru_cache(maxsize=8)
def docs(origin: str) -> Docs:
    """Everything on the page. `origin` is where its examples lead: one of the hosts that this site answers for."""
    told = schema()
    about = {tag["name"]: tag["description"] for tag in told.get("tags", [])}
    by_tag: dict[str, list[Operation]] = {tag: [] for tag in about}
    for path, methods in told["paths"].items():
        for method in METHODS:
            if method in methods:
                operation = _operation(origin, path, method, methods[method])
                by_tag.setdefault(methods[method]["tags"][0], []).append(operation)
    groups = tuple(Group(tag, about.get(tag, ""), tuple(found)) for tag, found in by_tag.items() if found)
    shapes = tuple(Shape(name, tuple(_fields(its))) for name, its in sorted(told["components"]["schemas"].items()))
    return Docs(to_html(told["info"]["description"]), groups, shapes)


def _operation(origin: str, path: str, method: str, told: Mapping[str, Any]) -> Operation:
    sent = told.get("requestBody", {}).get("content", {}).get(JSON, {})
    return Operation(
        id=told["operationId"],
        method=method.upper(),
        path=path,
        summary=told["summary"],
        about=told["description"] if told["description"] != told["summary"] else "",
        access=_access(told["security"]),
        parameters=tuple(_parameter(its) for its in told.get("parameters", [])),
        sends=tuple(_fields(_resolved(sent["schema"]))) if sent else (),
        answers=tuple(_answer(int(status), its) for status, its in told["responses"].items()),
        curl=_curl(origin, path, method, told, _example(sent)),
        answered=_pretty(_success(told["responses"])),
    )


def _access(security: list[Mapping[str, Any]]) -> str:
    schemes = {name for one in security for name in one}
    if {} in security:
        return "Anybody." if not schemes else "Anybody; who is logged in may see more."
    return "Only in a browser that is logged in." if schemes == {"session"} else "Only who is logged in."


def _parameter(told: Mapping[str, Any]) -> Field:
    about = told.get("description", "")
    return Field(told["name"], _kind(told["schema"]), told.get("required", False), about, PLACES[told["in"]])


def _fields(told: Mapping[str, Any]) -> Iterator[Field]:
    needed = told.get("required", [])
    for name, its in told.get("properties", {}).items():
        yield Field(name, _kind(its), name in needed, its.get("description", ""))


def _kind(told: Mapping[str, Any]) -> Kind:
    kind = _plain_kind(told)
    return Kind(f"{kind.words} or none", kind.shape) if told.get("nullable") else kind


def _plain_kind(told: Mapping[str, Any]) -> Kind:
    if "$ref" in told:
        return Kind("", told["$ref"].rpartition("/")[2])
    if "allOf" in told:
        return _plain_kind(told["allOf"][0])
    if "oneOf" in told:
        return _plain_kind(told["oneOf"][0])
    if "enum" in told:
        return Kind("one of " + ", ".join(str(value) for value in told["enum"] if value is not None))
    if told.get("type") == "array":
        inner = _kind(told["items"])
        return Kind(f"list of {inner.words}".strip(), inner.shape)
    return Kind(FORMATS.get(told.get("format", ""), "") or KINDS.get(told.get("type", ""), "anything") + _range(told))


def _range(told: Mapping[str, Any]) -> str:
    least, most = told.get("minimum"), told.get("maximum")
    return f", {least} to {most}" if least is not None and most is not None else ""


def _answer(status: int, told: Mapping[str, Any]) -> Answer:
    content = told.get("content", {}).get(JSON, {}).get("schema")
    return Answer(status, HTTPStatus(status).phrase, told.get("description", ""), _kind(content) if content else None)


def _resolved(told: Mapping[str, Any]) -> Mapping[str, Any]:
    name = _kind(told).shape
    return dict(schema()["components"]["schemas"][name]) if name else told


def _example(content: Mapping[str, Any]) -> Any:
    return next((its["value"] for its in content.get("examples", {}).values()), None)


def _success(responses: Mapping[str, Any]) -> Any:
    for status, told in responses.items():
        if status.startswith("2"):
            return _example(told.get("content", {}).get(JSON, {}))
    return None


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) if value is not None else ""


def _curl(origin: str, path: str, method: str, told: Mapping[str, Any], body: Any) -> str:
    """A command to paste into a shell in which TOKEN is set."""
    for name in [its["name"] for its in told.get("parameters", []) if its["in"] == "path"]:
        path = path.replace(f"{{{name}}}", INSTEAD.get(name, name.upper()))
    headers = {its["name"] for its in told.get("parameters", []) if its["in"] == "header"}
    lines = [f"curl {'' if method == 'get' else f'-X {method.upper()} '}{origin}{path}"]
    if {} not in told["security"]:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if "Idempotency-Key" in headers:
        lines.append('-H "Idempotency-Key: $(uuidgen)"')
    if "428" in told["responses"]:
        lines.append("-H 'If-Match: \"...\"'")
    if body is not None:
        lines += ["-H 'Content-Type: application/json'", f"-d '{json.dumps(body, ensure_ascii=False)}'"]
    return " \\\n  ".join(lines)
