"""Addresses of notices and webhooks, included by `league/urls.py`."""

from django.urls import path

from league.views import notices, webhooks

urlpatterns = [
    path("notices/", notices.notices, name="notices"),
    path("notices/bell/", notices.bell, name="bell"),
    path("notices/read/", notices.read_all, name="read-all-notices"),
    path("notices/preferences/", notices.choose, name="notice-preferences"),
    path("notices/unsubscribe/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    path("notices/<int:pk>/", notices.open_notice, name="notice"),
    path("notices/<int:pk>/read/", notices.read, name="read-notice"),
    path("notices/webhooks/", webhooks.own, name="webhooks"),
    path("notices/webhooks/<int:pk>/", webhooks.webhook, name="webhook"),
    path("notices/webhooks/<int:pk>/test/", webhooks.test, name="test-webhook"),
    path("notices/webhooks/<int:pk>/rotate/", webhooks.rotate, name="rotate-webhook"),
    path("notices/webhooks/<int:pk>/switch/", webhooks.switch, name="switch-webhook"),
    path("notices/webhooks/<int:pk>/remove/", webhooks.remove, name="remove-webhook"),
    path("leagues/<slug:slug>/webhooks/", webhooks.of_league, name="league-webhooks"),
]
