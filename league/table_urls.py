"""Addresses of a season's tables, ratings and playoffs, included by `league/urls.py`."""

from django.urls import path

from league.views import playoffs, table

SEASON = "leagues/<slug:slug>/seasons/<int:number>/"

urlpatterns = [
    path(f"{SEASON}standings/", table.standings, name="standings"),
    path(f"{SEASON}standings.csv", table.standings_csv, name="standings-csv"),
    path(f"{SEASON}ratings/", table.ratings, name="ratings"),
    path(f"{SEASON}playoffs/", playoffs.playoffs, name="playoffs"),
    path(f"{SEASON}playoffs/start/", playoffs.start, name="start-playoffs"),
    path(f"{SEASON}playoffs/advance/", playoffs.advance, name="advance-playoffs"),
]
