"""What became different between two sets of house rules, in sentences. Pure: no query inside."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.articles import Article, articles
from rules.house import HouseRules


@dataclass(frozen=True, slots=True)
class Change:
    """One article as it reads now, and as it read before; one of them may be missing."""

    now: Article | None
    before: Article | None

    @property
    def sentence(self) -> str:
        if self.now is None:
            return f"No longer: {self.before.sentence if self.before else ''}"
        return f"{self.now.sentence.removesuffix('.')} ({self._before(self.now)})."

    def _before(self, now: Article) -> str:
        if self.before is None:
            return "new"
        told = self.before.value if self.before.text == now.text else self.before.sentence.removesuffix(".")
        return f"before: {told}"


def changes(before: HouseRules, after: HouseRules) -> list[Change]:
    """Every article that is not what it was; none, if no player could tell the two apart."""
    old, new = articles_of(before), articles_of(after)
    keys = (*new, *(key for key in old if key not in new))
    return [Change(new.get(key), old.get(key)) for key in keys if new.get(key) != old.get(key)]


def articles_of(house: HouseRules) -> dict[str, Article]:
    return {article.key: article for article in articles(house)}


def last_changed(versions: Iterable[tuple[int, HouseRules]], start: HouseRules) -> dict[str, int]:
    """For each article that was ever changed, the number of the version that made it what it is. Oldest first."""
    since: dict[str, int] = {}
    before = start
    for number, rules in versions:
        changed = (change.now or change.before for change in changes(before, rules))
        since.update((article.key, number) for article in changed if article)
        before = rules
    return since
