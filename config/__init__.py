"""The wiring: settings, URLs, server and background work. It may import every app; no app imports it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
