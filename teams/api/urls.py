"""The addresses of the API's catalog and teams, below `/api/v1/`."""

from django.urls import path

from teams.api import catalog, chronicle, drafts, me, roster, teams

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
    path("roster/check/", roster.Check.as_view()),
    path("roster/suggestions/", roster.Suggestions.as_view()),
    path("teams/", teams.Teams.as_view()),
    path("teams/<slug:slug>/", teams.OneTeam.as_view()),
    path("teams/<slug:slug>/scroll/", chronicle.Scroll.as_view()),
    path("teams/<slug:slug>/chronicle/", chronicle.Entries.as_view()),
    path("teams/<slug:slug>/chronicle/<int:number>/", chronicle.OneEntry.as_view()),
    path("teams/<slug:slug>/ledger/", chronicle.Ledger.as_view()),
    path("teams/<slug:slug>/offers/", teams.Offers.as_view()),
    path("teams/<slug:slug>/recruits/", teams.Recruits.as_view()),
    path("teams/<slug:slug>/rename/", teams.Renaming.as_view()),
    path("teams/<slug:slug>/ninja/<slug:ninja>/rename/", teams.NinjaRenaming.as_view()),
    path("teams/<slug:slug>/ninja/<slug:ninja>/dismiss/", teams.Dismissal.as_view()),
    path("drafts/", drafts.Drafts.as_view()),
    path("drafts/<uuid:key>/", drafts.OneDraft.as_view()),
    path("drafts/<uuid:key>/undo/", drafts.Undo.as_view()),
    path("drafts/<uuid:key>/copy/", drafts.Copy.as_view()),
    path("drafts/<uuid:key>/found/", drafts.Founding.as_view()),
    path("me/", me.Me.as_view()),
    path("me/export/", me.Export.as_view()),
    path("me/tokens/", me.Tokens.as_view()),
    path("me/tokens/<int:pk>/", me.OneToken.as_view()),
]
