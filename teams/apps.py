"""Django's registration of the app."""

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"

    def ready(self) -> None:
        from teams import drafts, tokens  # noqa: F401, PLC0415  (a receiver claims drafts when somebody logs in)
        from teams.accounts import ALSO_KNOWN  # noqa: PLC0415

        ALSO_KNOWN["tokens"] = tokens.known_of
