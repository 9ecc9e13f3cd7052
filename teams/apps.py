"""Django's registration of the app."""

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
