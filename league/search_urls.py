"""Addresses of the search and of people, included by `league/urls.py`."""

from django.urls import path

from league.views import search

urlpatterns = [
    path("search/", search.search, name="search"),
    path("people/<path:username>/", search.person, name="person"),
]
