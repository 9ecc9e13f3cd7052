"""Django's registration of the app."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league import feed_keys, home  # noqa: PLC0415
        from league.book import rules_of  # noqa: PLC0415
        from league.memberships import known_of, led_alone  # noqa: PLC0415 (models exist only from now on)
        from league.notices import reading  # noqa: PLC0415
        from league.permissions import role_in_league  # noqa: PLC0415
        from league.seasons import season_of  # noqa: PLC0415
        from teams.accounts import ALSO_KNOWN, LOOKED_AFTER  # noqa: PLC0415
        from teams.home import ALSO_YOURS  # noqa: PLC0415
        from teams.links import LEAGUE_OF, RULES_OF  # noqa: PLC0415
        from teams.permissions import IN_LEAGUES  # noqa: PLC0415

        ALSO_KNOWN["leagues"] = known_of
        ALSO_KNOWN["notices"] = reading.known_of
        ALSO_KNOWN["feeds"] = feed_keys.known_of
        LOOKED_AFTER.append(led_alone)
        ALSO_YOURS.append(home.yours)
        IN_LEAGUES.append(role_in_league)
        LEAGUE_OF.append(season_of)
        RULES_OF.append(rules_of)
