"""Markdown of anybody: what it may become, and what it never does."""

import re

import pytest
from django.utils.safestring import SafeString
from hypothesis import given
from hypothesis import strategies as st

from league.markdown import ATTRIBUTES, TAGS, to_html

NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<b onclick='alert(1)'>bold</b>",
    "<style>body { display: none }</style>",
    "<iframe src='https://elsewhere.example'></iframe>",
    "<!-- comment --><svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](vbscript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](file:///etc/passwd)",
    "[x]\n\n[x]: javascript:alert(1)",
    "<javascript:alert(1)>",
    '[x](https://a.example "title" onclick="alert(1)")',
    '<https://a.example/"onclick="alert(1)>',
    "![x](javascript:alert(1))",
    "![<script>alert(1)</script>](https://a.example/x.png)",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "```js onload=alert(1)\nx\n```",
    "| a |\n|---|\n| <script>alert(1)</script> |",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
]


def tags(html: str) -> list[tuple[str, str]]:
    """Each opening tag with what stands in it."""
    return re.findall(r"<([a-zA-Z][^\s/>]*)([^>]*)>", html)


def attributes(inside: str) -> set[str]:
    return set(re.findall(r'\s([^\s=]+)="[^"]*"', inside))


def assert_harmless(html: str) -> None:
    for tag, inside in tags(html):
        assert tag in TAGS
        assert attributes(inside) <= ATTRIBUTES.get(tag, set()) | {"rel"}
    for address in re.findall(r'href="([^"]*)"', html):
        assert re.match(r"(https?|mailto):|[^:]*$|[^:]*[/?#]", address), address


@pytest.mark.parametrize("text", NASTY)
def test_nothing_nasty_comes_out(text: str) -> None:
    assert_harmless(to_html(text))


@given(st.lists(st.sampled_from([*NASTY, *"[]()!<>*_`#|-\n \"'&:/"]), max_size=12).map("".join))
def test_nothing_nasty_comes_out_of_any_mixture(text: str) -> None:
    assert_harmless(to_html(text))


@given(st.text(max_size=200))
def test_any_text_becomes_something(text: str) -> None:
    assert isinstance(to_html(text), SafeString)


def test_html_is_shown_as_it_was_written() -> None:
    assert to_html("<b>loud</b>") == "<p>&lt;b&gt;loud&lt;/b&gt;</p>\n"


def test_text_is_written_in_the_usual_ways() -> None:
    html = to_html("**Bold**, *slanted*, ~~gone~~ and `plain`.\n\n- one\n- two\n\n> said")
    assert "<strong>Bold</strong>, <em>slanted</em>, <s>gone</s> and <code>plain</code>." in html
    assert "<li>one</li>" in html
    assert "<blockquote>" in html


def test_a_table_is_a_table_without_any_style() -> None:
    html = to_html("| Day | Place |\n|:--|--:|\n| Friday | Club |")
    assert "<th>Day</th>" in html
    assert "<td>Club</td>" in html


@pytest.mark.parametrize(("written", "shown"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_headings_stand_below_those_of_the_page(written: int, shown: int) -> None:
    assert to_html(f"{'#' * written} Rules") == f"<h{shown}>Rules</h{shown}>\n"


@pytest.mark.parametrize("address", ["https://club.example/a?b=1", "http://club.example", "mailto:sensei@club.example"])
def test_links_of_the_web_and_mail_are_links_that_vouch_for_nothing(address: str) -> None:
    assert to_html(f"[Club]({address})") == f'<p><a href="{address}" rel="nofollow noopener">Club</a></p>\n'


def test_pictures_are_put_in_words() -> None:
    assert to_html("![Our **club**](https://elsewhere.example/spy.png)") == "<p>Our club</p>\n"
    assert to_html("![<strong>x</strong>](https://elsewhere.example)") == "<p>&lt;strong&gt;x&lt;/strong&gt;</p>\n"


def test_nothing_becomes_nothing() -> None:
    assert to_html("") == ""
