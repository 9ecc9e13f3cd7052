"""When the demo's past happened: everything is made within seconds, and then told as if it had taken months.

The services ask the clock as always. The diary notes what the clock said when each evening began, and in the end
moves the times that were written since to that evening. Words and their order stay as they are.
"""

from bisect import bisect_right
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.apps import apps
from django.db.models import DateTimeField, Model
from django.utils import timezone

from league.models import today
from teams import restoring

TUESDAY = 1
OPENING = time(19)
GAME = timedelta(minutes=25)
PACE = 60  # a second of making is a minute of playing
APPS = ("auth", "league", "matches", "teams")


def evening(weeks_ago: int, game: int = 0) -> datetime:
    """A Tuesday evening; the last one before today was none weeks ago."""
    since = (timezone.localdate().weekday() - TUESDAY) % 7 or 7
    day = today() - timedelta(days=since, weeks=weeks_ago)
    return timezone.make_aware(datetime.combine(day, OPENING)) + game * GAME


class Page(NamedTuple):
    began: datetime  # by the clock
    then: datetime  # as it is told


class Diary:
    def __init__(self) -> None:
        self.pages: list[Page] = []

    def turn(self, then: datetime) -> None:
        """From here on it is that moment."""
        self.pages.append(Page(timezone.now(), then))

    def turn_to_today(self) -> None:
        now = timezone.now()
        self.pages.append(Page(now, now))

    def write(self) -> None:
        for app in APPS:
            for model in apps.get_app_config(app).get_models():
                self._rewrite(model)

    def _rewrite(self, model: type[Model]) -> None:
        fields = [its for its in model._meta.concrete_fields if isinstance(its, DateTimeField)]
        if fields:
            rows = model._base_manager.values_list(*(its.attname for its in fields), "pk")
            restoring.stamp(model, fields, list(self._moved(rows.iterator())))

    def _moved(self, rows: Iterator[tuple[object, ...]]) -> Iterator[tuple[object, ...]]:
        for *times, pk in rows:
            told = [self.told(its) if isinstance(its, datetime) else its for its in times]
            if told != times:
                yield (*told, pk)

    def told(self, moment: datetime) -> datetime:
        """What is still to come, like a deadline, stays where it is."""
        page = self.pages[max(0, bisect_right(self.pages, moment, key=lambda its: its.began) - 1)]
        if moment > timezone.now() or page.then == page.began:
            return moment
        return page.then + (moment - page.began) * PACE
