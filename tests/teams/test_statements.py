"""A query that is built once gives each who asks their own rows."""

import pytest

from teams.models import Team
from teams.statements import statement
from tests.teams.people import named, person, team

ASKED, NEVER_ASKED = -1, -2


@pytest.mark.every_database
def test_a_statement_is_asked_with_other_keys_than_it_was_built_with(db: None) -> None:
    kenta, mio = person("kenta"), person("mio")
    for owner, name in ((kenta, "Claws"), (mio, "Waves"), (mio, "Tides")):
        team(owner, named(name))
    names = statement(Team.objects.filter(owner__in=[ASKED, NEVER_ASKED]).order_by("name").values_list("name"))
    assert names.ask({ASKED: kenta.pk}) == [("Claws",)]
    assert names.ask({ASKED: mio.pk}) == [("Tides",), ("Waves",)]
    assert names.ask({ASKED: mio.pk, NEVER_ASKED: kenta.pk}) == [("Claws",), ("Tides",), ("Waves",)]
    assert names.ask({}) == []
