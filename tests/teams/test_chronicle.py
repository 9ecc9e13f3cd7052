"""The only writer of chronicles: whole or not at all, once, and in turn."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from pytest_django import DjangoAssertNumQueries

from rules.codec import encode
from rules.events import Dismissed, Played, Recruited, Renamed
from rules.house import rulebook
from rules.problems import RuleBroken
from rules.scroll import Opponent, Result, Revenue, Scroll
from teams import chronicle
from teams.models import Entry, House, Ninja, Team, Written
from tests.conftest import Race
from tests.rules.teams import found, legal_team
from tests.teams.people import named, person, team

pytestmark = pytest.mark.django_db


def kaiken(scroll: Scroll) -> Recruited:
    return Recruited(scroll.next_id, "tora-kaiken", "Jiro")


def test_founding_writes_the_first_entry_and_the_projection_together() -> None:
    owner = person()
    founded = team(owner)
    entry = founded.entries.get()
    assert (entry.number, entry.kind, entry.author) == (1, "founded", owner)
    assert (founded.name, founded.clan, founded.treasury, founded.rating) == ("The tora", "tora", 60, 4)
    assert founded.entry_count == 1
    assert [ninja.profile for ninja in founded.ninja.all()] == ["tora-chunin", "tora-kaiken", "tora-kaiken"]


def test_an_illegal_team_is_not_founded_and_leaves_nothing_behind() -> None:
    with pytest.raises(RuleBroken):
        chronicle.found(event=found("Short", "tora", "tora-chunin"), owner=None, author=None)
    assert not Team.objects.exists()


def test_an_entry_changes_the_scroll_and_its_projection() -> None:
    founded = team()
    entered = chronicle.enter(team=founded, what=kaiken, author=None)
    founded.refresh_from_db()
    assert entered.entry.number == founded.entry_count == 2
    assert founded.treasury == entered.scroll.treasury == 50
    assert founded.ninja.get(ninja_id="n4").name == "Jiro"


def test_a_refused_entry_leaves_everything_as_it_was() -> None:
    founded = team()
    with pytest.raises(RuleBroken):
        chronicle.enter(team=founded, what=Dismissed("n1"), author=None)
    founded.refresh_from_db()
    assert (founded.entry_count, founded.entries.count(), founded.ninja_count) == (1, 1, 3)


def test_the_same_key_is_entered_once() -> None:
    founded, key = team(), uuid4()
    first = chronicle.enter(team=founded, what=kaiken, author=None, key=key)
    second = chronicle.enter(team=founded, what=kaiken, author=None, key=key)
    assert first.entry == second.entry
    assert founded.entries.count() == 2


def test_the_same_key_may_serve_another_team() -> None:
    key = uuid4()
    for name in ("One", "Two"):
        chronicle.enter(team=team(event=named(name)), what=kaiken, author=None, key=key)
    assert Entry.objects.filter(key=key).count() == 2


def test_steps_that_are_due_come_first() -> None:
    founded = team(event=legal_team("tora", "benkei"))
    game = Played("g1", "brawl", Result.WON, 3, (), Revenue(10), (Opponent("x", "Tide", Result.LOST, 0),))
    chronicle.enter(team=founded, what=game, author=None)
    with pytest.raises(RuleBroken, match="First pay or release Benkei"):
        chronicle.enter(team=founded, what=kaiken, author=None)
    founded.refresh_from_db()
    assert (founded.games, founded.won, founded.steps_due) == (1, 1, 1)


def test_who_left_stays_in_the_projection_as_former() -> None:
    founded = team(event=legal_team("tora", "byakko"))
    chronicle.enter(team=founded, what=Dismissed("n4"), author=None)
    founded.refresh_from_db()
    assert founded.ninja.get(ninja_id="n4").is_former
    assert founded.ninja_count == 3


def test_the_scroll_is_told_as_of_any_entry() -> None:
    founded = team()
    chronicle.enter(team=founded, what=Renamed("Night Fangs"), author=None)
    chronicle.enter(team=founded, what=kaiken, author=None)
    assert chronicle.scroll_of(founded, at=1).name == "The tora"
    assert chronicle.scroll_of(founded, at=2).name == "Night Fangs"
    assert len(chronicle.scroll_of(founded, at=2).ninja) == 3
    assert len(chronicle.scroll_of(founded).ninja) == 4


def test_every_line_says_who_what_and_what_it_changed() -> None:
    founded = team(person("kenta"))
    chronicle.enter(team=founded, what=Renamed("Night Fangs"), author=person("mio"), reason="They asked me to.")
    first, second = chronicle.read(founded)
    assert first.author == "kenta"
    assert (second.author, second.reason) == ("mio", "They asked me to.")
    assert second.sentence == "The tora is called Night Fangs from now on."
    assert (second.before.name, second.after.name) == ("The tora", "Night Fangs")


def test_a_chronicle_outlives_the_account_of_its_author() -> None:
    author = person()
    founded = team(author)
    author.delete()
    founded.refresh_from_db()
    assert founded.owner is None
    assert founded.player == "nobody now"
    assert chronicle.read(founded)[0].author == "somebody who has left"


def test_each_entry_is_told_by_the_rules_it_was_written_under() -> None:
    dear = replace(rulebook(), prices={"tora-kaiken": 25})
    founded = team()
    chronicle.enter(team=founded, what=kaiken, author=None)
    founded = chronicle.play_by(founded, House.objects.create(rules=encode(dear)))
    assert chronicle.scroll_of(founded).treasury == 50
    chronicle.enter(team=founded, what=kaiken, author=None)
    founded.refresh_from_db()
    assert founded.treasury == 25
    assert [line.after.treasury for line in chronicle.read(founded)] == [60, 50, 25]
    assert chronicle.retell(founded) == []


def test_what_was_paid_is_written_down_whatever_a_caller_says() -> None:
    founded = team()
    cheap = Recruited("n9", "tora-kaiken", "Jiro", koban=1)
    assert chronicle.enter(team=founded, what=cheap, author=None).entry.data["koban"] == 10
    assert [recruit["koban"] for recruit in founded.entries.get(number=1).data["recruits"]] == [20, 10, 10]


def test_new_rules_give_a_new_rating_at_once() -> None:
    by_five = replace(rulebook(), rating=replace(rulebook().rating, koban_per_point=5))
    founded = team()
    assert founded.rating == 4
    founded = chronicle.play_by(founded, House.objects.create(rules=encode(by_five)))
    assert founded.rating == 8
    assert chronicle.play_by(founded, None).rating == 4


def test_the_address_stays_when_the_team_is_renamed() -> None:
    founded = team()
    chronicle.enter(team=founded, what=Renamed("Night Fangs"), author=None)
    founded.refresh_from_db()
    assert (founded.name, founded.slug) == ("Night Fangs", "the-tora")


def test_teams_of_the_same_name_have_addresses_of_their_own() -> None:
    slugs = {team().slug for _ in range(3)}
    assert len(slugs) == 3
    assert all(slug.startswith("the-tora") for slug in slugs)


def test_a_name_without_latin_letters_gets_an_address_too() -> None:
    assert team(event=named("影島🥷")).slug == "team"


def test_no_team_takes_the_address_of_another_page() -> None:
    assert team(event=named("New")).slug.startswith("new-")


def test_an_entry_cannot_be_changed_or_deleted() -> None:
    team()
    entry = Entry.objects.get()
    entry.kind = "dismissed"
    for rewrite in (
        entry.save,
        entry.delete,
        lambda: Entry.objects.update(kind="dismissed"),
        lambda: Entry.objects.filter(number=1).delete(),
        lambda: Entry.objects.bulk_update([entry], ["kind"]),
        lambda: Entry.objects.update_or_create(number=1, defaults={"kind": "dismissed"}),
        lambda: Entry.objects.bulk_create([entry], update_conflicts=True, update_fields=["kind"], unique_fields=["id"]),
    ):
        with pytest.raises(Written):
            rewrite()
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry(pk=entry.pk, team=entry.team, number=1, kind="dismissed", data={}, written_at=entry.written_at).save()
    assert Entry.objects.get().kind == "founded"


def test_a_team_with_a_chronicle_cannot_be_deleted() -> None:
    with pytest.raises(ProtectedError):
        team().delete()


def test_two_entries_cannot_have_one_number() -> None:
    founded = team()
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(team=founded, number=1, kind="renamed", data={})


def test_writing_costs_the_same_for_few_and_many_ninja(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    small = team()
    large = team(event=legal_team("tora", "tora-kaiken", "tora-yajiri", "tora-yajiri", "tora-kunoichi"))
    for founded in (small, large):
        # Savepoint and release, lock, chronicle, entry, team, ninja, and those that are new.
        with django_assert_num_queries(8):
            chronicle.enter(team=founded, what=kaiken, author=None)


@pytest.mark.every_database
def test_twenty_at_once_with_koban_for_one_leave_exactly_one(race: Race) -> None:
    founded = team(event=legal_team("tora", "tora-oni", "tora-kaiken", "tora-yajiri", "tora-kunoichi"))
    assert founded.treasury == 15  # and a kaiken costs 10
    outcomes = race(lambda: chronicle.enter(team=founded, what=kaiken, author=None), runners=20)
    refusals = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert len(refusals) == 19
    assert {type(refusal) for refusal in refusals} == {RuleBroken}
    founded.refresh_from_db()
    assert (founded.treasury, founded.entry_count, founded.entries.count()) == (5, 2, 2)
    assert chronicle.retell(founded) == []


@pytest.mark.every_database
def test_one_form_sent_twenty_times_is_one_entry(race: Race) -> None:
    founded, key = team(), uuid4()
    outcomes = race(lambda: chronicle.enter(team=founded, what=kaiken, author=None, key=key).entry.pk, runners=20)
    assert len(set(outcomes)) == 1
    assert founded.entries.count() == 2


@pytest.mark.every_database
def test_twenty_teams_founded_at_once_under_one_name_all_stand(race: Race) -> None:
    outcomes = race(lambda: team().slug, runners=20)
    assert len({str(slug) for slug in outcomes}) == 20
    assert not any(isinstance(outcome, Exception) for outcome in outcomes)


def test_a_projection_that_is_right_is_left_alone() -> None:
    founded = team()
    assert chronicle.retell(founded) == []


def test_retelling_finds_and_mends_every_difference() -> None:
    founded = team()
    Team.objects.filter(pk=founded.pk).update(treasury=999, entry_count=7)
    Ninja.objects.filter(ninja_id="n1").update(xp=50)
    Ninja.objects.filter(ninja_id="n2").delete()
    Ninja.objects.create(
        team=founded,
        ninja_id="n9",
        position=9,
        name="Ghost",
        profile="tora-kaiken",
        price=1,
        xp=0,
        level=0,
        advancements=0,
        misses=0,
        is_former=False,
    )
    found_wrong = {its.what for its in chronicle.retell(founded)}
    assert found_wrong == {"treasury", "entry_count", "ninja n1", "ninja n2", "ninja n9"}
    assert chronicle.retell(founded) == []
    founded.refresh_from_db()
    assert (founded.treasury, founded.entry_count) == (60, 1)


def test_deleting_an_account_touches_no_entry_but_its_author() -> None:
    author: User = person()
    before = team(author).entries.values("number", "kind", "data", "written_at").get()
    author.delete()
    assert Entry.objects.values("number", "kind", "data", "written_at").get() == before
