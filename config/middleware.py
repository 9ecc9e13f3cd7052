"""What Django 5.2 has no setting for: policy headers, and cookies that no browser of ours was given."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers


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


class OwnSessions(SessionMiddleware):
    """Takes no session key that is not of our making: a database may not even be able to look for it."""

    def process_request(self, request: HttpRequest) -> None:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if key and not (key.isascii() and key.isalnum()):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME)
        super().process_request(request)
