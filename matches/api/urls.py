"""The addresses of the API's matches, desks, rulings and dice, below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path

from matches.api import amendments, briefing, desk, dice, master, matches, reports, rulings

GAME: list[URLPattern | URLResolver] = [
    path("match/", matches.OneMatch.as_view()),
    path("stories/", matches.Stories.as_view()),
    path("comments/", matches.Comments.as_view()),
    path("comments/<int:comment>/", matches.OneComment.as_view()),
    path("briefing/", briefing.Briefing.as_view()),
    path("briefing/challenge/", briefing.Challenge.as_view()),
    path("briefing/draw/", briefing.Draw.as_view()),
    path("reports/", reports.Reports.as_view()),
    path("reports/check/", reports.Check.as_view()),
    path("reports/withdraw/", reports.Withdrawing.as_view()),
    path("reports/differences/", reports.Differences.as_view()),
    path("reports/<int:number>/", reports.OneReport.as_view()),
    path("reports/<int:number>/countersign/", reports.Countersigning.as_view()),
    path("reports/<int:number>/settle/", reports.Settling.as_view()),
    path("amendments/", amendments.Amendments.as_view()),
    path("amendments/preview/", amendments.AmendPreview.as_view()),
    path("amendments/<int:number>/", amendments.OneAmendment.as_view()),
    path("amendments/<int:number>/agree/", amendments.Agreeing.as_view()),
    path("amendments/<int:number>/withdraw/", amendments.TakingBack.as_view()),
    path("void/", amendments.Voiding.as_view()),
    path("void/preview/", amendments.VoidPreview.as_view()),
]
DESK = [
    path("", desk.Desk.as_view()),
    path("pay/", desk.Paying.as_view()),
    path("release/", desk.Releasing.as_view()),
    path("downtime/", desk.RollingDowntime.as_view()),
    path("spare/", desk.Sparing.as_view()),
    path("advancement/", desk.RollingAdvancement.as_view()),
    path("advance/", desk.Advancing.as_view()),
]
urlpatterns = [
    path("games/<int:pk>/", include(GAME)),
    path("teams/<slug:slug>/desk/", include(DESK)),
    path("teams/<slug:slug>/rulings/", rulings.Rulings.as_view()),
    path("teams/<slug:slug>/rulings/preview/", rulings.RulingPreview.as_view()),
    path("leagues/<slug:slug>/desk/", master.MastersDesk.as_view()),
    path("leagues/<slug:slug>/reminders/", master.Reminders.as_view()),
    path("dice/cast/", dice.Casting.as_view()),
    path("dice/<slug:commitment>/", dice.Commitment.as_view()),
]
