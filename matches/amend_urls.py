"""Addresses of amending a report and of voiding a game, included by `urls.py`."""

from django.urls import path

from matches.views import amend

urlpatterns = [
    path("games/<int:pk>/amend/", amend.amend, name="amend"),
    path("games/<int:pk>/void/", amend.void, name="void-game"),
    path("games/<int:pk>/proposals/<int:number>/agree/", amend.agree, name="agree-amendment"),
    path("games/<int:pk>/proposals/<int:number>/withdraw/", amend.withdraw, name="withdraw-amendment"),
]
