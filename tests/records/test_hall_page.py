"""The hall of fame of a league: its addresses, what stands in it, who may know what, and what it costs."""

import re
from collections.abc import Iterable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import Fixture, League, Role, Season
from league.standings import Outcome
from matches import amending, reporting
from matches.models import Match
from matches.reporting import Account
from rules.amendment import Told
from rules.house import AcceptedBy
from teams import chronicle, services
from teams.models import Team
from tests.league.clubs import club, enter, join, played, season
from tests.matches.games import LOST, WON, Table, table_of
from tests.matches.pages import log_in, words
from tests.newsletter.rounds import court, play
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person

pytestmark = pytest.mark.django_db
TORA, IKA = "kenta-tora", "mio-ika"
INJURY = "brawl-injury"
FEATS = {TORA: {"n1": {INJURY: 1}, "n2": {INJURY: 3}}, IKA: {"n1": {INJURY: 2}}}


def url(league: League, season: int | None = None) -> str:
    return f"/leagues/{league.slug}/seasons/{season}/records/" if season else f"/leagues/{league.slug}/records/"


def cards(client: Client, league: League, season: int | None = None) -> dict[str, str]:
    """What stands on each card, by its title."""
    response = client.get(url(league, season))
    assert response.status_code == 200
    html = response.content.decode().split('id="hall"')[1]
    parts = re.split(r"<h3>(.*?)</h3>", html, flags=re.DOTALL)
    plain = [" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in parts]
    return dict(zip(plain[1::2], plain[2::2], strict=True))


def amend(its: Table, match: Match, said: Account | None) -> None:
    amending.amend(
        match=match,
        account=said,
        author=its.master,
        reason="It was otherwise.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )


# What stands in it


def test_an_empty_league_sees_what_will_stand_there_and_when(client: Client) -> None:
    league = club()
    page = words(client.get(url(league)))
    assert "Still empty" in page
    assert "The first accepted report fills this hall" in page
    assert "Longest winning streak" in page
    assert "Most travelled ronin" in page


def test_each_record_names_who_the_figure_and_the_game_that_proves_it(client: Client) -> None:
    its = court()
    match = play(its, feats=FEATS, steps=False)
    told = cards(client, its.league)
    assert told["Most points in a game"].startswith("4 points Kenta tora in round 1 of Autumn, against Mio ika")
    assert told["Clearest win"].startswith("2 points Kenta tora")
    assert told["Most injuries made"].startswith("3 injuries Tora Kaiken Kenta tora in 1 game, last in round 1")
    assert told["Longest winning streak"].startswith("1 win Kenta tora in round 1 of Autumn")
    html = client.get(url(its.league)).content.decode()
    assert html.count(f'href="/games/{match.fixture_id}/"') >= 5
    assert f'href="/teams/{TORA}/ninja/n2/"' in html
    assert f'href="/teams/{TORA}/?at=2"' in html


def test_a_streak_tells_from_where_to_where(client: Client) -> None:
    its = court()
    for _ in range(3):
        play(its, fixture=its.another_game(), steps=True)
    assert cards(client, its.league)["Longest winning streak"].startswith(
        "3 wins Kenta tora from round 2 of Autumn to round 4 of Autumn"
    )


def test_those_who_share_a_record_are_all_named_up_to_a_few(client: Client) -> None:
    its = season(club(), teams=10)
    entrants = list(its.entrants.order_by("pk"))
    for one, other in zip(entrants[::2], entrants[1::2], strict=True):
        played(its, 1, (one, Outcome.WON, 5), (other, Outcome.LOST, 1))
    told = cards(client, its.league)["Most points in a game"]
    assert [name for name in ("Team 1", "Team 3", "Team 5", "Team 7") if f" {name} in " in told] == [
        *("Team 1", "Team 3", "Team 5"),
    ]
    assert "and 2 more" in told


def test_a_ronin_belongs_to_all_its_teams(client: Client) -> None:
    its = court()
    play(its)
    told = cards(client, its.league)["Most travelled ronin"]
    assert told.startswith("2 teams Benkei Kenta tora Mio ika in 1 game, last in round 1 of Autumn")


def test_forfeits_and_byes_are_in_no_record_of_the_board(client: Client) -> None:
    its = season(club(), teams=3)
    one, two, three = its.entrants.order_by("pk")
    game = played(its, 1, (one, Outcome.FORFEIT_WON, 9), (two, Outcome.FORFEIT_LOST, 0))
    Fixture.objects.filter(pk=game.pk).update(state=Fixture.State.FORFEITED)
    bye = played(its, 1, (three, Outcome.BYE, 0))
    Fixture.objects.filter(pk=bye.pk).update(state=Fixture.State.BYE)
    assert list(cards(client, its.league)) == ["Longest winning streak"]


def test_a_result_without_a_report_counts_for_teams_alone(client: Client) -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 6), (two, Outcome.LOST, 2))
    told = cards(client, its.league)
    assert told["Most points in a game"].startswith("6 points Team 1")
    assert "Most games played" not in told
    assert "Highest rating" not in told


def test_an_amended_game_shows_at_once(client: Client) -> None:
    its = court()
    match = play(its, feats=FEATS, steps=False)
    assert cards(client, its.league)["Most injuries made"].startswith("3 injuries Tora Kaiken")
    said = reporting.account_of(match.accepted) if match.accepted else None
    assert said
    first, second = said.report.teams
    row = replace(second.ninja["n1"], feats={INJURY: 5})
    turned = replace(second, result=WON, points=5, ninja={**second.ninja, "n1": row})
    amend(its, match, replace(said, report=replace(said.report, teams=(replace(first, result=LOST), turned))))
    told = cards(client, its.league)
    assert told["Most injuries made"].startswith("5 injuries Ika Chunin Mio ika")
    assert told["Longest winning streak"].startswith("1 win Mio ika")


def test_a_voided_game_is_in_no_record(client: Client) -> None:
    its = court()
    match = play(its, feats=FEATS, steps=False)
    assert cards(client, its.league)
    amend(its, match, None)
    assert "Still empty" in words(client.get(url(its.league)))


def test_a_renamed_ninja_is_called_by_its_name_now(client: Client) -> None:
    its = court()
    play(its, feats=FEATS)
    cards(client, its.league)
    services.rename(team=its.teams[0], name="Shadow", ninja="n2", author=its.players[0])
    assert cards(client, its.league)["Most injuries made"].startswith("3 injuries Shadow Kenta tora")


def test_a_champion_stands_there_with_the_season_it_won(client: Client) -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 5), (two, Outcome.LOST, 3))
    Season.objects.filter(pk=its.pk).update(champion=one.team, state=Season.State.FINISHED)
    page = words(client.get(url(its.league)))
    assert "Champion Autumn Team 1 Ended at the top of the table" in page


def test_a_champion_of_a_final_beat_a_runner_up(client: Client) -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    game = played(its, 4, (two, Outcome.LOST, 3), (one, Outcome.WON, 5))
    its.rounds.update(is_playoff=True)
    Fixture.objects.filter(pk=game.pk).update(tie="1-1")
    Season.objects.filter(pk=its.pk).update(champion=one.team, state=Season.State.FINISHED)
    page = words(client.get(url(its.league)))
    assert "Team 1 Beat Team 2 5 : 3 in the final: round 4 of Autumn" in page


def test_whoever_leads_a_season_under_way_is_no_champion(client: Client) -> None:
    its = season(club(), teams=2)
    one, two = its.entrants.order_by("pk")
    played(its, 1, (one, Outcome.WON, 5), (two, Outcome.LOST, 3))
    Season.objects.filter(pk=its.pk).update(champion=one.team)
    assert "Champion" not in words(client.get(url(its.league)))


# Seasons


@pytest.fixture
def two_seasons() -> League:
    league = club()
    for points in (5, 8):
        its = season(league, teams=0)
        Season.objects.filter(pk=its.pk).update(name=f"Season {its.number}")
        one, two = enter(its, f"Cats {its.number}"), enter(its, f"Squids {its.number}", clan="ika")
        played(its, 1, (one, Outcome.WON, points), (two, Outcome.LOST, 1))
    return league


def test_the_hall_of_a_season_knows_no_other(client: Client, two_seasons: League) -> None:
    assert cards(client, two_seasons)["Most points in a game"].startswith("8 points Cats 2")
    assert cards(client, two_seasons, 1)["Most points in a game"].startswith("5 points Cats 1")
    assert cards(client, two_seasons, 2)["Most points in a game"].startswith("8 points Cats 2")


def test_a_chooser_leads_to_all_seasons_and_to_each(client: Client, two_seasons: League) -> None:
    html = client.get(url(two_seasons, 1)).content.decode()
    links = re.findall(
        r'<a href="([^"]*records/)" hx-get="[^"]*"( class="now" aria-current="true")?><bdi>(.*?)</bdi>', html
    )
    assert [(address, bool(here), label) for address, here, label in links] == [
        (url(two_seasons), False, "All seasons"),
        (url(two_seasons, 2), False, "Season 2"),
        (url(two_seasons, 1), True, "Season 1"),
    ]


def test_htmx_gets_the_hall_alone(client: Client, two_seasons: League) -> None:
    part = client.get(url(two_seasons), headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith('<div id="hall">')
    assert "HX-Request" in part["Vary"]


def test_a_season_that_never_was_is_not_found(client: Client, two_seasons: League) -> None:
    response = client.get(url(two_seasons, 9))
    assert response.status_code == 404
    assert "There is no season 9" in words(response)
    assert client.get(f"/leagues/{two_seasons.slug}/seasons/{'9' * 30}/records/").status_code == 404


def test_odd_questions_change_nothing(client: Client, two_seasons: League) -> None:
    assert client.get(url(two_seasons) + "?season=%00&at=x").status_code == 200


def test_every_page_of_the_league_leads_here(client: Client, two_seasons: League) -> None:
    assert (
        f'<a href="{url(two_seasons)}">Hall of fame</a>' in client.get(two_seasons.get_absolute_url()).content.decode()
    )


# Who may know


@pytest.mark.parametrize("role", ["anonymous", "stranger"])
def test_strangers_learn_nothing_of_a_private_teams_ninja_and_treasury(client: Client, role: str) -> None:
    its = court()
    play(its, feats=FEATS)
    Team.objects.filter(slug=TORA).update(is_private=True)
    log_in(client, its, role)
    told = cards(client, its.league)
    assert told["Most injuries made"].startswith("2 injuries Ika Chunin Mio ika")
    assert told["Most points in a game"].startswith("4 points Kenta tora")  # as the table tells everybody
    assert told["Most travelled ronin"].startswith("1 team Benkei Mio ika in 1 game")
    html = client.get(url(its.league)).content.decode()
    assert "Tora Kaiken" not in html
    assert f"/teams/{TORA}/" not in html
    assert "Ninja and treasuries of private teams are left out" in html


@pytest.mark.parametrize("role", ["guest", "player", "assistant", "master"])
def test_members_see_private_teams_like_any_other(client: Client, role: str) -> None:
    its = court()
    play(its, feats=FEATS)
    Team.objects.filter(slug=TORA).update(is_private=True)
    log_in(client, its, role)
    assert cards(client, its.league)["Most injuries made"].startswith("3 injuries Tora Kaiken Kenta tora")


def test_whoever_plays_a_private_team_sees_its_records_from_outside_the_league_too(client: Client) -> None:
    its = court()
    play(its, feats=FEATS)
    Team.objects.filter(slug=TORA).update(is_private=True)
    its.league.memberships.filter(person=its.players[0]).delete()
    client.force_login(its.players[0])
    assert cards(client, its.league)["Most injuries made"].startswith("3 injuries Tora Kaiken Kenta tora")


def test_a_private_team_that_plays_elsewhere_by_now_is_nobody_s_here(client: Client) -> None:
    its = court()
    play(its, feats=FEATS)
    moved = Team.objects.get(slug=TORA)
    Team.objects.filter(pk=moved.pk).update(is_private=True)
    its.season.entrants.filter(team=moved).update(retired_at=its.season.created_at)
    elsewhere = season(club("Hidden Court", master=person("mayumi"), is_private=True), teams=0)
    elsewhere.entrants.create(team=moved, coin=1)
    log_in(client, its, "guest")
    assert cards(client, its.league)["Most injuries made"].startswith("2 injuries Ika Chunin Mio ika")
    assert f"/teams/{TORA}/" not in client.get(url(its.league)).content.decode()
    client.force_login(User.objects.get(username="mayumi"))
    assert cards(client, its.league)["Most injuries made"].startswith("3 injuries Tora Kaiken Kenta tora")


def test_what_a_member_saw_is_not_shown_to_the_next_stranger(client: Client) -> None:
    its = court()
    play(its, feats=FEATS)
    Team.objects.filter(slug=TORA).update(is_private=True)
    log_in(client, its, "master")
    cards(client, its.league)
    log_in(client, its, "anonymous")
    assert cards(client, its.league)["Most injuries made"].startswith("2 injuries Ika Chunin")


def test_a_private_league_is_for_its_members_alone(client: Client) -> None:
    league = club(is_private=True)
    season(league, teams=2)
    for address in (url(league), url(league, 1)):
        assert client.get(address).status_code == 404
    client.force_login(person("stranger"))
    assert client.get(url(league)).status_code == 404
    client.force_login(join(league, person("guest"), Role.GUEST))
    assert client.get(url(league)).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_can_be_changed_here(client: Client, two_seasons: League, method: str) -> None:
    for address in (url(two_seasons), url(two_seasons, 1)):
        assert getattr(client, method)(address).status_code == 405


# What it costs


def crowd(teams: int) -> League:
    """A league of that many teams, each with a game that was reported."""
    clans = list(MINIMAL)
    founded = [found(f"Team {n}", clans[n % 6], *MINIMAL[clans[n % 6]], "benkei") for n in range(2)]
    its = table_of(founded, accepted_by=AcceptedBy.NINJA_MASTER)
    play(its, feats={its.teams[0].slug: {"n1": {INJURY: 1}}})
    entrants = [enter(its.season, f"Crowd {n}", clan=clans[n % 6]) for n in range(teams - 2)]
    for one, other in zip(entrants[::2], entrants[1::2], strict=True):
        played(its.season, 2, (one, Outcome.WON, 2), (other, Outcome.LOST, 0))
    return its.league


@pytest.mark.parametrize("teams", [8, 24])
def test_it_costs_the_same_for_many_teams(
    client: Client, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    league = crowd(teams)
    with django_assert_num_queries(9):  # the chronicles are told
        client.get(url(league))
    with django_assert_num_queries(7):
        client.get(url(league))
    with django_assert_num_queries(8):
        client.get(url(league, 1))


def test_the_same_stands_there_without_a_cache(client: Client) -> None:
    its = court()
    play(its, feats=FEATS)
    kept = cards(client, its.league)
    cache.clear()
    assert cards(client, its.league) == kept


def test_only_the_chronicles_that_grew_are_told_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    its = court()
    play(its, feats=FEATS)
    cards(client, its.league)
    told: list[Team] = []

    def counting(teams: Iterable[Team]) -> dict[int, list[Told]]:
        told.extend(asked := list(teams))
        return real(asked)

    real = chronicle.told_of
    monkeypatch.setattr(chronicle, "told_of", counting)
    cards(client, its.league)
    assert told == []
    play(its, fixture=its.another_game())
    told.clear()
    cards(client, its.league)
    assert sorted(team.slug for team in told) == [TORA, IKA]
