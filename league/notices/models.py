"""News, notices and the outbox as tables.

News are said once and never changed. A notice is somebody's copy in the app; a delivery is one mail or one request
to a webhook, and its number goes along with every try.
"""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from league.notices.kinds import OF_LEAGUES, Kind, Mail

LONGEST_TITLE = 200
LONGEST_URL = 500
LONGEST_TEASER = 400


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def every_kind() -> list[str]:
    return [kind.value for kind in OF_LEAGUES]


class News(models.Model):
    """Something that happened, in words."""

    kind = models.CharField(max_length=20, choices=Kind)
    league = models.ForeignKey("league.League", models.CASCADE, null=True, related_name="news")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+"
    )  # whom alone it concerns, if it goes when they go
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.TextField(blank=True)  # plain
    url = models.CharField(max_length=LONGEST_URL)  # on this site
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "news"
        indexes = [models.Index(fields=["created_at"], name="news_by_age")]

    def __str__(self) -> str:
        return self.title

    @property
    def lead(self) -> str:
        """What is shown of it among other news: a newsletter is read on its own page."""
        return self.text.partition("\n\n")[0] if self.kind == Kind.NEWSLETTER else self.text

    @property
    def teaser(self) -> str:
        """As much of that as a list has room for: whole lines, and of a single long one whole words."""
        told = self.lead
        if len(told) <= LONGEST_TEASER:
            return told
        lines, newline, _ = told[:LONGEST_TEASER].rpartition("\n")
        return f"{lines}{newline}…" if newline else f"{told[:LONGEST_TEASER].rpartition(' ')[0]} …"


class Notice(models.Model):
    """News as one person has them in the app."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    news = models.ForeignKey(News, models.CASCADE, related_name="notices")
    is_shown = models.BooleanField(default=True)  # some want the daily mail only
    read_at = models.DateTimeField(null=True, blank=True)
    waits_for_digest = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["person", "news"], name="notice_once_per_person")]
        indexes = [
            models.Index(fields=["person", "-id"], name="notice_of_person"),
            models.Index(fields=["person"], condition=Q(read_at=None, is_shown=True), name="notice_unread"),
            models.Index(fields=["person"], condition=Q(waits_for_digest=True), name="notice_for_digest"),
        ]

    def __str__(self) -> str:
        return f"Notice {self.pk}"


class Preference(models.Model):
    """What somebody has chosen for one kind of news."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind)
    in_app = models.BooleanField()
    email = models.CharField(max_length=10, choices=Mail)
    webhook = models.BooleanField()

    class Meta:
        ordering = ["person", "kind"]
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="preference_once_per_kind")]

    def __str__(self) -> str:
        return self.kind


class Webhook(models.Model):
    """An address of somebody, or of a league, that news are posted to."""

    class Style(models.TextChoices):
        DISCORD = "discord", "Discord: a message in a channel"
        JSON = "json", "JSON with a signature, for programs"

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="webhooks")
    league = models.ForeignKey("league.League", models.CASCADE, null=True, related_name="webhooks")
    name = models.CharField(max_length=60)
    style = models.CharField(max_length=10, choices=Style)
    url = models.CharField(max_length=LONGEST_URL)
    secret = models.CharField(max_length=64, default=new_secret)  # signs what is posted, so it is kept as it is
    kinds = models.JSONField(default=every_kind)  # of a league's; a person chooses for all ways at once
    failures = models.PositiveIntegerField(default=0)  # tries in a row
    created_at = models.DateTimeField(auto_now_add=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(person=None, league__isnull=False) | Q(person__isnull=False, league=None),
                name="webhook_of_person_or_league",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("webhook", kwargs={"pk": self.pk})


class Delivery(models.Model):
    """One mail or one post of a webhook: waiting until its answer was seen."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        FAILED = "failed", "Given up"
        DROPPED = "dropped", "Not wanted any more"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)  # goes along with every try
    news = models.ForeignKey(News, models.CASCADE, related_name="deliveries")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")  # by mail
    webhook = models.ForeignKey(Webhook, models.CASCADE, null=True, related_name="deliveries")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(null=True, default=timezone.now)
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)  # what the other server answered
    milliseconds = models.PositiveIntegerField(null=True)  # that the last try took
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-created_at", "pk"]
        verbose_name_plural = "deliveries"
        constraints = [
            models.CheckConstraint(
                condition=Q(person=None, webhook__isnull=False) | Q(person__isnull=False, webhook=None),
                name="delivery_by_mail_or_webhook",
            )
        ]
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(state="waiting"), name="delivery_due"),
            models.Index(fields=["webhook", "-created_at"], name="delivery_of_webhook"),
        ]

    def __str__(self) -> str:
        return str(self.id)
