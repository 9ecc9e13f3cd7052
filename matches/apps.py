"""Django's registration of the app, and what it tells the apps below it."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        from league.calendar import ALSO_SAID  # noqa: PLC0415
        from league.games import ALSO_SHOWN, REPORTED  # noqa: PLC0415 (models exist only from now on)
        from league.next_steps import WAITING  # noqa: PLC0415
        from league.permissions import ON_SILENCE  # noqa: PLC0415
        from league.results import KEPT_BY  # noqa: PLC0415
        from matches import hooks, long_work, next_steps  # noqa: PLC0415
        from matches.newsletter import hooks as newsletter_hooks  # noqa: PLC0415
        from teams.accounts import ALSO_KNOWN  # noqa: PLC0415
        from teams.links import GAMES, PAGES, Page  # noqa: PLC0415

        ALSO_KNOWN["matches"] = hooks.known_of
        ALSO_SAID.append(hooks.said_of_report)
        ALSO_SHOWN.append(hooks.on_game_page)
        KEPT_BY.append(hooks.kept_by_report)
        REPORTED.append(hooks.reported)
        ON_SILENCE.append(hooks.accept_by_silence)
        WAITING.append(next_steps.waiting_in)
        GAMES.append(hooks.games_at)
        PAGES.extend((Page("Desk", "desk", is_for_player=True), Page("Rulings", "rulings")))
        long_work.register()
        newsletter_hooks.register()
