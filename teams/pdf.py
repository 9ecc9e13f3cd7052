"""A page as a PDF. WeasyPrint needs libraries of the system, so it is loaded only when somebody wants a print."""

import hashlib
import logging
import threading
from collections.abc import Sequence
from typing import Any, NoReturn

import segno
from django.core.cache import caches
from django.utils.safestring import SafeString, mark_safe

PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0")  # Debian's names for what WeasyPrint draws text with
_PRESS = threading.Lock()


class CannotPrint(Exception):
    """This server has not got what WeasyPrint needs."""


def pdf(html: str) -> bytes:
    """The document, which must be complete in itself: nothing it refers to is fetched from anywhere.

    It takes about a second of computing: the same page is printed once, and one print at a time.
    """
    key = hashlib.sha256(html.encode()).hexdigest()
    kept: bytes | None = caches["prints"].get(key)
    if kept is None:
        with _PRESS:
            kept = _printed(html)
        caches["prints"].set(key, kept)
    return kept


def _printed(html: str) -> bytes:
    document: bytes = _laid_out(html).write_pdf()
    return document


def _laid_out(html: str) -> Any:
    weasyprint = _weasyprint()
    return weasyprint.HTML(string=html, url_fetcher=_nothing_from_elsewhere(weasyprint)).render()


class Leaf:
    """One document of several that are to be bound: laid out at once, one at a time."""

    def __init__(self, html: str) -> None:
        with _PRESS:
            self.document = _laid_out(html)


def bound(leaves: Sequence[Leaf]) -> bytes:
    """Several documents as one, page after page; at least one."""
    pages = [page for leaf in leaves for page in leaf.document.pages]
    with _PRESS:
        document: bytes = leaves[0].document.copy(pages).write_pdf()
    return document


def qr_code(url: str) -> SafeString:
    """The address as a square that a phone can read."""
    code = segno.make(url, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None))  # noqa: S308 drawn here


def _weasyprint() -> Any:
    logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)  # seven lines for each print otherwise
    try:
        import weasyprint  # noqa: PLC0415 see above
    except (ImportError, OSError) as missing:
        raise CannotPrint(str(missing)) from missing
    return weasyprint


def _nothing_from_elsewhere(weasyprint: Any) -> Any:
    class Nothing(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> NoReturn:
            raise ValueError("A print fetches nothing.")

    return Nothing()
