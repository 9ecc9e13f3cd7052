"""Comments on a match: what members of its league say about it, and how a word is taken back."""

from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from matches.models import LONGEST_COMMENT, Comment, Match
from matches.permissions import Voice
from rules.problems import refuse


@transaction.atomic
def add(*, match: Match, author: User, text: str, key: UUID) -> Comment:
    """Somebody says something. The same key sent twice is one comment."""
    text = text.strip()
    if not text:
        raise refuse("empty", "Say something first.", "text")
    if len(text) > LONGEST_COMMENT:
        message = f"A comment has at most {LONGEST_COMMENT:,} characters, this has {len(text):,}."
        raise refuse("comment-too-long", message, "text")
    said = {"match": match, "author": author, "text": text}
    comment, _ = Comment.objects.get_or_create(key=key, defaults=said)
    if (comment.match_id, comment.author_id) != (match.pk, author.pk):
        raise refuse("foreign-key", "Something else was said with this form. Load the page again.")
    return comment


def remove(*, comment: Comment, by: User, voice: Voice) -> None:
    """Its words are gone, for good. That something was said, and who took it away, stays."""
    if comment.author_id != by.pk and not voice.runs:
        raise PermissionDenied("Only who wrote a comment, and those who run the league, may remove it.")
    # Who was first stays on record.
    standing = Comment.objects.filter(pk=comment.pk, removed_at=None)
    standing.update(text="", removed_at=timezone.now(), removed_by=by)
