"""Matches as tables: the briefing, every version of what people say happened, and who has signed it.

Nothing here decides anything. A version of a report is never changed and never deleted.
"""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from league.models import Entrant, Fixture
from rules import dice
from teams.models import House, Team

LONGEST_NOTES = 2_000
LONGEST_STORY = 20_000
LONGEST_COMMENT = 2_000
LONGEST_REASON = 500


class Match(models.Model):
    """A game of the league at the table: from its briefing to its accepted report."""

    class State(models.TextChoices):
        BRIEFED = "briefed", "Briefed"
        REPORTED = "reported", "Report waiting"
        DISPUTED = "disputed", "Report disputed"
        ACCEPTED = "accepted", "Accepted"
        VOIDED = "voided", "Voided"

    WAITING = (State.REPORTED, State.DISPUTED)

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="match")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # the game's name in chronicles
    state = models.CharField(max_length=10, choices=State, default=State.BRIEFED)
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="+")  # in force when it was briefed
    briefed_at = models.DateTimeField()
    briefed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    challenge = models.CharField(max_length=40, blank=True)
    draws = models.JSONField(default=list)  # rolls for the random challenge, in order, with who made them and when
    accepted = models.ForeignKey("Report", models.SET_NULL, null=True, blank=True, related_name="+")  # in force
    silence_at = models.DateTimeField(null=True, blank=True)  # when silence accepts what was filed
    held_up = models.TextField(blank=True)  # why silence could not accept it

    class Meta:
        ordering = ["-briefed_at", "-pk"]
        verbose_name_plural = "matches"
        # None by state: SQLite would rather look through the matches of all leagues than start from one.
        indexes = [models.Index(fields=["silence_at"], condition=Q(silence_at__isnull=False), name="match_by_silence")]

    def __str__(self) -> str:
        return f"Match {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("fixture", kwargs={"pk": self.fixture_id})

    @property
    def game(self) -> str:
        """How chronicles call it."""
        return str(self.key)

    @property
    def is_accepted(self) -> bool:
        return self.state == self.State.ACCEPTED


class Seed(models.Model):
    """What server dice are cast from. Its commitment is public at once, the secret only when no die is left in it."""

    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64, unique=True)
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="seeds")  # for its challenge
    team = models.ForeignKey(Team, models.CASCADE, null=True, related_name="seeds")  # for what follows its games
    created_at = models.DateTimeField(auto_now_add=True)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(revealed_at=None, match__isnull=False), name="one_secret_per_match"
            ),
            models.UniqueConstraint(
                fields=["team"], condition=Q(revealed_at=None, team__isnull=False), name="one_secret_per_team"
            ),
        ]

    def __str__(self) -> str:
        return self.commitment

    def get_absolute_url(self) -> str:
        return reverse("dice-of", kwargs={"commitment": self.commitment})

    @classmethod
    def new(cls, *, match: Match | None = None, team: Team | None = None) -> "Seed":
        secret = secrets.token_bytes(32)
        return cls(secret=secret.hex(), commitment=dice.commitment(secret), match=match, team=team)

    def cast(self, purpose: str, count: int) -> dice.Roll:
        return dice.cast(bytes.fromhex(self.secret), purpose, count)


class Side(models.Model):
    """A team in a match, and what it was told before it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    team = models.ForeignKey(Team, models.PROTECT, related_name="sides")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()
    briefing = models.JSONField()  # frozen: rating, help, who is absent
    at = models.PositiveIntegerField()  # the last entry of its chronicle when it was briefed
    commitment = models.CharField(max_length=64)  # of the dice after the game, if the server rolls them

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["match", "team"], name="team_once_per_match")]

    def __str__(self) -> str:
        return str(self.team)


class Report(models.Model):
    """One version of what is said of a match."""

    class Kind(models.TextChoices):
        FILED = "filed", "Filed"
        SETTLED = "settled", "Settled by the ninja master"
        AMENDMENT = "amendment", "Amendment"
        VOIDING = "voiding", "Voiding"

    match = models.ForeignKey(Match, models.CASCADE, related_name="reports")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.FILED)
    key = models.UUIDField()  # chosen by the client: the same report sent twice is one version
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    written_at = models.DateTimeField(auto_now_add=True)
    data = models.JSONField(null=True)  # what the rules resolve; none for a voiding
    moments = models.JSONField(default=list)  # [round, team, ninja, feat] of feats whose round was noted
    notes = models.TextField(blank=True, max_length=LONGEST_NOTES)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    choices = models.JSONField(default=dict)  # of an amendment: {team: {entry: word}}
    in_force_from = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="report_number_once_per_match"),
            models.UniqueConstraint(fields=["match", "key"], name="report_key_once_per_match"),
        ]

    def __str__(self) -> str:
        return f"Version {self.number}"


class Signature(models.Model):
    """A side agrees to a version, its author's own sides at once."""

    report = models.ForeignKey(Report, models.CASCADE, related_name="signatures")
    side = models.ForeignKey(Side, models.CASCADE, related_name="signatures")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ["signed_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["report", "side"], name="signature_once_per_side")]

    def __str__(self) -> str:
        return f"{self.side} agrees"


class Story(models.Model):
    """How somebody tells the game. It decides nothing, so its author may change it at any time."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="stories")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=LONGEST_STORY)  # Markdown
    written_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["written_at", "pk"]
        verbose_name_plural = "stories"
        constraints = [models.UniqueConstraint(fields=["match", "author"], name="one_story_per_person")]

    def __str__(self) -> str:
        return f"Story of {self.author}"


class Draft(models.Model):
    """A report being filled in: what was typed so far, right or wrong."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="drafts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="report_drafts")
    key = models.UUIDField(default=uuid.uuid4)  # becomes the report's
    is_amendment = models.BooleanField(default=False)
    form = models.JSONField(default=dict)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]
        constraints = [models.UniqueConstraint(fields=["match", "author", "is_amendment"], name="one_draft_per_person")]

    def __str__(self) -> str:
        return f"Draft of {self.author}"


class Comment(models.Model):
    match = models.ForeignKey(Match, models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=LONGEST_COMMENT)
    key = models.UUIDField(unique=True)
    written_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["written_at", "pk"]

    def __str__(self) -> str:
        return self.text[:40]


class Reminder(models.Model):
    """The ninja master reminded somebody. `about` says of what; the page shows when."""

    class About(models.TextChoices):
        GAME = "game", "a game that is overdue"
        REPORT = "report", "a report that waits"
        STEPS = "steps", "steps after a game"
        ROSTER = "roster", "a team that may not play"

    team = models.ForeignKey(Team, models.CASCADE, related_name="reminders")
    fixture = models.ForeignKey(Fixture, models.CASCADE, null=True, related_name="reminders")
    about = models.CharField(max_length=10, choices=About)
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-sent_at"]
        indexes = [models.Index(fields=["team", "about", "-sent_at"], name="reminder_of_team")]

    def __str__(self) -> str:
        return f"{self.team}: {self.get_about_display()}"


# Django looks for an app's tables here.
from matches.newsletter.models import Issue  # noqa: E402, F401
