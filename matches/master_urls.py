"""Addresses of the ninja master's desk, included by `urls.py`."""

from django.urls import path

from matches.views import master

urlpatterns = [
    path("leagues/<slug:slug>/desk/", master.desk, name="masters-desk"),
    path("leagues/<slug:slug>/desk/remind/", master.remind, name="remind"),
    path("leagues/<slug:slug>/desk/games/<int:pk>/extend/", master.extend_game, name="extend-deadline"),
    path(
        "leagues/<slug:slug>/desk/seasons/<int:number>/rounds/<int:round_number>/extend/",
        master.extend_round,
        name="extend-round",
    ),
    path("leagues/<slug:slug>/desk/requests/<int:pk>/", master.answer, name="answer-request"),
]
