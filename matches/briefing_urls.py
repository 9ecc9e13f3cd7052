"""Addresses of a game's briefing, of its printed sheet, and of what is said about the game; included by `urls.py`."""

from django.urls import path

from matches.views import briefing, match

urlpatterns = [
    path("games/<int:pk>/briefing/", briefing.briefing, name="briefing"),
    path("games/<int:pk>/briefing/brief/", briefing.brief, name="brief-game"),
    path("games/<int:pk>/briefing/challenge/", briefing.choose, name="choose-challenge"),
    path("games/<int:pk>/briefing/draw/", briefing.draw, name="draw-challenge"),
    path("games/<int:pk>/briefing/sheet/", briefing.sheet, name="briefing-sheet"),
    path("games/<int:pk>/briefing/sheet.pdf", briefing.sheet_pdf, name="briefing-sheet-pdf"),
    path("games/<int:pk>/story/", match.tell, name="tell-story"),
    path("games/<int:pk>/comments/", match.comment, name="comment-on-game"),
    path("games/<int:pk>/comments/<int:comment>/remove/", match.remove_comment, name="remove-comment"),
]
