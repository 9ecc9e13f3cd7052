"""What can be done with a team between games: whom it may recruit, whom it may dismiss, and why not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.forms import Form
from django.urls import reverse
from django.utils.safestring import SafeString

from rules import chronicle
from rules.catalog import Profile, catalog
from rules.events import Dismissed
from rules.house import HouseRules
from rules.problems import Problem, RuleBroken, counted
from rules.scroll import Scroll
from teams import names
from teams.cards import Card, card
from teams.crests import FRAMES, crest_svg
from teams.forms import DressForm, RecruitForm, RenameForm
from teams.models import Colour, Team
from teams.names import Pick
from teams.rows import Row, row
from teams.scrolls import steps_shown

Bound = Mapping[str, Form]  # forms that came back with mistakes, by what they are for


@dataclass(frozen=True, slots=True)
class AbilityChoice:
    widget: SafeString
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A profile that may be recruited, with its form, or the reasons why it may not."""

    id: str
    card: Card
    price: int
    upkeep: int
    left: str
    reasons: tuple[str, ...]
    form: Form | None
    choices: tuple[AbilityChoice, ...]
    has_mistakes: bool


@dataclass(frozen=True, slots=True)
class OfferGroup:
    title: str
    open: tuple[Offer, ...]
    closed: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """A ninja of the team, with what can be done about it."""

    row: Row
    form: Form
    rename_url: str
    dismiss_url: str
    kept: tuple[str, ...]  # why it cannot be dismissed


@dataclass(frozen=True, slots=True)
class Choice:
    """One crest or colour to pick."""

    value: str
    name: str
    is_picked: bool
    picture: SafeString


@dataclass(frozen=True, slots=True)
class Looks:
    form: Form
    colours: tuple[Choice, ...]
    crests: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Farewell:
    """What the dismissal of a ninja would mean, or why it is refused."""

    row: Row
    means: tuple[str, ...]
    refusals: tuple[str, ...]


def groups(scroll: Scroll, house: HouseRules, bound: Bound, pick: Pick) -> tuple[OfferGroup, ...]:
    clan = scroll.clan
    assert clan is not None  # noqa: S101 a founded team has one
    # Nobody joins before the last game is settled: then nothing is offered, whatever the treasury holds.
    waits = steps_shown(scroll, house)
    taken = {ninja.name for ninja in (*scroll.ninja, *scroll.former)}

    def offer(profile: Profile) -> Offer:
        reasons = _messages(chronicle.why_not(profile, scroll, house), "With one more")
        form = bound.get(f"recruit/{profile.id}")
        if not form and not reasons and not waits:
            form = recruit_form(profile, names.for_ninja(profile, clan.id, taken, pick))
        return _offer(profile, scroll, house, reasons, form)

    return tuple(
        _group(title, [offer(profile) for profile in profiles])
        for title, profiles in (
            (f"Ninja of the {clan.name}", clan.ninja),
            (f"Heroes of the {clan.name}", clan.heroes),
            ("Ronin", catalog().ronin),
        )
    )


def members(team: Team, scroll: Scroll, house: HouseRules, bound: Bound) -> tuple[Member, ...]:
    return tuple(
        Member(
            row=row(ninja, house),
            form=bound.get(f"rename/{ninja.id}") or rename_form(ninja.id, ninja.name),
            rename_url=reverse("rename-ninja", kwargs={"slug": team.slug, "ninja_id": ninja.id}),
            dismiss_url=reverse("dismiss", kwargs={"slug": team.slug, "ninja_id": ninja.id}),
            kept=_why_kept(scroll, ninja.id, house),
        )
        for ninja in scroll.ninja
    )


def farewell(scroll: Scroll, ninja_id: str, house: HouseRules) -> Farewell:
    ninja = scroll.find(ninja_id)
    try:
        after = chronicle.tell(scroll, Dismissed(ninja_id), house)
    except RuleBroken as broken:
        return Farewell(row(ninja, house), (), _messages(broken.problems, f"Without {ninja.name}"))
    refund = after.treasury - scroll.treasury
    was, becomes = scroll.rating(house).total, after.rating(house).total
    rating = f"The rating stays at {was}." if was == becomes else f"The rating goes from {was} to {becomes}."
    means = (
        f"{ninja.name} leaves for good, with {ninja.xp} XP and {counted(ninja.advancements, 'advancement')}.",
        f"{refund} of its {ninja.price} koban come back." if refund else f"Its {ninja.price} koban do not come back.",
        f"{counted(len(after.ninja), 'ninja', 'ninja')} stay. {rating}",
        "Its story stays in the chronicle.",
    )
    return Farewell(row(ninja, house), means, ())


def recruit_form(profile: Profile, name: str) -> RecruitForm:
    initial = {"profile": profile.id, "name": name}
    return RecruitForm(offered=profile, initial=initial, auto_id=f"recruit-{profile.id}-%s")


def rename_form(whose: str, name: str) -> RenameForm:
    return RenameForm(initial={"name": name}, auto_id=f"rename-{whose}-%s")


def looks(team: Team, form: Form | None) -> Looks:
    form = form or DressForm.of(team)
    colour, crest = str(form["colour"].value()), str(form["crest"].value())
    return Looks(
        form=form,
        colours=tuple(
            Choice(its.value, str(its.label), its.value == colour, _crest(team, team.crest, its)) for its in Colour
        ),
        crests=tuple(
            Choice(str(number), frame.name, str(number) == crest, _crest(team, number, team.colour))
            for number, frame in enumerate(FRAMES)
        ),
    )


def _crest(team: Team, variant: int, colour: str) -> SafeString:
    return crest_svg(clan=team.clan, seed=team.slug, variant=variant, colour=colour)


def _group(title: str, offers: Iterable[Offer]) -> OfferGroup:
    offers = tuple(offers)
    return OfferGroup(
        title,
        open=tuple(offer for offer in offers if offer.form),
        closed=tuple(offer for offer in offers if not offer.form),
    )


def _offer(profile: Profile, scroll: Scroll, house: HouseRules, reasons: tuple[str, ...], form: Form | None) -> Offer:
    price = house.price(profile)
    return Offer(
        id=profile.id,
        card=card(profile),
        price=price,
        upkeep=house.upkeep(profile),
        left=f"{price} of {scroll.treasury} koban; {scroll.treasury - price} stay in the treasury.",
        reasons=reasons,
        form=form,
        choices=_choices(form, profile) if form else (),
        has_mistakes=bool(form and form.is_bound),
    )


def _choices(form: Form, profile: Profile) -> tuple[AbilityChoice, ...]:
    widgets = form["abilities"].subwidgets
    return tuple(
        AbilityChoice(widget.tag(), ability.name, ability.summary)
        for widget, ability in zip(widgets, profile.choices, strict=True)
    )


def _why_kept(scroll: Scroll, ninja_id: str, house: HouseRules) -> tuple[str, ...]:
    try:
        chronicle.tell(scroll, Dismissed(ninja_id), house)
    except RuleBroken as broken:
        return _messages(broken.problems, "Without it")
    return ()


def _messages(problems: Sequence[Problem], then: str) -> tuple[str, ...]:
    """Allowances are counted as they would be afterwards, which has to be said."""
    return tuple(
        f"{then}: {problem.message[0].lower()}{problem.message[1:]}"
        if problem.code in ("too-many", "too-few")
        else problem.message
        for problem in problems
    )
