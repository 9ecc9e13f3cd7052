import pytest
from django.conf import LazySettings

from league.models import League


@pytest.fixture(autouse=True)
def jobs_at_once(settings: LazySettings) -> None:
    """Long work is done before `start` returns."""
    settings.JOBS_AT_ONCE = True


@pytest.fixture
def moon_court(the_demo: None) -> League:
    """The demo's league: one season that was won, one under way, with loose ends."""
    return League.objects.get()
