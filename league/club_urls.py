"""Addresses of a league, included by `league/urls.py`."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
