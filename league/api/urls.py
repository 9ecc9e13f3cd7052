"""The addresses of the API's leagues, seasons and games, below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path

from league.api import entrants, games, house, invitations, leagues, members, rounds, schedule, search, seasons, tables

RULES = [
    path("", house.Rules.as_view()),
    path("preview/", house.RulesPreview.as_view()),
    path("changes/", house.Changes.as_view()),
    path("versions/", house.Versions.as_view()),
    path("versions/<int:version>/", house.OneVersion.as_view()),
]
SCHEDULE = [
    path("", schedule.Draft.as_view()),
    path("draw/", schedule.Drawing.as_view()),
    path("publish/", schedule.Publishing.as_view()),
    path("swap/", schedule.Swapping.as_view()),
    path("rounds/", schedule.DraftRounds.as_view()),
    path("rounds/<int:round>/", schedule.DraftRound.as_view()),
    path("rounds/<int:round>/games/", schedule.DraftGames.as_view()),
    path("games/<int:pk>/", schedule.DraftGame.as_view()),
    path("games/<int:pk>/turn/", schedule.Turning.as_view()),
]
SEASON: list[URLPattern | URLResolver] = [
    path("", seasons.OneSeason.as_view()),
    path("begin/", seasons.Beginning.as_view()),
    path("finish/", seasons.Finishing.as_view()),
    path("reopen/", seasons.Reopening.as_view()),
    path("entrants/", entrants.Entrants.as_view()),
    path("entrants/<slug:team>/", entrants.OneEntrant.as_view()),
    path("entrants/<slug:team>/retire/", entrants.Retiring.as_view()),
    path("entrants/<slug:team>/come-back/", entrants.ComingBack.as_view()),
    path("schedule/", include(SCHEDULE)),
    path("rounds/", rounds.Rounds.as_view()),
    path("rounds/<int:round>/", rounds.OneRound.as_view()),
    path("rounds/<int:round>/take-back/", rounds.TakingBack.as_view()),
    path("games/", rounds.Games.as_view()),
    path("challenges/", games.Challenges.as_view()),
    path("standings/", tables.Standings.as_view()),
    path("leaders/", tables.Leaders.as_view()),
    path("ratings/", tables.Ratings.as_view()),
    path("playoffs/", tables.Playoffs.as_view()),
    path("playoffs/start/", tables.StartingPlayoffs.as_view()),
    path("playoffs/advance/", tables.AdvancingPlayoffs.as_view()),
]
LEAGUE: list[URLPattern | URLResolver] = [
    path("", leagues.OneLeague.as_view()),
    path("archive/", leagues.Archiving.as_view()),
    path("reopen/", leagues.Reopening.as_view()),
    path("join/", members.Joining.as_view()),
    path("leave/", members.Leaving.as_view()),
    path("members/", members.Members.as_view()),
    path("members/<int:pk>/", members.OneMember.as_view()),
    path("members/<int:pk>/hand-over/", members.HandingOver.as_view()),
    path("invitations/", invitations.Invitations.as_view()),
    path("invitations/<int:pk>/", invitations.OneInvitation.as_view()),
    path("requests/", invitations.JoinRequests.as_view()),
    path("requests/<int:pk>/approve/", invitations.Approving.as_view()),
    path("requests/<int:pk>/decline/", invitations.Declining.as_view()),
    path("house-rules/", include(RULES)),
    path("seasons/", seasons.Seasons.as_view()),
    path("seasons/<int:number>/", include(SEASON)),
]
GAME = [
    path("", games.OneGame.as_view()),
    path("result/", games.Result.as_view()),
    path("forfeit/", games.Forfeit.as_view()),
    path("postpone/", games.Postponement.as_view()),
    path("bye/", games.Bye.as_view()),
    path("undo/", games.Undoing.as_view()),
    path("call-off/", games.CallingOff.as_view()),
    path("accept/", games.Accepting.as_view()),
    path("decline/", games.Declining.as_view()),
]
urlpatterns = [
    path("leagues/", leagues.Leagues.as_view()),
    path("leagues/<slug:slug>/", include(LEAGUE)),
    path("invitations/<slug:token>/", invitations.Link.as_view()),
    path("invitations/<slug:token>/accept/", invitations.Accepting.as_view()),
    path("games/<int:pk>/", include(GAME)),
    path("search/", search.Search.as_view()),
]
