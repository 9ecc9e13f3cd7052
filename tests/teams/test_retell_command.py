"""`manage.py retell`: the projections can always be made again."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from teams.models import Team
from tests.teams.people import named, team

pytestmark = pytest.mark.django_db


def test_it_says_that_every_figure_was_right() -> None:
    team()
    team(event=named("Second"))
    out = StringIO()
    call_command("retell", stdout=out)
    assert out.getvalue() == "2 teams retold; every figure was right.\n"


def test_it_names_each_difference_mends_it_and_fails() -> None:
    team()
    Team.objects.update(rating=99)
    out = StringIO()
    with pytest.raises(CommandError, match="1 figures in 1 teams differed"):
        call_command("retell", stdout=out)
    assert out.getvalue() == "the-tora: rating was 99, the chronicle tells 4\n"
    assert Team.objects.get().rating == 4
