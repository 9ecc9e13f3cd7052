import pytest
from django.conf import LazySettings

from config import demo
from league.models import League


@pytest.fixture(autouse=True)
def jobs_at_once(settings: LazySettings) -> None:
    """Long work is done before `start` returns."""
    settings.JOBS_AT_ONCE = True


@pytest.fixture
def moon_court(db: None) -> League:
    """The demo's league: one season that was won, one under way, with loose ends."""
    for _ in demo.make():
        pass
    return League.objects.get()
