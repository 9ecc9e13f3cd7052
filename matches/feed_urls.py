"""Addresses of feeds, included by `urls.py`. Those with a token are secret."""

from django.urls import path

from matches.views import feeds

SECRET = "feeds/<slug:token>/"  # noqa: S105 (it says where one goes)
LEAGUE, TEAM = "leagues/<slug:slug>", "teams/<slug:slug>"

urlpatterns = [
    path("account/feeds/", feeds.all_feeds, name="feeds"),
    path("account/feeds/renew/", feeds.renew, name="renew-feeds"),
    path("account/feeds/revoke/", feeds.revoke, name="revoke-feeds"),
    path(f"{LEAGUE}/games.ics", feeds.league_calendar, name="league-calendar"),
    path(f"{LEAGUE}/news.atom", feeds.league_news, {"kind": "atom"}, name="league-atom"),
    path(f"{LEAGUE}/news.rss", feeds.league_news, {"kind": "rss"}, name="league-rss"),
    path(f"{TEAM}/games.ics", feeds.team_calendar, name="team-calendar"),
    path(f"{SECRET}games.ics", feeds.own_calendar, name="own-calendar"),
    path(f"{SECRET}{LEAGUE}/games.ics", feeds.league_calendar, name="secret-league-calendar"),
    path(f"{SECRET}{LEAGUE}/news.atom", feeds.league_news, {"kind": "atom"}, name="secret-league-atom"),
    path(f"{SECRET}{LEAGUE}/news.rss", feeds.league_news, {"kind": "rss"}, name="secret-league-rss"),
    path(f"{SECRET}{TEAM}/games.ics", feeds.team_calendar, name="secret-team-calendar"),
]
