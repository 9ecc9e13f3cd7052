"""What people say of a match: stories and comments, as its page shows them."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils.safestring import SafeString

from league.markdown import to_html
from matches.match_next import LEFT
from matches.models import Comment, Match


@dataclass(frozen=True, slots=True)
class StoryShown:
    author: str
    html: SafeString
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class CommentShown:
    pk: int
    author: str
    text: str
    written_at: datetime
    removed_by: str  # empty as long as it stands
    may_remove: bool


def stories_shown(match: Match, person: User | None) -> tuple[tuple[StoryShown, ...], str]:
    """All of them, and one's own as it was written. One query."""
    stories = list(match.stories.select_related("author"))
    own = next((its.text for its in stories if person and its.author_id == person.pk), "")
    return tuple(StoryShown(_name(its.author), to_html(its.text), its.updated_at) for its in stories), own


def comments_shown(
    match: Match, person: User | None, *, may_moderate: bool, is_closed: bool
) -> tuple[CommentShown, ...]:
    """One query."""
    found = match.comments.select_related("author", "removed_by")
    return tuple(_comment(its, person, may_moderate=may_moderate, is_closed=is_closed) for its in found)


def _comment(its: Comment, person: User | None, *, may_moderate: bool, is_closed: bool) -> CommentShown:
    is_own = person is not None and its.author_id == person.pk
    return CommentShown(
        pk=its.pk,
        author=_name(its.author),
        text=its.text,
        written_at=its.written_at,
        removed_by=_name(its.removed_by) if its.removed_at else "",
        may_remove=(is_own or may_moderate) and not is_closed and not its.removed_at,
    )


def _name(person: User | None) -> str:
    return person.get_username() if person else LEFT
