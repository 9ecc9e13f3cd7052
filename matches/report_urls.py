"""Addresses: see `urls.py`."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
