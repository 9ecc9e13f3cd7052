"""A draft as the builder shows it: every number, sentence and sign decided, nothing left for a template to work out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.timesince import timesince

from rules.catalog import Ability, Clan, Profile, catalog
from rules.house import HouseRules
from rules.problems import Problem, counted
from rules.roster import problems
from rules.scroll import Ninja, Scroll
from rules.suggest import Aim, Suggestion, suggest
from teams import drafts, edits
from teams.cards import Card, ClanCard, card, clan_card
from teams.models import Draft

MOST_PIPS = 8

AIMS = {
    Aim.MANY: ("Many blades", "More ninja than anybody else: always one more where it hurts."),
    Aim.FIERCE: ("Few and fierce", "Everything in attack and defense: each of them is trouble on its own."),
    Aim.VARIED: ("A bit of everything", "Something of every type: an answer to any challenge."),
}


@dataclass(frozen=True, slots=True)
class Notice:
    """A problem, and where on the page to find what it is about."""

    message: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A profile that can be recruited, with how many of it are on the team."""

    card: Card
    price: int
    upkeep: int
    have: int
    is_absent: bool
    allowance: str
    pips: list[str]
    why_not: str
    problems: list[str]


@dataclass(frozen=True, slots=True)
class Choice:
    ability: Ability
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Member:
    """A ninja of the team so far."""

    ninja: Ninja
    card: Card
    place: int
    upkeep: int
    is_first: bool
    is_last: bool
    has_own_name: bool  # heroes and ronin
    choices: list[Choice]
    input_type: str
    choose: str
    why_no_twin: str
    problems: list[str]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A suggested team, as its card tells it."""

    aim: Aim
    title: str
    why: str
    price: int
    rating: int
    size: int
    upkeep: int
    members: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Workbench:
    draft: Draft
    version: int
    name: str
    clan: ClanCard
    starting: int
    left: int
    left_percent: int
    size: str
    rating: int
    upkeep: int
    members: list[Member]
    ninja: list[Offer]
    heroes: list[Offer]
    ronin: list[Offer]
    notices: list[Notice]
    name_problems: list[str]
    treasury_problems: list[str]
    can_undo: bool

    @property
    def verdict(self) -> str:
        return counted(len(self.notices), "problem") if self.notices else "no problems"

    @property
    def summary(self) -> str:
        """For those who cannot see the numbers change."""
        left = f"{self.left} koban left" if self.left >= 0 else f"{-self.left} koban over budget"
        return f"{left}, {self.verdict}."


def workbench(draft: Draft) -> Workbench:
    house, state = drafts.house_of(draft), drafts.state_of(draft)
    scroll = edits.drafted(state, house)
    clan = catalog().clans[state.clan]
    found = problems(scroll, house)
    starting = house.koban.starting
    return Workbench(
        draft=draft,
        version=draft.version,
        name=scroll.name,
        clan=clan_card(clan),
        starting=starting,
        left=scroll.treasury,
        left_percent=max(0, 100 * scroll.treasury // max(1, starting)),
        size=f"{len(scroll.ninja)} ninja",
        rating=scroll.rating(house).total,
        upkeep=sum(house.upkeep(ninja.profile) for ninja in scroll.ninja),
        members=_members(scroll, house, found),
        ninja=_offers(clan.ninja, scroll, house, found),
        heroes=_offers(clan.heroes, scroll, house, found),
        ronin=_offers(catalog().ronin, scroll, house, found),
        notices=[Notice(problem.message, _anchor(problem.subject, scroll)) for problem in found],
        name_problems=_about(edits.TEAM, found),
        treasury_problems=_about("treasury", found),
        can_undo=bool(draft.past),
    )


def proposals(draft: Draft, variant: int) -> list[Proposal]:
    house = drafts.house_of(draft)
    found = suggest(catalog().clans[drafts.state_of(draft).clan], house, variant=variant)
    return [_proposal(suggestion, house) for suggestion in found]


def _proposal(suggestion: Suggestion, house: HouseRules) -> Proposal:
    title, why = AIMS[suggestion.aim]
    scroll = suggestion.scroll
    members = Counter(ninja.profile.name for ninja in scroll.ninja)
    return Proposal(
        aim=suggestion.aim,
        title=title,
        why=why,
        price=scroll.roster_price,
        rating=scroll.rating(house).total,
        size=len(scroll.ninja),
        upkeep=sum(house.upkeep(ninja.profile) for ninja in scroll.ninja),
        members=[(number, name) for name, number in members.items()],
    )


def _offers(profiles: Iterable[Profile], scroll: Scroll, house: HouseRules, found: Sequence[Problem]) -> list[Offer]:
    have = Counter(ninja.profile.id for ninja in scroll.ninja)
    return [_offer(profile, have[profile.id], scroll, house, found) for profile in profiles]


def _offer(profile: Profile, have: int, scroll: Scroll, house: HouseRules, found: Sequence[Problem]) -> Offer:
    allowance = house.allowance(profile)
    return Offer(
        card=card(profile),
        price=house.price(profile),
        upkeep=house.upkeep(profile),
        have=have,
        is_absent=have == 0,
        allowance=f"{have} of {_range(allowance.least, allowance.most)}" if allowance else "",
        pips=_pips(have, allowance.least, allowance.most) if allowance else [],
        why_not=edits.why_not(profile, scroll, house),
        problems=_about(profile.id, found),
    )


def _pips(have: int, least: int, most: int) -> list[str]:
    """One dot for each that may join: taken, still needed, or free. Too many dots would say less than the number."""
    if max(have, most) > MOST_PIPS:
        return []
    names = ["full"] * have + ["needed"] * (least - have)
    return (names + ["free"] * (most - len(names)))[:most] + ["over"] * (have - most)


def _members(scroll: Scroll, house: HouseRules, found: Sequence[Problem]) -> list[Member]:
    return [_member(place, ninja, scroll, house, found) for place, ninja in enumerate(scroll.ninja, start=1)]


def _member(place: int, ninja: Ninja, scroll: Scroll, house: HouseRules, found: Sequence[Problem]) -> Member:
    profile = ninja.profile
    return Member(
        ninja=ninja,
        card=card(profile),
        place=place,
        upkeep=house.upkeep(profile),
        is_first=place == 1,
        is_last=place == len(scroll.ninja),
        has_own_name=profile.type.is_unique,
        choices=[Choice(ability, ability.id in ninja.chosen) for ability in profile.choices],
        input_type="radio" if profile.choose == 1 else "checkbox",
        choose=counted(profile.choose, "ability", "abilities"),
        why_no_twin=edits.why_not(profile, scroll, house),
        problems=_about(ninja.id, found),
    )


def _about(subject: str, found: Iterable[Problem]) -> list[str]:
    return [problem.message for problem in found if problem.subject == subject]


def _anchor(subject: str, scroll: Scroll) -> str:
    if scroll.has(subject):
        return f"ninja-{subject}"
    if subject in catalog().profiles:
        return f"offer-{subject}"
    return {edits.TEAM: "team-name"}.get(subject, "treasury")


@dataclass(frozen=True, slots=True)
class DraftCard:
    """A draft in the list of those to go on with."""

    draft: Draft
    name: str
    clan: ClanCard
    size: str
    left: int
    verdict: str
    saved: str


def draft_cards(found: Iterable[Draft]) -> list[DraftCard]:
    return [_draft_card(draft) for draft in found]


def _draft_card(draft: Draft) -> DraftCard:
    house, state = drafts.house_of(draft), drafts.state_of(draft)
    scroll = edits.drafted(state, house)
    verdict = counted(count, "problem") if (count := len(problems(scroll, house))) else "ready to be founded"
    size = f"{len(scroll.ninja)} ninja"
    clan = clan_card(catalog().clans[state.clan])
    return DraftCard(draft, scroll.name, clan, size, scroll.treasury, verdict, _ago(draft.updated_at))


def _ago(moment: datetime) -> str:
    return "just now" if timezone.now() - moment < timedelta(minutes=1) else f"{timesince(moment, depth=1)} ago"


@dataclass(frozen=True, slots=True)
class Strength:
    """An average of a clan's ninja, and how it compares: the best clan's bar is full."""

    name: str
    value: str
    percent: int


@dataclass(frozen=True, slots=True)
class ClanChoice:
    card: ClanCard
    strengths: list[Strength]
    prices: str


def clan_choices(house: HouseRules) -> list[ClanChoice]:
    return [_clan_choice(clan, house) for clan in catalog().clans.values()]


def _clan_choice(clan: Clan, house: HouseRules) -> ClanChoice:
    prices = [house.price(profile) for profile in clan.ninja]
    strengths = [_strength(name, attribute, clan) for name, attribute in ATTRIBUTES]
    return ClanChoice(clan_card(clan), strengths, _range(min(prices), max(prices)))


ATTRIBUTES = (("Movement", "movement"), ("Attack", "attack"), ("Defense", "defense"))


def _strength(name: str, attribute: str, clan: Clan) -> Strength:
    averages = [_average(attribute, other) for other in catalog().clans.values()]
    here, best, worst = _average(attribute, clan), max(averages), min(averages)
    # From a quarter to the whole: clans differ by tenths, which a bar from zero would not show.
    return Strength(name, f"{here:.1f}", 25 + round(75 * (here - worst) / (best - worst)) if best > worst else 100)


def _average(attribute: str, clan: Clan) -> float:
    values: list[int] = [getattr(profile, attribute) for profile in clan.ninja]
    return sum(values) / len(values)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"
