"""The pages of seasons, schedules and games: who may do what, what forms refuse, and what a page costs."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import challenges, results, rounds, seasons
from league.models import Entrant, Fixture, Format, Role, Round, Season, today
from league.standings import Outcome
from tests.league.clubs import club, enter, join, played, season
from tests.league.test_rounds import generate, play, publish, version
from tests.rules.teams import MINIMAL, found
from tests.teams.people import person, team

pytestmark = pytest.mark.django_db
ROLES = ["anonymous", "stranger", "guest", "player", "assistant", "master"]
PLAN = {
    "name": "Winter",
    "format": "swiss",
    "starts_on": "2026-11-01",
    "days_per_round": "7",
    "playoff_teams": "0",
    "playoff_best_of": "1",
}
# By page: who is the least that may send it, and what.
ACTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "seasons/new/": ("assistant", {**PLAN, "number": "2"}),
    "seasons/1/edit/": ("assistant", PLAN),
    "seasons/1/begin/": ("assistant", {}),
    "seasons/1/finish/": ("assistant", {"calls_off": "on"}),
    "seasons/1/reopen/": ("master", {}),
    "seasons/1/enter/": ("player", {}),
    "seasons/1/challenge/": ("player", {}),
    "seasons/1/teams/{entrant}/retire/": ("assistant", {"leaving": "forfeit"}),
    "seasons/1/teams/{entrant}/come-back/": ("assistant", {}),
    "seasons/1/teams/{entrant}/division/": ("assistant", {}),
    "seasons/1/schedule/generate/": ("assistant", {}),
    "seasons/1/schedule/publish/": ("assistant", {}),
    "seasons/1/schedule/rounds/add/": ("assistant", {}),
    "seasons/1/schedule/rounds/2/remove/": ("assistant", {}),
    "seasons/1/schedule/rounds/1/take-back/": ("assistant", {}),
    "seasons/1/schedule/rounds/2/deadline/": ("assistant", {"deadline": "2027-01-01"}),
    "seasons/1/schedule/rounds/2/add/": ("assistant", {}),
    "seasons/1/schedule/rounds/2/swap/": ("assistant", {}),
    "seasons/1/schedule/games/{draft}/turn/": ("assistant", {}),
    "seasons/1/schedule/games/{draft}/move/": ("assistant", {"to": "3"}),
    "seasons/1/schedule/games/{draft}/remove/": ("assistant", {}),
    "games/{game}/result/": ("assistant", {}),
    "games/{game}/forfeit/": ("assistant", {}),
    "games/{game}/postpone/": ("assistant", {}),
    "games/{game}/bye/": ("assistant", {}),
    "games/{game}/undo/": ("master", {}),
    "games/{game}/call-off/": ("assistant", {}),
    "games/{game}/accept/": ("assistant", {}),
    "games/{game}/decline/": ("assistant", {}),
}
# What is only shown: to whom.
PAGES = {
    "seasons/1/enter/": "assistant",
    "seasons/": "anonymous",
    "seasons/1/": "anonymous",
    "seasons/new/": "assistant",
    "seasons/1/edit/": "assistant",
    "seasons/1/finish/": "assistant",
    "seasons/1/challenge/": "player",
    "seasons/1/schedule/": "assistant",
    "seasons/1/teams/{entrant}/retire/": "assistant",
    "games/{game}/": "anonymous",
    "games/{draft}/": "assistant",
    "games/{game}/undo/": "master",
    "games/{game}/call-off/": "assistant",
}


@pytest.fixture
def its() -> Season:
    """Four teams in a round robin, of which the first round is published and two are drafts."""
    made = season(club(), teams=4)
    generate(made)
    publish(made, 1)
    return made


def words(response: Any) -> str:
    """All that a person can read on a page, messages included."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def login(client: Client, its: Season, role: str) -> User | None:
    if role == "anonymous":
        return None
    if role == "master":
        who = its.league.memberships.get(role=Role.MASTER).person
    else:
        who = person(role)
        if role != "stranger":
            join(its.league, who, Role(role))
    client.force_login(who)
    return who


def address(its: Season, page: str) -> str:
    game = Fixture.objects.filter(round__season=its, round__number=1).first()
    draft = Fixture.objects.filter(round__season=its, round__number=2).first()
    path = page.format(entrant=its.entrants.all()[0].pk, game=game.pk if game else 0, draft=draft.pk if draft else 0)
    return f"/{path}" if path.startswith("games/") else f"/leagues/{its.league.slug}/{path}"


def get(client: Client, its: Season, page: str, **more: Any) -> HttpResponse:
    response = client.get(address(its, page), **more)
    assert isinstance(response, HttpResponse)
    return response


def send(client: Client, its: Season, page: str, data: dict[str, Any] | None = None) -> HttpResponse:
    response = client.post(address(its, page), data or {})
    assert isinstance(response, HttpResponse)
    return response


def content(client: Client, its: Season, page: str) -> str:
    return get(client, its, page).content.decode()


def open_game(its: Season) -> Fixture:
    game = seasons.open_games(its).prefetch_related("sides").first()
    assert game
    return game


def result(game: Fixture, one: str = "won", other: str = "lost", **more: str) -> dict[str, str]:
    first, second = game.sides.all()
    return {
        "based_on": results.version_of(game),
        f"outcome_{first.pk}": one,
        f"points_{first.pk}": "5",
        f"outcome_{second.pk}": other,
        f"points_{second.pk}": "3",
        **more,
    }


# Who may


@pytest.mark.parametrize("page", PAGES)
def test_each_page_is_there_for_whom_it_is_meant(client: Client, its: Season, page: str) -> None:
    least = ROLES.index(PAGES[page])
    for role in ROLES:
        client.logout()
        login(client, its, role)
        status = get(client, its, page).status_code
        if ROLES.index(role) >= least:
            assert status == (302 if "undo" in page else 200), role  # there is no result yet
        else:
            assert status == (404 if "draft" in page else 403), role


@pytest.mark.parametrize("page", ACTIONS)
def test_each_action_is_refused_to_whom_it_is_not_meant_for(client: Client, its: Season, page: str) -> None:
    needed, data = ACTIONS[page]
    for role in ROLES[: ROLES.index(needed)]:
        client.logout()
        login(client, its, role)
        assert send(client, its, page, data).status_code == 403, role
    its.refresh_from_db()
    assert its.state == Season.State.RUNNING
    assert version(its)
    assert not Fixture.objects.filter(state__in=Fixture.COUNTED).exists()


@pytest.mark.parametrize("page", ACTIONS)
def test_each_action_is_open_to_whom_it_is_meant_for(client: Client, its: Season, page: str) -> None:
    needed, data = ACTIONS[page]
    login(client, its, needed)
    if needed == "player" and "enter" in page:
        Season.objects.update(state=Season.State.PLANNED)
    assert send(client, its, page, data).status_code in (302, 422)


@pytest.mark.parametrize("page", sorted({*ACTIONS, *PAGES}))
def test_a_private_league_is_not_there_for_strangers(client: Client, its: Season, page: str) -> None:
    its.league.is_private = True
    its.league.save()
    for role in ("anonymous", "stranger"):
        client.logout()
        login(client, its, role)
        assert get(client, its, page).status_code in (404, 405)
        assert send(client, its, page).status_code in (404, 405)


@pytest.mark.parametrize("page", [page for page in ACTIONS if page not in PAGES])
def test_what_changes_a_season_is_never_a_mere_link(client: Client, its: Season, page: str) -> None:
    login(client, its, "master")
    assert get(client, its, page).status_code == 405


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ACTIONS])
def test_nothing_can_be_sent_to_what_is_only_shown(client: Client, its: Season, page: str) -> None:
    login(client, its, "master")
    assert send(client, its, page).status_code == 405


@pytest.mark.parametrize("page", ACTIONS)
def test_an_archived_league_is_only_looked_at(client: Client, its: Season, page: str) -> None:
    its.league.archived_at = timezone.now()
    its.league.save()
    login(client, its, "master")
    response = send(client, its, page, ACTIONS[page][1])
    assert response.status_code == 403


def test_a_form_from_elsewhere_is_turned_away(its: Season) -> None:
    strict = Client(enforce_csrf_checks=True)
    login(strict, its, "master")
    assert send(strict, its, "seasons/1/finish/", {"calls_off": "on"}).status_code == 403


@pytest.mark.parametrize(
    "page", ["seasons/9/", "seasons/9/schedule/", "games/999999/", "seasons/1/teams/999999/retire/"]
)
def test_what_is_not_there_is_not_found(client: Client, its: Season, page: str) -> None:
    login(client, its, "master")
    assert get(client, its, page).status_code == 404


# A season


def test_a_season_is_planned_with_a_form_sent_twice(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    data = {**PLAN, "number": "2", "divisions": "North\n South \n\n"}
    for _ in range(2):
        response = send(client, its, "seasons/new/", data)
        assert response.headers["Location"] == "/leagues/moon-court/seasons/2/"
    made = Season.objects.get(number=2)
    assert [division.name for division in made.divisions.all()] == ["North", "South"]
    assert "Winter is planned. Teams can enter it now." in words(get(client, its, "seasons/2/"))


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "This field is required."),
        ("name", "\u202ename", "marks that turn the text around"),
        ("format", "chess", "Choose one of these."),
        ("ends_on", "2026-10-01", "The season would end before it starts."),
        ("days_per_round", "0", "greater than or equal to 1"),
        ("rounds_planned", "0", "greater than or equal to 1"),
        ("playoff_teams", "1", "Playoffs are for 2 to 32 teams; 0 means none."),
        ("playoff_teams", "33", "less than or equal to 32"),
        ("playoff_best_of", "2", "Choose one of these."),
        ("divisions", "North", "There are two to 16 divisions, or none."),
        ("divisions", "North\nnorth", "Two divisions cannot have the same name."),
        ("divisions", "x" * 41 + "\nNorth", "at most 40 characters"),
        ("carry", "on", "Autumn is not over: finish it before its teams go on."),
    ],
)
def test_a_plan_that_cannot_be_comes_back(client: Client, its: Season, field: str, value: str, sentence: str) -> None:
    login(client, its, "master")
    response = send(client, its, "seasons/new/", {**PLAN, "number": "2", field: value})
    assert response.status_code == 422
    assert sentence in words(response)
    assert Season.objects.count() == 1


def test_teams_are_carried_over_from_a_finished_season(client: Client, its: Season) -> None:
    seasons.finish(season=its, calls_off=True)
    login(client, its, "master")
    assert "Carry over the teams of Autumn" in words(get(client, its, "seasons/new/"))
    send(client, its, "seasons/new/", {**PLAN, "number": "2", "carry": "on", "keeps_koban": "on"})
    made = Season.objects.get(number=2)
    assert made.entrants.count() == 4
    assert (made.keeps_koban, made.keeps_experience, made.keeps_absences) == (True, False, False)
    assert "4 of the last season's teams are in it" in words(get(client, its, "seasons/2/"))


def test_drafts_are_for_those_who_run_the_league(client: Client, its: Season) -> None:
    page = get(client, its, "seasons/1/").content.decode()
    assert "?round=1#rounds" in page
    assert "?round=2#rounds" not in page
    login(client, its, "assistant")
    assert "?round=2#drafts" in get(client, its, "seasons/1/schedule/").content.decode()


def test_a_round_can_be_asked_for_and_htmx_gets_only_that(client: Client, its: Season) -> None:
    publish(its)
    assert "Round 3" in words(get(client, its, "seasons/1/?round=3"))
    part = get(client, its, "seasons/1/?round=3", headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="round">')
    assert "<html" not in part
    for odd in ("99", "x", "²", "-1", "9" * 30):
        assert get(client, its, f"seasons/1/?round={odd}").status_code == 200


def test_a_season_begins_and_refusals_are_told(client: Client, its: Season) -> None:
    Season.objects.update(state=Season.State.PLANNED)
    login(client, its, "assistant")
    send(client, its, "seasons/1/begin/")
    assert "Autumn has begun." in words(get(client, its, "seasons/1/"))
    Season.objects.create(league=its.league, number=2, name="Winter")
    send(client, its, "seasons/2/begin/")
    page = words(get(client, its, "seasons/2/"))
    assert "A season needs 2 teams, Winter has no team." in page
    assert "Autumn is still running: finish it first." in page


def test_finishing_asks_first_and_names_the_champion(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    page = words(get(client, its, "seasons/1/finish/"))
    assert "Call off 2 games that nobody has decided" in page
    response = send(client, its, "seasons/1/finish/")
    assert response.status_code == 422
    assert "2 games are still to be played" in words(response)
    play(its)
    send(client, its, "seasons/1/finish/")
    its.refresh_from_db()
    assert its.champion
    page = words(get(client, its, "seasons/1/"))
    assert f"Autumn is over. Its champion is {its.champion.name}." in page
    assert f"Champion {its.champion.name}" in page


# Teams


def test_a_player_enters_an_own_team_while_the_season_is_planned(client: Client, its: Season) -> None:
    Season.objects.update(state=Season.State.PLANNED)
    player = login(client, its, "player")
    own, foreign = team(player, found("Red Hands", "tora", *MINIMAL["tora"])), team(person("other"))
    page = words(get(client, its, "seasons/1/enter/"))
    assert "Red Hands (player)" in page
    assert foreign.name not in page
    assert send(client, its, "seasons/1/enter/", {"team": str(foreign.pk)}).status_code == 422
    send(client, its, "seasons/1/enter/", {"team": str(own.pk)})
    assert its.entrants.filter(team=own).exists()
    assert "Red Hands takes part in Autumn." in words(get(client, its, "seasons/1/"))


def test_a_late_comer_is_let_in_by_those_who_run_the_league(client: Client, its: Season) -> None:
    player = login(client, its, "player")
    own = team(player)
    for ask in (get, send):
        assert ask(client, its, "seasons/1/enter/").status_code == 403
    assert not its.entrants.filter(team=own).exists()
    login(client, its, "assistant")
    send(client, its, "seasons/1/enter/", {"team": str(own.pk)})
    assert its.entrants.filter(team=own).exists()


def test_a_team_that_plays_elsewhere_is_refused_in_a_sentence(client: Client, its: Season) -> None:
    player = login(client, its, "player")
    Season.objects.update(state=Season.State.PLANNED)
    other = season(club("Sun Court", master=person("tenno")), teams=0)
    busy = enter(other, "Busy Bees", owner=player)
    response = send(client, its, "seasons/1/enter/", {"team": str(busy.team_id)})
    assert response.status_code == 422
    assert "Busy Bees plays in Autumn of Sun Court until that season is over." in words(response)


def test_a_player_drops_out_with_an_own_team_only(client: Client, its: Season) -> None:
    player = login(client, its, "player")
    mine, *_ = its.entrants.all()
    assert get(client, its, "seasons/1/teams/{entrant}/retire/").status_code == 403
    mine.team.owner = player
    mine.team.save()
    page = words(get(client, its, "seasons/1/teams/{entrant}/retire/"))
    assert "Its 1 remaining game will be forfeited." in page
    send(client, its, "seasons/1/teams/{entrant}/retire/", {"leaving": "cancel"})
    mine.refresh_from_db()
    assert mine.retired_at
    assert Fixture.objects.filter(state=Fixture.State.FORFEITED).count() == 1


def test_a_team_is_assigned_to_a_division_and_comes_back(client: Client, its: Season) -> None:
    north = its.divisions.create(name="North", position=0)
    login(client, its, "assistant")
    send(client, its, "seasons/1/teams/{entrant}/division/", {"division": str(north.pk)})
    assert its.entrants.all()[0].division == north
    send(client, its, "seasons/1/teams/{entrant}/division/", {"division": "x"})
    assert its.entrants.all()[0].division is None
    send(client, its, "seasons/1/teams/{entrant}/retire/", {"leaving": "cancel"})
    send(client, its, "seasons/1/teams/{entrant}/come-back/")
    assert its.entrants.all()[0].retired_at is None


# The schedule


def test_a_schedule_is_drawn_adjusted_and_published(client: Client) -> None:
    its = season(club(), teams=5)
    login(client, its, "assistant")
    send(client, its, "seasons/1/schedule/generate/", {"based_on": version(its)})
    page = words(get(client, its, "seasons/1/schedule/?round=1"))
    assert "5 rounds drafted." in page
    assert "To look at" not in page, "of five teams one has a bye in every round"
    draft = its.rounds.get(number=1)
    first, second = draft.fixtures.order_by("position")[1:3]
    here, there = first.sides.all()[0], second.sides.all()[0]
    send(client, its, "seasons/1/schedule/rounds/1/swap/", {"one": str(here.pk), "other": str(there.pk)})
    assert first.sides.all()[0].entrant_id == there.entrant_id
    client.post(f"/leagues/moon-court/seasons/1/schedule/games/{first.pk}/turn/?round=1")
    assert first.sides.all()[1].entrant_id == there.entrant_id
    client.post(f"/leagues/moon-court/seasons/1/schedule/games/{first.pk}/move/?round=1", {"to": "2"})
    first.refresh_from_db()
    assert first.round.number == 2
    client.post(f"/leagues/moon-court/seasons/1/schedule/games/{first.pk}/remove/?round=1")
    assert not Fixture.objects.filter(pk=first.pk).exists()
    entrants = [str(entrant.pk) for entrant in its.entrants.all()[:3]]
    seats = {f"seat_{n}": pk for n, pk in enumerate(entrants)}
    send(client, its, "seasons/1/schedule/rounds/1/add/", seats)
    assert draft.fixtures.last().sides.count() == 3  # type: ignore[union-attr]
    send(client, its, "seasons/1/schedule/rounds/1/deadline/", {"deadline": "2027-03-01"})
    draft.refresh_from_db()
    assert str(draft.deadline) == "2027-03-01"
    response = send(client, its, "seasons/1/schedule/publish/", {"based_on": version(its), "number": "1"})
    assert response.headers["Location"] == its.get_absolute_url()
    assert "Round 1 can be seen by everybody now." in words(get(client, its, "seasons/1/"))


def test_the_next_round_and_all_of_them_are_published_side_by_side(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    page = get(client, its, "seasons/1/schedule/?round=3")
    assert "Publish round 2 Publish all 2 rounds Add an empty round" in words(page)
    assert page.content.decode().count('name="number" value="2"') == 1


def test_what_has_been_drawn_whole_is_not_to_be_drawn_next(client: Client, its: Season) -> None:
    """A team that comes late may still need more rounds, so the button stays."""
    login(client, its, "assistant")
    publish(its)
    assert '<button class="button plain" type="submit">Draw every round' in content(client, its, "seasons/1/schedule/")
    Round.objects.all().delete()
    assert '<button class="button" type="submit">Draw every round' in content(client, its, "seasons/1/schedule/")
    Season.objects.update(format=Format.SWISS, rounds_planned=1)
    Round.objects.create(season=its, number=1, published_at=timezone.now())
    played_one = Fixture.objects.create(round=its.rounds.get())
    assert played_one.pk
    assert "Pair the next round" not in content(client, its, "seasons/1/schedule/"), "as many as were planned"


def test_a_bye_is_counted_apart_from_games(client: Client) -> None:
    its = season(club(), teams=3)
    generate(its)
    login(client, its, "assistant")
    page = words(get(client, its, "seasons/1/schedule/"))
    assert "Round 1 1 game, 1 bye" in page
    assert "Round 2 , 1 game, 1 bye" in page
    publish(its)
    assert "1 of 1 game to be played" in words(get(client, its, "seasons/1/"))


def test_all_drafts_are_published_at_once(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    send(client, its, "seasons/1/schedule/publish/", {"based_on": version(its)})
    assert "Rounds 2 to 3 can be seen by everybody now." in words(get(client, its, "seasons/1/"))


def test_an_outdated_draft_is_not_published(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    send(client, its, "seasons/1/schedule/publish/", {"based_on": "what it was"})
    assert "Somebody has changed the draft meanwhile." in words(get(client, its, "seasons/1/schedule/"))
    assert its.rounds.filter(published_at=None).count() == 2


@pytest.mark.parametrize(
    ("page", "data", "sentence"),
    [
        ("rounds/2/add/", {"seat_0": ""}, "Choose one of these."),
        ("rounds/2/add/", {"seat_0": "0"}, "Choose one of these."),
        ("rounds/2/add/", {"seat_0": "{one}", "seat_1": "{one}"}, "A team cannot play against itself."),
        ("rounds/1/add/", {"seat_0": "{one}"}, "Round 1 is published: take it back before you change it."),
        ("rounds/2/deadline/", {"deadline": "soon"}, "Say until when."),
        ("rounds/2/swap/", {"one": "0", "other": "0"}, "Choose one of these."),
    ],
)
def test_what_cannot_be_in_a_draft_comes_back(
    client: Client, its: Season, page: str, data: dict[str, str], sentence: str
) -> None:
    login(client, its, "assistant")
    one = str(its.entrants.all()[0].pk)
    filled = {name: value.format(one=one) for name, value in data.items()}
    response = send(client, its, f"seasons/1/schedule/{page}", filled)
    assert response.status_code == 422
    assert sentence in words(response)


def test_a_round_is_added_removed_and_taken_back(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    assert send(client, its, "seasons/1/schedule/rounds/add/").headers["Location"].endswith("?round=4")
    send(client, its, "seasons/1/schedule/rounds/4/remove/")
    assert its.rounds.count() == 3
    send(client, its, "seasons/1/schedule/rounds/1/take-back/")
    assert rounds.drafts_of(its).count() == 3


# Games


def test_a_result_is_recorded_once_however_often_it_is_sent(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    game = open_game(its)
    data = result(game)
    for _ in range(2):
        response = client.post(f"/games/{game.pk}/result/", data)
        assert response.headers["Location"] == f"/games/{game.pk}/"
    page = words(client.get(f"/games/{game.pk}/"))
    assert "is recorded." in page
    assert "entered by assistant" in page
    assert [side.outcome for side in game.sides.order_by("position")] == [Outcome.WON, Outcome.LOST]


def test_a_result_that_cannot_be_comes_back(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    game = open_game(its)
    for data, sentence in (
        (result(game, "won", "won"), "Only one team wins a game, the report names 2."),
        (result(game, "", "lost"), "Say how it ended."),
        (result(game, "bye", "lost"), "Choose one of these."),
        (result(game) | {"based_on": "what it was"}, "Somebody has recorded something about this game meanwhile."),
    ):
        response = client.post(f"/games/{game.pk}/result/", data)
        assert response.status_code == 422
        assert sentence in words(response)
    game.refresh_from_db()
    assert game.state == Fixture.State.SCHEDULED


def test_only_the_ninja_master_corrects_and_undoes(client: Client, its: Season) -> None:
    game = open_game(its)
    login(client, its, "master")
    client.post(f"/games/{game.pk}/result/", result(game))
    decided = Fixture.objects.get(pk=game.pk)
    login(client, its, "assistant")
    assert client.post(f"/games/{game.pk}/result/", result(decided, "lost", "won")).status_code == 403
    assert client.post(f"/games/{game.pk}/undo/", {"based_on": ""}).status_code == 403
    client.force_login(User.objects.get(username="sensei"))
    client.post(f"/games/{game.pk}/result/", result(decided, "lost", "won"))
    decided = Fixture.objects.get(pk=game.pk)
    assert [side.outcome for side in decided.sides.order_by("position")] == [Outcome.LOST, Outcome.WON]
    assert "Afterwards the game is to be played again." in words(client.get(f"/games/{game.pk}/undo/"))
    client.post(f"/games/{game.pk}/undo/", {"based_on": results.version_of(decided)})
    assert Fixture.objects.get(pk=game.pk).state == Fixture.State.SCHEDULED


@pytest.mark.parametrize(
    ("action", "is_decided", "sentence"),
    [
        ("undo", False, "This game has no result to undo."),
        ("call-off", True, "This game is decided. To call it off, undo its result first."),
    ],
)
def test_nobody_is_asked_about_what_would_be_refused(
    client: Client, its: Season, action: str, is_decided: bool, sentence: str
) -> None:
    game = open_game(its)
    client.force_login(User.objects.get(username="sensei"))
    if is_decided:
        client.post(f"/games/{game.pk}/result/", result(game))
    answer = client.get(f"/games/{game.pk}/{action}/", follow=True)
    assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
    assert sentence in words(answer)


def test_a_game_is_forfeited_postponed_given_as_a_bye_or_called_off(client: Client, its: Season) -> None:
    publish(its)
    login(client, its, "assistant")
    one, two, three, four, *_ = seasons.open_games(its).order_by("pk").prefetch_related("sides")
    loser = one.sides.all()[0].entrant_id
    client.post(f"/games/{one.pk}/forfeit/", {"based_on": results.version_of(one), "by": [str(loser)]})
    later = today() + timedelta(days=30)
    client.post(
        f"/games/{two.pk}/postpone/", {"based_on": results.version_of(two), "deadline": str(later), "note": "Snow"}
    )
    lucky = three.sides.all()[0].entrant_id
    client.post(f"/games/{three.pk}/bye/", {"based_on": results.version_of(three), "to": str(lucky)})
    response = client.post(f"/games/{four.pk}/call-off/", {"based_on": results.version_of(four)})
    assert response.headers["Location"] == its.get_absolute_url()
    states = dict(Fixture.objects.values_list("pk", "state"))
    assert [states.get(game.pk) for game in (one, two, three, four)] == ["forfeited", "postponed", "bye", None]
    assert "Snow" in words(client.get(f"/games/{two.pk}/"))


@pytest.mark.parametrize(
    ("action", "data", "sentence"),
    [
        ("forfeit", {}, "Say which of its teams forfeited."),
        ("postpone", {"deadline": "2020-01-01"}, "The new deadline is in the past."),
        ("postpone", {"deadline": ""}, "Say until when."),
        ("bye", {"to": "0"}, "Choose one of these."),
    ],
)
def test_what_cannot_become_of_a_game_comes_back(
    client: Client, its: Season, action: str, data: dict[str, str], sentence: str
) -> None:
    login(client, its, "assistant")
    game = open_game(its)
    response = client.post(f"/games/{game.pk}/{action}/", {"based_on": results.version_of(game), **data})
    assert response.status_code == 422
    assert sentence in words(response)


# Open play


@pytest.fixture
def harbour() -> tuple[Season, Entrant, Entrant]:
    """Open play with a team of `gull` and one of `rat`."""
    made = season(club(), teams=0, format_=Format.OPEN)
    gull, rat = (join(made.league, person(name)) for name in ("gull", "rat"))
    return made, enter(made, "Gulls", owner=gull), enter(made, "Rats", owner=rat)


def as_(client: Client, name: str) -> Client:
    client.force_login(User.objects.get(username=name))
    return client


def test_a_challenge_is_sent_and_accepted(client: Client, harbour: tuple[Season, Entrant, Entrant]) -> None:
    its, gulls, rats = harbour
    data = {"challenger": str(gulls.pk), "challenged": str(rats.pk), "note": "Thursday?"}
    for _ in range(2):
        send(as_(client, "gull"), its, "seasons/1/challenge/", data)
    fixture = Fixture.objects.get()
    page = words(get(as_(client, "rat"), its, "seasons/1/"))
    assert "Thursday?" in page
    assert "Accept" in page
    for _ in range(2):
        assert client.post(f"/games/{fixture.pk}/accept/").headers["Location"] == f"/games/{fixture.pk}/"
    assert "Gulls against Rats will be played by" in words(client.get(f"/games/{fixture.pk}/"))


def test_only_the_challenged_accepts_and_only_the_two_decline(
    client: Client, harbour: tuple[Season, Entrant, Entrant]
) -> None:
    its, gulls, rats = harbour
    join(its.league, person("crab"))
    for name in ("gull", "rat"):
        fixture = challenges.challenge(season=its, challenger=gulls, challenged=rats)
        assert as_(client, "gull").post(f"/games/{fixture.pk}/accept/").status_code == 403
        for action in ("accept", "decline"):
            assert as_(client, "crab").post(f"/games/{fixture.pk}/{action}/").status_code == 403
        as_(client, name).post(f"/games/{fixture.pk}/decline/")
        assert not Fixture.objects.exists()


def test_a_challenge_that_cannot_be_comes_back(client: Client, harbour: tuple[Season, Entrant, Entrant]) -> None:
    its, gulls, rats = harbour
    Season.objects.update(games_per_week=1)
    challenges.accept(fixture=challenges.challenge(season=its, challenger=gulls, challenged=rats))
    as_(client, "gull")
    data = {"challenger": str(gulls.pk), "challenged": str(rats.pk)}
    response = send(client, its, "seasons/1/challenge/", data)
    assert response.status_code == 422
    assert "Gulls has its 1 game of this week already." in words(response)
    swapped = {"challenger": str(rats.pk), "challenged": str(gulls.pk)}
    assert send(client, its, "seasons/1/challenge/", swapped).status_code == 422


# Under the surface


@pytest.mark.parametrize("page", [page for page in PAGES if "undo" not in page])
def test_no_page_has_a_script_or_a_style_of_its_own(client: Client, its: Season, page: str) -> None:
    login(client, its, "master")
    html = get(client, its, page).content.decode()
    assert " style=" not in html
    assert "<style" not in html
    assert "onclick" not in html


@pytest.mark.parametrize("teams", [8, 88])
@pytest.mark.parametrize(("page", "queries"), [("seasons/", 2), ("seasons/1/", 8), ("games/{game}/", 5)])
def test_a_page_costs_the_same_however_many_teams_there_are(
    client: Client, teams: int, page: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = season(club(), teams=teams, format_=Format.SWISS)
    generate(its)
    publish(its)
    url = address(its, page)
    with django_assert_num_queries(queries):
        client.get(url)


@pytest.mark.parametrize("teams", [8, 88])
def test_the_schedule_costs_the_same_however_many_teams_there_are(
    client: Client, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = season(club(), teams=teams)
    generate(its)
    login(client, its, "assistant")
    url = address(its, "seasons/1/schedule/")
    with django_assert_num_queries(13):
        client.get(url)


def test_rounds_without_games_are_not_listed(client: Client, its: Season) -> None:
    Round.objects.create(season=its, number=9, published_at=timezone.now())
    assert "?round=9" not in get(client, its, "seasons/1/").content.decode()


# What is to be done next, and what can be done no more


@pytest.mark.parametrize(
    ("teams", "state", "primary", "plain"),
    [
        (1, "planned", "Enter a team</a>", "Begin the season</button>"),
        (2, "planned", "Begin the season</button>", "Enter a team</a>"),
        (2, "running", "Schedule</a>", "Enter a team</a>"),
    ],
)
def test_a_season_has_one_button_that_leads_on(
    client: Client, teams: int, state: str, primary: str, plain: str
) -> None:
    its = season(club(), teams=teams)
    Season.objects.update(state=state)
    login(client, its, "assistant")
    buttons = re.findall(r'class="(button[ a-z]*)"[^>]*>([^<]+</\w+>)', content(client, its, "seasons/1/"))
    assert [name for look, name in buttons if look == "button"] == [primary]
    assert ("button plain", plain) in buttons


def test_once_there_are_rounds_no_button_is_ahead_of_the_games(client: Client, its: Season) -> None:
    login(client, its, "assistant")
    assert 'class="button"' not in content(client, its, "seasons/1/").split('id="rounds"')[0].split("<main")[1]


def test_a_round_robin_takes_as_many_rounds_as_it_takes(client: Client, its: Season) -> None:
    assert "As many rounds as it takes" in words(get(client, its, "seasons/1/"))
    Season.objects.update(rounds_planned=2)
    assert "2 rounds" in words(get(client, its, "seasons/1/"))
    Season.objects.update(rounds_planned=None, format=Format.SWISS)
    assert "Open-ended" in words(get(client, its, "seasons/1/"))


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("finish/", "Autumn is over."),
        ("enter/", "Autumn takes no more teams."),
        ("edit/", "Autumn is over."),
        ("challenge/", "Autumn is over."),
        ("schedule/", "Autumn gets no more rounds."),
        ("teams/{entrant}/retire/", "Autumn is over."),
    ],
)
def test_a_season_that_is_over_offers_nothing_to_do(client: Client, its: Season, page: str, sentence: str) -> None:
    login(client, its, "assistant")
    main = content(client, its, f"seasons/1/{page}").split("<main")[1].split("</main>")[0]
    assert sentence not in main
    publish(its)
    play(its)
    seasons.finish(season=its)
    main = content(client, its, f"seasons/1/{page}").split("<main")[1].split("</main>")[0]
    assert sentence in main
    assert "<form" not in main
    assert "<button" not in main


def test_a_game_says_once_that_it_is_to_be_played(client: Client, its: Season) -> None:
    game = open_game(its)
    lead = client.get(game.get_absolute_url()).content.decode().split('<p class="lead">')[1].split("</p>")[0]
    assert lead.casefold().count("to be played") == 1
    assert ", by <time" in lead


@pytest.mark.parametrize(
    ("plan", "rounds", "primary"),
    [
        ({"format": Format.SWISS}, 1, "Schedule</a>"),
        ({"format": Format.SWISS, "rounds_planned": 2}, 1, "Schedule</a>"),
        ({"format": Format.SWISS, "rounds_planned": 1}, 1, "Finish …</a>"),
        ({"format": Format.SWISS, "rounds_planned": 1, "playoff_teams": 2}, 1, "To the playoffs</a>"),
        ({}, 2, "Schedule</a>"),
        ({}, 3, "Finish …</a>"),
        ({"format": Format.DOUBLE_ROUND_ROBIN}, 3, "Schedule</a>"),
        ({"format": Format.DOUBLE_ROUND_ROBIN}, 6, "Finish …</a>"),
        ({"state": "playoffs", "playoff_teams": 2}, 3, "To the playoffs</a>"),
        ({"format": Format.OPEN}, 1, None),
    ],
)
def test_where_every_game_is_decided_one_button_leads_on(
    client: Client, plan: dict[str, object], rounds: int, primary: str | None
) -> None:
    its = season(club(), teams=4)
    one, other, *_ = its.entrants.all()
    for number in range(1, rounds + 1):
        played(its, number, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    Season.objects.update(**plan)
    login(client, its, "assistant")
    buttons = re.findall(r'class="(button[ a-z]*)"[^>]*>([^<]+</\w+>)', content(client, its, "seasons/1/"))
    assert [name for look, name in buttons if look == "button"] == ([primary] if primary else [])


def test_players_who_find_their_own_games_play_weeks(client: Client) -> None:
    its = season(club(), format_=Format.OPEN)
    one, other, *_ = its.entrants.all()
    game = played(its, 2, (one, Outcome.WON, 3), (other, Outcome.LOST, 1))
    login(client, its, "assistant")
    assert "Week 2" in words(get(client, its, "seasons/1/"))
    assert "<h1>Week 2</h1>" in client.get(game.get_absolute_url()).content.decode()
    game.round.is_playoff = True
    assert str(game.round) == "Round 2"


def test_open_play_has_no_drafts_to_show(client: Client) -> None:
    its = season(club(), format_=Format.OPEN)
    login(client, its, "assistant")
    page = words(get(client, its, "seasons/1/schedule/"))
    assert "they challenge each other. To the games" in page
    assert "Drafts" not in page


def test_an_empty_draft_is_filled_before_it_is_published(client: Client) -> None:
    its = season(club(), format_=Format.BY_HAND)
    rounds.add_round(season=its)
    login(client, its, "assistant")
    page = content(client, its, "seasons/1/schedule/")
    assert '<button class="button plain" type="submit">Publish round 1' in page
    assert '<button class="button" type="submit">Add</button>' in page
