"""Issues of a league's newsletter. A draft has no number: only what was published is counted."""

from django.conf import settings
from django.db import models
from django.urls import reverse

from league.models import League, Season
from matches.newsletter.prose import LONGEST_TITLE

LONGEST_TEXT = 60_000
LONGEST_CORRECTION = 300


class Issue(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="issues")
    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(null=True, blank=True)  # given when it is published
    key = models.UUIDField(unique=True, editable=False)  # chosen by the client: asking twice makes one draft
    version = models.PositiveIntegerField(default=1)  # of two who edit at once, the second is told
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.TextField(max_length=LONGEST_TEXT)  # Markdown
    figures = models.JSONField(default=dict)  # of its charts
    drafted_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(auto_now=True)
    edited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)  # when its members were told
    corrected_at = models.DateTimeField(null=True, blank=True)
    correction = models.CharField(max_length=LONGEST_CORRECTION, blank=True)

    class Meta:
        ordering = ["-number", "-pk"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="issue_once_per_league")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Where it is read; a draft, where it is edited."""
        if self.number is None:
            return self.edit_url
        return reverse("issue", kwargs={"slug": self.league.slug, "number": self.number})

    @property
    def edit_url(self) -> str:
        return reverse("edit-issue", kwargs={"slug": self.league.slug, "pk": self.pk})

    @property
    def is_draft(self) -> bool:
        return self.number is None
