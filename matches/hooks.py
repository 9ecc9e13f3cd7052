"""What this app tells the ones below it, which must not know it: see `apps.py`."""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Case, Exists, Expression, OuterRef, Q, Value, When
from django.http import HttpRequest
from django.urls import reverse

from league.models import Fixture, League, Membership
from league.permissions import Standing
from matches import reporting
from matches.match_forms import CommentForm, StoryForm
from matches.match_page import match_page, why_kept
from matches.models import Comment, Match, Report, Signature, Story
from matches.permissions import voice
from rules.problems import Problem
from teams.permissions import Person
from teams.views.requests import author


def kept_by_report(fixture: Fixture) -> Problem | None:
    """Why what became of a game cannot be changed past its report."""
    match = Match.objects.filter(fixture=fixture).first()
    return why_kept(match) if match else None


def on_game_page(request: HttpRequest, fixture: Fixture, has: Standing) -> dict[str, object]:
    """Everything of its match, for the page of a game."""
    page = match_page(fixture, voice(request.user, fixture, has), author(request))
    return {
        "also": "matches/_match.html",
        "match_page": page,
        "kept": page.kept,
        "story_form": StoryForm(initial={"story": page.own_story}),
        "comment_form": CommentForm(),
    }


def said_of_report() -> Expression:
    """That an open game has a report which is not accepted yet, in the words of the game's page."""
    return Case(*(When(match__state=state, then=Value(state.label)) for state in Match.WAITING))


def reported(games: Collection[int]) -> set[int]:
    """Those of these games that have a version of a report, even one that was voided."""
    found = Match.objects.filter(fixture__in=games, reports__isnull=False)
    return set(found.values_list("fixture_id", flat=True))


def accept_by_silence(league: League) -> None:
    reporting.accept_overdue(league)


def games_at(person: Person, games: Iterable[str]) -> dict[str, str]:
    """The pages of these games, those of private leagues only for their members."""
    if not (keys := [key for game in games if (key := _key(game))]):
        return {}
    found = Match.objects.filter(key__in=keys)
    if not (isinstance(person, User) and person.is_staff):
        league = "fixture__round__season__league"
        is_member = Exists(Membership.objects.filter(league=OuterRef(league), person=person.pk))
        found = found.filter(Q(**{f"{league}__is_private": False}) | is_member)
    return {str(key): reverse("fixture", kwargs={"pk": pk}) for key, pk in found.values_list("key", "fixture_id")}


def _key(game: str) -> UUID | None:
    """Chronicles that come from elsewhere may call their games anything."""
    try:
        return UUID(game)
    except ValueError:
        return None


def known_of(person: User) -> list[Any]:
    """Everything this app knows of a person, for their own export."""
    reports = Report.objects.filter(author=person).select_related("match")
    return [
        *({"report": its.number, "game": its.match.game, "at": its.written_at, "data": its.data} for its in reports),
        *(
            {"signed": its.report.number, "game": its.report.match.game, "at": its.signed_at}
            for its in Signature.objects.filter(person=person).select_related("report__match")
        ),
        *(
            {"story": its.text, "game": its.match.game, "at": its.updated_at}
            for its in Story.objects.filter(author=person).select_related("match")
        ),
        *(
            {"comment": its.text, "game": its.match.game, "at": its.written_at}
            for its in Comment.objects.filter(author=person).select_related("match")
        ),
    ]
