"""Drafts: saved at every step, never changed twice by one form, founded once."""

import uuid
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.http import Http404, HttpRequest
from django.utils import timezone

from rules.codec import encode
from rules.events import Founded
from rules.house import rulebook
from rules.problems import RuleBroken
from teams import chronicle, drafts, edits
from teams.models import Draft, Team
from teams.tasks import discard_stale_drafts
from tests.conftest import Race
from tests.rules.teams import found, legal_team

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def person(name: str = "kenta") -> User:
    """Somebody who never types a password: making one takes longer than most tests."""
    return User.objects.create(username=name)


def first(options: Sequence[str]) -> str:
    return options[0]


def stored(state: Founded | None = None, owner: User | None = None) -> Draft:
    return Draft.objects.create(owner=owner, state=encode(state or legal_team("tora")))


def add(profile: str = "tora-kaiken") -> edits.Edit:
    return edits.add(profile, rulebook(), first)


def sizes(draft: Draft) -> int:
    draft.refresh_from_db()
    return len(drafts.state_of(draft).recruits)


def test_a_visitor_without_account_begins_a_draft_and_finds_it_again() -> None:
    session = SessionStore()
    draft = drafts.begin(clan="tora", person=NOBODY, session=session, pick=first)
    assert (draft.owner, str(draft)) == (None, "Ember Claws")
    assert list(drafts.drafts_of(NOBODY, session)) == [draft]
    assert drafts.draft_to_build(NOBODY, session, draft.key) == draft


def test_the_draft_of_somebody_with_an_account_is_theirs_in_every_browser() -> None:
    kenta = person()
    draft = drafts.begin(clan="ika", person=kenta, session=SessionStore())
    assert draft.owner == kenta
    assert drafts.draft_to_build(kenta, SessionStore(), draft.key) == draft


def test_nobody_else_can_open_a_draft() -> None:
    session = SessionStore()
    anonymous = drafts.begin(clan="tora", person=NOBODY, session=session)
    owned = stored(owner=person())
    for who, where, key in (
        (NOBODY, SessionStore(), anonymous.key),
        (NOBODY, session, owned.key),
        (person("mei"), SessionStore(), owned.key),
        (NOBODY, session, uuid.uuid4()),
    ):
        with pytest.raises(Http404, match="no draft of yours"):
            drafts.draft_to_build(who, where, key)


def test_a_change_is_saved_and_can_be_undone_step_by_step() -> None:
    draft = stored()
    drafts.revise(draft=draft, version=1, edit=add())
    drafts.revise(draft=draft, version=2, edit=edits.rename_team("Iron Tide"))
    assert sizes(draft) == 4
    drafts.undo(draft=draft, version=3)
    drafts.undo(draft=draft, version=4)
    draft.refresh_from_db()
    assert drafts.state_of(draft) == legal_team("tora")
    with pytest.raises(RuleBroken, match="nothing left to undo"):
        drafts.undo(draft=draft, version=5)


def test_what_changes_nothing_is_not_a_step() -> None:
    draft = stored()
    drafts.revise(draft=draft, version=1, edit=edits.move("n1", up=True))
    draft.refresh_from_db()
    assert (draft.version, draft.past) == (1, [])


def test_fifty_steps_back_are_remembered() -> None:
    draft = stored()
    for version in range(1, 61):
        drafts.revise(draft=draft, version=version, edit=edits.rename_team(f"Name {version}"))
    draft.refresh_from_db()
    assert (len(draft.past), draft.past[0]["name"]) == (50, "Name 10")


def test_an_old_version_changes_nothing_and_says_why() -> None:
    draft = stored()
    drafts.revise(draft=draft, version=1, edit=add())
    with pytest.raises(RuleBroken, match="changed in another tab"):
        drafts.revise(draft=draft, version=1, edit=add())
    with pytest.raises(RuleBroken, match="changed in another tab"):
        drafts.undo(draft=draft, version=1)
    with pytest.raises(RuleBroken, match="changed in another tab"):
        drafts.found(draft=draft, version=1, owner=person())
    assert sizes(draft) == 4
    assert not Team.objects.exists()


def test_a_refused_edit_leaves_the_draft_as_it_was() -> None:
    draft = stored()
    with pytest.raises(RuleBroken):
        drafts.revise(draft=draft, version=1, edit=add("tora-chunin"))
    draft.refresh_from_db()
    assert (draft.version, draft.past, drafts.state_of(draft)) == (1, [], legal_team("tora"))


def test_a_profile_that_the_catalog_no_longer_has_is_left_out() -> None:
    draft = stored(found("Relics", "tora", "tora-kaiken", "tora-samurai"))
    assert [recruit.profile for recruit in drafts.state_of(draft).recruits] == ["tora-kaiken"]


def test_a_legal_draft_is_founded_once_and_then_closed() -> None:
    kenta = person()
    draft = stored(owner=kenta)
    team = drafts.found(draft=draft, version=1, owner=kenta)
    assert (team.owner, team.name) == (kenta, "The tora")
    assert chronicle.scroll_of(team).ninja[0].name == "Tora Chunin"
    assert drafts.found(draft=draft, version=1, owner=kenta) == team
    assert Team.objects.count() == 1
    assert not drafts.drafts_of(kenta, SessionStore()).exists()
    with pytest.raises(RuleBroken, match="founded"):
        drafts.revise(draft=draft, version=1, edit=add())


def test_an_illegal_draft_is_not_founded_and_every_reason_is_given() -> None:
    draft = stored(Founded("x" * 61, "tora", ()))
    with pytest.raises(RuleBroken) as broken:
        drafts.found(draft=draft, version=1, owner=person())
    assert [problem.code for problem in broken.value.problems] == ["name-too-long", "too-few", "too-few"]
    draft.refresh_from_db()
    assert draft.team is None
    assert not Team.objects.exists()


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_twenty_who_found_the_same_draft_at_once_make_one_team(race: Race) -> None:
    kenta = person()
    draft = stored(owner=kenta)
    teams = race(lambda: drafts.found(draft=draft, version=1, owner=kenta), runners=20)
    assert len({team.pk for team in teams if isinstance(team, Team)}) == Team.objects.count() == 1
    assert all(isinstance(team, Team) for team in teams)


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_twenty_forms_of_one_version_add_one_ninja(race: Race) -> None:
    draft = stored()
    results = race(lambda: drafts.revise(draft=draft, version=1, edit=add()), runners=20)
    assert sum(isinstance(result, drafts.Revised) for result in results) == 1
    assert {str(result) for result in results if isinstance(result, Exception)} == {drafts.CHANGED_ELSEWHERE}
    assert sizes(draft) == 4


def test_a_copy_is_a_draft_of_its_own() -> None:
    kenta = person()
    draft = stored(owner=kenta)
    twin = drafts.copy(draft=draft, person=kenta, session=SessionStore())
    drafts.revise(draft=twin, version=1, edit=add())
    assert (str(twin), sizes(draft), sizes(twin)) == ("The tora 2", 3, 4)


@pytest.mark.parametrize("has_account", [True, False])
def test_the_21st_draft_is_refused_until_one_is_discarded(has_account: bool) -> None:
    session, who = SessionStore(), person() if has_account else NOBODY
    begun = [drafts.begin(clan="tora", person=who, session=session) for _ in range(20)]
    with pytest.raises(RuleBroken, match="You have 20 drafts"):
        drafts.begin(clan="tora", person=who, session=session)
    with pytest.raises(RuleBroken, match="You have 20 drafts"):
        drafts.copy(draft=begun[0], person=who, session=session)
    drafts.discard(draft=begun[0])
    drafts.begin(clan="tora", person=who, session=session)
    assert drafts.drafts_of(who, session).count() == 20


def test_whoever_changes_a_discarded_draft_is_told() -> None:
    draft = stored()
    drafts.discard(draft=draft)
    with pytest.raises(RuleBroken, match="discarded in another tab"):
        drafts.revise(draft=draft, version=1, edit=add())


def test_a_founded_draft_cannot_be_discarded() -> None:
    kenta = person()
    draft = stored(owner=kenta)
    drafts.found(draft=draft, version=1, owner=kenta)
    drafts.discard(draft=draft)
    assert Draft.objects.filter(pk=draft.pk).exists()


def logged_in(session: SessionBase, user: User) -> None:
    request = HttpRequest()
    request.session = session
    user_logged_in.send(sender=User, request=request, user=user)


def test_whoever_logs_in_gets_the_drafts_of_the_browser_and_no_others() -> None:
    session, kenta, mei = SessionStore(), person(), person("mei")
    mine = drafts.begin(clan="tora", person=NOBODY, session=session)
    theirs, nobodys = stored(owner=mei), stored()
    session[drafts.SESSION_KEY] += [str(theirs.key)]
    logged_in(session, kenta)
    assert drafts.SESSION_KEY not in session
    assert list(drafts.drafts_of(kenta, session)) == [mine]
    theirs.refresh_from_db()
    nobodys.refresh_from_db()
    assert (theirs.owner, nobodys.owner) == (mei, None)


def test_logging_in_without_drafts_or_without_a_request_is_nothing_special() -> None:
    kenta = person()
    assert drafts.claim_drafts(SessionStore(), kenta) == 0
    user_logged_in.send(sender=User, request=None, user=kenta)


def test_drafts_that_nobody_owns_are_discarded_after_thirty_days() -> None:
    kenta = person()
    owned, stale, fresh, founded = stored(owner=kenta), stored(), stored(), stored()
    drafts.found(draft=founded, version=1, owner=kenta)
    long_ago = timezone.now() - timedelta(days=30, minutes=1)
    Draft.objects.exclude(pk=fresh.pk).update(updated_at=long_ago)
    discard_stale_drafts.delay()
    assert set(Draft.objects.all()) == {owned, fresh, founded}
    assert stale.key not in Draft.objects.values_list("key", flat=True)
