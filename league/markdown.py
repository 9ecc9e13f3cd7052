"""Markdown that anybody may write, as HTML that everybody may be shown.

What comes out is made of a few harmless tags: no HTML of the author's, no pictures, no address but of the web and mail.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

ABOVE = 2  # headings of the page under which the text stands
LOWEST = 6
TAGS = {
    *("h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "ol", "ul", "li"),
    *("table", "thead", "tbody", "tr", "th", "td"),
    *("a", "code", "em", "s", "strong"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}


@lru_cache(maxsize=128)
def to_html(text: str) -> SafeString:
    """The text's own first heading stands below those of the page."""
    tokens = _PARSER.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(LOWEST, int(token.tag[1:]) + ABOVE)}"
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return mark_safe(  # noqa: S308 (nothing is left but what is named above)
        nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="nofollow noopener")
    )


def _in_words(renderer: RendererHTML, tokens: Sequence[Token], number: int, options: Any, env: Any) -> str:
    """A picture would tell its owner who looks at the page: what it shows is said instead."""
    return escapeHtml(renderer.renderInlineAsText(tokens[number].children, options, env))


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
    parser.disable("reference")  # an address named once and used everywhere makes megabytes of a page of text
    parser.add_render_rule("image", _in_words)
    return parser


_PARSER = _parser()
