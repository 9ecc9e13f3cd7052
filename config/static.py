"""Static files, served from where they lie and yet cached for good: their addresses change with their content.

`{% static %}` adds `?v=` and a digest of the content. A request with that digest is answered as never changing, any
other (a font named in a stylesheet, a page from before the last release) as fresh for a minute.
"""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest
from whitenoise.middleware import WhiteNoiseFileResponse, WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def version(name: str) -> str:
    """The digest of a static file. Files do not change while the site runs, except under DEBUG, which never asks."""
    path = finders.find(name)
    if path is None:
        raise ValueError(f"There is no static file {name!r}.")
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]


class VersionedStorage(StaticFilesStorage):
    def url(self, name: str | None) -> str:
        address = super().url(name)
        return address if settings.DEBUG or not name else f"{address}?v={version(name)}"


class VersionedWhiteNoise(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise has no types
    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> WhiteNoiseFileResponse:
        response = WhiteNoiseMiddleware.serve(static_file, request)
        asked = request.GET.get("v")
        # During a release an old process may get a new digest: what it answers must not be kept.
        if asked and asked == version(request.path_info.removeprefix(settings.STATIC_URL)):
            response["Cache-Control"] = FOR_GOOD
        return response
