"""What matches tell, told by the services themselves: who is waited for, who disagrees, what counts, what is due."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from league.models import Role
from league.notices.kinds import Kind
from league.notices.models import Delivery, News
from matches import amending, desk, reporting
from matches.models import Match, Report
from matches.reporting import Account
from rules.events import Ruled
from rules.house import AcceptedBy
from rules.problems import RuleBroken
from tests.league.clubs import join
from tests.matches.games import DREW, Table, account, table
from tests.notices.receivers import a_webhook, forget, told
from tests.teams.people import person

pytestmark = pytest.mark.django_db
NAMED = "Kenta tora against Mio ika"


def accepted(its: Table) -> Match:
    match = its.brief()
    its.countersign(its.file(match, account(match)))
    forget()
    return Match.objects.get(pk=match.pk)


def amend(match: Match, account_: Account | None, author: User) -> Report:
    based_on = amending.version_of(match)
    return amending.amend(
        match=match, account=account_, author=author, reason="A slip.", key=uuid4(), based_on=based_on
    )


def propose(its: Table, match: Match, by: int = 0) -> Report:
    who = its.players[by]
    return amending.propose(
        match=match,
        account=account(match, DREW, DREW),
        author=who,
        voice=its.voice(who),
        reason="A slip.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )


def test_a_report_waits_for_those_who_have_not_signed_it() -> None:
    its = table(3)
    match = its.brief()
    report = its.file(match, account(match))
    title = "A report of Kenta tora, Mio ika against Yuki kitsune waits for you"
    assert told(Kind.WAITING) == {"mio": [title], "yuki": [title]}
    assert News.objects.get().url == its.fixture.get_absolute_url()
    its.countersign(report)
    assert News.objects.count() == 1


def test_the_same_report_sent_twice_is_told_once() -> None:
    its = table()
    match, key = its.brief(), uuid4()
    said = account(match)
    its.file(match, said, key=key)
    its.file(match, said, key=key)
    assert News.objects.count() == 1


def test_a_report_that_is_refused_is_no_news() -> None:
    its = table()
    match = its.brief()
    with pytest.raises(RuleBroken):
        its.file(match, Account(account(match).report, notes="x" * 9999))
    assert not News.objects.exists()


def test_where_only_the_master_counts_it_waits_for_those_who_can_settle() -> None:
    its = table(accepted_by=AcceptedBy.NINJA_MASTER)
    join(its.league, person("helper"), Role.ASSISTANT)
    its.league.memberships.filter(person=its.players[1]).update(role=Role.ASSISTANT)
    match = its.brief()
    its.file(match, account(match))
    assert told(Kind.WAITING).keys() == {"sensei", "helper"}


def test_a_dispute_is_for_its_players_and_for_those_who_can_settle() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    forget()
    its.file(match, account(match, DREW, DREW), by=1)
    title = f"The report of {NAMED} is disputed"
    assert told(Kind.DISPUTED) == {"kenta": [title], "sensei": [title]}
    assert told(Kind.WAITING) == {}


def test_a_report_taken_back_is_no_news() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    forget()
    reporting.withdraw(match=match, author=its.players[0])
    assert not News.objects.exists()


def test_what_counts_is_told_to_the_others_and_to_the_league_with_the_steps_it_leaves() -> None:
    its = table()
    a_webhook(league=its.league)
    match = its.brief()
    report = its.file(match, account(match))
    forget()
    its.countersign(report)
    assert told(Kind.ACCEPTED) == {"kenta": ["Kenta tora beat Mio ika 0 : 0"]}
    assert told(Kind.STEPS) == {"kenta": ["1 step is due for Kenta tora"]}
    assert News.objects.get(kind=Kind.STEPS).url == "/teams/kenta-tora/desk/"
    assert [one.news.kind for one in Delivery.objects.select_related("news")] == [Kind.ACCEPTED]
    forget()
    its.countersign(report)
    assert not News.objects.exists()


def test_what_the_master_settles_is_told_to_all_who_played() -> None:
    its = table()
    match = its.brief()
    its.settle(match, account(match))
    assert told(Kind.ACCEPTED).keys() == told(Kind.STEPS).keys() == {"kenta", "mio"}


def test_what_silence_accepts_is_told_to_everybody() -> None:
    its = table()
    match = its.brief()
    its.file(match, account(match))
    forget()
    Match.objects.update(silence_at=timezone.now() - timedelta(minutes=1))
    assert reporting.accept_overdue() == 1
    assert told(Kind.ACCEPTED).keys() == {"kenta", "mio"}


def test_an_amendment_is_told_to_those_who_played_and_to_the_league() -> None:
    its = table()
    a_webhook(league=its.league)
    match = accepted(its)
    amend(match, account(match, DREW, DREW), its.master)
    title = f"The report of {NAMED} is amended"
    assert told(Kind.AMENDED) == {"kenta": [title], "mio": [title]}
    assert News.objects.get().text == "A slip.\n\nEverything after it is told again."
    assert Delivery.objects.count() == 1


def test_a_preview_tells_nobody() -> None:
    its = table()
    match = accepted(its)
    amending.preview(match=match, account=None)
    assert not News.objects.exists()


def test_a_voided_game_is_told_as_such() -> None:
    its = table()
    amend(accepted(its), None, its.master)
    assert told(Kind.AMENDED)["kenta"] == [f"The game {NAMED} is voided"]
    assert told(Kind.ACCEPTED) == {}


def test_a_proposal_waits_for_the_others_and_its_end_is_told() -> None:
    its = table()
    match = accepted(its)
    report = propose(its, match)
    assert told(Kind.WAITING) == {"mio": [f"A proposal to amend the report of {NAMED} waits for you"]}
    assert told(Kind.AMENDED) == {}
    amending.agree(report=report, author=its.players[1], voice=its.voice(its.players[1]))
    assert told(Kind.AMENDED).keys() == {"kenta"}


def test_a_ruling_is_for_the_owner_and_the_same_ruling_is_told_once() -> None:
    its = table()
    key = uuid4()
    for _ in range(2):
        desk.rule(team=its.teams[0], ruling=Ruled("A fine.", koban=-1), author=its.master, key=key)
    assert told(Kind.RULING) == {"kenta": ["A ruling on Kenta tora"]}
    assert News.objects.get().text.endswith("A fine.")
    assert News.objects.get().url == its.teams[0].get_absolute_url()


def test_a_master_s_ruling_on_the_own_team_is_no_news() -> None:
    its = table()
    desk.rule(team=its.teams[0], ruling=Ruled("A fine.", koban=-1), author=its.players[0])
    assert not News.objects.exists()
