"""Django's registration of the app."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
