"""The addresses of the catalog."""

from django.urls import path

from teams.views import catalog

urlpatterns = [
    path("", catalog.home, name="home"),
    path("clans/", catalog.clans, name="clans"),
    path("clans/<slug:clan_id>/", catalog.clan, name="clan"),
    path("clans/<slug:clan_id>/<slug:type_id>/", catalog.profile, name="profile"),
    path("heroes/", catalog.heroes, name="heroes"),
    path("heroes/<slug:hero_id>/", catalog.hero, name="hero"),
    path("ronin/", catalog.all_ronin, name="all-ronin"),
    path("ronin/<slug:ronin_id>/", catalog.ronin, name="ronin"),
    path("keywords/", catalog.keywords, name="keywords"),
    path("keywords/<slug:keyword_id>/", catalog.keyword, name="keyword"),
    path("challenges/", catalog.challenges, name="challenges"),
    path("challenges/<slug:challenge_id>/", catalog.challenge, name="challenge"),
]
