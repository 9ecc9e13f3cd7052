"""What somebody might try who wants more than happened at the table: each of it was possible once, or nearly."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import Role
from matches import briefings, reporting
from matches.models import Match, Report, Signature
from rules.dice import Element
from tests.league.clubs import join
from tests.matches.games import CONCEDED, DREW, LOST, WON, Table, account, table
from tests.matches.test_reporting import refused
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


# Dice


def test_an_assistant_who_plays_takes_what_the_dice_have_drawn() -> None:
    its = table()
    its.league.memberships.filter(person=its.players[0]).update(role=Role.ASSISTANT)
    match = its.brief()
    briefings.draw(match=match, author=its.players[1], dice=(Element.AIR, Element.EARTH), witness="nami")
    for who, code in ((its.players[0], "drawn"), (its.players[1], "drawn")):
        with refused(code):
            briefings.choose(match=match, challenge="search", author=who, voice=its.voice(who))
    assert "/briefing/challenge/" not in page_of(its, its.players[0])
    briefings.choose(match=match, challenge="search", author=its.master, voice=its.voice(its.master))


def test_an_assistant_who_plays_does_not_choose_for_the_one_the_dice_have_named() -> None:
    its = table()
    its.league.memberships.filter(person=its.players[0]).update(role=Role.ASSISTANT)
    match = its.brief()
    briefings.draw(match=match, author=its.players[1], dice=(Element.AIR, Element.FIRE), witness="nami")
    with refused("not-yours"):
        who = its.players[0]
        briefings.choose(match=match, challenge="search", author=who, voice=its.voice(who))
    assert "/briefing/challenge/" not in page_of(its, its.players[0])
    assert "/briefing/challenge/" in page_of(its, its.players[1])


def page_of(its: Table, who: User) -> str:
    client = Client()
    client.force_login(who)
    return client.get(f"/games/{its.fixture.pk}/briefing/").content.decode()
