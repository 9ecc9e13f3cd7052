"""Addresses of the pictures of seasons and leagues, included by `urls.py`."""

from django.urls import path

from matches.views import pictures

urlpatterns = [
    path("leagues/<slug:slug>/pictures/", pictures.of_league, name="league-pictures"),
    path("leagues/<slug:slug>/seasons/<int:number>/pictures/", pictures.of_season, name="season-pictures"),
]
