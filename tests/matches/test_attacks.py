"""What somebody might try who wants more than happened at the table: each of it was possible once, or nearly."""

from dataclasses import replace
from datetime import timedelta
from uuid import NAMESPACE_URL, uuid4, uuid5

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league import houses, results, seasons
from league.markdown import to_html
from league.models import Fixture, Role, Season
from league.permissions import role_in_league
from matches import amending, briefings, desk, reporting
from matches.models import LONGEST_STORY, Match, Report, Signature
from matches.permissions import may_rule
from matches.reporting import Account
from rules.catalog import catalog
from rules.dice import Element
from rules.events import Ruled
from rules.house import AcceptedBy
from rules.scroll import Result
from teams import services
from teams.models import Team
from teams.permissions import Role as TeamRole
from tests.league.clubs import club, join
from tests.league.clubs import season as new_season
from tests.matches.games import CONCEDED, DREW, LOST, WON, Table, account, scroll, table, take_every_step, trust
from tests.matches.test_amending import amend
from tests.matches.test_reporting import refused
from tests.rules.teams import HOUSE
from tests.teams.people import person

pytestmark = pytest.mark.django_db
State = Match.State


def days_pass(days: float) -> None:
    """Everything that was said was said so much earlier."""
    ago = timedelta(days=days)
    for its in Report.objects.all():
        Report.objects.filter(pk=its.pk).update(
            written_at=its.written_at - ago, withdrawn_at=its.withdrawn_at and its.withdrawn_at - ago
        )
    for signature in Signature.objects.all():
        Signature.objects.filter(pk=signature.pk).update(signed_at=signature.signed_at - ago)
    for match in Match.objects.exclude(silence_at=None):
        Match.objects.filter(pk=match.pk).update(silence_at=match.silence_at - ago)  # type: ignore[operator]


def now(match: Match) -> Match:
    return Match.objects.select_related("accepted").get(pk=match.pk)


# Silence


def test_nobody_returns_to_an_old_version_just_before_silence_accepts_it() -> None:
    its = table(days=3)
    match = its.brief()
    false = its.file(match, account(match, WON, LOST))
    its.file(match, account(match, LOST, WON))  # what mio reads, and has nothing to say to
    days_pass(2.9)
    its.countersign(false, by=0)
    due = now(match).silence_at
    assert due is not None
    assert due > timezone.now() + timedelta(days=2)
    days_pass(0.2)
    assert reporting.accept_overdue() == 0


def test_who_takes_an_objection_back_to_put_it_right_has_time_to() -> None:
    its = table(days=3)
    match = its.brief()
    its.file(match, account(match, WON, LOST))
    its.file(match, account(match, DREW, DREW), by=1)
    days_pass(10)
    reporting.withdraw(match=match, author=its.players[1])
    assert reporting.accept_overdue() == 0
    assert now(match).state == State.REPORTED
    days_pass(3)
    assert reporting.accept_overdue() == 1


def test_a_version_that_nobody_has_signed_is_not_accepted_because_all_agree_on_another() -> None:
    its = table()
    match = its.brief()
    first = its.file(match, account(match, WON, LOST), by=1)
    its.file(match, account(match, DREW, DREW), by=1)
    its.countersign(first, by=0)
    its.file(match, account(match, LOST, WON), by=0)
    its.countersign(first, by=1)
    reporting.withdraw(match=match, author=its.players[0])  # now both stand by the first
    assistant = join(its.league, person("assistant"), Role.ASSISTANT)
    said = account(match, CONCEDED, WON)
    reporting.file(match=match, account=said, author=assistant, voice=its.voice(assistant), key=uuid4())
    accepted = now(match).accepted
    assert accepted is None or accepted == first


def test_what_holds_silence_up_does_not_tell_strangers_what_a_private_team_has_to_do() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    Match.objects.update(held_up="First pay or release Benkei.")
    Team.objects.filter(pk=its.teams[0].pk).update(is_private=True)
    assert "release Benkei" not in Client().get(f"/games/{its.fixture.pk}/").content.decode()
    assert "release Benkei" in page_of(its, join(its.league, person("guest"), Role.GUEST), "")


# Dice


def test_an_assistant_who_plays_takes_what_the_dice_have_drawn() -> None:
    its = table()
    its.league.memberships.filter(person=its.players[0]).update(role=Role.ASSISTANT)
    match = its.brief()
    briefings.draw(match=match, author=its.players[1], dice=(Element.AIR, Element.EARTH), witness="nami")
    for who, code in ((its.players[0], "drawn"), (its.players[1], "drawn")):
        with refused(code):
            briefings.choose(match=match, challenge="search", voice=its.voice(who))
    assert "/briefing/challenge/" not in page_of(its, its.players[0])
    briefings.choose(match=match, challenge="search", voice=its.voice(its.master))


def test_an_assistant_who_plays_does_not_choose_for_the_one_the_dice_have_named() -> None:
    its = table()
    its.league.memberships.filter(person=its.players[0]).update(role=Role.ASSISTANT)
    match = its.brief()
    briefings.draw(match=match, author=its.players[1], dice=(Element.AIR, Element.FIRE), witness="nami")
    with refused("not-yours"):
        who = its.players[0]
        briefings.choose(match=match, challenge="search", voice=its.voice(who))
    assert "/briefing/challenge/" not in page_of(its, its.players[0])
    assert "/briefing/challenge/" in page_of(its, its.players[1])


def page_of(its: Table, who: User, page: str = "briefing/") -> str:
    client = Client()
    client.force_login(who)
    return client.get(f"/games/{its.fixture.pk}/{page}").content.decode()


# Amendments


def test_who_signs_last_does_not_first_spend_what_the_amendment_takes() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match, kenta = its.brief(), its.teams[0]
    its.file(match, account(match, WON, LOST))
    for team in its.teams:
        take_every_step(team)
    match = now(match)
    proposal = propose(its, match, account_before(match, LOST, WON), by=1)
    spend_all(kenta)
    who = its.players[0]
    with refused("moved-on"):
        amending.agree(report=proposal, author=who, voice=its.voice(who), based_on=amending.version_of(match))
    assert scroll(kenta).games[0].result is WON
    assert [signature.person for signature in proposal.signatures.all()] == [its.players[1]]
    # Proposed anew, everybody has seen it: then it may be kept.
    again = propose(its, match, account_before(match, LOST, WON), by=1)
    amending.agree(report=again, author=who, voice=its.voice(who), based_on=amending.version_of(match))
    assert scroll(kenta).games[0].result is LOST


def test_the_ninja_master_may_keep_what_was_done_since() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match, WON, LOST))
    for team in its.teams:
        take_every_step(team)
    proposal = propose(its, now(match), account_before(match, LOST, WON), by=1)
    spend_all(its.teams[0])
    amending.agree(report=proposal, author=its.master, voice=its.voice(its.master))
    assert scroll(its.teams[0]).games[0].result is LOST


def propose(its: Table, match: Match, said: Account, by: int) -> Report:
    who = its.players[by]
    return amending.propose(
        match=match,
        account=said,
        author=who,
        voice=its.voice(who),
        reason="It was the other way round.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )


def account_before(match: Match, *results: Result) -> Account:
    """The accepted report, ended otherwise."""
    accepted = now(match).accepted
    assert accepted is not None
    said = reporting.account_of(accepted)
    assert said is not None
    teams = tuple(replace(team, result=result) for team, result in zip(said.report.teams, results, strict=True))
    return replace(said, report=replace(said.report, teams=teams))


def spend_all(team: Team) -> None:
    """It recruits somebody for all it has."""
    price = HOUSE.price(catalog().profiles["tora-kaiken"])
    desk.rule(team=team, ruling=Ruled("For this test.", koban=price - scroll(team).treasury), author=None)
    services.recruit(team=team, profile="tora-kaiken", name="Kuma", abilities=(), author=team.owner)


# Keys


def test_a_key_that_the_site_will_need_is_not_taken_before(client: Client) -> None:
    """With it on an entry of their own, a team would begin its next season without leaving anything behind."""
    its = table()
    kenta, following = its.teams[0], new_season(its.league, teams=0)
    guessed = uuid5(NAMESPACE_URL, f"season/{following.pk}/team/{kenta.pk}")
    client.force_login(its.players[0])
    for key, status in ((guessed, 422), (uuid4(), 302)):
        response = client.post(f"/teams/{kenta.slug}/rename/", {"name": f"Tigers {key.version}", "key": str(key)})
        assert response.status_code == status
    assert not kenta.entries.filter(key=guessed).exists()


# Size


def test_a_story_makes_no_page_of_megabytes() -> None:
    named_once_used_often = f"[x]: {'/u' * 2_500}\n\n{'[x]' * 4_900}"[:LONGEST_STORY]
    assert len(to_html(named_once_used_often)) < 10 * LONGEST_STORY


def test_nobody_files_versions_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "MOST_VERSIONS", 3)
    its = table()
    match = its.brief()
    for _ in range(3):
        its.file(match, account(match))
    with refused("too-many-versions"):
        its.file(match, account(match))
    its.file(match, account(match, DREW, DREW), by=1)
    its.settle(match, account(match))


def test_nobody_proposes_amendments_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "MOST_VERSIONS", 3)
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    for _ in range(2):
        propose(its, now(match), account_before(match, LOST, WON), by=0)
    with refused("too-many-versions"):
        propose(its, now(match), account_before(match, LOST, WON), by=0)


def test_nobody_asks_the_dice_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(briefings, "MOST_DRAWS", 3)
    its = table()
    rules = houses.rules_of(its.league)
    banned = replace(rules, banned_challenges=("brawl",))
    houses.change_rules(league=its.league, rules=banned, author=its.master, reason="Too rough.", based_on=number(its))
    match, dice = its.brief(), (Element.AIR, Element.EARTH)  # a brawl: it is to be rolled again
    for _ in range(3):
        briefings.draw(match=match, author=its.players[0], dice=dice, witness="nami")
    with refused("too-many-draws"):
        briefings.draw(match=match, author=its.players[0], dice=dice, witness="nami")
    briefings.choose(match=match, challenge="search", voice=its.voice(its.players[1]))


def number(its: Table) -> int:
    return houses.number_of(houses.version_in_force(its.league))


# Other leagues


def test_the_master_of_a_league_that_a_team_has_left_does_not_change_what_it_is_now() -> None:
    """Otherwise whoever plays here could pay themselves there, in a league of their own."""
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    for team in its.teams:
        take_every_step(team)
    its.season.state = Season.State.FINISHED
    its.season.save()
    match = now(match)
    amending.preview(match=match, account=None)
    elsewhere = new_season(club("Sun Court", master=person("mai")), teams=0)
    seasons.enter(season=elsewhere, team=its.teams[0], author=its.players[0])
    for said in (account_before(match, LOST, WON), None):
        with refused("plays-elsewhere") as caught:
            amend(its, match, said)
    assert "Kenta tora plays in another league now" in caught.value.message  # which may be private
    with refused("plays-elsewhere"):
        propose(its, match, account_before(match, LOST, WON), by=1)


def test_nor_by_a_game_that_it_is_said_to_have_played_there_after_all() -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    leaving = its.season.entrants.get(team=its.teams[0])
    seasons.retire(entrant=leaving, leaving=seasons.Leaving.FORFEIT, author=its.players[0])
    fixture = Fixture.objects.get(pk=its.fixture.pk)
    results.undo(fixture=fixture, author=its.master, based_on=results.version_of(fixture))
    elsewhere = new_season(club("Sun Court", master=person("mai")), teams=0)
    seasons.enter(season=elsewhere, team=its.teams[0], author=its.players[0])
    with refused("plays-elsewhere"):
        its.settle(match, account(match))
    with refused("plays-elsewhere"):
        its.file(match, account(match), by=1)
    assert not scroll(its.teams[0]).games


def test_a_team_that_was_elsewhere_and_came_back_is_ruled_by_the_master_of_where_it_plays() -> None:
    """Otherwise a short stay in a league of one's own would make one the ninja master of one's own team for good."""
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    kenta, player = its.teams[0], its.players[0]
    own_league = club("Sun Court", master=player)
    trust(own_league, AcceptedBy.NINJA_MASTER)  # by rules of its own
    here = its.season.entrants.get(team=kenta)
    seasons.retire(entrant=here, leaving=seasons.Leaving.CANCEL, author=player)
    there = seasons.enter(season=new_season(own_league, teams=0), team=kenta, author=player)
    assert may_rule(player, kenta)
    seasons.retire(entrant=there, leaving=seasons.Leaving.CANCEL, author=player)
    seasons.come_back(entrant=here)
    assert not may_rule(player, kenta)
    assert may_rule(its.master, kenta)
    assert role_in_league(its.master, kenta) is TeamRole.MASTER
    assert Team.objects.get(pk=kenta.pk).house == its.league.house
    match = its.brief(its.another_game())
    its.file(match, account(match))
    assert now(match).state == State.ACCEPTED


# Assistants


@pytest.mark.parametrize("word", ["forfeit-game", "record-result", "give-bye", "call-off-game"])
def test_an_assistant_who_plays_decides_no_own_game_past_its_report(client: Client, word: str) -> None:
    its = table()
    its.league.memberships.filter(person=its.players[0]).update(role=Role.ASSISTANT)
    address = reverse(word, kwargs={"pk": its.fixture.pk})
    mine, other = its.season.entrants.order_by("pk")
    said = {"by": other.pk, "to": mine.pk, "based_on": results.version_of(its.fixture)}
    client.force_login(its.players[0])
    assert client.post(address, said).status_code == 403
    assert address not in page_of(its, its.players[0], "")
    assert Fixture.objects.get(pk=its.fixture.pk).state == Fixture.State.SCHEDULED
    client.force_login(join(its.league, person("nobody"), Role.ASSISTANT))
    assert client.post(address, said).status_code != 403


# Nonsense


@pytest.mark.parametrize("challenge", ["", "chess"])
def test_going_back_to_an_amendment_without_its_challenge_is_no_error(client: Client, challenge: str) -> None:
    its = table(accepted_by=AcceptedBy.EITHER_SIDE)
    match = its.brief()
    its.file(match, account(match))
    client.force_login(its.master)
    response = client.post(f"/games/{its.fixture.pk}/amend/", {"edit": "yes", "challenge": challenge})
    assert response.status_code == 200
