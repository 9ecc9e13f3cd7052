"""The forms of bringing a file in."""

from typing import Any

from django import forms
from django.contrib.auth.models import User

from matches.archive.text import LARGEST_FILE
from teams.forms import KeyedForm

NO_FILE = "Choose a file first."
TOO_LARGE = f"This file is too large: at most {LARGEST_FILE // 1024**2} MB can be imported."


class UploadForm(KeyedForm):
    """A file of a league or a team. Only the staff may say who is who."""

    fields_of = {"bad-file": "file", "busy": "file"}

    file = forms.FileField(
        error_messages={"required": NO_FILE, "invalid": NO_FILE, "missing": NO_FILE, "empty": "This file is empty."},
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    by_name = forms.BooleanField(required=False, initial=True)

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not person.is_staff:
            del self.fields["by_name"]

    def clean_file(self) -> bytes:
        uploaded = self.cleaned_data["file"]
        if uploaded.size > LARGEST_FILE:
            raise forms.ValidationError(TOO_LARGE)
        content: bytes = uploaded.read()
        return content

    @property
    def is_by_name(self) -> bool:
        return bool(self.cleaned_data.get("by_name"))
