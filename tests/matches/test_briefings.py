"""Before the game: what is frozen, who came, and which challenge the dice let whom choose."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import uuid4

import pytest

from league import houses, results
from league.models import Fixture, Role
from league.standings import Outcome
from matches import amending, briefings, desk, reporting
from matches.models import Match, Signature
from rules.dice import Element
from rules.events import Ruled
from rules.game import Drawn
from rules.house import AcceptedBy
from tests.league.clubs import join
from tests.matches.games import LOST, WON, Table, account, game_of, scroll, table, table_of, take_every_step
from tests.matches.test_reporting import refused, state
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person

pytestmark = pytest.mark.django_db
SPIRIT, VOID, EARTH, AIR, WATER, FIRE = Element


def uneven(**more: object) -> Table:
    """Kenta's team is rated 10, Mio's 4: she gets six reroll tokens, an All-Star and six koban more."""
    rich = found("Rich", "tora", *MINIMAL["tora"], "tora-oni", "byakko", "benkei")
    poor = found("Poor", "ika", *MINIMAL["ika"])
    return table_of([rich, poor], **more)  # type: ignore[arg-type]


def away_from(fixture: Fixture, *seats: int) -> list[int]:
    return [side.entrant_id for side in fixture.sides.all() if side.position in seats]


def outcomes(fixture: Fixture) -> list[str]:
    return [side.outcome for side in Fixture.objects.get(pk=fixture.pk).sides.all()]


# Frozen


def test_a_briefing_compares_the_ratings_and_helps_the_underdog() -> None:
    told = briefings.briefing_of(uneven().brief())
    rich, poor = told["rich"], told["poor"]
    behind = rich.rating.total - poor.rating.total
    assert behind >= 6
    assert (rich.help.behind, rich.help.bonus_koban, rich.all_stars) == (0, 0, 1)
    assert (poor.help.behind, poor.help.bonus_koban, poor.all_stars) == (behind, 6, 1 + behind // 5)


def test_bonuses_stay_as_they_were_briefed_whatever_becomes_of_the_teams() -> None:
    its = uneven(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    told = briefings.briefing_of(match)
    for ninja in ("n1", "n2", "n3"):
        desk.rule(team=its.teams[1], ruling=Ruled("A gift.", ninja=ninja, xp=71), author=None)
    take_every_step(its.teams[1])
    assert scroll(its.teams[1]).rating(houses.rules_of(its.league)).total > told["poor"].rating.total
    its.file(match, account(match, stars={"poor": ["n1", "n2"]}))
    assert briefings.briefing_of(match) == told
    assert scroll(its.teams[1]).games[0].revenue.underdog == 6
    assert scroll(its.teams[1]).games[0].all_stars == ("n1", "n2")


def test_bonuses_of_later_games_stay_when_an_earlier_one_is_amended() -> None:
    its = uneven(accepted_by=AcceptedBy.EITHER_SIDE)
    first = its.brief()
    its.file(first, account(first))
    for team in its.teams:
        take_every_step(team)
    second = its.brief(its.another_game())
    told = briefings.briefing_of(second)
    its.file(second, account(second))
    earned = [scroll(team).games[1].revenue for team in its.teams]
    for said in (account(first, LOST, WON), None):
        match = Match.objects.get(pk=first.pk)
        based_on = amending.version_of(match)
        amending.amend(match=match, account=said, author=its.master, reason="Wrong.", key=uuid4(), based_on=based_on)
        assert briefings.briefing_of(second) == told
        assert [scroll(team).games[-1].revenue for team in its.teams] == earned


def test_the_rules_of_a_game_are_those_it_was_briefed_by() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    rules = houses.rules_of(its.league)
    generous = replace(rules, koban=replace(rules.koban, win=40))
    based_on = houses.number_of(houses.version_in_force(its.league))
    houses.change_rules(league=its.league, rules=generous, author=its.master, reason="More.", based_on=based_on)
    its.file(match, account(match))
    assert scroll(its.teams[0]).games[0].revenue.result == 10
    for team in its.teams:
        take_every_step(team)
    another = its.brief(its.another_game())
    its.file(another, account(another))
    assert scroll(its.teams[0]).games[1].revenue.result == 40


def test_who_is_absent_or_starts_in_the_healing_house_is_told() -> None:
    its = table()
    desk.rule(team=its.teams[0], ruling=Ruled("A cold.", ninja="n2", misses=1), author=None)
    desk.rule(team=its.teams[0], ruling=Ruled("A cut.", ninja="n3", starts_in_healing_house=True), author=None)
    told = briefings.briefing_of(its.brief())[its.teams[0].slug]
    assert (told.absent, told.in_healing_house) == (("n2",), ("n3",))


# Again, until it is reported


def test_a_game_is_briefed_again_until_it_is_reported() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    commitments = [side.commitment for side in match.sides.all()]
    desk.rule(team=its.teams[0], ruling=Ruled("A cold.", ninja="n2", misses=1), author=None)
    assert its.brief() == match
    assert briefings.briefing_of(match)[its.teams[0].slug].absent == ("n2",)
    assert [side.commitment for side in match.sides.all()] == commitments
    assert [side.at for side in match.sides.all()] == [2, 1]
    its.file(match, account(match))
    with refused("accepted"):
        its.brief()


def test_a_briefing_stays_while_a_report_waits_and_can_be_made_again_when_that_is_taken_back() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    with refused("reported"):
        its.brief()
    reporting.withdraw(match=match, author=its.players[0])
    assert its.brief() == match


def test_what_was_signed_before_a_game_was_voided_can_still_be_read() -> None:
    its = table()
    match = its.brief()
    its.countersign(its.file(match, account(match)))
    match.refresh_from_db()
    based_on = amending.version_of(match)
    amending.amend(match=match, account=None, author=its.master, reason="Wrong.", key=uuid4(), based_on=based_on)
    its.brief()
    assert Signature.objects.filter(report__match=match).count() == 2
    assert state(match) == Match.State.BRIEFED


def test_a_voided_game_is_briefed_before_a_challenge_is_drawn_or_chosen() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    match.refresh_from_db()
    based_on = amending.version_of(match)
    amending.amend(match=match, account=None, author=its.master, reason="Wrong.", key=uuid4(), based_on=based_on)
    with refused("voided"):
        briefings.draw(match=match, author=its.players[0])
    with refused("voided"):
        briefings.choose(match=match, challenge="brawl", voice=its.voice(its.players[0]))
    its.brief()
    briefings.draw(match=match, author=its.players[0])


@pytest.mark.parametrize("how", ["forfeited", "bye"])
def test_a_game_that_is_decided_without_being_played_is_not_briefed(how: str) -> None:
    its = table()
    loser, version = away_from(its.fixture, 1), results.version_of(its.fixture)
    if how == "bye":
        results.give_bye(fixture=its.fixture, to=loser[0], author=None, based_on=version)
    else:
        results.forfeit(fixture=its.fixture, by=loser, author=None, based_on=version)
    with refused("decided"):
        its.brief()


# Who came


@pytest.mark.parametrize(("teams", "away"), [(3, (1,)), (4, (0,)), (4, (1, 3))])
def test_who_stays_away_from_a_game_of_three_or_four_forfeits_and_the_others_play(
    teams: int, away: Sequence[int]
) -> None:
    its = table(teams, accepted_by=AcceptedBy.EITHER_SIDE)
    match = briefings.brief(fixture=its.fixture, author=its.master, away=away_from(its.fixture, *away))
    there = [team for seat, team in enumerate(its.teams) if seat not in away]
    assert [side.team for side in match.sides.all()] == there
    reporter = its.teams.index(there[0])
    its.file(match, account(match), by=reporter)
    ended = outcomes(its.fixture)
    assert [ended[seat] for seat in away] == [Outcome.FORFEIT_LOST] * len(away)
    assert sorted(ended[its.teams.index(team)] for team in there) == sorted(
        [Outcome.WON, *[Outcome.LOST] * (len(there) - 1)]
    )
    assert all(scroll(its.teams[seat]).games == () for seat in away)
    assert all(len(scroll(team).games[0].opponents) == len(there) - 1 for team in there)


def test_who_stayed_away_neither_signs_nor_reports() -> None:
    its = table(3)
    match = briefings.brief(fixture=its.fixture, author=None, away=away_from(its.fixture, 2))
    report = its.file(match, account(match))
    its.countersign(report, by=2)
    assert state(match) == Match.State.REPORTED
    its.countersign(report, by=1)
    assert state(match) == Match.State.ACCEPTED


def test_who_comes_after_all_is_briefed_again() -> None:
    its = table(3)
    match = briefings.brief(fixture=its.fixture, author=None, away=away_from(its.fixture, 0))
    assert match.sides.count() == 2
    assert its.brief().sides.count() == 3
    briefings.brief(fixture=its.fixture, author=None, away=away_from(its.fixture, 1))
    assert [side.position for side in match.sides.all()] == [0, 2]


@pytest.mark.parametrize(("teams", "away"), [(2, (0,)), (3, (0, 1)), (4, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_a_game_that_only_one_came_to_is_a_forfeit(teams: int, away: Sequence[int]) -> None:
    its = table(teams)
    with refused("how-many-teams"):
        briefings.brief(fixture=its.fixture, author=None, away=away_from(its.fixture, *away))
    assert not Match.objects.exists()


def test_the_underdog_is_measured_against_those_who_came() -> None:
    its = table(3)
    desk.rule(team=its.teams[2], ruling=Ruled("A gift.", ninja="n1", xp=71), author=None)
    take_every_step(its.teams[2])
    told = briefings.briefing_of(its.brief())
    assert told[its.teams[0].slug].help.behind == 4
    match = briefings.brief(fixture=its.fixture, author=None, away=away_from(its.fixture, 2))
    assert briefings.briefing_of(match)[its.teams[0].slug].help.behind == 0


# Which challenge


def drawn(its: Table, match: Match, first: Element, second: Element) -> Match:
    return briefings.draw(match=match, author=its.players[0], dice=(first, second), witness="Mio")


def choose(its: Table, match: Match, challenge: str, who: int) -> Match:
    player = its.players[who]
    voice = its.voice(player, match.fixture)
    return briefings.choose(match=match, challenge=challenge, voice=voice)


def ban(its: Table, *challenges: str) -> None:
    rules = replace(houses.rules_of(its.league), banned_challenges=challenges)
    based_on = houses.number_of(houses.version_in_force(its.league))
    houses.change_rules(league=its.league, rules=rules, author=its.master, reason="No.", based_on=based_on)


def test_without_dice_either_player_chooses_and_may_think_again() -> None:
    its = table()
    match = its.brief()
    assert choose(its, match, "brawl", 0).challenge == "brawl"
    assert choose(its, match, "search", 1).challenge == "search"
    with refused("unknown-challenge"):
        choose(its, match, "hide-and-seek", 0)


def test_two_dice_name_the_challenge_once() -> None:
    its = table()
    match = drawn(its, its.brief(), SPIRIT, VOID)
    assert match.challenge == "assassination"
    with refused("drawn"):
        drawn(its, match, AIR, EARTH)
    with refused("drawn"):
        briefings.draw(match=match, author=None)
    with refused("drawn"):
        choose(its, match, "brawl", 0)
    assert choose(its, match, "assassination", 1).challenge == "assassination"


def test_briefing_again_does_not_throw_the_dice_again() -> None:
    its = table()
    match = drawn(its, its.brief(), SPIRIT, VOID)
    its.brief()
    with refused("drawn"):
        drawn(its, match, AIR, EARTH)
    assert Match.objects.get(pk=match.pk).challenge == "assassination"


@pytest.mark.parametrize(("die", "chooser"), [(SPIRIT, 0), (FIRE, 1)])
@pytest.mark.parametrize("teams", [2, 3, 4])
def test_only_whom_the_dice_name_chooses(die: Element, chooser: int, teams: int) -> None:
    its = table(teams)
    match = drawn(its, its.brief(), SPIRIT, die)
    assert match.challenge == ""
    with refused("drawn"):
        drawn(its, match, SPIRIT, VOID)
    for other in {*range(teams)} - {chooser}:
        with refused("not-yours") as caught:
            choose(its, match, "brawl", other)
        assert its.teams[chooser].name in caught.value.message
    assert choose(its, match, "brawl", chooser).challenge == "brawl"


def test_of_those_who_came_the_first_is_player_1() -> None:
    its = table(3)
    match = briefings.brief(fixture=its.fixture, author=None, away=away_from(its.fixture, 0))
    drawn(its, match, SPIRIT, SPIRIT)
    with refused("not-yours"):
        choose(its, match, "brawl", 2)
    assert choose(its, match, "brawl", 1).challenge == "brawl"


def test_those_who_run_the_league_may_overrule_the_dice() -> None:
    its = table()
    match = drawn(its, its.brief(), SPIRIT, VOID)
    for who in (its.master, join(its.league, person("haru"), Role.ASSISTANT)):
        voice = its.voice(who, match.fixture)
        assert briefings.choose(match=match, challenge="brawl", voice=voice).challenge == "brawl"


def test_a_challenge_that_this_league_does_not_play_is_rolled_again() -> None:
    its = table()
    ban(its, "assassination")
    match = drawn(its, its.brief(), SPIRIT, VOID)
    assert match.challenge == ""
    assert briefings.last_draw(match) == Drawn()
    with refused("unknown-challenge"):
        choose(its, match, "assassination", 0)
    match = drawn(its, match, AIR, EARTH)
    assert match.challenge == "brawl"
    assert [draw["by"] for draw in match.draws] == ["kenta", "kenta"]


def test_dice_cast_here_are_those_that_were_promised() -> None:
    its = table()
    match = its.brief()
    seed = match.seeds.get()
    match = briefings.draw(match=match, author=its.players[0])
    (draw,) = match.draws
    roll = seed.cast(f"challenge {match.key} 1", 2)
    assert draw["roll"]["dice"] == [str(die) for die in roll.dice]
    assert draw["roll"]["commitment"] == seed.commitment


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"dice": (SPIRIT,), "witness": "Mio"}, "dice"),
        ({"dice": (SPIRIT, AIR, FIRE), "witness": "Mio"}, "dice"),
        ({"dice": (SPIRIT, AIR), "witness": " "}, "no-witness"),
        ({"dice": (SPIRIT, AIR), "witness": "M" * 61}, "witness-too-long"),
    ],
)
def test_dice_on_the_table_are_two_and_somebody_saw_them(told: Mapping[str, object], code: str) -> None:
    its = table()
    match = its.brief()
    with refused(code):
        briefings.draw(match=match, author=None, **told)  # type: ignore[arg-type]
    assert Match.objects.get(pk=match.pk).draws == []


def test_when_it_is_reported_the_challenge_is_settled() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = drawn(its, its.brief(), SPIRIT, VOID)
    its.file(match, account(match, challenge="search"))
    assert Match.objects.get(pk=match.pk).challenge == "search"
    with refused("accepted"):
        choose(its, match, "brawl", 0)
    with refused("accepted"):
        drawn(its, match, AIR, AIR)


def test_a_draft_and_a_game_of_a_season_that_is_over_are_not_briefed() -> None:
    its = table()
    draft = game_of(its.season, its.teams)
    draft.round.published_at = None
    draft.round.save()
    with refused("draft"):
        its.brief(draft)
    its.season.state = its.season.State.FINISHED
    its.season.save()
    with refused("season-over"):
        its.brief()
