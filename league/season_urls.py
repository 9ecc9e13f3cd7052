"""Addresses of seasons, their rounds and their games, included by `league/urls.py`."""

from django.urls import path

from league.views import rounds, season

urlpatterns = [
    path("leagues/<slug:slug>/seasons/<int:number>/", season.season, name="season"),
    path("games/<int:pk>/", rounds.fixture, name="fixture"),
]
