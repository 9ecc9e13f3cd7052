"""What is gathered from rounds that were played by hand: each fact as it happened, and none that did not."""

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import results
from league.models import Fixture, Round, Season, Side
from league.standings import Outcome
from matches import amending, reporting
from matches.models import Match, Report
from matches.newsletter.facts import AbsenceFact, Feat, MoverFact, PairingFact, Run
from matches.newsletter.material import material_of
from matches.records import reading
from rules.dice import Element
from tests.league.clubs import club, enter, played, season
from tests.matches.games import DREW, LOST, WON, account
from tests.newsletter.rounds import court, facts, play

pytestmark = pytest.mark.django_db
TORA, IKA = "kenta-tora", "mio-ika"
INJURY, CHUNIN = "brawl-injury", "brawl-chunin-injury"


# Games and deeds


def test_a_game_is_told_with_its_deciding_deed() -> None:
    its = court()
    play(its, feats={TORA: {"n1": {INJURY: 1}, "n2": {INJURY: 2, CHUNIN: 1}}, IKA: {"n1": {INJURY: 3}}})
    (game,) = facts(its.season, 1).games
    assert [(side.team, side.outcome, side.points) for side in game.sides] == [
        ("Kenta tora", Outcome.WON, 5),
        ("Mio ika", Outcome.LOST, 3),
    ]
    assert game.challenge == "Brawl"
    assert game.deed
    assert (game.deed.ninja, game.deed.team) == ("Tora Kaiken", "Kenta tora")
    assert (game.deed.points, game.deed.feats, game.deed.feat, game.deed.times) == (4, 3, INJURY, 2)


def test_the_losers_never_have_the_deciding_deed() -> None:
    its = court()
    play(its, LOST, WON, feats={TORA: {"n1": {INJURY: 3}}, IKA: {"n2": {INJURY: 1}}})
    (game,) = facts(its.season, 1).games
    assert game.deed
    assert game.deed.team == "Mio ika"


def test_what_the_winners_scored_in_the_last_round_that_was_noted_is_told() -> None:
    its = court()
    feats = {TORA: {"n1": {INJURY: 1}, "n2": {INJURY: 1}}, IKA: {"n1": {INJURY: 1}}}
    moments = [(2, TORA, "n1", INJURY), (5, TORA, "n2", INJURY), (5, IKA, "n1", INJURY)]
    play(its, feats=feats, moments=moments)
    (game,) = facts(its.season, 1).games
    assert game.moment
    assert (game.moment.round, game.moment.ninja, game.moment.feat) == (5, "Tora Kaiken", INJURY)


def test_if_only_the_losers_did_something_last_there_is_no_last_moment() -> None:
    its = court()
    feats = {TORA: {"n1": {INJURY: 1}}, IKA: {"n1": {INJURY: 1}}}
    play(its, feats=feats, moments=[(2, TORA, "n1", INJURY), (5, IKA, "n1", INJURY)])
    assert facts(its.season, 1).games[0].moment is None


def test_an_amended_report_is_told_as_it_counts_now() -> None:
    its = court()
    match = play(its, feats={TORA: {"n1": {INJURY: 2}}}, steps=False)
    assert match.accepted
    said = reporting.account_of(match.accepted)
    assert said
    first, second = said.report.teams
    turned = (replace(first, result=LOST, points=0, ninja={}), replace(second, result=WON, points=1))
    row = replace(second.ninja["n1"], feats={INJURY: 1})
    turned = (turned[0], replace(turned[1], ninja={**second.ninja, "n1": row}))
    amending.amend(
        match=match,
        account=replace(said, report=replace(said.report, teams=turned)),
        author=its.master,
        reason="The other way round.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    (game,) = facts(its.season, 1).games
    assert game.winner
    assert game.winner.team == "Mio ika"
    assert game.deed
    assert game.deed.team == "Mio ika"


def test_a_result_without_a_report_has_no_deeds_and_no_upset() -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.LOST, 2), (two, Outcome.WON, 7))
    told = facts(its, 1)
    (game,) = told.games
    assert (game.deed, game.moment, game.challenge, told.upsets, told.levels) == (None, None, "", (), ())
    assert [side.team for side in game.sides] == ["Team 2", "Team 1"]


def test_forfeits_and_byes_are_told_apart() -> None:
    its = season(club(), teams=3)
    one, two, three = its.entrants.order_by("pk")
    game = played(its, 1, (one, Outcome.FORFEIT_LOST, 0), (two, Outcome.FORFEIT_WON, 0))
    Fixture.objects.filter(pk=game.pk).update(state=Fixture.State.FORFEITED)
    bye = played(its, 1, (three, Outcome.BYE, 0))
    Fixture.objects.filter(pk=bye.pk).update(state=Fixture.State.BYE)
    told = facts(its, 1)
    assert [fact.is_forfeit for fact in told.games] == [True]
    assert told.byes == ("Team 3",)
    assert told.played == 0


def test_drafts_and_challenges_are_nobodys_business() -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 2), (two, Outcome.LOST, 1))
    draft = Round.objects.create(season=its, number=2)
    fixture = Fixture.objects.create(round=draft)
    Side.objects.create(fixture=fixture, entrant=one, position=0)
    Side.objects.create(fixture=fixture, entrant=two, position=1)
    assert facts(its, 1).next is None
    Round.objects.filter(pk=draft.pk).update(published_at=timezone.now())
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.PROPOSED)
    assert facts(its, 1).next is None


# What followed


def test_an_upset_is_won_by_the_lower_rating_as_it_was_briefed() -> None:
    its = court()
    match = its.brief()
    weaker = match.sides.get(team=its.teams[0])
    weaker.briefing["rating"] = {"koban": 2, "advancements": 0, "heroes_and_ronin": 0}
    weaker.save()
    stronger = match.sides.get(team=its.teams[1])
    stronger.briefing["rating"] = {"koban": 4, "advancements": 2, "heroes_and_ronin": 1}
    stronger.save()
    its.settle(match, account(match))
    (upset,) = facts(its.season, 1).upsets
    assert (upset.winner, upset.rating, upset.loser, upset.against, upset.behind) == ("Kenta tora", 2, "Mio ika", 7, 5)


def test_the_favourite_who_wins_upsets_nobody() -> None:
    its = court()
    play(its, steps=False)
    Match.objects.get().sides.filter(team=its.teams[0]).update(
        briefing={"rating": {"koban": 9}, "help": {}, "absent": [], "in_healing_house": []}
    )
    assert facts(its.season, 1).upsets == ()


def test_a_new_level_belongs_to_the_game_that_earned_it() -> None:
    its = court()
    play(its, feats={TORA: {"n2": {INJURY: 4}}})  # 4 injuries of 2 XP each: 8, Experienced
    play(its, fixture=its.another_game())
    assert [(level.ninja, level.team, level.level) for level in facts(its.season, 1).levels] == [
        ("Tora Kaiken", "Kenta tora", "Experienced")
    ]
    assert facts(its.season, 2).levels == ()
    assert len(facts(its.season, 1, 2).levels) == 1


@pytest.mark.parametrize(("die", "games"), [(Element.FIRE, 1), (Element.VOID, 2)])
def test_who_is_ruled_out_is_told_with_the_games(die: Element, games: int) -> None:
    its = court()
    play(its, hurt={TORA: ["n2"]}, die=die)
    told = facts(its.season, 1)
    assert told.hurt == 1
    assert told.absences == (AbsenceFact("Tora Kaiken", "Kenta tora", games),)
    assert told.late == ()


def test_who_starts_in_the_healing_house_is_told() -> None:
    its = court()
    play(its, hurt={IKA: ["n2"]}, die=Element.AIR)
    told = facts(its.season, 1)
    assert [(one.ninja, one.team) for one in told.late] == [("Ika Kaiken", "Mio ika")]
    assert told.absences == ()


def test_nobody_is_hurt_by_a_die_without_effect() -> None:
    its = court()
    play(its, hurt={IKA: ["n2"]}, die=Element.EARTH)
    told = facts(its.season, 1)
    assert (told.hurt, told.late, told.absences) == (1, (), ())


# Streaks, table, records


def series(outcomes: str) -> Season:
    """Team 1 against team 2, round after round: W, D or L for team 1."""
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    for number, letter in enumerate(outcomes, start=1):
        ends = {"W": (Outcome.WON, Outcome.LOST), "L": (Outcome.LOST, Outcome.WON), "D": (Outcome.DREW, Outcome.DREW)}
        first, second = ends[letter]
        played(its, number, (one, first, 2), (two, second, 2))
    return its


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        ("WW", []),
        ("WWW", [("Team 1", Run.WON, 3), ("Team 2", Run.LOST, 3)]),
        ("WWWL", [("Team 1", Run.ENDED, 3)]),
        ("WWWD", [("Team 1", Run.ENDED, 3)]),
        ("DWDWD", [("Team 1", Run.UNBEATEN, 5)]),
        ("LLLL", [("Team 2", Run.WON, 4), ("Team 1", Run.LOST, 4)]),
    ],
)
def test_streaks_are_told_as_of_the_last_round(outcomes: str, told: list[tuple[str, Run, int]]) -> None:
    its = series(outcomes)
    assert [(its.team, its.run, its.length) for its in facts(its, len(outcomes)).streaks] == told


def test_a_streak_of_an_earlier_issue_is_that_of_its_round() -> None:
    its = series("WWWWL")
    assert facts(its, 3).streaks[0].length == 3
    assert facts(its, 4).streaks[0].length == 4


def test_who_leads_and_who_moved_is_that_of_the_table() -> None:
    its = season(club(), teams=4)
    one, two, three, four = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 5), (two, Outcome.LOST, 1))
    played(its, 1, (three, Outcome.WON, 4), (four, Outcome.LOST, 2))
    played(its, 2, (one, Outcome.LOST, 0), (four, Outcome.WON, 9))
    played(its, 2, (three, Outcome.WON, 3), (two, Outcome.LOST, 2))
    first, second = facts(its, 1), facts(its, 2)
    assert first.leader
    assert (first.leader.teams, first.leader.points, first.leader.is_new) == (("Team 1",), 3, False)
    assert first.movers == ()
    assert second.leader
    assert (second.leader.teams, second.leader.points, second.leader.played) == (("Team 3",), 6, 2)
    assert second.leader.is_new
    assert (second.leader.second, second.leader.second_points) == ("Team 4", 3)
    assert MoverFact("Team 3", 2, 1) in second.movers
    assert {mover.team for mover in second.movers if mover.places < 0} == {"Team 1", "Team 2"} & {
        mover.team for mover in second.movers
    }


def test_a_league_s_first_round_breaks_no_records() -> None:
    assert facts(series("W"), 1).records == ()


def test_records_are_broken_only_by_more_than_ever_before() -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 5), (two, Outcome.LOST, 3))
    played(its, 2, (one, Outcome.WON, 5), (two, Outcome.LOST, 4))
    played(its, 3, (one, Outcome.LOST, 4), (two, Outcome.WON, 8))
    assert [(its.feat, its.value) for its in facts(its, 2).records] == [(Feat.STREAK, 2)]
    told = {its.feat: its for its in facts(its, 3).records}
    assert set(told) == {Feat.POINTS, Feat.MARGIN}
    points = told[Feat.POINTS]
    assert (points.value, points.before, points.team, points.other) == (8, 5, "Team 2", "Team 1")
    assert (told[Feat.MARGIN].value, told[Feat.MARGIN].before) == (4, 2)


def test_records_of_earlier_seasons_stand() -> None:
    league = club()
    old = season(league, teams=2)
    one, two = old.entrants.order_by("pk")
    played(old, 1, (one, Outcome.WON, 30), (two, Outcome.LOST, 0))
    new = Season.objects.create(league=league, number=2, name="Winter", state=Season.State.RUNNING)
    uno, due = enter(new, "Uno"), enter(new, "Due")
    played(new, 1, (uno, Outcome.WON, 20), (due, Outcome.LOST, 0))
    assert facts(new, 1).records == ()
    played(new, 2, (uno, Outcome.WON, 31), (due, Outcome.LOST, 0))
    assert {its.feat for its in facts(new, 2).records} == {Feat.POINTS, Feat.MARGIN, Feat.STREAK}


def test_a_ninja_with_the_most_feats_has_the_record() -> None:
    its = court()
    play(its, feats={TORA: {"n1": {INJURY: 1}}})
    play(its, fixture=its.another_game(), feats={IKA: {"n2": {INJURY: 3}}, TORA: {"n1": {INJURY: 1}}})
    (record,) = [record for record in facts(its.season, 2).records if record.feat is Feat.FEATS]
    assert (record.ninja, record.team, record.value, record.before) == ("Ika Kaiken", "Mio ika", 3, 1)


# What comes, and what was


def test_the_next_round_and_what_is_left_of_this_one() -> None:
    its = season(club(), teams=4)
    one, two, three, four = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 5), (two, Outcome.LOST, 1))
    for number, pair in ((1, (three, four)), (2, (one, four))):
        its_round, _ = Round.objects.get_or_create(
            season=its, number=number, defaults={"published_at": timezone.now(), "deadline": date(2030, 5, 4)}
        )
        fixture = Fixture.objects.create(round=its_round, position=1)
        for seat, entrant in enumerate(pair):
            Side.objects.create(fixture=fixture, entrant=entrant, position=seat)
    told = facts(its, 1)
    assert told.open == (PairingFact(("Team 3", "Team 4")),)
    assert told.next
    assert (told.next.round, told.next.deadline) == (2, date(2030, 5, 4))
    assert told.next.games == (PairingFact(("Team 1", "Team 4")),)


def test_the_champion_is_told_in_the_last_issue_alone() -> None:
    its = series("WW")
    Season.objects.filter(pk=its.pk).update(
        state=Season.State.FINISHED, champion=its.entrants.order_by("pk")[0].team, finished_at=timezone.now()
    )
    assert facts(its, 1).champion == ""
    assert facts(its, 2).champion == "Team 1"


def test_a_draw_is_everybodys() -> None:
    its = court()
    play(its, DREW, DREW, feats={TORA: {"n1": {INJURY: 1}}, IKA: {"n2": {INJURY: 1}}}, steps=False)
    (game,) = facts(its.season, 1).games
    assert game.winner is None
    assert len(game.drawn) == 2
    assert game.deed


# Cost, and the demo


def test_it_takes_as_many_queries_for_any_number_of_games(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    small, large = series("W"), None
    its = Season.objects.select_related("league__house", "champion").get(pk=small.pk)
    with django_assert_num_queries(9):
        material_of(its, 1, 1)
    large = season(club("Sun Court", master=small.league.memberships.get().person), teams=12)
    entrants = list(large.entrants.order_by("pk"))
    for number in range(1, 6):
        for seat in range(0, 12, 2):
            played(large, number, (entrants[seat], Outcome.WON, number), (entrants[seat + 1], Outcome.LOST, 0))
    its = Season.objects.select_related("league__house", "champion").get(pk=large.pk)
    with django_assert_num_queries(9):
        assert len(material_of(its, 1, 5).span) == 30


def test_the_demo_s_winter_adds_up(the_demo: None) -> None:
    its = Season.objects.get(number=2)
    told = facts(its, 1, 4)
    sides = Side.objects.filter(fixture__round__season=its, fixture__state=Fixture.State.PLAYED)
    assert len(told.games) == 11  # one of them forfeited
    assert told.points == sum(sides.values_list("points", flat=True))
    assert sum(bool(game.deed and game.challenge) for game in told.games) == 10
    for report in Report.objects.filter(in_force_from__isnull=False, data__isnull=False)[:5]:
        assert reading.most_feats(report.data or {}) >= 1


def test_undoing_a_result_takes_it_out_of_the_newsletter() -> None:
    its = series("WW")
    fixture = Fixture.objects.get(round__season=its, round__number=2)
    results.undo(fixture=fixture, author=None, based_on=results.version_of(fixture))
    told = facts(its, 1, 2)
    assert len(told.games) == 1
    assert len(told.open) == 1
