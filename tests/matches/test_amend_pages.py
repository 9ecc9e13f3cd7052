"""The pages of amending and voiding: the preview promises exactly what one confirmation does, and nothing half."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from league import leagues, seasons, tables
from league.models import Fixture, League, Role, Season
from matches import amend_form, amending, desk
from matches.amend_changes import changes
from matches.amend_page import preview_shown
from matches.models import Match, Report
from rules.catalog import catalog
from rules.events import DowntimeRolled, Ruled
from rules.house import AcceptedBy
from teams import chronicle, services
from teams.models import Ninja, Team
from tests.league.clubs import join
from tests.league.test_season_pages import words
from tests.matches.games import LOST, WON, Table, account, scroll, table, take_every_step
from tests.matches.test_voided import open_games, playoffs
from tests.matches.test_voided import play as play_out
from tests.rules.teams import HOUSE
from tests.teams.people import person

pytestmark = pytest.mark.django_db

WISH = "amend the report of Kenta tora against Mio ika"
AMENDED = "The report of Kenta tora against Mio ika is amended."
VOIDED = "Kenta tora against Mio ika is voided, as if it had never been played."


@pytest.fixture
def its() -> Table:
    return table(accepted_by=AcceptedBy.EITHER_SIDE)


def play(its: Table, *results: Any, **more: Any) -> Match:
    match = its.brief(its.another_game())
    its.file(match, account(match, *results, **more))
    return Match.objects.get(pk=match.pk)


def fields(html: str) -> dict[str, str]:
    """Everything that a browser would send if somebody pressed a button of the page's last form."""
    form = html[html.rindex("<form") :]
    form = form[: form.index("</form>")]
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r' name="([^"]*)"', tag), re.search(r' value="([^"]*)"', tag)
        is_off = re.search('type="(checkbox|radio)"', tag) and " checked" not in tag
        if name and not is_off:
            found[unescape(name[1])] = unescape(value[1]) if value else "on"
    for name, options in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[unescape(name)] = unescape(chosen[1]) if chosen else ""
    for name, text in re.findall(r'<textarea[^>]* name="([^"]*)"[^>]*>(.*?)</textarea>', form, re.S):
        found[unescape(name)] = unescape(text)
    found.pop("csrfmiddlewaretoken", None)
    return found


class Page:
    """One person at the pages of one match."""

    def __init__(self, client: Client, match: Match, who: User) -> None:
        client.force_login(who)
        self.client, self.match = client, match
        self.amend, self.void = (f"/games/{match.fixture_id}/{page}/" for page in ("amend", "void"))

    def form(self, changed: Mapping[str, str] | None = None) -> dict[str, str]:
        """The form as it is opened, with a reason, and with other values in some fields."""
        opened = self.client.get(self.amend)
        assert opened.status_code == 200
        return {**fields(opened.content.decode()), "reason": "We had it wrong.", **(changed or {})}

    def without(self, *names: str) -> dict[str, str]:
        """The form with some boxes not ticked."""
        return {name: value for name, value in self.form().items() if name not in names}

    def send(self, sent: Mapping[str, str], **more: Any) -> Any:
        return self.client.post(self.amend, sent, **more)

    def preview(self, sent: Mapping[str, str]) -> dict[str, str]:
        """What a browser would send from the preview."""
        answer = self.send(sent)
        assert answer.status_code == 200, words(answer)
        return fields(answer.content.decode())

    def confirm(self, sent: Mapping[str, str]) -> str:
        return words(self.send({**sent, "confirm": "yes"}, follow=True))


def swapped(match: Match) -> dict[str, str]:
    """Who won has lost."""
    one, other = (side.team.slug for side in match.sides.select_related("team"))
    return {f"{one}:result": "lost", f"{other}:result": "won"}


def figures() -> list[object]:
    """Every figure of every team that lists are made of."""
    found: list[object] = list(Team.objects.order_by("pk").values_list())
    return [*found, *Ninja.objects.order_by("team", "position").values_list()]


# The form


def test_opened_it_says_what_the_accepted_report_says(client: Client, its: Table) -> None:
    kenta, mio = "kenta-tora", "mio-ika"
    feats = {kenta: {"n2": {"brawl-injury": 2}}}
    page = Page(client, play(its, feats=feats, hurt={mio: ["n2"]}, stars={kenta: ["n1"]}), its.master)
    form = page.form()
    assert (form[f"{kenta}/n2/brawl-injury"], form[f"{mio}/n2:house"]) == ("2", "on")
    answer = page.send(form)
    assert answer.status_code == 422
    assert "The accepted report says just this: there is nothing to amend." in words(answer)
    assert page.match.reports.count() == 1


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"reason": "  "}, "Say why: the players will ask."),
        ({"reason": "x" * 501}, "A reason has at most 500 characters, this has 501."),
        ({"notes": "x" * 2001}, "Notes have at most 2,000 characters."),
        ({"challenge": "chess"}, "There is no such challenge."),
        ({"kenta-tora:result": "won", "mio-ika:result": "won"}, "Only one team wins a game, the report names 2."),
        ({"kenta-tora/n2/brawl-injury": "many"}, "“Injured an enemy” is a whole number from 0 to 99."),
        ({"mio-ika/n2:board": "", "mio-ika/n2:house": "on"}, "was never on the board"),
    ],
)
def test_what_cannot_have_been_is_said_and_kept_in_the_form(
    client: Client, its: Table, changed: dict[str, str], sentence: str
) -> None:
    page = Page(client, play(its), its.master)
    answer = page.send(page.form({**swapped(page.match), **changed}))
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert "See what would change" in words(answer)
    assert page.match.reports.count() == 1


def test_a_missing_reason_is_asked_for_by_the_browser_and_the_refusal_leads_to_it(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    sent = page.form(swapped(page.match))
    seen = page.preview(sent)
    answers = [page.send({**sent, "reason": " "}), page.send({**seen, "reason": " ", "confirm": "yes"})]
    answers.append(client.post(page.void, {**seen, "reason": " ", "confirm": "yes"}))
    for answer in answers:
        html = answer.content.decode()
        assert answer.status_code == 422
        assert 'Say why: the players will ask. <a href="#reason">To its field</a>' in html
        assert re.search(r'<textarea id="reason"[^>]* required[ >]', html)
        form = html[html.rindex("<form") :]
        assert " novalidate" not in form[: form.index(">")]
        for button in re.findall(r'<button[^>]*name="edit"[^>]*>', form):
            assert " formnovalidate" in button


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"confirm": "yes"},
        {"confirm": "yes", "reason": "\0\0", "challenge": "\0"},
        {"confirm": "yes", "key": "no key", "based_on": "x" * 10_000},
        {"choice/kenta-tora/99": "struck", "choice/": "", "choice/nobody/1": "upheld", "choice/kenta-tora/x": "struck"},
    ],
)
@pytest.mark.parametrize("page", ["amend", "void"])
def test_whatever_is_posted_is_answered_and_changes_nothing(
    client: Client, its: Table, page: str, sent: dict[str, str]
) -> None:
    match = play(its)
    before = figures()
    client.force_login(its.master)
    assert client.post(f"/games/{match.fixture_id}/{page}/", sent).status_code in (200, 422)
    assert figures() == before
    assert match.reports.count() == 1


def test_another_challenge_shows_its_feats_and_keeps_what_was_typed(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    answer = page.send({**page.form({"challenge": "champion"}), "edit": "yes"})
    assert answer.status_code == 200
    assert "Injured an enemy as champion" in words(answer)
    assert fields(answer.content.decode())["reason"] == "We had it wrong."


def test_there_is_a_way_back_from_the_preview_to_the_form(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    seen = page.preview(page.form(swapped(page.match)))
    answer = page.send({**seen, "edit": "yes"})
    assert answer.status_code == 200
    back = fields(answer.content.decode())
    assert back["kenta-tora:result"] == "lost"
    assert back["reason"] == "We had it wrong."


# Amending


def test_the_preview_promises_exactly_what_the_confirmation_does(client: Client, its: Table) -> None:
    kenta, mio = (team.slug for team in its.teams)
    page = Page(client, play(its, feats={kenta: {"n2": {"brawl-injury": 9}}}, stars={kenta: ["n2"]}), its.master)
    for team in its.teams:
        take_every_step(team)
    before, rows = [scroll(team) for team in its.teams], figures()
    sent = page.form({f"{kenta}/n2/brawl-injury": "0", f"{mio}/n3/brawl-injury": "2", f"{mio}/n1/all-star": "on"})
    answer = page.send(sent)
    assert figures() == rows
    assert page.match.reports.count() == 1
    match = Match.objects.get(pk=page.match.pk)
    account_seen = amend_form.written(match, sent_as_post(sent)).filled.account
    shown = preview_shown(amending.preview(match=match, account=account_seen), match.fixture)
    assert AMENDED in page.confirm(fields(answer.content.decode()))
    for team, was, seen in zip(its.teams, before, shown.teams, strict=True):
        happened = changes(was, scroll(team), chronicle.house_of(team))
        assert tuple(happened) == seen.changed
        for changed in happened:
            for figure in changed.figures:
                assert f"{figure.what} {figure.before} → {figure.after}" in words(answer)
        assert chronicle.retell(team) == []
    after = {its_row.team.name: its_row.row for its_row in tables.table_of(its.season).rows}
    for place in shown.places:
        told = {figure.what: figure.after for figure in place.figures}
        assert told["Place"] == str(after[place.team].position)
        assert told["League points"] == str(after[place.team].league_points)


def sent_as_post(sent: Mapping[str, str]) -> QueryDict:
    post = QueryDict(mutable=True)
    post.update(sent)
    return post


def test_it_says_what_changes_for_treasury_table_and_record(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    answer = words(page.send(page.form(swapped(page.match))))
    assert "Kenta tora What Now Then The team Won, drawn, lost 1, 0, 0 → 0, 0, 1 Treasury 54 → 50" in answer
    assert "Mio ika 2 → becomes 1 0 → becomes 3 0, 0, 1 → becomes 1, 0, 0" in answer
    assert "Later games stay as they were briefed" in answer


def test_only_words_may_be_amended_too(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    sent = page.form({"notes": "It rained."})
    answer = words(page.send(sent))
    assert answer.count("Nothing on its scroll would change.") == 2
    assert "The table would stay as it is." in answer
    assert AMENDED in page.confirm(page.preview(sent))
    assert Match.objects.get(pk=page.match.pk).accepted.notes == "It rained."  # type: ignore[union-attr]


def test_whoever_saw_an_older_preview_sees_the_new_one(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    seen = page.preview(page.form(swapped(page.match)))
    take_every_step(its.teams[0])
    rows = figures()
    answer = page.send({**seen, "confirm": "yes"})
    assert answer.status_code == 422
    assert "Something has happened to these teams meanwhile. Look at the preview once more." in words(answer)
    assert figures() == rows
    again = fields(answer.content.decode())
    assert again["based_on"] != seen["based_on"]
    assert AMENDED in page.confirm(again)


def test_confirmed_twice_it_happens_once(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    seen = page.preview(page.form(swapped(page.match)))
    assert AMENDED in page.confirm(seen)
    rows = figures()
    assert AMENDED in page.confirm(seen)
    assert figures() == rows
    assert page.match.reports.count() == 2


def test_a_form_without_its_key_is_sent_once_more(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    seen = page.preview(page.form(swapped(page.match)))
    answer = page.send({**seen, "confirm": "yes", "key": ""})
    assert answer.status_code == 422
    assert "This form has lost a part on its way." in words(answer)
    assert page.match.reports.count() == 1


def test_a_choice_is_previewed_by_htmx_as_a_part(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    answer = page.send(page.form(swapped(page.match)), headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert html.strip().startswith('<div id="preview"')
    assert "HX-Request" in answer.headers["Vary"]


def test_a_report_of_a_season_that_is_over_is_amended_and_its_champion_with_it(client: Client, its: Table) -> None:
    match = play(its)
    for game in Fixture.objects.exclude(pk=match.fixture_id):
        game.delete()
    seasons.finish(season=its.season)
    assert Season.objects.get().champion == its.teams[0]
    page = Page(client, match, its.master)
    sent = page.form(swapped(match))
    assert "Champion of Autumn: Mio ika instead of Kenta tora." in words(page.send(sent))
    page.confirm(page.preview(sent))
    assert Season.objects.get().champion == its.teams[1]


# What becomes impossible


def spend_all(its: Table) -> int:
    """Kenta recruits with the last koban; the number of that entry."""
    kenta = its.teams[0]
    price = HOUSE.price(catalog().profiles["tora-kaiken"])
    desk.rule(team=kenta, ruling=Ruled("A fine.", koban=price - scroll(kenta).treasury), author=None)
    services.recruit(team=kenta, profile="tora-kaiken", name="Kuma", abilities=(), author=None)
    return chronicle.read(kenta)[-1].number


@pytest.mark.parametrize(("word", "is_there"), [("upheld", True), ("struck", False)])
def test_a_recruit_whose_koban_are_gone_is_kept_or_struck(
    client: Client, its: Table, word: str, is_there: bool
) -> None:
    page = Page(client, play(its), its.master)
    for team in its.teams:
        take_every_step(team)
    recruit = spend_all(its)
    answer = page.send(page.form(swapped(page.match)))
    told = words(answer)
    assert f"Entry {recruit}. Kuma (Tora Kaiken) was recruited for" in told
    assert "Keep it, by ruling Strike it" in told
    assert "Show the preview again" in told
    seen = fields(answer.content.decode())
    choice = f"choice/kenta-tora/{recruit}"
    assert seen[choice] == "upheld"
    again = page.send({**seen, choice: word})
    assert fields(again.content.decode())[choice] == word
    assert ("Kuma On the team yes → no" in words(again)) is not is_there
    page.confirm(fields(again.content.decode()))
    assert any(ninja.name == "Kuma" for ninja in scroll(its.teams[0]).ninja) is is_there
    assert page.match.reports.get(number=2).choices == {"kenta-tora": {str(recruit): word}}


def test_an_advancement_without_its_xp_takes_its_choice_along(client: Client, its: Table) -> None:
    kenta = its.teams[0].slug
    page = Page(client, play(its, feats={kenta: {"n2": {"brawl-injury": 9}}}), its.master)
    take_every_step(its.teams[0])
    roll = chronicle.read(its.teams[0])[-2].number
    answer = page.send(page.form({f"{kenta}/n2/brawl-injury": "0"}))
    assert f"Entry {roll}." in words(answer)
    assert f"Entry {roll + 1}." not in words(answer)
    again = page.send({**fields(answer.content.decode()), f"choice/{kenta}/{roll}": "struck"})
    assert f"Entry {roll + 1}." in words(again)
    assert "Not even a ruling can keep it: it is struck." in words(again)
    page.confirm(fields(again.content.decode()))
    ninja = scroll(its.teams[0]).find("n2")
    assert (ninja.xp, ninja.advancements, ninja.gained_keywords, ninja.roll) == (0, 0, (), None)


def test_a_downtime_die_that_is_not_due_any_more_goes_unless_it_is_kept(client: Client, its: Table) -> None:
    kenta = its.teams[0].slug
    page = Page(client, play(its, hurt={kenta: ["n2"]}), its.master)
    take_every_step(its.teams[0])
    die = next(line.number for line in chronicle.read(its.teams[0]) if isinstance(line.event, DowntimeRolled))
    answer = page.send(page.without(f"{kenta}/n2:house"))
    assert f"Entry {die}." in words(answer)
    seen = fields(answer.content.decode())
    assert seen[f"choice/{kenta}/{die}"] == "struck"
    page.confirm(seen)
    struck = [line.number for line in chronicle.read(its.teams[0]) if line.is_struck]
    assert struck == [die]


def test_a_later_game_stays_though_somebody_in_it_never_joined(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.master)
    for team in its.teams:
        take_every_step(team)
    recruit = spend_all(its)
    play(its)
    seen = page.preview(page.form(swapped(page.match)))
    answer = page.send({**seen, f"choice/kenta-tora/{recruit}": "struck"})
    assert "A game that was played stays: whoever took part was able to." in words(answer)
    page.confirm(fields(answer.content.decode()))
    assert len(scroll(its.teams[0]).games) == 2
    assert chronicle.retell(its.teams[0]) == []


# Voiding


def test_a_game_is_voided_and_played_again(client: Client, its: Table) -> None:
    untouched = [scroll(team) for team in its.teams]
    match = play(its)
    page = Page(client, match, its.master)
    seen = client.get(page.void)
    assert "A voided game counts as never played" in words(seen)
    assert "Won, drawn, lost 1, 0, 0 → 0, 0, 0" in words(seen)
    sent = fields(seen.content.decode())
    answer = client.post(page.void, {**sent, "confirm": "yes"})
    assert answer.status_code == 422
    assert "Say why: the players will ask." in words(answer)
    sent = {**fields(answer.content.decode()), "reason": "They never met.", "confirm": "yes"}
    for _ in range(2):
        assert VOIDED in words(client.post(page.void, sent, follow=True))
    assert [scroll(team) for team in its.teams] == untouched
    assert match.reports.count() == 2
    assert "Only an accepted report can be amended." in words(client.get(page.void, follow=True))
    again = its.brief(match.fixture)
    its.file(again, account(again))
    assert len(scroll(its.teams[0]).games) == 1


def test_a_voided_game_is_brought_back(client: Client, its: Table) -> None:
    match = play(its)
    told = [scroll(team) for team in its.teams]
    void(its, match)
    page = Page(client, match, its.master)
    assert "Bring the game back" in words(client.get(page.amend))
    page.confirm(page.preview(page.form()))
    assert [scroll(team) for team in its.teams] == told


def void(its: Table, match: Match) -> None:
    match = Match.objects.get(pk=match.pk)
    based_on = amending.version_of(match)
    amending.amend(match=match, account=None, author=its.master, reason="Wrong.", key=uuid4(), based_on=based_on)


def test_a_game_that_is_not_reported_is_not_amended(client: Client, its: Table) -> None:
    client.force_login(its.master)
    assert client.get(f"/games/{its.fixture.pk}/amend/").status_code == 404
    assert client.get(f"/games/{its.fixture.pk}/void/").status_code == 404
    its.brief()
    assert "Only an accepted report can be amended." in words(
        client.get(f"/games/{its.fixture.pk}/amend/", follow=True)
    )


# Both players together


def propose(client: Client, its: Table, by: int = 0) -> tuple[Match, Report]:
    page = Page(client, play(its), its.players[by])
    seen = page.preview(page.form(swapped(page.match)))
    other = its.teams[1 - by].name
    assert f"The proposal to {WISH} waits. It happens when {other} has signed, too." in page.confirm(seen)
    return page.match, page.match.reports.get(number=2)


def agree_url(match: Match, report: Report, what: str = "agree") -> str:
    return f"/games/{match.fixture_id}/proposals/{report.number}/{what}/"


def test_one_player_proposes_and_the_other_signs_with_the_same_preview(client: Client, its: Table) -> None:
    match, proposal = propose(client, its)
    assert scroll(its.teams[0]).games[0].result is WON
    assert "You have signed" in words(client.get(agree_url(match, proposal)))
    client.force_login(its.players[1])
    seen = client.get(agree_url(match, proposal))
    told = words(seen)
    assert "kenta proposed it on" in told
    assert "“ We had it wrong. ” Not signed yet by Mio ika ." in told
    assert "Won, drawn, lost 1, 0, 0 → 0, 0, 1 Treasury 54 → 50" in told
    assert "Agree and sign Decline" in told
    for _ in range(2):
        answer = client.post(agree_url(match, proposal), based_on(seen), follow=True)
        assert AMENDED in words(answer)
    assert scroll(its.teams[0]).games[0].result is LOST
    assert match.reports.count() == 2


def based_on(response: Any) -> dict[str, str]:
    found = re.search(r'name="based_on" value="(\w+)"', response.content.decode())
    assert found
    return {"based_on": found[1]}


def test_who_signs_what_has_moved_since_looks_once_more(client: Client, its: Table) -> None:
    match, proposal = propose(client, its)
    client.force_login(its.players[1])
    seen = client.get(agree_url(match, proposal))
    take_every_step(its.teams[1])
    for sent in (based_on(seen), {}):
        answer = client.post(agree_url(match, proposal), sent)
        assert answer.status_code == 422
        assert "Something has happened to these teams meanwhile." in words(answer)
    assert scroll(its.teams[0]).games[0].result is WON
    assert AMENDED in words(client.post(agree_url(match, proposal), based_on(answer), follow=True))


def test_the_ninja_master_makes_a_proposal_so(client: Client, its: Table) -> None:
    match, proposal = propose(client, its)
    client.force_login(its.master)
    seen = client.get(agree_url(match, proposal))
    assert "Make it so" in words(seen)
    assert AMENDED in words(client.post(agree_url(match, proposal), based_on(seen), follow=True))
    assert Match.objects.get(pk=match.pk).accepted == proposal


@pytest.mark.parametrize("by", [0, 1])
def test_a_proposal_is_taken_back_or_declined(client: Client, its: Table, by: int) -> None:
    match, proposal = propose(client, its)
    client.force_login(its.players[by])
    assert ("Take it back" if by == 0 else "Decline") in words(client.get(agree_url(match, proposal)))
    for _ in range(2):
        answer = client.post(agree_url(match, proposal, "withdraw"), follow=True)
        assert f"The proposal to {WISH} is off. It can still be read." in words(answer)
    answer = client.post(agree_url(match, proposal), {"based_on": "x"}, follow=True)
    assert f"The proposal to {WISH} is off." in words(answer)
    assert scroll(its.teams[0]).games[0].result is WON


def test_another_proposal_or_the_master_takes_the_place_of_the_first(client: Client, its: Table) -> None:
    match, first = propose(client, its)
    page = Page(client, match, its.players[1])
    told = words(page.send(page.form({"notes": "It rained."})))
    assert "kenta has proposed to amend this report: “ We had it wrong. ” Look at it" in told
    assert "What you propose here takes its place." in told
    page.confirm(page.preview(page.form({"notes": "It rained."})))
    first.refresh_from_db()
    assert first.withdrawn_at
    master = Page(client, match, its.master)
    master.confirm(master.preview(master.form({"notes": "It snowed."})))
    assert not amending.open_proposals(match).exists()


def test_a_proposal_that_has_become_impossible_says_why(client: Client, its: Table) -> None:
    match, proposal = propose(client, its)
    void(its, match)
    Report.objects.filter(pk=proposal.pk).update(withdrawn_at=None)
    Season.objects.update(state=Season.State.FINISHED)
    client.force_login(its.players[1])
    answer = client.get(agree_url(match, proposal))
    assert answer.status_code == 200
    assert "Autumn is over: its results stay as they are." in words(answer)
    assert "Agree and sign" not in words(answer)


def test_who_plays_both_teams_needs_nobody_else(client: Client, its: Table) -> None:
    Team.objects.update(owner=its.players[0])
    page = Page(client, play(its), its.players[0])
    assert AMENDED in page.confirm(page.preview(page.form(swapped(page.match))))


def test_players_propose_to_void_a_game_as_well(client: Client, its: Table) -> None:
    page = Page(client, play(its), its.players[0])
    sent = {**fields(client.get(page.void).content.decode()), "reason": "They never met.", "confirm": "yes"}
    client.post(page.void, sent)
    proposal = page.match.reports.get(number=2)
    client.force_login(its.players[1])
    seen = client.get(agree_url(page.match, proposal))
    assert "Void the game?" in words(seen)
    answer = client.post(agree_url(page.match, proposal), based_on(seen), follow=True)
    assert VOIDED in words(answer)


# The playoffs


def finals(its: Table) -> tuple[Match, Match]:
    """A semi-final and the final, played and over."""
    semi_finals = [play_out(its, fixture) for fixture in playoffs(its)]
    (last,) = open_games(its)
    return semi_finals[0], play_out(its, last)


def test_a_semi_final_with_another_winner_opens_the_final_again_and_the_preview_says_so(client: Client) -> None:
    its = table(4, accepted_by=AcceptedBy.EITHER_SIDE)
    semi_final, final = finals(its)
    champion = Season.objects.get().champion
    assert champion == its.teams[0]
    page = Page(client, semi_final, its.master)
    answer = page.send(page.form(swapped(semi_final)))
    told = words(answer)
    assert "Autumn is not over any more: its playoffs go on." in told
    assert "Champion of Autumn: nobody yet instead of Kenta tora." in told
    assert "Semi-final 1: Kenta tora beats Nami ijin → becomes Nami ijin beats Kenta tora ." in told
    assert (
        "Final: Kenta tora beats Mio ika → becomes Nami ijin against Mio ika, to be played . "
        "The game that decided it stays on record and in the chronicles, and decides nothing any more."
    ) in told
    assert "The table would stay as it is." in told
    assert Season.objects.get().champion == champion
    page.confirm(fields(answer.content.decode()))
    season = Season.objects.get()
    assert (season.state, season.champion) == (Season.State.PLAYOFFS, None)
    (again,) = open_games(its)
    assert {side.entrant.team.name for side in again.sides.all()} == {"Nami ijin", "Mio ika"}
    assert Match.objects.get(pk=final.pk).is_accepted
    back = Page(client, semi_final, its.master)
    told = words(back.send(back.form({**swapped(semi_final), "kenta-tora:result": "won", "nami-ijin:result": "lost"})))
    assert "Champion of Autumn: Kenta tora instead of nobody yet." in told
    assert "Nami ijin against Mio ika, to be played → becomes Kenta tora beats Mio ika" in told
    assert "The game that was to be played for it is called off." in told


def test_a_voided_semi_final_leaves_the_final_waiting_for_it(client: Client) -> None:
    its = table(4, accepted_by=AcceptedBy.EITHER_SIDE)
    semi_final, _ = finals(its)
    client.force_login(its.master)
    told = words(client.get(f"/games/{semi_final.fixture_id}/void/"))
    assert "Semi-final 1: Kenta tora beats Nami ijin → becomes Kenta tora against Nami ijin, to be played ." in told
    assert "Final: Kenta tora beats Mio ika → becomes the winner of Semi-final 1 against Mio ika ." in told


def test_a_game_of_the_playoffs_is_not_amended_to_a_draw(client: Client) -> None:
    its = table(4, accepted_by=AcceptedBy.EITHER_SIDE)
    semi_final, _ = finals(its)
    page = Page(client, semi_final, its.master)
    answer = page.send(page.form({"kenta-tora:result": "drew", "nami-ijin:result": "drew"}))
    assert answer.status_code == 422
    assert "A game of the playoffs cannot be drawn: play on until somebody wins." in words(answer)


def test_a_final_that_the_playoffs_do_not_need_can_be_voided_as_any_other(client: Client) -> None:
    its = table(4, accepted_by=AcceptedBy.EITHER_SIDE)
    semi_final, final = finals(its)
    page = Page(client, semi_final, its.master)
    page.confirm(page.preview(page.form(swapped(semi_final))))
    assert client.get(f"/games/{final.fixture_id}/void/").status_code == 200


# Who may


@pytest.mark.parametrize(
    ("who", "status"),
    [
        *((who, 403) for who in ("anonymous", "stranger", "guest", "other", "assistant")),
        *((who, 200) for who in ("player", "master", "staff")),
    ],
)
def test_reports_are_amended_by_the_master_or_by_who_played(client: Client, its: Table, who: str, status: int) -> None:
    match = play(its)
    proposal = amending.propose(
        match=match,
        account=None,
        author=its.players[1],
        voice=its.voice(its.players[1], match.fixture),
        reason="They never met.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )
    rows = figures()
    if person_ := somebody(its, who):
        client.force_login(person_)
    for page in ("amend/", "void/", f"proposals/{proposal.number}/agree/"):
        assert client.get(f"/games/{match.fixture_id}/{page}").status_code == status
        sent = {"reason": "No.", "confirm": "yes"}
        assert client.post(f"/games/{match.fixture_id}/{page}", sent).status_code == (422 if status == 200 else status)
    assert figures() == rows
    assert match.reports.count() == 2
    withdrawn = client.post(f"/games/{match.fixture_id}/proposals/{proposal.number}/withdraw/")
    assert withdrawn.status_code == (302 if status == 200 else status)
    assert client.get(f"/games/{match.fixture_id}/proposals/{proposal.number}/withdraw/").status_code == 405


def somebody(its: Table, who: str) -> User | None:
    match who:
        case "anonymous":
            return None
        case "player":
            return its.players[0]
        case "master":
            return its.master
        case "staff":
            return person("staff", is_staff=True)
        case "stranger":
            return person("stranger")
        case "other":
            return join(its.league, person("other"))
        case _:
            return join(its.league, person(who), Role(who))


def test_in_an_archived_league_and_a_private_one_nobody_else_does(client: Client, its: Table) -> None:
    match = play(its)
    League.objects.update(is_private=True)
    client.force_login(person("stranger"))
    assert client.get(f"/games/{match.fixture_id}/amend/").status_code == 404
    leagues.archive(league=its.league)
    client.force_login(its.master)
    assert client.get(f"/games/{match.fixture_id}/amend/").status_code == 403


@pytest.mark.parametrize("number", [1, 9])
def test_only_a_proposal_can_be_signed(client: Client, its: Table, number: int) -> None:
    match = play(its)
    client.force_login(its.players[1])
    assert client.get(f"/games/{match.fixture_id}/proposals/{number}/agree/").status_code == 404
    assert client.post(f"/games/{match.fixture_id}/proposals/{number}/withdraw/").status_code == 404


# What it costs


def test_it_costs_the_same_after_one_game_and_after_six(
    client: Client, its: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page, counts = Page(client, play(its), its.master), []
    for _ in range(2):
        with django_assert_num_queries(12):
            client.get(page.amend)
        sent = page.form({"notes": "It rained."})
        with CaptureQueriesContext(connection) as preview:
            page.send(sent)
        counts.append(len(preview))
        for _ in range(5):
            for team in its.teams:
                take_every_step(team)
            play(its)
    assert counts == [40, 40]
