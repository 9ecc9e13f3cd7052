"""Figures for Prometheus at `/metrics`: requests by view, their time, and what waits in the background.

With several processes each keeps its own in a folder of the server's (`figures.py`), and any of them answers for all.
"""

import hmac
import time
from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config import figures

SECONDS = (0.005, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)

# What waits, by name: apps say how to count it. Counted only when somebody asks.
WAITING: dict[str, Callable[[], int]] = {}

registry = CollectorRegistry()
REQUESTS = Counter("kagejima_requests", "Answered requests", ("view", "method", "status"), registry=registry)
TIME = Histogram("kagejima_request_seconds", "Time to answer", ("view",), buckets=SECONDS, registry=registry)


class Measured:
    """Counts and times every request under the name of its address, which is never what a visitor typed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        view = (request.resolver_match.view_name if request.resolver_match else "") or "none"
        method = request.method if request.method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") else "other"
        REQUESTS.labels(view, method, response.status_code).inc()
        TIME.labels(view).observe(time.perf_counter() - began)
        return response


class _Waiting(Collector):
    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = GaugeMetricFamily("kagejima_waiting", "What waits in the background", labels=["what"])
        for what, count in WAITING.items():
            family.add_metric([what], count())
        yield family


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever knows METRICS_TOKEN; on a site of one's own, for everybody on the machine."""
    if not _may_ask(request):
        raise Http404("There is no page at this address.")
    waiting = CollectorRegistry()
    waiting.register(_Waiting())
    told = generate_latest(_of_all_processes()) + generate_latest(waiting)
    return HttpResponse(told, content_type=CONTENT_TYPE_LATEST)


def _of_all_processes() -> CollectorRegistry:
    if not figures.are_together():
        return registry
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


def _may_ask(request: HttpRequest) -> bool:
    if not settings.METRICS_TOKEN:
        return not settings.PUBLIC
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
