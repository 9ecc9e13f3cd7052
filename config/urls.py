"""Which app answers which address."""

from django.urls import include, path

from config import demo_door, errors, health
from teams import limits

urlpatterns = [
    path("status/", health.status, name="status"),
    path("", include("teams.urls")),
    path("account/", include("teams.account_urls")),
    path("", include("league.urls")),
    path("", include("matches.urls")),
    path("demo/<slug:name>/", demo_door.enter, name="demo-door"),
    path("api/", include("config.api")),
]
handler400 = errors.bad_request
handler500 = errors.server_error
handler429 = limits.too_many_requests
