"""Leagues as tables: who belongs to them, by which rules they play, and who meets whom.

Nothing here decides anything: who may do what is in `permissions.py`, schedules, tables and brackets are
pure functions in `schedules.py`, `standings.py` and `playoffs.py`.
"""

import secrets
from datetime import date
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from league import playoffs
from league.standings import Outcome
from teams.models import House, Team


class Joining(models.TextChoices):
    """How a stranger becomes a member."""

    OPEN = "open", "Open: anybody may join"
    APPROVAL = "approval", "By approval: the ninja master decides on each request"
    INVITATION = "invitation", "By invitation: only with a link from the ninja master"


class League(models.Model):
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=60)
    description = models.TextField(blank=True, max_length=20_000)  # Markdown
    is_private = models.BooleanField(default=False)
    joining = models.CharField(max_length=10, choices=Joining, default=Joining.OPEN)
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="+")  # in force; none: the rulebook
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)  # a league is put away, never deleted
    key = models.UUIDField(null=True, editable=False)  # chosen by the client: the same request sent twice is one league
    silence_at = models.DateTimeField(null=True, blank=True)  # when the next report is accepted by silence
    latest_news = models.JSONField(null=True, editable=False)  # label, title, url and at, as its page shows them

    class Meta:
        ordering = ["name", "pk"]
        indexes = [
            models.Index(fields=["name", "id"], condition=models.Q(is_private=False), name="public_league_by_name")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", kwargs={"slug": self.slug})

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None


class Role(models.TextChoices):
    """What somebody is in a league. The order is the order of authority."""

    MASTER = "master", "Ninja master"
    ASSISTANT = "assistant", "Assistant"
    PLAYER = "player", "Player"
    GUEST = "guest", "Guest"


class Membership(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="memberships")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["league", "person"], name="member_once_per_league")]

    def __str__(self) -> str:
        return f"{self.person} ({self.get_role_display()})"


def new_token() -> str:
    return secrets.token_urlsafe(18)


def today() -> date:
    return timezone.localdate()


class Invitation(models.Model):
    """A link that lets its holder in, until it expires or is revoked."""

    league = models.ForeignKey(League, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    role = models.CharField(max_length=10, choices=Role, default=Role.PLAYER)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"Invitation to {self.league}"

    @property
    def is_valid(self) -> bool:
        return self.revoked_at is None and self.expires_at > timezone.now()


class FeedKey(models.Model):
    """What somebody's secret links are made from. Without the site's own secret it opens nothing."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed_key")
    nonce = models.CharField(max_length=40, default=new_token)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"Feeds of {self.person}"


class JoinRequest(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="join_requests")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    message = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    is_accepted = models.BooleanField(default=False)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "person"], condition=Q(decided_at=None), name="one_open_request_per_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} asks to join {self.league}"


class HouseVersion(models.Model):
    """One change of the league's rules. Earlier versions stay: games were played by them."""

    league = models.ForeignKey(League, models.CASCADE, related_name="house_versions")
    number = models.PositiveIntegerField()
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="house_version_once_per_league")]

    def __str__(self) -> str:
        return f"Version {self.number}"


class Format(models.TextChoices):
    """How a season finds its games."""

    ROUND_ROBIN = "round-robin", "Round robin: everybody meets everybody"
    DOUBLE_ROUND_ROBIN = "double-round-robin", "Double round robin: everybody meets everybody twice"
    SWISS = "swiss", "Swiss: each round among teams of like score"
    RANDOM = "random", "Random: drawn each round"
    OPEN = "open", "Open play: players challenge each other"
    BY_HAND = "by-hand", "By hand: the ninja master pairs"


class Season(models.Model):
    class State(models.TextChoices):
        PLANNED = "planned", "Planned"
        RUNNING = "running", "Running"
        PLAYOFFS = "playoffs", "Playoffs"
        FINISHED = "finished", "Finished"

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    format = models.CharField(max_length=20, choices=Format, default=Format.ROUND_ROBIN)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)  # none: open-ended
    games_per_week = models.PositiveSmallIntegerField(null=True, blank=True)  # none: unlimited
    starts_on = models.DateField(default=today)
    ends_on = models.DateField(null=True, blank=True)
    days_per_round = models.PositiveSmallIntegerField(default=7, validators=[MinValueValidator(1)])
    playoff_teams = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(playoffs.MOST)]
    )  # none: the table decides
    playoff_best_of = models.PositiveSmallIntegerField(default=1, choices=[(1, "Single games"), (3, "Best of three")])
    playoff_third_place = models.BooleanField(default=False)
    # What a team brings along from an earlier season
    takes_teams_along = models.BooleanField(default=True)
    keeps_koban = models.BooleanField(default=True)
    keeps_experience = models.BooleanField(default=True)
    keeps_absences = models.BooleanField(default=False)
    champion = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="titles")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="season_once_per_league")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", kwargs={"slug": self.league.slug, "number": self.number})

    @property
    def is_over(self) -> bool:
        return self.state == self.State.FINISHED


class Changing(models.Model):
    """Something that calendars show: they are told how often it has changed, and when last."""

    changes = models.PositiveIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            self.changes, self.changed_at = self.changes + 1, timezone.now()
            if kwargs.get("update_fields") is not None:
                kwargs["update_fields"] = {*kwargs["update_fields"], "changes", "changed_at"}
        super().save(*args, **kwargs)


class Division(models.Model):
    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["season", "name"], name="division_once_per_season")]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A team in a season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="entrants")
    team = models.ForeignKey(Team, models.PROTECT, related_name="entries_in_seasons")
    division = models.ForeignKey(Division, models.SET_NULL, null=True, blank=True, related_name="entrants")
    coin = models.PositiveIntegerField()  # the coin of record, cast when it entered
    entered_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["team__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "team"], name="team_once_per_season")]

    def __str__(self) -> str:
        return str(self.team)


class Round(Changing):
    """A week of games. It is a draft until it is published."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    deadline = models.DateField(null=True, blank=True)
    is_playoff = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True, blank=True)
    drawn = models.JSONField(default=list, blank=True)  # entrants in the order that chance gave them, if it was asked

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="round_once_per_season")]

    def __str__(self) -> str:
        """Nobody plays rounds where players find their own games. Read it with its season: it asks for the format."""
        is_week = not self.is_playoff and self.season.format == Format.OPEN
        return f"{'Week' if is_week else 'Round'} {self.number}"


class Fixture(Changing):
    """A game that is to be played, was played, or will not be."""

    class State(models.TextChoices):
        PROPOSED = "proposed", "Challenge sent"
        SCHEDULED = "scheduled", "To be played"
        POSTPONED = "postponed", "Postponed"
        PLAYED = "played", "Played"
        FORFEITED = "forfeited", "Forfeited"
        BYE = "bye", "Bye"

    COUNTED = (State.PLAYED, State.FORFEITED, State.BYE)

    round = models.ForeignKey(Round, models.CASCADE, related_name="fixtures")
    position = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.SCHEDULED)
    tie = models.CharField(max_length=10, blank=True)  # of the playoffs' bracket
    deadline = models.DateField(null=True, blank=True)  # if another than its round's
    note = models.CharField(max_length=300, blank=True)
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="+")  # in force when it was decided
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )  # who recorded what became of it

    class Meta:
        ordering = ["round__number", "position", "pk"]
        indexes = [models.Index(fields=["round", "state"], name="fixture_by_state")]

    def __str__(self) -> str:
        return f"{self.round}, game {self.position + 1}"

    def get_absolute_url(self) -> str:
        return reverse("fixture", kwargs={"pk": self.pk})


class Side(models.Model):
    """One team's part in a fixture; its outcome once there is one."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="sides")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="sides")
    position = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=20, blank=True, choices=[(o.value, o.value) for o in Outcome])
    points = models.PositiveIntegerField(default=0)
    feats = models.PositiveIntegerField(default=0)
    injuries = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "entrant"], name="side_once_per_fixture"),
            models.UniqueConstraint(fields=["fixture", "position"], name="seat_once_per_fixture"),
        ]

    def __str__(self) -> str:
        return str(self.entrant)


# Django looks for an app's tables here.
from league.notices.models import Delivery, News, Notice, Preference, Webhook  # noqa: E402, F401
