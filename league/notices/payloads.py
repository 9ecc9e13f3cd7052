"""What is posted to a webhook: JSON with a signature for programs, or a message as Discord takes it."""

import hashlib
import hmac
import json
import re
from typing import Any

from django.conf import settings

from league.notices.models import Delivery, Webhook

VERSION = 1
# Within Discord's own limits, 6000 for all together; a backslash before each mark can double a text.
LONGEST_TITLE = 256
LONGEST_DESCRIPTION = 4096
LONGEST_FOOTER = 100
MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#@:-])")
SEAL = 0xA62B1F  # the colour of our seal, beside the message


def body_of(delivery: Delivery, style: str) -> bytes:
    """The same bytes for every try."""
    told = _discord(delivery) if style == Webhook.Style.DISCORD else _plain(delivery)
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def headers_of(delivery: Delivery, body: bytes, secret: str, style: str, now: int) -> dict[str, str]:
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Kagejima ({settings.ORIGIN})",
        "X-Kagejima-Delivery": str(delivery.pk),
        "X-Kagejima-Kind": delivery.news.kind,
    }
    if style == Webhook.Style.JSON:
        headers["X-Kagejima-Signature"] = signature(secret, body, now)
    return headers


def signature(secret: str, body: bytes, now: int) -> str:
    """Over the time as well: a request that somebody listened to cannot be sent again for ever."""
    told = hmac.new(secret.encode(), f"{now}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={now},v1={told}"


def _plain(delivery: Delivery) -> dict[str, Any]:
    news = delivery.news
    return {
        "version": VERSION,
        "delivery": str(delivery.pk),
        "kind": news.kind,
        "at": news.created_at.isoformat(),
        "league": {"slug": news.league.slug, "name": news.league.name} if news.league else None,
        "title": news.title,
        "text": news.text,
        "url": settings.ORIGIN + news.url,
    }


def _discord(delivery: Delivery) -> dict[str, Any]:
    """Names come from players: none of them can call everybody, nor dress up as a link."""
    news = delivery.news
    embed = {
        "title": shortened(news.title, LONGEST_TITLE),
        "url": settings.ORIGIN + news.url,
        "timestamp": news.created_at.isoformat(),
        "color": SEAL,
        "footer": {"text": shortened(news.league.name if news.league else "Kagejima", LONGEST_FOOTER)},
    }
    if news.text:
        embed["description"] = MARKDOWN.sub(r"\\\1", shortened(news.text, LONGEST_DESCRIPTION // 2))
    return {"username": "Kagejima", "embeds": [embed], "allowed_mentions": {"parse": []}}


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
