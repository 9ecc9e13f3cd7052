"""Games: what each is, and what became of it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def fixture(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse()
