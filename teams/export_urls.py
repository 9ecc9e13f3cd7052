"""Addresses of a scroll for elsewhere, included by `urls.py`."""

from django.urls import path

from teams.views import share

urlpatterns = [
    path("teams/<slug:slug>/share/", share.share, name="share"),
    path("teams/<slug:slug>/scroll.json", share.scroll_json, name="scroll-json"),
    path("teams/<slug:slug>/scroll.md", share.scroll_markdown, name="scroll-markdown"),
    path("teams/<slug:slug>/scroll.bbcode", share.scroll_bbcode, name="scroll-bbcode"),
]
