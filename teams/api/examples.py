"""Examples for the documentation, taken from the catalog itself: they cannot become outdated."""

from typing import Any

from rules.catalog import catalog
from rules.house import rulebook
from rules.suggest import suggest
from teams import rosters
from teams.api.catalog_shapes import ChallengeSerializer, ClanSerializer, KeywordSerializer, ProfileSerializer
from teams.api.scroll_shapes import scroll_shown
from teams.api.shapes import CheckedSerializer, suggestions, wanted_of


def _shown(serializer: Any) -> dict[str, Any]:
    return dict(serializer.data)


TORA = _shown(ClanSerializer(catalog().clans["tora"]))
KAIKEN = _shown(ProfileSerializer(catalog().profiles["tora-kaiken"]))
LEAP = _shown(KeywordSerializer(catalog().keywords["leap"]))
BRAWL = _shown(ChallengeSerializer(catalog().challenges["brawl"], context={"house": rulebook()}))

# A roster, and what a check and a suggestion say

ROSTER: dict[str, Any] = {
    "clan": "tora",
    "name": "Ember Claws",
    "recruits": [
        {"profile": "tora-chunin", "name": "Kibamori", "abilities": ["pounce"]},
        {"profile": "tora-kaiken", "name": "Hiji", "abilities": []},
        {"profile": "tora-kaiken", "name": "Akaro", "abilities": []},
    ],
}
CHECKED = _shown(
    CheckedSerializer(
        rosters.check(
            clan=ROSTER["clan"],
            name=ROSTER["name"],
            recruits=[wanted_of(recruit) for recruit in ROSTER["recruits"]],
            house=rulebook(),
        )
    )
)
SUGGESTED = {"results": suggestions(suggest(catalog().clans["tora"], rulebook()), rulebook())["results"][:1]}

# A team, its scroll, and an entry of its chronicle

LOOKS = {"colour": "ai", "crest": 3, "is_private": False}
RECRUIT = {"profile": "tora-oni", "name": "Kuma", "abilities": []}
ENTRY = {
    "number": 2,
    "kind": "recruited",
    "sentence": "Kuma (Tora Oni) was recruited for 14 koban.",
    "author": "kenta",
    "written_at": "2026-03-14T19:30:00Z",
    "reason": "",
    "word": "stands",
    "event": {"version": 1, "kind": "recruited", "ninja": "n4", "profile": "tora-oni", "name": "Kuma", "koban": 14},
}
TEAM = {
    "slug": "ember-claws",
    "name": "Ember Claws",
    "clan": "tora",
    "owner": "kenta",
    **LOOKS,
    "founded_at": "2026-03-14T19:00:00Z",
    "treasury": CHECKED["treasury"],
    "rating": {"total": 4, "koban": 4, "advancements": 0, "heroes_and_ronin": 0},
    "ninja_count": 3,
    "record": {"games": 0, "won": 0, "drew": 0, "lost": 0},
    "steps_due": 0,
    "roster_problems": 0,
    "entry_count": 1,
    "url": "https://kagejima.example/teams/ember-claws/",
    "crest_url": "https://kagejima.example/teams/ember-claws/crest.svg",
    "print_url": "https://kagejima.example/teams/ember-claws/scroll.pdf",
    "leagues": [],
}
SCROLL = scroll_shown(
    1,
    rosters.check(
        clan="tora", name="Ember Claws", recruits=[wanted_of(its) for its in ROSTER["recruits"]], house=rulebook()
    ).scroll,
    rulebook(),
)
DRAFT = {
    "key": "6f1f7a2e-3c1b-4f0a-9d57-0d5a3a3d9f10",
    "version": 2,
    "name": "Ember Claws",
    "clan": "tora",
    "updated_at": "2026-03-14T19:00:00Z",
    "team": None,
    "roster": CHECKED,
}
