"""What is said where no view answers: a page for people, and for programs the words of the API."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render
from django.template import loader
from django.urls import is_valid_path

from config import api
from config.logs import request_id


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    status = HTTPStatus.BAD_REQUEST
    return api.said(request, status, "This request cannot be read.") or render(request, "400.html", status=status)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: whatever failed may be what a page asks of it."""
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    said = api.said(request, status, "Something went wrong here, and was written down.")
    page = loader.get_template("500.html")
    return said or HttpResponse(page.render({"reference": request_id.get()}), status=status)


def _page_above(path: str) -> str:
    """The nearest page that this address lies below: mostly the one with its form."""
    steps = path.strip("/").split("/")
    above = (f"/{'/'.join(steps[:n])}/" for n in range(len(steps) - 1, 0, -1))
    return next((its for its in above if is_valid_path(its)), "")


class RefusedMethods:
    """Makes a page of Django's empty answer to a method that an address does not take."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        allowed = response["Allow"]
        is_for_forms = "GET" not in allowed
        context = {"is_for_forms": is_for_forms, "above": _page_above(request.path_info) if is_for_forms else ""}
        page = render(request, "405.html", context, status=response.status_code)
        page["Allow"] = allowed
        return page
