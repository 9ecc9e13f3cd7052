"""The addresses of the API's catalog and teams, below `/api/v1/`."""

from django.urls import path

from teams.api import catalog

urlpatterns = [
    path("catalog/clans/", catalog.Clans.as_view()),
    path("catalog/clans/<slug:clan>/", catalog.OneClan.as_view()),
    path("catalog/profiles/", catalog.Profiles.as_view()),
    path("catalog/profiles/<slug:profile>/", catalog.OneProfile.as_view()),
    path("catalog/heroes/", catalog.Heroes.as_view()),
    path("catalog/ronin/", catalog.AllRonin.as_view()),
    path("catalog/keywords/", catalog.Keywords.as_view()),
    path("catalog/keywords/<slug:keyword>/", catalog.OneKeyword.as_view()),
    path("catalog/challenges/", catalog.Challenges.as_view()),
    path("catalog/challenges/<slug:challenge>/", catalog.OneChallenge.as_view()),
    path("catalog/rules/", catalog.Rules.as_view()),
]
