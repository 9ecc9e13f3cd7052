"""The Celery application. With no broker its tasks run in the process that queued them."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("kagejima")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
