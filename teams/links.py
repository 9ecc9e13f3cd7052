"""Where things of the catalog are on the site."""

from django.urls import reverse

from rules.catalog import Challenge, Clan, Keyword, Profile, Type


def clan_url(clan: Clan) -> str:
    return reverse("clan", kwargs={"clan_id": clan.id})


def profile_url(profile: Profile) -> str:
    """Clan ninja live under their clan, heroes and ronin under their own name."""
    if profile.type == Type.HERO:
        return reverse("hero", kwargs={"hero_id": profile.id})
    if profile.type == Type.RONIN:
        return reverse("ronin", kwargs={"ronin_id": profile.id})
    return reverse("profile", kwargs={"clan_id": profile.clan, "type_id": profile.type})


def keyword_url(keyword: Keyword) -> str:
    return reverse("keyword", kwargs={"keyword_id": keyword.id})


def challenge_url(challenge: Challenge) -> str:
    return reverse("challenge", kwargs={"challenge_id": challenge.id})
