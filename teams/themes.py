"""Light or dark. The system's preference decides, unless somebody has chosen otherwise for this browser."""

from enum import StrEnum

from django.http import HttpRequest, HttpResponse

COOKIE = "theme"
A_YEAR = 365 * 24 * 60 * 60


class Theme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"

    @property
    def label(self) -> str:
        return "As the system" if self is Theme.SYSTEM else self.value.capitalize()


def chosen(request: HttpRequest) -> Theme:
    try:
        return Theme(request.COOKIES.get(COOKIE, ""))
    except ValueError:
        return Theme.SYSTEM


def keep(response: HttpResponse, theme: Theme, *, secure: bool) -> None:
    """Under no other site's eyes, and readable by no script."""
    if theme is Theme.SYSTEM:
        response.delete_cookie(COOKIE, samesite="Lax")
    else:
        response.set_cookie(COOKIE, theme.value, max_age=A_YEAR, secure=secure, httponly=True, samesite="Lax")


def shown(request: HttpRequest) -> dict[str, object]:
    """For every page: the theme of its `<html>`, and the switch."""
    now = chosen(request)
    return {
        "theme": "" if now is Theme.SYSTEM else now.value,
        "themes": [(theme.value, theme.label, theme is now) for theme in Theme],
    }
