"""Teams as tables: the chronicle itself, and projections of the scroll for lists and searches.

Only `teams/chronicle.py` writes entries and projections. An entry is never changed and never deleted.
"""

import uuid
from collections.abc import Iterable
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from rules.roster import LONGEST_NAME


class Colour(models.TextChoices):
    """The inks a team may choose from; the stylesheet knows them by these names."""

    SUMI = "sumi", "Sumi black"
    AI = "ai", "Indigo"
    ASAGI = "asagi", "Pale blue-green"
    MATSU = "matsu", "Pine green"
    KARASHI = "karashi", "Mustard"
    KAKI = "kaki", "Persimmon"
    SHU = "shu", "Vermilion"
    BOTAN = "botan", "Peony"
    FUJI = "fuji", "Wisteria"
    CHA = "cha", "Tea brown"


class House(models.Model):
    """One set of house rules, for good: an entry is always told by the rules it was written under."""

    rules = models.JSONField()

    def __str__(self) -> str:
        return f"House rules {self.pk}"


class Team(models.Model):
    slug = models.SlugField(max_length=80, unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="teams")
    is_private = models.BooleanField(default=False)
    colour = models.CharField(max_length=10, choices=Colour, default=Colour.SUMI)
    crest = models.PositiveSmallIntegerField(default=0)  # which variant of the clan's crest
    founded_at = models.DateTimeField(auto_now_add=True)
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="teams")  # none: the rulebook
    imported_at = models.DateTimeField(null=True, editable=False)  # if it came with a file

    # Projection of the scroll
    name = models.CharField(max_length=LONGEST_NAME)
    clan = models.CharField(max_length=20)
    treasury = models.PositiveIntegerField()
    rating = models.PositiveIntegerField()
    rating_koban = models.PositiveIntegerField()
    rating_advancements = models.PositiveIntegerField()
    rating_heroes_and_ronin = models.PositiveIntegerField()
    ninja_count = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drew = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    steps_due = models.PositiveIntegerField()
    advances_due = models.PositiveIntegerField(default=0)
    roster_problems = models.PositiveIntegerField(default=0)
    entry_count = models.PositiveIntegerField()

    class Meta:
        ordering = ["name", "pk"]
        # A column of two values is no help to find the first of the public ones by name: an index of only those is.
        indexes = [
            models.Index(fields=["name", "id"], condition=models.Q(is_private=False), name="public_team_by_name")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("team", kwargs={"slug": self.slug})

    @property
    def player(self) -> str:
        """Who plays it. A team outlives the account of its owner."""
        return self.owner.get_username() if self.owner else "nobody now"


class Ninja(models.Model):
    """Projection of one model of a team, gone ones included: their story is still told."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="ninja")
    ninja_id = models.CharField(max_length=40)  # the chronicle's name for it
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    profile = models.CharField(max_length=40)
    price = models.PositiveIntegerField()
    xp = models.PositiveIntegerField()
    level = models.PositiveSmallIntegerField()
    advancements = models.PositiveSmallIntegerField()
    misses = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    feats = models.PositiveIntegerField(default=0)
    injuries = models.PositiveIntegerField(default=0)
    all_stars = models.PositiveIntegerField(default=0)
    is_former = models.BooleanField()

    class Meta:
        ordering = ["team", "position"]
        constraints = [models.UniqueConstraint(fields=["team", "ninja_id"], name="ninja_once_per_team")]

    def __str__(self) -> str:
        return self.name


class Written(TypeError):
    """Somebody tried to rewrite history: a mistake in the program, not of its user."""


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise Written("The chronicle is only ever added to.")


class EntryQuerySet(models.QuerySet["Entry"]):
    update = _refuse
    delete = _refuse
    bulk_update = _refuse
    update_or_create = _refuse

    def bulk_create(self, objs: Iterable["Entry"], *args: Any, **kwargs: Any) -> list["Entry"]:
        """New entries only: with a third argument it could rewrite old ones."""
        if args[2:] or kwargs.get("update_conflicts"):
            _refuse()
        return super().bulk_create(objs, *args, **kwargs)


class Entry(models.Model):
    """One line of a chronicle."""

    team = models.ForeignKey(Team, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    data = models.JSONField()
    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="+")  # in force when it was written
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    written_at = models.DateTimeField(auto_now_add=True)
    reason = models.TextField(blank=True)
    key = models.UUIDField(null=True)  # chosen by the client: the same request sent twice is one entry

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["team", "number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="entry_number_once_per_team"),
            models.UniqueConstraint(fields=["team", "key"], name="entry_key_once_per_team"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            _refuse()
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse()


class Draft(models.Model):
    """A team being built: nothing has happened to it yet, so it has no chronicle."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="drafts")
    state = models.JSONField()  # what would be founded
    past = models.JSONField(default=list)  # earlier states, for undo; the latest is last
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(auto_now=True)
    team = models.OneToOneField(Team, models.CASCADE, null=True, related_name="draft")  # once founded

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return str(self.state.get("name") or "A draft")

    def get_absolute_url(self) -> str:
        return reverse("draft", kwargs={"key": self.key})


class Token(models.Model):
    """Lets a program act for a person. Of the token itself only a digest is kept."""

    class Scope(models.TextChoices):
        READ = "read", "Read: whatever you may see"
        WRITE = "write", "Read and write: whatever you may do"

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_NAME)
    scope = models.CharField(max_length=5, choices=Scope, default=Scope.READ)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=12)  # how it begins
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)  # none: never
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="token_name_once_per_person")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()


class Answer(models.Model):
    """The first answer to a request, given again to whoever repeats it under the same key."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.UUIDField()
    request = models.CharField(max_length=64)  # a digest of what was asked
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)  # as it was sent: a database may keep JSON in another order
    headers = models.JSONField(default=dict)
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="answer_once_per_person_and_key")]
        indexes = [models.Index(fields=["person", "given_at"], name="answer_by_age")]

    def __str__(self) -> str:
        return f"Answer to {self.key}"


class Job(models.Model):
    """Work that takes longer than a page may: who asked for it, how far it is, and what came of it."""

    class State(models.TextChoices):
        QUEUED = "queued", "Waiting for its turn"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="jobs")
    args = models.JSONField(default=dict)
    material = models.BinaryField(null=True)  # what it works on, compressed: an uploaded file
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    attempt = models.PositiveIntegerField(default=1)  # what an earlier one has still to say is not heard
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)  # what is being done, or why it failed
    result = models.JSONField(default=dict)
    file = models.BinaryField(null=True)
    file_name = models.CharField(max_length=120, blank=True)
    file_type = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["created_at"], name="job_by_age")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.get_state_display()}"

    def get_absolute_url(self) -> str:
        return reverse("job", kwargs={"key": self.key})

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED)
