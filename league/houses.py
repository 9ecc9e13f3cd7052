"""The house rules of a league: which are in force, how they came about, and the one way to change them.

A version is never altered. What was told under an earlier one stays as it was told.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from league.house_changes import changes, last_changed
from league.models import HouseVersion, League, Season
from rules.articles import Difference, differences
from rules.codec import encode
from rules.house import HouseRules, problems, rulebook
from rules.problems import refuse, refuse_any
from teams import chronicle
from teams.models import House, Team

RULEBOOK = 0  # the number of what was played before the first version
LONGEST_REASON = 500


def house_in_force(league: League) -> House | None:
    """What a game decided now is played by; none is the rulebook."""
    return league.house


def rules_of(league: League) -> HouseRules:
    """The rules in force."""
    return chronicle.rules_in(house_in_force(league))


def differences_of(league: League) -> list[str]:
    """What this league plays differently from the rulebook, in sentences."""
    return [difference.sentence for difference in differences(rules_of(league))]


# Versions


@dataclass(frozen=True, slots=True)
class Told:
    """A version, and what it changed in the one before it."""

    version: HouseVersion
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InForce:
    """A difference from the rulebook, and the version that made it what it is."""

    difference: Difference
    version: HouseVersion | None


def versions_of(league: League) -> list[HouseVersion]:
    """All of them, the latest first, with their rules and authors."""
    return list(_versions(league))


def _versions(league: League) -> QuerySet[HouseVersion]:
    return league.house_versions.select_related("house", "author")


def version_in_force(league: League) -> HouseVersion | None:
    """The latest version; none, if the league has always played by the rulebook."""
    return _versions(league).first()


def number_of(version: HouseVersion | None) -> int:
    return version.number if version else RULEBOOK


def rules_at(league: League, number: int) -> HouseRules:
    """The rules of a version, or `HouseVersion.DoesNotExist`. Before the first one it was the rulebook."""
    return rulebook() if number == RULEBOOK else chronicle.rules_in(_versions(league).get(number=number).house)


def history(versions: Sequence[HouseVersion]) -> list[Told]:
    """Each version with what it changed; latest first, as they come."""
    rules = [*(chronicle.rules_in(version.house) for version in versions), rulebook()]
    return [
        Told(version, tuple(change.sentence for change in changes(before, after)))
        for version, after, before in zip(versions, rules, rules[1:], strict=False)
    ]


def differences_in_force(versions: Sequence[HouseVersion]) -> list[InForce]:
    """What the latest version plays differently from the rulebook, and since when each of it."""
    by_number = {version.number: version for version in versions}
    oldest_first = ((version.number, chronicle.rules_in(version.house)) for version in reversed(versions))
    since = last_changed(oldest_first, rulebook())
    found = differences(chronicle.rules_in(versions[0].house) if versions else rulebook())
    return [InForce(its, by_number.get(since.get(key_of(its), RULEBOOK))) for its in found]


def key_of(difference: Difference) -> str:
    """The key of the article that is different."""
    article = difference.ours or difference.rulebook
    return article.key if article else ""


# Changing them


def teams_bound(league: League) -> QuerySet[Team]:
    """The teams that play by this league's rules: those still in a season that is not over."""
    unfinished = league.seasons.exclude(state=Season.State.FINISHED)
    entered = Team.objects.filter(entries_in_seasons__season__in=unfinished, entries_in_seasons__retired_at=None)
    return entered.distinct()


@transaction.atomic
def change_rules(*, league: League, rules: HouseRules, author: User | None, reason: str, based_on: int) -> HouseVersion:
    """A new version, which every team of the unfinished seasons plays by from now on.

    `based_on` is the version that the author has seen. The same change sent twice is one version.
    """
    reason = reason.strip()
    refuse_any(problems(rules))
    _refuse_reason(reason)
    locked = League.objects.select_for_update().get(pk=league.pk)
    latest = version_in_force(locked)
    is_unchanged = not changes(rules_of(locked), rules)
    if latest and is_unchanged and _is_the_same_again(latest, author, reason, based_on):
        return latest
    if based_on != number_of(latest):
        raise refuse("stale", stale_sentence(latest))
    if is_unchanged:
        raise refuse("unchanged", unchanged_sentence(locked))
    return _enact(locked, rules, author, reason, number_of(latest) + 1)


def _refuse_reason(reason: str) -> None:
    if not reason:
        raise refuse("no-reason", "Say why: the players will ask.", "reason")
    if len(reason) > LONGEST_REASON:
        message = f"A reason has at most {LONGEST_REASON} characters, this has {len(reason)}."
        raise refuse("reason-too-long", message, "reason")


def _is_the_same_again(latest: HouseVersion, author: User | None, reason: str, based_on: int) -> bool:
    return (latest.number, latest.author, latest.reason) == (based_on + 1, author, reason)


def stale_sentence(latest: HouseVersion | None) -> str:
    if latest is None:
        return "This form was made for house rules that this league does not have. Look at it once more."
    return (
        f"While you were writing, {author_of(latest)} made version {latest.number} of the house rules: "
        f"“{latest.reason}” Nothing of yours was saved yet, and nothing of it is lost."
    )


def unchanged_sentence(league: League) -> str:
    return f"Nothing changed: {league.name} plays by these rules already."


def author_of(version: HouseVersion) -> str:
    return version.author.get_username() if version.author else "somebody who has left"


def _enact(league: League, rules: HouseRules, author: User | None, reason: str, number: int) -> HouseVersion:
    house = House.objects.create(rules=encode(rules)) if changes(rulebook(), rules) else None
    version = HouseVersion.objects.create(league=league, number=number, house=house, author=author, reason=reason)
    league.house = house
    league.save(update_fields=["house"])
    # Always in the same order, so that nobody else who locks several teams waits for us while we wait for them.
    for team in teams_bound(league).order_by("pk"):
        chronicle.play_by(team, house)
    return version
