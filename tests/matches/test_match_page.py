"""The page of a game: what it shows of the match to whom, what happens next, stories, and what it costs."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import results
from league.models import Fixture, Season
from league.standings import Outcome
from matches import amending, briefings, comments, reporting
from matches.models import Match, Story
from rules.catalog import catalog
from rules.house import AcceptedBy
from teams.models import Team
from tests.matches.games import DREW, Table, account, table, take_every_step
from tests.matches.pages import PLAY_OR_RUN, ROLES, as_player, log_in, words

pytestmark = pytest.mark.django_db


def url(its: Table, page: str = "") -> str:
    return f"/games/{its.fixture.pk}/{page}"


def played(teams: int = 2, **told: Any) -> tuple[Table, Match]:
    """A game whose report was accepted at once."""
    its = table(teams, accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match, **told))
    match.refresh_from_db()
    return its, match


def noted(its: Table, match: Match, *moments: tuple[int, str, str, str], **told: Any) -> None:
    """The same with the rounds of its feats."""
    said = account(match, **told)
    reporting.file(
        match=match,
        account=reporting.Account(said.report, moments, "The cat was\n<i>asleep</i>."),
        author=its.players[0],
        voice=its.voice(its.players[0], match.fixture),
        key=uuid4(),
    )


def shown(client: Client, its: Table, role: str = "anonymous") -> str:
    log_in(client, its, role)
    response = client.get(url(its))
    assert response.status_code == 200
    return words(response)


# What happens next


def next_step(client: Client, its: Table, role: str) -> str:
    """The sentence and its buttons."""
    log_in(client, its, role)
    html = client.get(url(its)).content.decode()
    if '<ul class="steps">' not in html:
        return ""
    box = html.partition('<ul class="steps">')[2].partition("</ul>")[0]
    return words(type("Part", (), {"content": box.encode()}))


def test_a_game_to_be_played_is_to_be_briefed(client: Client) -> None:
    its = table()
    for role in ROLES:
        told = next_step(client, its, role)
        assert "It is still to be played." in told
        assert ("To the briefing" in told) == (role in PLAY_OR_RUN), role


def test_a_briefed_game_is_to_be_reported(client: Client) -> None:
    its = table()
    its.brief()
    for role in ROLES:
        told = next_step(client, its, role)
        assert "It is briefed." in told
        assert ("Report this game" in told) == (role in PLAY_OR_RUN), role


def test_a_report_waits_for_the_other_signature(client: Client) -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    told = next_step(client, its, "anonymous")
    assert f"kenta has reported this game. It waits for the signature of {its.teams[1].name}" in told
    assert "if nobody objects, it counts on" in told
    assert "Read the report" in next_step(client, its, "player")
    assert "Read and settle" in next_step(client, its, "master")
    client.force_login(its.players[1])
    assert "Read and countersign" in words(client.get(url(its)))


def test_where_only_the_master_counts_the_page_says_so(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.NINJA_MASTER)
    match = its.brief()
    its.file(match, account(match))
    assert "It counts when the ninja master has settled it." in next_step(client, its, "player")


def test_what_held_silence_up_is_said(client: Client) -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    Match.objects.update(held_up="First pay or release Benkei.")
    assert "Silence could not accept it: First pay or release Benkei." in next_step(client, its, "guest")


def test_reports_that_differ_are_to_be_compared(client: Client) -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    its.file(match, account(match, DREW, DREW), by=1)
    told = next_step(client, its, "player")
    assert "The reports of kenta and mio differ." in told
    assert "Compare and answer" in told
    assert "Compare and settle" in next_step(client, its, "master")
    assert "Compare them" in next_step(client, its, "guest")


def test_steps_that_are_due_lead_to_the_desk(client: Client) -> None:
    its, _ = played()
    one, other = its.teams
    told = next_step(client, its, "player")
    assert f"{one.name} has steps to take after this game. Take the post-game steps" in told
    assert f"{other.name} still has steps to take after this game." in told
    assert "Desk of" not in told
    assert f"Desk of {one.name} Desk of {other.name}" in next_step(client, its, "assistant")
    for team in its.teams:
        take_every_step(team)
    assert next_step(client, its, "player") == ""


def test_an_amendment_that_waits_is_shown_to_all_and_led_to_for_those_who_sign(client: Client) -> None:
    its, match = played()
    for team in its.teams:
        take_every_step(team)
    amending.propose(
        match=match,
        account=account(match, DREW, DREW),
        author=its.players[0],
        voice=its.voice(its.players[0]),
        reason="We both know.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    told = next_step(client, its, "guest")
    assert f"kenta proposes to amend its report. That waits for {its.teams[1].name}." in told
    assert "Look at it" not in told
    client.force_login(its.players[1])
    assert "Look at it" in words(client.get(url(its)))


def test_a_voided_game_is_to_be_played_again(client: Client) -> None:
    its, match = played()
    amending.amend(
        match=match,
        account=None,
        author=its.master,
        reason="It never happened.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    page = shown(client, its, "player")
    assert "Its report was voided: the game is to be played again. To the briefing" in page
    assert "Briefing" not in page  # one way there is enough
    assert "Propose to bring its report back" in page
    assert "What was done" not in page
    assert "Bring its report back" in shown(client, its, "master")
    Season.objects.update(state=Season.State.FINISHED)
    page = shown(client, its, "master")
    assert "Its report was voided: nothing came of this game." in page
    assert "To the briefing" not in page


def test_a_voided_game_whose_result_was_entered_is_not_to_be_played_again(client: Client) -> None:
    its, match = played()
    reason, based_on = "Nobody knows.", amending.version_of(match)
    amending.amend(match=match, account=None, author=its.master, reason=reason, key=uuid4(), based_on=based_on)
    fixture = Fixture.objects.get(pk=its.fixture.pk)
    record(its, fixture)
    for role in ROLES:
        page = shown(client, its, role)
        assert "Its report was voided; the result was entered without one." in page
        assert "played again" not in page
        assert "All versions of the report Briefing" in page
    briefing = words(client.get(f"{url(its)}briefing/"))
    assert "Its result was entered without a report." in briefing
    assert "to be played again" not in briefing


def record(its: Table, fixture: Fixture) -> None:
    first, second = fixture.sides.order_by("position")
    told = [
        results.SideResult(first.entrant_id, Outcome.WON, 3),
        results.SideResult(second.entrant_id, Outcome.LOST, 1),
    ]
    results.record(fixture=fixture, sides=told, author=its.master, based_on=results.version_of(fixture))


def test_an_amended_report_is_shown_as_amended(client: Client) -> None:
    its, match = played()
    amending.amend(
        match=match,
        account=account(match, DREW, DREW, challenge="search", feats={its.teams[1].slug: {"n1": {"crate-checked": 2}}}),
        author=its.master,
        reason="Wrong.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    page = shown(client, its)
    assert "Amended by sensei" in page
    assert "Why: “ Wrong. ” " in page
    assert "They played Search" in page
    assert "Checked a crate, 2 times: 2 points" in page


def test_an_accepted_report_is_put_right_by_amending_only(client: Client) -> None:
    its, _ = played()
    for role in ROLES:
        page = shown(client, its, role)
        assert ("Amend the report Void this game" in page) == (role == "master"), role
        assert ("Propose an amendment Propose to void it" in page) == (role == "player"), role
        for form in ("Somebody forfeited", "Undo the result", "Only the score", "Call it off"):
            assert form not in page, role
    assert "amend or void that, and the table follows" in shown(client, its, "master")


@pytest.mark.parametrize("state", ["scheduled", "briefed", "reported", "disputed", "accepted", "proposed", "voided"])
def test_every_button_leads_somewhere_for_whom_it_is_shown(client: Client, state: str) -> None:
    its = brought_to(state)
    for role in ROLES:
        log_in(client, its, role)
        for button in re.findall(r'<a class="button[^"]*" href="([^"]+)"', client.get(url(its)).content.decode()):
            assert client.get(button).status_code == 200, (role, button)


def brought_to(state: str) -> Table:
    its = table(
        accepted_by=AcceptedBy.EITHER_SIDE if state in ("accepted", "proposed", "voided") else AcceptedBy.COUNTERSIGN
    )
    if state == "scheduled":
        return its
    match = its.brief()
    if state != "briefed":
        its.file(match, account(match))
    if state == "disputed":
        its.file(match, account(match, DREW, DREW), by=1)
    match.refresh_from_db()
    said: dict[str, Any] = {"match": match, "reason": "So.", "key": uuid4(), "based_on": amending.version_of(match)}
    if state == "proposed":
        kenta = its.players[0]
        amending.propose(account=account(match, DREW, DREW), author=kenta, voice=its.voice(kenta), **said)
    if state == "voided":
        amending.amend(account=None, author=its.master, **said)
    return its


def test_the_title_of_every_page_names_the_game(client: Client) -> None:
    its = brought_to("proposed")
    log_in(client, its, "master")
    pages = ["briefing/", "report/", "report/versions/", "report/versions/1/", "report/compare/", "amend/", "void/"]
    for page in [*pages, "proposals/2/agree/"]:
        html = client.get(url(its, page)).content.decode()
        title = html.partition("<title>")[2].partition("</title>")[0]
        assert "Kenta tora \N{EN DASH} Mio ika" in title, page


# Games without a match


def test_only_the_score_is_for_those_who_run_the_league(client: Client) -> None:
    its = table()
    for role in ROLES:
        assert ("Only the score, without a report" in shown(client, its, role)) == (role in ("assistant", "master"))
    record(its, its.fixture)
    page = shown(client, its, "player")
    assert "Only its score is on record: no XP and no koban came of it." in page
    assert "What was done" not in page
    assert "Comments" not in page


@pytest.mark.parametrize("state", ["draft", "proposed", "bye", "forfeited", "over", "archived"])
def test_a_game_that_is_not_played_keeps_its_page(client: Client, state: str) -> None:
    its = table()
    if state == "draft":
        its.season.rounds.update(published_at=None)
    elif state == "over":
        Season.objects.update(state=Season.State.FINISHED)
    elif state == "archived":
        its.league.archived_at = timezone.now()
        its.league.save()
    else:
        Fixture.objects.update(state=state)
        if state == "bye":
            its.fixture.sides.filter(position=1).delete()
    page = shown(client, its, "master")
    assert "To the briefing" not in page
    assert "Report this game" not in page


def test_in_an_archived_league_everything_is_read_and_nothing_offered(client: Client) -> None:
    its, match = played()
    reporting.tell_story(match=match, author=its.players[0], text="Once.")
    comments.add(match=match, author=its.players[0], text="Twice.", key=uuid4())
    its.league.archived_at = timezone.now()
    its.league.save()
    page = shown(client, its, "player")
    assert "Once." in page
    assert "Twice." in page
    for offer in ("Take the post-game steps", "Propose", "Change your story", "Say it", "Remove"):
        assert offer not in page


# What was done


@pytest.mark.parametrize("challenge", catalog().challenges)
@pytest.mark.parametrize("teams", [2, 4])
def test_every_challenge_is_told_with_its_feats(client: Client, challenge: str, teams: int) -> None:
    its = table(teams, accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    own = [feat for feat in catalog().challenges[challenge].feats if feat.side in (None, "attacker")]
    feat = own[-1]
    feats = {its.teams[0].slug: {"n2": {feat.id: 2}}}
    its.file(match, account(match, challenge=challenge, feats=feats))
    page = shown(client, its)
    assert f"They played {catalog().challenges[challenge].name}" in page
    assert feat.name in page
    for team in its.teams:
        assert f"What the ninja of {team.name} did" in page
        assert team.name in page.partition("What came of it")[2]


def test_xp_all_stars_levels_and_koban_are_told(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match, slug = its.brief(), its.teams[0].slug
    feats = {slug: {"n1": {"injury": 5}}}
    its.file(match, account(match, challenge="search", feats=feats, stars={slug: ["n1"]}, hurt={slug: ["n2"]}))
    page = shown(client, its)
    assert "+8 XP now Experienced" in page
    assert "All-Star" in page
    assert "In the Healing House" in page
    assert "10 koban" in page
    assert "Pay or release Benkei." in page
    take_every_step(its.teams[0])
    page = shown(client, its)
    assert "Benkei was not paid and left." in page
    assert "rolled by the server" in page


def test_what_was_declared_beside_the_feats_is_not_hidden(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    said = account(match)
    first, second = said.report.teams
    its.file(match, replace(said, report=replace(said.report, teams=(replace(first, points=4), second))))
    page = shown(client, its)
    assert "4 points as declared, of which the feats score 0" in page
    assert "Declared beside the feats: 4 points" in page


def test_noted_rounds_are_drawn_and_told_as_a_table(client: Client) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    kenta, mio = (team.slug for team in its.teams)
    noted(
        its,
        match,
        (2, kenta, "n1", "crate-checked"),
        (4, mio, "n2", "objective-found"),
        (4, kenta, "n9", "nonsense"),
        challenge="search",
        feats={kenta: {"n1": {"crate-checked": 1}}, mio: {"n2": {"objective-found": 1}}},
    )
    log_in(client, its, "anonymous")
    response = client.get(url(its))
    page, html = words(response), response.content.decode()
    assert "Round by round" in page
    assert f"{its.teams[1].name} scores in round 4, and ends with 3 points." in page
    assert html.count('class="mark"') == 2 + 2  # and those of the legend
    assert "Round 2: Tora Chunin, Checked a crate, 1 point" in page
    assert "The same as a table" in page
    assert "The cat was &lt;i&gt;asleep&lt;/i&gt;." in html.replace("<br>", " ")


@pytest.mark.parametrize("teams", [3, 4])
def test_each_of_many_teams_has_a_line_and_a_mark_of_its_own(client: Client, teams: int) -> None:
    its = table(teams, accepted_by=AcceptedBy.EITHER_SIDE)
    match, slugs = its.brief(), [team.slug for team in its.teams]
    moments = [(seat + 1, slug, "n1", "crate-checked") for seat, slug in enumerate(slugs)]
    noted(its, match, *moments, challenge="search", feats={slug: {"n1": {"crate-checked": 1}} for slug in slugs})
    log_in(client, its, "anonymous")
    html = client.get(url(its)).content.decode()
    for seat in range(1, teams + 1):
        assert html.count(f"seat-{seat}") == 2  # in the legend, and in the drawing
    assert html.count('class="mark"') == 2 * teams


def test_who_did_not_come_to_a_game_of_three_has_no_part_in_it(client: Client) -> None:
    its = table(3, accepted_by=AcceptedBy.EITHER_SIDE)
    absent = its.fixture.sides.get(position=2).entrant_id
    match = briefings.brief(fixture=its.fixture, author=its.players[0], away=[absent])
    its.file(match, account(match))
    page = shown(client, its)
    assert "Forfeited" in page
    assert f"What the ninja of {its.teams[2].name} did" not in page


def test_a_game_without_points_and_feats_needs_no_drawing(client: Client) -> None:
    its, _ = played()
    page = shown(client, its)
    assert "Round by round" not in page
    assert "How the points were made" not in page
    assert "Nobody gained any XP." in page


def test_a_private_team_keeps_what_it_gained_from_strangers(client: Client) -> None:
    its, _ = played()
    Team.objects.filter(pk=its.teams[0].pk).update(is_private=True)
    for role in ROLES:
        is_stranger = role in ("anonymous", "stranger")
        assert ("This team is private" in shown(client, its, role)) == is_stranger, role


def test_in_a_private_league_it_is_not_there_for_strangers(client: Client) -> None:
    its, _ = played()
    its.league.is_private = True
    its.league.save()
    for role in ("anonymous", "stranger"):
        log_in(client, its, role)
        assert client.get(url(its)).status_code == 404
        assert client.post(url(its, "story/"), {"story": "x"}).status_code == 404
    assert shown(client, its, "guest")


# Stories


def test_whoever_played_or_runs_the_league_tells_a_story(client: Client) -> None:
    its, _ = played()
    for role in ROLES:
        log_in(client, its, role)
        response = client.post(url(its, "story/"), {"story": f"# By {role}\n\n*So* it was. <script>alert()</script>"})
        assert response.status_code == (302 if role in PLAY_OR_RUN else 403), role
        assert ("your story" in words(client.get(url(its)))) == (role in PLAY_OR_RUN), role
    html = client.get(url(its)).content.decode()
    assert html.count("<em>So</em> it was.") == 3
    assert "<h3>By player</h3>" in html
    assert "<script>alert" not in html


def test_a_story_is_changed_and_taken_back_by_who_wrote_it(client: Client) -> None:
    its, _ = played()
    as_player(client, its)
    for text in ("Once.", "Twice."):
        client.post(url(its, "story/"), {"story": text})
    assert Story.objects.get().text == "Twice."
    assert ">\nTwice.</textarea>" in client.get(url(its)).content.decode()
    client.post(url(its, "story/"), {"story": "  "})
    assert not Story.objects.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"story": "x" * 20_001}, "A story has at most 20,000 characters."),
        ({"story": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_a_story_that_cannot_be_comes_back(client: Client, data: Mapping[str, str], sentence: str) -> None:
    its, _ = played()
    as_player(client, its)
    response = client.post(url(its, "story/"), data)
    assert response.status_code == 422
    assert sentence in words(response)
    assert not Story.objects.exists()


def test_stories_are_posted_and_only_of_games_that_are_briefed(client: Client) -> None:
    its = table()
    as_player(client, its)
    assert client.post(url(its, "story/"), {"story": "x"}).status_code == 404
    its.brief()
    assert client.get(url(its, "story/")).status_code == 405


# Under the surface


@pytest.mark.parametrize("with_moments", [True, False])
def test_the_page_has_no_script_or_style_of_its_own(client: Client, *, with_moments: bool) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match, slug = its.brief(), its.teams[0].slug
    moments = [(1, slug, "n1", "crate-checked")] if with_moments else []
    noted(its, match, *moments, challenge="search", feats={slug: {"n1": {"crate-checked": 1}}})
    log_in(client, its, "master")
    html = client.get(url(its)).content.decode()
    assert " style=" not in html
    assert "<style" not in html
    assert "onclick" not in html


@pytest.mark.parametrize(("teams", "much"), [(2, 1), (4, 9)])
def test_it_costs_the_same_for_two_teams_and_four_however_much_is_said(
    client: Client, teams: int, much: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its, match = played(teams)
    for number in range(much):
        comments.add(match=match, author=its.players[number % teams], text="Well.", key=uuid4())
    for player in its.players[:teams]:
        reporting.tell_story(match=match, author=player, text="Once.")
    for team in its.teams[: much // 2]:
        take_every_step(team)
    as_player(client, its)
    with django_assert_num_queries(14):
        client.get(url(its))


@pytest.mark.parametrize("teams", [2, 4])
def test_a_game_that_waits_costs_no_more(
    client: Client, teams: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = table(teams)
    match = its.brief()
    its.file(match, account(match))
    as_player(client, its)
    with django_assert_num_queries(12):
        client.get(url(its))


def test_each_ninja_leads_to_its_career_unless_its_team_is_private(client: Client) -> None:
    its, _ = played()
    one, other = its.teams
    Team.objects.filter(pk=other.pk).update(is_private=True)
    html = client.get(url(its)).content.decode()
    assert f'href="/teams/{one.slug}/ninja/n1/"' in html
    assert f'href="/teams/{other.slug}/ninja/n1/"' not in html
    log_in(client, its, "guest")
    assert f'href="/teams/{other.slug}/ninja/n1/"' in client.get(url(its)).content.decode()
