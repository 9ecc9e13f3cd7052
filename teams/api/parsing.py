"""How a request's body is read, and how an answer is written: JSON, whatever somebody would rather have."""

import json
import re
from collections.abc import Iterable
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from teams.api.errors import Refused

SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
DEEPEST = 32
MALFORMED = "The body is not JSON: {}."


class JSONParser(BaseParser):
    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """Plain JSON, in UTF-8, of no more than a request may be large."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        data = stream.read(most + 1)
        if len(data) > most:
            raise Refused(413, f"A request has at most {most // 1024} KB.")
        try:
            text = data.decode("utf-8")
            parsed = json.loads(text, parse_constant=_no_number)
        except RecursionError as error:
            raise ParseError(MALFORMED.format("it is nested too deeply")) from error
        except ValueError as error:
            raise ParseError(MALFORMED.format(error)) from error
        _refuse_deep(parsed)
        if SURROGATE.search(text):
            _refuse_half_characters(parsed)
        return parsed


def _no_number(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")


def _refuse_deep(parsed: Any) -> None:
    """Nothing that is sent here is nested deeply, and much of what reads it would go as deep."""
    level = [parsed]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise ParseError(MALFORMED.format("it is nested too deeply"))


def _inside(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _refuse_half_characters(parsed: Any) -> None:
    """Half of a surrogate pair is no text: nothing could store or print it."""
    try:
        json.dumps(parsed, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ParseError(MALFORMED.format("it contains half of a character")) from error


class AlwaysJSON(BaseContentNegotiation):
    """Nobody is turned away for their Accept header: there is only one thing to have."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        sent = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        only = next(iter(renderers))
        return only, str(only.media_type)
