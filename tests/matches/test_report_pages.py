"""The page of a report: who may do what, every challenge from the form to the table, and what a page costs."""

import re
from contextlib import suppress
from dataclasses import replace
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from league.models import Fixture, Role
from matches import desk, reporting
from matches.models import Match, Report, Story
from rules.catalog import Type, catalog
from rules.events import Ruled
from rules.house import AcceptedBy
from rules.problems import RuleBroken
from teams import services
from teams.models import Team
from tests.league.clubs import join
from tests.matches.forms import form_in
from tests.matches.games import DREW, Table, account, scroll, table, take_every_step
from tests.rules.teams import HOUSE
from tests.teams.people import person

pytestmark = pytest.mark.django_db
ROLES = ["anonymous", "stranger", "guest", "other", "player", "assistant", "master"]
QUERIES = 12  # of the form


def words(response: Any) -> str:
    """All that a person can read on a page, messages included."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def address(fixture: Fixture, page: str = "") -> str:
    return f"/games/{fixture.pk}/report/{page}"


def client_of(who: User) -> Client:
    client = Client()
    client.force_login(who)
    return client


def client_as(its: Table, role: str) -> Client:
    """Somebody who is that much in the league; `player` plays in the game, `other` in another one."""
    if role == "anonymous":
        return Client()
    if role == "player":
        return client_of(its.players[0])
    if role == "master":
        return client_of(its.master)
    who = person(role)
    if role != "stranger":
        join(its.league, who, Role.PLAYER if role == "other" else Role(role))
    return client_of(who)


def open_form(client: Client, fixture: Fixture, challenge: str = "search", asked: str = "") -> dict[str, str]:
    """The form as it is after its challenge was picked."""
    page = address(fixture) + asked
    form = form_in(client.get(page))
    client.post(address(fixture, "save/"), form | {"challenge": challenge})
    return form_in(client.get(page))


def state(fixture: Fixture) -> str:
    return Match.objects.get(fixture=fixture).state


def file(client: Client, fixture: Fixture, form: dict[str, str]) -> Any:
    return client.post(address(fixture), form, follow=True)


# Who may

MAY_REPORT = {"player", "assistant", "master"}
PAGES = {
    "": MAY_REPORT,
    "versions/": set(ROLES),
    "versions/1/": set(ROLES),
    "compare/": set(ROLES),
}
ACTIONS = {
    "": MAY_REPORT,
    "save/": MAY_REPORT,
    "countersign/": MAY_REPORT,
    "withdraw/": MAY_REPORT,
    "settle/": {"assistant", "master"},
}


@pytest.fixture
def filed() -> Table:
    """A game of which mio and kenta have filed different versions."""
    its = table()
    match = its.brief()
    its.file(match, account(match), by=1)
    its.file(match, account(match, DREW, DREW))
    return its


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("page", PAGES)
def test_who_may_look(filed: Table, page: str, role: str) -> None:
    response = client_as(filed, role).get(address(filed.fixture, page))
    assert response.status_code == (200 if role in PAGES[page] else 403)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("page", ACTIONS)
def test_who_may_act(filed: Table, page: str, role: str) -> None:
    before = (state(filed.fixture), Report.objects.filter(withdrawn_at=None).count())
    response = client_as(filed, role).post(address(filed.fixture, page), {"version": "1"})
    if role in ACTIONS[page]:
        assert response.status_code in (302, 422)
    else:
        assert response.status_code == 403
        assert (state(filed.fixture), Report.objects.filter(withdrawn_at=None).count()) == before


@pytest.mark.parametrize("page", [*PAGES, *ACTIONS])
def test_a_private_league_is_nobody_elses_business(filed: Table, page: str) -> None:
    filed.league.is_private = True
    filed.league.save()
    assert client_as(filed, "stranger").get(address(filed.fixture, page)).status_code in (404, 405)


@pytest.mark.parametrize("page", ACTIONS)
def test_in_an_archived_league_nothing_is_reported(filed: Table, page: str) -> None:
    filed.league.archived_at = timezone.now()
    filed.league.save()
    assert client_as(filed, "master").post(address(filed.fixture, page), {"version": "1"}).status_code == 403
    assert client_as(filed, "player").get(address(filed.fixture, "versions/")).status_code == 200


def test_an_assistant_who_plays_does_not_settle(filed: Table) -> None:
    filed.league.memberships.filter(person=filed.players[0]).update(role=Role.ASSISTANT)
    client = client_of(filed.players[0])
    assert client.post(address(filed.fixture, "settle/"), {"version": "1"}).status_code == 403
    assert client.post(address(filed.fixture), {"settle": "yes"}).status_code == 403
    assert "Settle" not in words(client.get(address(filed.fixture)))


@pytest.mark.parametrize("page", ["save/", "countersign/", "settle/", "withdraw/"])
def test_what_changes_something_is_posted(filed: Table, page: str) -> None:
    assert client_as(filed, "master").get(address(filed.fixture, page)).status_code == 405


@pytest.mark.parametrize("page", ["save/", "countersign/", "settle/", "withdraw/"])
def test_a_game_that_is_not_briefed_has_nothing_to_sign(page: str) -> None:
    its = table()
    assert client_of(its.master).post(address(its.fixture, page)).status_code == 404


@pytest.mark.parametrize("version", ["", "9", "x", "-1", "1 "])
@pytest.mark.parametrize("page", ["countersign/", "settle/"])
def test_there_is_no_such_version(filed: Table, page: str, version: str) -> None:
    assert client_of(filed.master).post(address(filed.fixture, page), {"version": version}).status_code == 404


# From the form to the table


@pytest.mark.parametrize("challenge", catalog().challenges)
def test_every_challenge_is_filed_by_one_countersigned_by_the_other_and_counts(challenge: str) -> None:
    its = table()
    match = its.brief()
    kenta, mio = (client_of(who) for who in its.players)
    mine, theirs = (team.slug for team in its.teams)
    form = open_form(kenta, its.fixture, challenge)
    if catalog().challenges[challenge].sides:
        form |= {f"{mine}:side": "attacker"}
        kenta.post(address(its.fixture, "save/"), form)
        form = form_in(kenta.get(address(its.fixture)))
        assert form[f"{theirs}:side"] == "defender"
    # Every feat that somebody who is no chunin can have done, once; one of theirs is injured, one honoured.
    done = {name: "1" for name in form if name.startswith(f"{mine}/n2/")}
    form |= {**done, f"{mine}/n2/all-star": "on", f"{theirs}/n3:house": "on", "notes": "Good game.", "story": "*Dark.*"}
    response = file(kenta, its.fixture, form)
    assert "waits for the other side" in words(response)
    assert state(its.fixture) == Match.State.REPORTED
    assert scroll(its.teams[0]).games == ()

    assert "Countersign" in words(mio.get(address(its.fixture)))
    response = mio.post(address(its.fixture, "countersign/"), {"version": "1"}, follow=True)
    assert "The report is accepted" in words(response)
    first, second = Fixture.objects.get(pk=its.fixture.pk).sides.all()
    points = sum(feat.points for feat in _feats(challenge))
    assert (first.outcome, first.points) == ("won", points)
    assert (second.outcome, second.points) == ("lost", 0)
    assert scroll(its.teams[0]).find("n2").xp == 3 + _xp(challenge)
    assert [step.ninja for step in scroll(its.teams[1]).due if step.due == "downtime"] == ["n3"]
    assert Story.objects.get(match=match).text == "*Dark.*"
    assert match.reports.get().notes == "Good game."
    assert take_every_step(its.teams[1]).due == ()


def _feats(challenge: str) -> list[Any]:
    feats = HOUSE.feats_of(catalog().challenges[challenge])
    return [feat for feat in feats if feat.side in (None, "attacker") and "kaiken" not in feat.not_for]


def _xp(challenge: str) -> int:
    return sum(HOUSE.xp_for(feat, Type.KAIKEN) for feat in _feats(challenge))


@pytest.mark.parametrize("teams", [3, 4])
def test_games_of_three_and_four_are_signed_by_all(teams: int) -> None:
    its = table(teams)
    its.brief()
    first, *others = (client_of(who) for who in its.players)
    form = open_form(first, its.fixture) | {f"{its.teams[-1].slug}/n1/objective-found": "1"}
    file(first, its.fixture, form)
    for other in others:
        assert state(its.fixture) == Match.State.REPORTED
        other.post(address(its.fixture, "countersign/"), {"version": "1"})
    assert state(its.fixture) == Match.State.ACCEPTED
    outcomes = [side.outcome for side in Fixture.objects.get(pk=its.fixture.pk).sides.all()]
    assert outcomes == ["lost"] * (teams - 1) + ["won"]


def test_three_versions_are_compared_and_one_is_settled() -> None:
    its = table(3)
    its.brief()
    for points, who in enumerate(its.players, start=1):
        client = client_of(who)
        file(
            client,
            its.fixture,
            open_form(client, its.fixture, asked="?from=own") | {f"{its.teams[0].slug}:points": str(points)},
        )
    master = client_of(its.master)
    page = words(master.get(address(its.fixture)))
    assert "The sides do not agree" in page
    assert "Points Kenta tora 1 2 3" in page
    master.post(address(its.fixture, "settle/"), {"version": "2"})
    assert [side.points for side in Fixture.objects.get(pk=its.fixture.pk).sides.all()] == [2, 0, 0]


def test_a_concession_loses_whatever_the_points() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    its.brief()
    kenta = client_of(its.players[0])
    mine = its.teams[0].slug
    form = open_form(kenta, its.fixture) | {f"{mine}:points": "9", f"{mine}:result": "conceded"}
    assert "The report is accepted" in words(file(kenta, its.fixture, form))
    assert [side.outcome for side in Fixture.objects.get(pk=its.fixture.pk).sides.all()] == ["conceded", "won"]


def test_a_game_that_nobody_briefed_is_briefed_on_the_way() -> None:
    its = table()
    kenta = client_of(its.players[0])
    assert "not briefed yet" in words(kenta.get(address(its.fixture)))
    response = kenta.post(address(its.fixture), {"brief": "yes"}, follow=True)
    assert response.redirect_chain == [(address(its.fixture), 302)]
    assert "File the report" in words(response)


def test_a_game_that_cannot_be_played_says_why() -> None:
    its = table()
    its.brief()
    its.season.state = "finished"
    its.season.save()
    kenta = client_of(its.players[0])
    page = kenta.get(address(its.fixture))
    assert "is over" in words(page)
    assert form_in(page) == {}
    unbriefed = its.another_game()
    response = kenta.post(address(unbriefed), {"brief": "yes"})
    assert response.status_code == 422
    assert "is over" in words(response)


def test_a_form_that_outlived_its_briefing_files_and_briefs_nothing() -> None:
    its = table()
    match = its.brief()
    kenta = client_of(its.players[0])
    form = open_form(kenta, its.fixture)
    Match.objects.update(state=Match.State.VOIDED)
    response = kenta.post(address(its.fixture), form)
    assert response.status_code == 422
    assert "your report was not filed" in words(response)
    assert state(its.fixture) == Match.State.VOIDED
    assert not match.reports.exists()


def test_steps_that_are_due_stand_above_the_form_with_the_way_to_the_desk() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    another = its.another_game()
    its.brief(another)
    kenta = client_of(its.players[0])
    page = kenta.get(address(another))
    assert "First pay or release Benkei." in words(page)
    assert f'href="/teams/{its.teams[0].slug}/desk/"' in page.content.decode()
    response = kenta.post(address(another), open_form(kenta, another))
    assert response.status_code == 422
    assert "First pay or release Benkei." in words(response)


def test_a_game_of_the_playoffs_has_a_winner_and_the_form_says_so_at_once(client: Client) -> None:
    its = table()
    its.fixture.round.is_playoff = True
    its.fixture.round.save()
    its.brief()
    client.force_login(its.players[0])
    form = open_form(client, its.fixture)
    sentence = "A game of the playoffs cannot be drawn"
    assert sentence in words(client.get(address(its.fixture)))
    drawn = client.post(address(its.fixture, "save/"), form, headers={"hx-request": "true"})
    assert sentence in words(drawn)
    won = form | {f"{its.teams[0].slug}:points": "1"}
    assert sentence not in words(client.post(address(its.fixture, "save/"), won, headers={"hx-request": "true"}))


# Refusals


def test_what_is_refused_comes_back_as_it_was_typed_with_its_reason(client: Client) -> None:
    its = table()
    match = its.brief()
    client.force_login(its.players[0])
    mine = its.teams[0].slug
    form = open_form(client, its.fixture) | {f"{mine}/n1/injury": "100", f"{mine}/n2/injury": "x", "notes": "Hm."}
    response = client.post(address(its.fixture), form)
    assert response.status_code == 422
    assert "not 100" in words(response)
    assert "“Injured an enemy” is a whole number" in words(response)
    again = form_in(response)
    assert (again[f"{mine}/n1/injury"], again["notes"], again["key"]) == ("100", "Hm.", form["key"])
    assert f'id="{mine}--n1--injury" name="{mine}/n1/injury" value="100" min="0" max="99" aria-invalid="true"' in (
        response.content.decode()
    )
    assert not match.reports.exists()


def test_too_many_notes_and_no_key_are_refused(client: Client) -> None:
    its = table()
    match = its.brief()
    client.force_login(its.players[0])
    form = open_form(client, its.fixture)
    response = client.post(address(its.fixture), form | {"notes": "x" * 2001})
    assert "Notes have at most 2,000 characters." in words(response)
    response = client.post(address(its.fixture), form | {"key": "none"})
    assert response.status_code == 422
    assert "lost a part" in words(response)
    assert not match.reports.exists()


CELLS = ("kenta-tora/n1:board", "kenta-tora/n1:house", "kenta-tora/n1/all-star", "mio-ika/n2/injury", "mio-ika:points")
NAMES = st.sampled_from([*CELLS, "challenge", "key", "from", "moments", "take", "shape", "version", "mio-ika:side"])
VALUES = st.one_of(st.text(max_size=30), st.sampled_from(["on", "won", "99", "brawl", "[]", "1", str(uuid4())]))
SENT = st.dictionaries(st.one_of(NAMES, st.text(max_size=20)), VALUES, max_size=12)


def test_no_post_breaks_a_page(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.NINJA_MASTER)
    match = its.brief()
    its.file(match, account(match))
    client.force_login(its.players[0])

    @settings(max_examples=60)
    @given(page=st.sampled_from(list(ACTIONS)[:-1]), sent=SENT, is_htmx=st.booleans())
    def send(page: str, sent: dict[str, str], is_htmx: bool) -> None:
        headers = {"hx-request": "true"} if is_htmx else {}
        with transaction.atomic():
            response = client.post(address(its.fixture, page), sent, headers=headers)
            assert response.status_code in (200, 302, 404, 422)
            transaction.set_rollback(True)

    send()


# Once


def test_the_same_form_sent_twice_is_one_version(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    client.force_login(its.players[0])
    form = open_form(client, its.fixture)
    for _ in range(2):
        assert "accepted" in words(file(client, its.fixture, form))
    assert match.reports.count() == 1
    assert len(scroll(its.teams[0]).games) == 1


def test_whoever_sends_it_again_with_other_words_is_told_that_they_do_not_count(client: Client) -> None:
    its = table()
    match = its.brief()
    client.force_login(its.players[0])
    form = open_form(client, its.fixture)
    file(client, its.fixture, form)
    response = file(client, its.fixture, form | {f"{its.teams[0].slug}:points": "3"})
    assert "It was filed before: what you have changed since is not in it." in words(response)
    assert match.reports.count() == 1


def test_what_was_taken_back_is_filed_anew_with_another_key(client: Client) -> None:
    its = table()
    match = its.brief()
    client.force_login(its.players[0])
    form = open_form(client, its.fixture)
    file(client, its.fixture, form)
    client.post(address(its.fixture, "withdraw/"))
    response = client.post(address(its.fixture), form)
    assert response.status_code == 422
    assert "taken it back" in words(response)
    assert "waits for the other side" in words(file(client, its.fixture, form_in(response)))
    assert [bool(report.withdrawn_at) for report in match.reports.all()] == [True, False]


# Two sides


def test_it_was_otherwise_opens_the_form_with_their_version(client: Client) -> None:
    its = table()
    match = its.brief()
    mine = its.teams[0].slug
    its.file(match, account(match, challenge="search", feats={mine: {"n1": {"injury": 2}}}, stars={mine: ["n1"]}))
    client.force_login(its.players[1])
    page = client.get(address(its.fixture))
    assert form_in(page) == {}
    assert "Kenta tora 0, Mio ika 0" in words(page)
    assert f'href="{address(its.fixture)}?from=1#own"' in page.content.decode()
    form = form_in(client.get(address(its.fixture, "?from=1")))
    assert (form[f"{mine}/n1/injury"], form[f"{mine}/n1/all-star"]) == ("2", "on")
    response = file(client, its.fixture, form | {f"{mine}/n1/injury": "1"})
    assert "The sides do not agree yet" in words(response)
    assert "Injured an enemy Kenta tora : Tora Chunin 2 1" in words(response)


def test_the_draft_of_a_correction_does_not_stand_in_for_ones_own(client: Client) -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    client.force_login(its.players[1])
    form = form_in(client.get(address(its.fixture, "?from=1")))
    client.post(address(its.fixture, "save/"), form | {"notes": "Not so."})
    assert form_in(client.get(address(its.fixture, "?from=1")))["notes"] == "Not so."
    assert "Go on with your draft" in words(client.get(address(its.fixture)))


def test_who_agrees_to_the_others_version_ends_the_dispute(filed: Table) -> None:
    kenta = client_of(filed.players[0])
    assert "Agree to version 1" in words(kenta.get(address(filed.fixture)))
    response = kenta.post(address(filed.fixture, "countersign/"), {"version": "1"}, follow=True)
    assert "The report is accepted" in words(response)
    assert "Post-game steps of Kenta tora" in words(response)
    main = '<a class="button" href="/teams/kenta-tora/desk/">'
    assert main in response.content.decode()
    assert main not in client_of(filed.master).get(address(filed.fixture)).content.decode()
    take_every_step(filed.teams[0])
    assert main not in kenta.get(address(filed.fixture)).content.decode()


def test_the_master_settles_one_version_or_with_corrections(filed: Table) -> None:
    master = client_of(filed.master)
    page = words(master.get(address(filed.fixture)))
    assert "Settle: version 1 counts" in page
    assert "Settle with corrections" in page
    form = form_in(master.get(address(filed.fixture, "?from=1"))) | {f"{filed.teams[0].slug}:points": "4"}
    response = master.post(address(filed.fixture), form | {"settle": "yes"}, follow=True)
    assert "The report is accepted" in words(response)
    assert Match.objects.get().accepted.kind == Report.Kind.SETTLED  # type: ignore[union-attr]


def test_own_versions_are_taken_back(filed: Table) -> None:
    kenta = client_of(filed.players[0])
    response = kenta.post(address(filed.fixture, "withdraw/"), follow=True)
    assert "taken back" in words(response)
    assert state(filed.fixture) == Match.State.REPORTED
    assert "has not signed yet" in words(response)
    assert "Taken back on" in words(kenta.get(address(filed.fixture, "versions/")))


def test_a_version_that_is_gone_cannot_be_signed(filed: Table) -> None:
    reporting.withdraw(match=Match.objects.get(), author=filed.players[1])
    response = client_of(filed.players[0]).post(address(filed.fixture, "countersign/"), {"version": "1"}, follow=True)
    assert "taken back or replaced meanwhile" in words(response)


def test_an_accepted_report_is_not_filed_again(filed: Table) -> None:
    kenta = client_of(filed.players[0])
    form = open_form(kenta, filed.fixture, asked="?from=own")
    kenta.post(address(filed.fixture, "countersign/"), {"version": "1"})
    response = kenta.post(address(filed.fixture), form)
    assert response.status_code == 422
    assert "accepted already" in words(response)


SENTENCES = {
    AcceptedBy.COUNTERSIGN: "It counts when Mio ika countersigns it, or after 3 days without a word against it.",
    AcceptedBy.EITHER_SIDE: "it counts as soon as you have filed it.",
    AcceptedBy.NINJA_MASTER: "It counts when the ninja master has settled it.",
}


@pytest.mark.parametrize("by", AcceptedBy)
def test_the_page_says_what_will_become_of_a_report(by: AcceptedBy) -> None:
    its = table(accepted_by=by)
    its.brief()
    assert SENTENCES[by] in words(client_of(its.players[0]).get(address(its.fixture)))


def test_the_page_says_whose_signature_is_missing_and_when_silence_accepts() -> None:
    its = table(days=2)
    match = its.brief()
    its.file(match, account(match))
    page = words(client_of(its.players[0]).get(address(its.fixture)))
    match.refresh_from_db()
    assert match.silence_at
    assert "Still to sign: Mio ika" in page
    assert "Without a word against it, it counts on" in page
    assert timezone.localtime(match.silence_at).strftime("%H:%M") in page
    Match.objects.update(held_up="First pay or release Benkei.")
    assert "Silence could not accept it" in words(client_of(its.players[0]).get(address(its.fixture)))


def test_who_signs_reads_the_challenge_and_the_notes_too() -> None:
    its = table()
    match = its.brief()
    its.file(match, replace(account(match), notes="It rained."))
    page = words(client_of(its.players[1]).get(address(its.fixture)))
    assert "They played Brawl. Filed by kenta" in page
    assert "It rained." in page


def test_somebody_who_does_not_play_may_file_for_the_players() -> None:
    its = table()
    its.brief()
    master = client_of(its.master)
    page = words(master.get(address(its.fixture)))
    assert "It counts when Kenta tora and Mio ika have agreed to it." in page
    file(master, its.fixture, open_form(master, its.fixture))
    for who in its.players:
        client_of(who).post(address(its.fixture, "countersign/"), {"version": "1"})
    assert state(its.fixture) == Match.State.ACCEPTED


# What a page costs


def test_the_form_costs_the_same_with_few_and_with_many_ninja(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = table()
    its.brief()
    client.force_login(its.players[0])
    with django_assert_num_queries(QUERIES):
        client.get(address(its.fixture))
    for team in its.teams:
        grow(team, 12)
    its.brief()
    with django_assert_num_queries(QUERIES):
        page = client.get(address(its.fixture))
    assert len(re.findall(":board", page.content.decode())) == 24


def grow(team: Team, size: int) -> None:
    """Until the team has that many ninja; koban are no matter."""
    desk.rule(team=team, ruling=Ruled("A gift.", koban=500), author=None)
    clan = scroll(team).clan
    assert clan
    for profile in (*clan.profiles, *clan.profiles, *catalog().ronin):
        if len(scroll(team).ninja) == size:
            return
        chosen = [ability.id for ability in profile.choices[: profile.choose]]
        with suppress(RuleBroken):
            services.recruit(team=team, profile=profile.id, name=profile.name, abilities=chosen, author=None)


@pytest.mark.parametrize("asked", ["", "?from=1", "?from=own"])
def test_a_disputed_report_costs_no_more_than_it_may(
    filed: Table, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, asked: str
) -> None:
    client.force_login(filed.players[0])
    with django_assert_max_num_queries(15):
        client.get(address(filed.fixture, asked))


def test_a_form_complains_of_nothing_before_anything_was_said() -> None:
    its = table()
    its.brief()
    client, missing = client_of(its.players[0]), "Say which challenge was played."
    opened = client.get(address(its.fixture))
    assert missing not in words(opened)
    form = form_in(opened)
    client.post(address(its.fixture, "save/"), form | {"notes": "A long evening."})
    assert missing in words(client.get(address(its.fixture)))
