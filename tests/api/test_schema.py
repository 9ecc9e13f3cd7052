"""The schema is valid, complete and without warnings, and its page tells all of it."""

import json
from io import StringIO
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command
from django.test import Client

from config import api_docs, api_schema
from tests.api.clients import Program

METHODS = {"get", "post", "put", "patch", "delete"}
pytestmark = pytest.mark.django_db


def operations() -> list[Any]:
    paths = api_schema.schema()["paths"].items()
    return [
        pytest.param(its, id=f"{method} {path}")
        for path, all_ in paths
        for method, its in all_.items()
        if method in METHODS
    ]


def test_it_is_valid_and_without_warnings() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO(), stderr=StringIO())


def test_it_is_served() -> None:
    response = Program().get("schema/")
    assert response["Content-Type"] == "application/vnd.oai.openapi+json"
    assert response.json() == api_schema.schema()
    assert Program().get("schema/", if_none_match=response["ETag"]).status_code == 304


def test_both_ways_to_log_in_are_described() -> None:
    assert api_schema.schema()["components"]["securitySchemes"].keys() == {"token", "session"}


@pytest.mark.parametrize("operation", operations())
def test_every_operation_has_a_summary_a_name_and_its_errors(operation: dict[str, Any]) -> None:
    assert operation["summary"]
    assert operation["operationId"]
    assert "429" in operation["responses"]
    for status, answer in operation["responses"].items():
        if status >= "400":
            schema = answer["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/Error"}


@pytest.mark.parametrize("operation", operations())
def test_every_example_is_what_it_is_an_example_of(operation: dict[str, Any]) -> None:
    contents = [operation.get("requestBody", {}), *operation["responses"].values()]
    for content in contents:
        told = content.get("content", {}).get("application/json", {})
        for example in told.get("examples", {}).values():
            _validate(example["value"], told["schema"])


def _validate(value: Any, schema: dict[str, Any]) -> None:
    components = {"components": _without_nullable(api_schema.schema()["components"])}
    jsonschema.validate(value, {**_without_nullable(schema), **components})


def _without_nullable(schema: Any) -> Any:
    """OpenAPI 3.0 says `nullable` where JSON Schema says that it may be null."""
    if isinstance(schema, list):
        return [_without_nullable(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _without_nullable(value) for key, value in schema.items() if key != "nullable"}
    return {"anyOf": [plain, {"type": "null"}]} if schema.get("nullable") is True else plain


# Its page


def test_the_page_tells_every_operation_and_every_shape(client: Client) -> None:
    page = client.get("/api/").content.decode()
    for operation in (its.values[0] for its in operations()):
        assert f'id="{operation["operationId"]}"' in page
    for name in api_schema.schema()["components"]["schemas"]:
        assert f'id="shape-{name}"' in page


def test_the_page_needs_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/api/").content.decode()
    assert "<style" not in page
    assert ' style="' not in page
    assert 'src="http' not in page
    assert 'href="http' not in page.replace('href="https://kagejima', "")


def test_its_commands_can_be_pasted_into_a_shell() -> None:
    docs = api_docs.docs("https://example.org")
    found = next(its for group in docs.groups for its in group.operations if its.id == "teams_found")
    assert found.curl.startswith("curl -X POST https://example.org/api/v1/teams/ \\\n")
    assert '-H "Idempotency-Key: $(uuidgen)"' in found.curl
    assert json.loads(found.curl.partition("-d '")[2].rstrip("'"))["clan"] == "tora"


def test_the_page_is_only_looked_at(client: Client) -> None:
    assert client.post("/api/").status_code == 405
