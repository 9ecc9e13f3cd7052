"""A page as a PDF. WeasyPrint needs libraries of the system, so it is loaded only when somebody wants a print."""

import logging
from typing import Any, NoReturn

import segno
from django.utils.safestring import SafeString, mark_safe

PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0")  # Debian's names for what WeasyPrint draws text with


class CannotPrint(Exception):
    """This server has not got what WeasyPrint needs."""


def pdf(html: str) -> bytes:
    """The document, which must be complete in itself: nothing it refers to is fetched from anywhere."""
    weasyprint = _weasyprint()
    fetcher = _nothing_from_elsewhere(weasyprint)
    document: bytes = weasyprint.HTML(string=html, url_fetcher=fetcher).write_pdf()
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
