"""What can be said on the page of a match."""

from uuid import uuid4

from django import forms

from league.forms import RefusableForm
from matches.models import LONGEST_COMMENT, LONGEST_STORY
from teams.forms import INCOMPLETE


class StoryForm(RefusableForm):
    # How long it may be is for the service to say: it says it in a sentence. An empty one takes the story back.
    story = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "maxlength": LONGEST_STORY, "dir": "auto"}),
    )


class CommentForm(RefusableForm):
    """May be sent twice, and is said once."""

    text = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_COMMENT, "dir": "auto"}),
    )
    key = forms.UUIDField(
        initial=uuid4, widget=forms.HiddenInput, error_messages={"required": INCOMPLETE, "invalid": INCOMPLETE}
    )
