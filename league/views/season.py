"""Seasons."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return HttpResponse()
