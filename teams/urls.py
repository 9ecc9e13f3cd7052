"""The addresses of the catalog."""

from django.urls import include, path

from teams.views import catalog, look, ninja, rules, scroll, team

urlpatterns = [
    path("", catalog.home, name="home"),
    path("theme/", look.theme, name="theme"),
    path("style/", look.style, name="style"),
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
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:chapter_id>/", rules.chapter, name="rules-chapter"),
    path("", include("teams.builder_urls")),
    path("", include("teams.export_urls")),
    path("teams/", team.teams, name="teams"),
    path("teams/<slug:slug>/", scroll.scroll, name="team"),
    path("teams/<slug:slug>/chronicle/", scroll.chronicle_, name="chronicle"),
    path("teams/<slug:slug>/ledger/", scroll.ledger, name="ledger"),
    path("teams/<slug:slug>/pictures/", scroll.pictures, name="pictures"),
    path("teams/<slug:slug>/rules/<slug:rule_id>/", rules.rule_for_team, name="rule-for-team"),
    path("teams/<slug:slug>/crest.svg", scroll.crest, name="crest"),
    path("teams/<slug:slug>/scroll.pdf", scroll.scroll_pdf, name="scroll-pdf"),
    path("teams/<slug:slug>/manage/", team.manage, name="manage"),
    path("teams/<slug:slug>/recruit/", team.recruit, name="recruit"),
    path("teams/<slug:slug>/rename/", team.rename, name="rename"),
    path("teams/<slug:slug>/dress/", team.dress, name="dress"),
    path("teams/<slug:slug>/ninja/<slug:ninja_id>/", ninja.ninja, name="ninja"),
    path("teams/<slug:slug>/ninja/<slug:ninja_id>/rename/", team.rename, name="rename-ninja"),
    path("teams/<slug:slug>/ninja/<slug:ninja_id>/dismiss/", team.dismiss, name="dismiss"),
]
