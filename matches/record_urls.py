"""Addresses of the hall of fame, included by `urls.py`."""

from django.urls import path

from matches.views import records

LEAGUE = "leagues/<slug:slug>/"

urlpatterns = [
    path(f"{LEAGUE}records/", records.records, name="records"),
    path(f"{LEAGUE}seasons/<int:number>/records/", records.season_records, name="season-records"),
]
