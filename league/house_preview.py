"""What new house rules would do to the teams of a league, before anybody agrees to them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league import houses
from league.house_changes import changes
from league.models import League
from rules import aftermath, chronicle
from rules.articles import differences
from rules.events import from_json
from rules.house import HouseRules
from rules.problems import Problem
from rules.roster import problems
from rules.scroll import BLANK, Scroll
from teams.models import Entry, House, Team


@dataclass(frozen=True, slots=True)
class Effect:
    """What becomes of one team: why it may not play, its rating, and the decisions that wait for its player."""

    team: Team
    new_problems: tuple[Problem, ...]
    old_problems: tuple[Problem, ...]  # which it has already, and keeps
    rating_before: int
    rating_after: int
    steps_before: int
    steps_after: int

    @property
    def new_reasons(self) -> list[str]:
        return _once(self.new_problems)

    @property
    def old_reasons(self) -> list[str]:
        return _once(self.old_problems)

    @property
    def becomes_illegal(self) -> bool:
        return bool(self.new_problems)

    @property
    def is_rated_anew(self) -> bool:
        return self.rating_before != self.rating_after

    @property
    def is_busier(self) -> bool:
        return self.steps_after > self.steps_before

    @property
    def is_felt(self) -> bool:
        return self.becomes_illegal or self.is_rated_anew or self.is_busier


def _once(problems: Iterable[Problem]) -> list[str]:
    """Two ninja of one profile may be wrong in the same words."""
    return list(dict.fromkeys(problem.message for problem in problems))


@dataclass(frozen=True, slots=True)
class Preview:
    changes: tuple[str, ...]  # from the rules in force
    differences: tuple[str, ...]  # from the rulebook
    effects: tuple[Effect, ...]

    @property
    def illegal(self) -> list[Effect]:
        return [effect for effect in self.effects if effect.becomes_illegal]

    @property
    def ailing(self) -> list[Effect]:
        """Those that are illegal already and get no new reason to be."""
        return [effect for effect in self.effects if effect.old_problems and not effect.becomes_illegal]

    @property
    def felt(self) -> list[Effect]:
        """Those that stay legal and notice it all the same."""
        return [effect for effect in self.effects if effect.is_felt and not effect.becomes_illegal]


def preview(league: League, rules: HouseRules) -> Preview:
    """In a fixed number of queries, however many teams there are."""
    now = houses.rules_of(league)
    teams = list(houses.teams_bound(league))
    scrolls = _scrolls(teams)
    return Preview(
        changes=tuple(change.sentence for change in changes(now, rules)),
        differences=tuple(difference.sentence for difference in differences(rules)),
        effects=tuple(_effect(team, scrolls[team.pk], now, rules) for team in teams),
    )


def _effect(team: Team, scroll: Scroll, now: HouseRules, rules: HouseRules) -> Effect:
    known = {problem.key for problem in problems(scroll, now)}
    after = problems(scroll, rules)
    return Effect(
        team=team,
        new_problems=tuple(problem for problem in after if problem.key not in known),
        old_problems=tuple(problem for problem in after if problem.key in known),
        rating_before=scroll.rating(now).total,
        rating_after=scroll.rating(rules).total,
        steps_before=len(aftermath.steps(scroll, now)),
        steps_after=len(aftermath.steps(scroll, rules)),
    )


def _scrolls(teams: Iterable[Team]) -> dict[int, Scroll]:
    """The scrolls of all these teams at once: one query for the entries, one for the rules they were told by."""
    scrolls = dict.fromkeys((team.pk for team in teams), BLANK)
    entries = list(Entry.objects.filter(team__in=scrolls).order_by("team", "number"))
    rules = dict(_rules(entry.house_id for entry in entries))
    for entry in entries:
        told = chronicle.tell(scrolls[entry.team_id], from_json(entry.data), rules[entry.house_id])
        scrolls[entry.team_id] = told
    return scrolls


def _rules(ids: Iterable[int | None]) -> Iterator[tuple[int | None, HouseRules]]:
    yield None, houses.rules_in(None)
    for id_, house in House.objects.in_bulk({id_ for id_ in ids if id_ is not None}).items():
        yield id_, houses.rules_in(house)
