"""What somebody could try with the newsletter."""

from uuid import uuid4

import pytest

from league.models import League, Season
from matches.newsletter import service
from rules.problems import RuleBroken
from tests.newsletter.issues import court

pytestmark = pytest.mark.django_db


def test_the_key_of_a_draft_of_another_league_is_refused_and_shows_nothing_of_it() -> None:
    league, its = court()
    sensei, key = league.memberships.get(role="master").person, uuid4()
    service.draft(season=its, first=1, last=1, author=sensei, key=key)
    other = League.objects.create(name="Sun Court", slug="sun-court")
    theirs = Season.objects.create(league=other, number=1, name="Spring", format=its.format, starts_on=its.starts_on)
    with pytest.raises(RuleBroken, match="another league"):
        service.draft(season=theirs, first=1, last=1, author=sensei, key=key)
