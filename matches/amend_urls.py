"""Addresses of amending a report and of voiding a game, included by `urls.py`."""

from django.urls import path

from matches.views import amend, proposals

urlpatterns = [
    path("games/<int:pk>/amend/", amend.amend, name="amend"),
    path("games/<int:pk>/void/", amend.void, name="void-game"),
    path("games/<int:pk>/proposals/<int:number>/agree/", proposals.agree, name="agree-amendment"),
    path("games/<int:pk>/proposals/<int:number>/withdraw/", proposals.withdraw, name="withdraw-amendment"),
]
