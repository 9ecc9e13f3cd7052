"""The addresses of leagues."""

from django.urls import include, path

urlpatterns = [
    path("", include("league.club_urls")),
    path("", include("league.house_urls")),
    path("", include("league.notice_urls")),
    path("", include("league.search_urls")),
    path("", include("league.season_urls")),
    path("", include("league.table_urls")),
]
