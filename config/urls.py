"""Which app answers which address."""

from django.urls import include, path

from teams import limits

urlpatterns = [
    path("", include("teams.urls")),
    path("account/", include("teams.account_urls")),
    path("", include("league.urls")),
    path("", include("matches.urls")),
]
handler429 = limits.too_many_requests
