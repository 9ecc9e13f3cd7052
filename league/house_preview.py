"""What new house rules would do to the teams of a league, before anybody agrees to them."""

from collections.abc import Iterable
from dataclasses import dataclass

from league import houses
from league.house_changes import changes
from league.models import League
from rules import aftermath
from rules.articles import differences
from rules.house import HouseRules
from rules.problems import Problem
from rules.roster import problems
from rules.scroll import Scroll
from teams import chronicle
from teams.models import Team


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
    scrolls = chronicle.scrolls_of(teams)
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
