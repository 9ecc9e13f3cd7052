"""Every operation of the schema, asked in ways that nobody would think of: every answer is as documented.

Whatever is added to the API is found here by itself. Each request is taken back after its answer, so that all of them
meet the same world: the demo's league, and a few things more.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core import signals
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django import Settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config import api_schema, demo
from config.wsgi import application
from league import memberships
from league.models import Fixture, Invitation, JoinRequest, League, Membership, Role, Season
from league.permissions import Standing
from matches.models import Comment, Match, Seed
from rules.catalog import catalog
from teams import chronicle, tokens
from teams.models import Draft, Team, Token
from tests.rules.teams import legal_team

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
# What can be done with these depends on what became of them: their tests know such moments, the demo's are others.
OF_A_MOMENT = ("/leagues/", "/games/", "/invitations/", "/desk/", "/rulings/")
OF_A_SHAPE = {
    *("required", "invalid", "unknown", "null", "blank", "invalid-choice", "malformed", "empty"),
    *("not-a-list", "not-a-dict", "min-length", "max-length", "min-value", "max-value"),
}

pytestmark = pytest.mark.django_db
Headers = Mapping[str, str]
JSON = "application/json"


def _schema() -> Any:
    schema = schemathesis.openapi.from_dict(api_schema.schema())
    schema.app = application
    return schema


OPERATIONS = {found.ok().label: found.ok() for found in _schema().get_all_operations()}


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests leave the test's own connection alone, as those of Django's test client do."""
    ends = (signals.request_started, signals.request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


@pytest.fixture
def people(settings: Settings, one_connection: None, the_demo: None) -> list[Headers]:
    """The headers of whoever asks: somebody who may do everything, a player, and nobody."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/s")
    User.objects.filter(username=demo.MASTER).update(is_staff=True)
    sensei, kenta = User.objects.get(username=demo.MASTER), User.objects.get(username="kenta")
    chronicle.found(event=legal_team("tora"), owner=sensei, author=sensei)
    Draft.objects.create(owner=sensei, state={"name": "A draft", "clan": "tora", "recruits": []})
    _loose_ends(sensei)
    master = _token(sensei)
    return [master, master, _token(kenta), {}]


def _loose_ends(sensei: User) -> None:
    """Somebody asks to join a league, a link lets somebody in, and there is something to say about some games."""
    league = League.objects.get()
    memberships.invite(league=league, role=Role.PLAYER, days=7, author=sensei, has=Standing.MASTER)
    JoinRequest.objects.create(league=league, person=User.objects.create_user("akane"), message="May I?")
    for match in Match.objects.filter(state__in=Match.WAITING):
        Comment.objects.create(match=match, author=sensei, text="Well?", key=uuid4())


def what_there_is() -> dict[str, list[Any]]:
    """By the word that stands before it in an address."""
    return {
        "teams": list(Team.objects.order_by("-pk").values_list("slug", flat=True)),
        "leagues": list(League.objects.values_list("slug", flat=True)),
        "seasons": list(Season.objects.values_list("number", flat=True)),
        "games": [*Fixture.objects.order_by("-match__state", "-pk").values_list("pk", flat=True)][:20],
        "rounds": [1, 2, 3],
        "entrants": list(Team.objects.values_list("slug", flat=True)),
        "members": list(Membership.objects.values_list("pk", flat=True)),
        "requests": list(JoinRequest.objects.values_list("pk", flat=True)),
        "invitations": list(Invitation.objects.values_list("pk", flat=True)),
        "invitations/token": list(Invitation.objects.values_list("token", flat=True)),
        "versions": [0, 1, 2],
        "reports": [1, 2, 9],
        "amendments": [1, 2, 9],
        "comments": list(Comment.objects.values_list("pk", flat=True)),
        "dice": list(Seed.objects.order_by("-revealed_at").values_list("commitment", flat=True)),
        "ninja": ["n1", "n2", "n3", "n99"],
        "chronicle": [1, 2, 5, 10_000],
        "drafts": [str(key) for key in Draft.objects.values_list("key", flat=True)],
        "tokens": list(Token.objects.values_list("pk", flat=True)),
        "clans": list(catalog().clans),
        "profiles": list(catalog().profiles),
        "keywords": list(catalog().keywords),
        "challenges": list(catalog().challenges),
    }


def _token(person: User) -> Headers:
    secret = tokens.make(person=person, name="fuzz", scope=Token.Scope.WRITE).secret
    return {"Authorization": f"Bearer {secret}"}


def _places(path: str, known: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """For each parameter in an address, what there is to put there."""
    found = re.findall(r"([a-z-]+)/\{(\w+)\}", path)
    there = {name: known.get(f"{before}/{name}") or known.get(before) for before, name in found}
    return {name: values for name, values in there.items() if values}


def _ask(case: Any, who: Headers) -> Any:
    headers = {name: value for name, value in case.headers.items() if name not in ("Authorization", "Cookie")}
    case.headers = {**headers, **who}
    with transaction.atomic():
        response = case.call()
        transaction.set_rollback(True)
    case.validate_response(response, checks=CHECKS)
    return response


def _fuzz(operation: Any, people: list[Headers], places: Mapping[str, list[Any]]) -> None:
    strategies = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(data.draw(st.sampled_from(strategies)))
        if data.draw(st.integers(0, 4)):  # four times of five where there is something
            there = {name: data.draw(st.sampled_from(values)) for name, values in places.items()}
            case.path_parameters = {**(case.path_parameters or {}), **there}
        if "If-Match" in case.headers and data.draw(st.booleans()):
            case.headers["If-Match"] = "*"
        _ask(case, data.draw(st.sampled_from(people)))

    ask()


def _try_examples(operation: Any, who: Headers, places: Mapping[str, list[Any]]) -> None:
    path = {name: values[0] for name, values in places.items()}
    for body in _examples(operation):
        case = operation.Case(path_parameters=path, body=body, media_type=JSON, headers={"If-Match": "*"})
        response = _ask(case, who)
        assert response.status_code in (200, 201, *([403] if _only_by_session(operation) else [])) or (
            any(part in operation.path for part in OF_A_MOMENT) and _is_understood(response)
        ), response.content


def _is_understood(response: Any) -> bool:
    """What was sent is what the schema says, whatever the demo's leagues make of it just now."""
    told = response.json() if response.content else {}
    codes = {problem["code"] for problem in told.get("problems", [told]) if problem}
    return response.status_code in (204, 403, 404, 412, 422) and not codes & OF_A_SHAPE


def test_every_answer_is_as_documented_and_every_documented_request_works(
    people: list[Headers], subtests: pytest.Subtests
) -> None:
    known = what_there_is()
    for label, operation in OPERATIONS.items():
        places = _places(operation.path, known)
        with subtests.test(label):
            _try_examples(operation, people[0], places)
            _fuzz(operation, people, places)


def _only_by_session(operation: Any) -> bool:
    return not any("token" in scheme for scheme in operation.definition.raw["security"])


def _examples(operation: Any) -> list[Any]:
    content = operation.definition.raw.get("requestBody", {}).get("content", {})
    return [example["value"] for example in content.get(JSON, {}).get("examples", {}).values()]
