"""Addresses of seasons, their rounds and their games, included by `league/urls.py`."""

from django.urls import URLPattern, URLResolver, include, path

from league.views import entrants, games, rounds, season

SCHEDULE = [
    path("", rounds.schedule, name="schedule"),
    path("generate/", rounds.generate, name="generate-rounds"),
    path("publish/", rounds.publish, name="publish-rounds"),
    path("rounds/add/", rounds.add_round, name="add-round"),
    path("rounds/<int:round_number>/remove/", rounds.remove_round, name="remove-round"),
    path("rounds/<int:round_number>/take-back/", rounds.take_back, name="take-back-round"),
    path("rounds/<int:round_number>/deadline/", rounds.deadline, name="round-deadline"),
    path("rounds/<int:round_number>/add/", rounds.add_game, name="add-game"),
    path("rounds/<int:round_number>/swap/", rounds.swap, name="swap-teams"),
    path("games/<int:pk>/turn/", rounds.turn, name="turn-game"),
    path("games/<int:pk>/move/", rounds.move, name="move-game"),
    path("games/<int:pk>/remove/", rounds.remove_game, name="remove-game"),
]
SEASON: list[URLPattern | URLResolver] = [
    path("", season.season, name="season"),
    path("edit/", season.edit, name="edit-season"),
    path("begin/", season.begin, name="begin-season"),
    path("finish/", season.finish, name="finish-season"),
    path("reopen/", season.reopen, name="reopen-season"),
    path("enter/", entrants.enter, name="enter-season"),
    path("teams/<int:pk>/retire/", entrants.retire, name="retire-team"),
    path("teams/<int:pk>/come-back/", entrants.come_back, name="come-back"),
    path("teams/<int:pk>/division/", entrants.assign, name="assign-division"),
    path("challenge/", games.challenge, name="challenge-team"),
    path("schedule/", include(SCHEDULE)),
]
GAME = [
    path("", games.fixture, name="fixture"),
    path("result/", games.record, name="record-result"),
    path("forfeit/", games.forfeit, name="forfeit-game"),
    path("postpone/", games.postpone, name="postpone-game"),
    path("bye/", games.bye, name="give-bye"),
    path("undo/", games.undo, name="undo-result"),
    path("call-off/", games.call_off, name="call-off-game"),
    path("accept/", games.accept, name="accept-challenge"),
    path("decline/", games.decline, name="decline-challenge"),
]
urlpatterns = [
    path("leagues/<slug:slug>/seasons/", season.all_seasons, name="seasons"),
    path("leagues/<slug:slug>/seasons/new/", season.new, name="new-season"),
    path("leagues/<slug:slug>/seasons/<int:number>/", include(SEASON)),
    path("games/<int:pk>/", include(GAME)),
]
