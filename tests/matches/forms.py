"""The form of a report as a browser sees it, for tests: what stands in it, and what is sent with it."""

from html.parser import HTMLParser
from typing import Any


class _Form(HTMLParser):
    """Collects what a browser would send with the form of that id."""

    def __init__(self, id_: str) -> None:
        super().__init__()
        self.id, self.is_inside = id_, False
        self.sent: dict[str, str] = {}
        self.select = self.textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its: dict[str, Any] = dict(attrs)
        if tag == "form":
            self.is_inside = its.get("id") == self.id
        if not self.is_inside:
            return
        name = its.get("name") or ""
        if tag == "input" and name and (its.get("type") != "checkbox" or "checked" in its):
            self.sent[name] = its.get("value", "on")
        if tag == "select":
            self.select = name
            self.sent.setdefault(name, "")
        if tag == "option" and "selected" in its:
            self.sent[self.select] = its.get("value", "")
        if tag == "textarea":
            self.textarea = name
            self.sent[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False
        if tag == "textarea":
            self.textarea = ""

    def handle_data(self, data: str) -> None:
        if self.is_inside and self.textarea:
            self.sent[self.textarea] += data


def form_in(response: Any, id_: str = "form") -> dict[str, str]:
    """What a browser would send that changes nothing on the page. Empty, if there is no such form."""
    parser = _Form(id_)
    parser.feed(response.content.decode())
    return parser.sent
