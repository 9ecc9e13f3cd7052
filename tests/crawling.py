"""Walks the site as somebody does: from the start page, by its links alone."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve

START = "/"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')  # another one each time
EXAMPLES = 2  # of one kind of page are enough to look at


@dataclass
class Walk:
    """What was found: pages by their names in the URL conf, what stands in each, and links that led nowhere."""

    pages: dict[str, list[str]] = field(default_factory=dict)
    content: dict[str, str] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)


def walk(client: Client) -> Walk:
    found, waiting, seen = Walk(), [(START, "")], {START}
    looked_at: Counter[str] = Counter()
    while waiting:
        address, source = waiting.pop(0)
        name = _name(address)
        if looked_at[name] >= EXAMPLES:
            continue
        looked_at[name] += 1
        response = client.get(address)
        for link in _look(found, name, address, source, response):
            if link not in seen:
                seen.add(link)
                waiting.append((link, address))
    return found


def _look(found: Walk, name: str, address: str, source: str, response: HttpResponseBase) -> list[str]:
    """Notes what is there, and gives the links of a page."""
    if response.status_code in (301, 302):
        return [_local(response.headers["Location"], address)]
    if response.status_code != 200:
        found.broken.append(f"{source} leads to {address}: {response.status_code}")
        return []
    if not response.headers["Content-Type"].startswith("text/html"):
        return []  # a file
    found.pages.setdefault(name, []).append(address)
    html = response.content.decode()  # type: ignore[attr-defined]
    found.content[address] = TOKEN.sub("", html.partition("<main")[2])
    links = _Links()
    links.feed(html)
    return [link for href in links.found if (link := _local(href, address))]


def _name(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return address


def _local(href: str, here: str) -> str:
    """The address on this site, or nothing."""
    whole = urlsplit(urldefrag(urljoin(f"http://testserver{here}", href)).url)
    if whole.netloc != "testserver" or whole.scheme != "http":
        return ""
    return f"{whole.path}?{whole.query}" if whole.query else whole.path


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href")
        if tag == "a" and href:
            self.found.append(href)
