"""What Django 5.2 has no setting for: policy headers, what travels compressed, and cookies that were not made here."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

WORTH_COMPRESSING = ("text/", "application/json", "application/atom+xml", "application/rss+xml", "image/svg+xml")


class PolicyHeaders:
    """Tells the browser, on every response, to run our own files only and to leave its devices alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # Django's own pages for developers are made of inline scripts and styles.
        if settings.DEBUG and response.status_code in (404, 500):
            return response
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        # htmx gets a part of what others get whole: neither may be kept for the other.
        patch_vary_headers(response, ["HX-Request"])
        return response


class Compressed(GZipMiddleware):
    """A page travels at a fifth of its size. A secret in it is safe: Django adds a random length to every answer.

    The API is left alone: clients hand its entity tags back, and that of a compressed answer is another one.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_worth_it = response.headers.get("Content-Type", "").startswith(WORTH_COMPRESSING)
        if response.status_code != HTTPStatus.OK or not is_worth_it or request.path_info.startswith("/api/v"):
            return response
        return super().process_response(request, response)


class OwnSessions(SessionMiddleware):
    """Takes no session key that is not of our making: a database may not even be able to look for it."""

    def process_request(self, request: HttpRequest) -> None:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if key and not (key.isascii() and key.isalnum()):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME)
        super().process_request(request)
