"""Examples for the documentation, taken from the catalog itself: they cannot become outdated."""

from typing import Any

from rules.catalog import catalog
from rules.house import rulebook
from teams.api.catalog_shapes import ChallengeSerializer, ClanSerializer, KeywordSerializer, ProfileSerializer


def _shown(serializer: Any) -> dict[str, Any]:
    return dict(serializer.data)


TORA = _shown(ClanSerializer(catalog().clans["tora"]))
KAIKEN = _shown(ProfileSerializer(catalog().profiles["tora-kaiken"]))
LEAP = _shown(KeywordSerializer(catalog().keywords["leap"]))
BRAWL = _shown(ChallengeSerializer(catalog().challenges["brawl"], context={"house": rulebook()}))
