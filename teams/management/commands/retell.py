"""`manage.py retell`: make every projection anew from its chronicle."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from teams import chronicle
from teams.models import Team


class Command(BaseCommand):
    help = "Rebuilds every team's projection from its chronicle, reports each difference, and fails if there was one."

    def handle(self, *args: Any, **options: Any) -> None:
        teams, wrong = 0, 0
        for team in Team.objects.order_by("pk").iterator():
            teams += 1
            for its in chronicle.retell(team):
                wrong += 1
                self.stdout.write(f"{its.team}: {its.what} was {its.was}, the chronicle tells {its.now}")
        if wrong:
            raise CommandError(f"{wrong} figures in {teams} teams differed from their chronicles; all are put right.")
        self.stdout.write(f"{teams} teams retold; every figure was right.")
