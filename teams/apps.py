"""Django's registration of the app."""

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"

    def ready(self) -> None:
        from teams import drafts  # noqa: F401, PLC0415  (its receiver claims drafts when somebody logs in)
