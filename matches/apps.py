"""Django's registration of the app."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
