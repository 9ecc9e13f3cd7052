"""Another site, in the same database: everything that was there is gone."""

from django.contrib.auth.models import User
from django.db import connection

from league.models import Entrant, Fixture, League, Round, Season
from matches.models import Match, Seed
from teams.models import House, Ninja, Team


def elsewhere() -> None:
    """Numbers go on counting, so that no row has its old one by chance."""
    Match.objects.update(accepted=None)
    for model in (Seed, Match, Fixture, Round, Entrant, Season, League, Ninja):
        model._base_manager.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM teams_entry")  # which Django refuses, and rightly so
    for last in (Team, House, User):
        last._base_manager.all().delete()
