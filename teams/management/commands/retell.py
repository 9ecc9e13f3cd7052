"""`manage.py retell`: make every projection anew from its chronicle."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.problems import RuleBroken
from teams import chronicle
from teams.models import Team


class Command(BaseCommand):
    help = "Rebuilds every team's projection from its chronicle, reports each difference, and fails if there was one."

    def handle(self, *args: Any, **options: Any) -> None:
        teams, wrong, untold = 0, 0, 0
        for team in Team.objects.order_by("pk").iterator():
            teams += 1
            try:
                corrections = chronicle.retell(team)
            except RuleBroken as broken:
                untold += 1
                self.stdout.write(f"{team.slug}: its chronicle cannot be told: {broken}")
                continue
            for its in corrections:
                wrong += 1
                self.stdout.write(f"{its.team}: {its.what} was {its.was}, the chronicle tells {its.now}")
        if wrong or untold:
            raise CommandError(
                f"{wrong} figures in {teams} teams differed from their chronicles and are put right; "
                f"{untold} chronicles could not be told."
            )
        self.stdout.write(f"{teams} teams retold; every figure was right.")
