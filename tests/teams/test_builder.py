"""The builder's pages: what they show, what each action does, and what they refuse."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rules.catalog import catalog
from rules.codec import encode
from rules.events import Founded, Recruited
from teams import drafts
from teams.models import Draft, Team
from tests.rules.teams import found, legal_team, recruit

pytestmark = pytest.mark.django_db

ACTIONS = [
    "add",
    "drop",
    "remove",
    "up",
    "down",
    "duplicate",
    "rename",
    "another-name",
    "rename-team",
    "another-team-name",
    "choose",
    "take",
    "undo",
    "copy",
    "discard",
    "found",
]
HTMX = {"HX-Request": "true"}


def person(name: str = "kenta") -> User:
    """Somebody who never types a password: making one takes longer than most tests."""
    return User.objects.create(username=name)


@pytest.fixture
def kenta(client: Client) -> User:
    """Somebody with an account, logged in."""
    user = person()
    client.force_login(user)
    return user


def drafted(owner: User | None, *profiles: str) -> Draft:
    return Draft.objects.create(owner=owner, state=encode(found("Ember Claws", "tora", *profiles)))


def legal(owner: User | None = None) -> Draft:
    return Draft.objects.create(owner=owner, state=encode(legal_team("tora")))


def crowd(size: int) -> Founded:
    """A draft of any size. Nobody can build one of thirty by the rulebook, but a league's draft may be."""
    return Founded("Crowd", "tora", tuple(recruit(f"n{n}", "tora-kaiken", f"Number {n}") for n in range(1, size + 1)))


def text(content: bytes) -> str:
    body = content.decode().partition("<body")[2] or content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def address(draft: Draft, action: str = "") -> str:
    return f"/drafts/{draft.key}/{action}/" if action else f"/drafts/{draft.key}/"


def act(client: Client, draft: Draft, action: str, *, htmx: bool = False, **data: Any) -> Any:
    draft.refresh_from_db()
    return client.post(address(draft, action), {"version": draft.version, **data}, headers=HTMX if htmx else None)


def recruits(draft: Draft) -> tuple[Recruited, ...]:
    draft.refresh_from_db()
    return drafts.state_of(draft).recruits


# Picking a clan


def test_every_clan_is_shown_with_its_element_and_its_strengths(client: Client) -> None:
    page = text(client.get("/teams/new/").content)
    for clan in catalog().clans.values():
        assert f"{clan.name} {clan.affinity.title()}" in page
        assert f"Build with {clan.name}" in page
    assert "Movement 5.3 Attack 2.7 Defense 2.3 Ninja for 8\N{EN DASH}20 koban." in page


def test_a_visitor_without_account_builds_at_once(client: Client) -> None:
    response = client.post("/teams/new/", {"clan": "kitsune"})
    draft = Draft.objects.get()
    assert response.headers["Location"] == address(draft)
    assert client.get(address(draft)).status_code == 200
    assert client.post(address(draft, "add"), {"version": 1, "profile": "kitsune-kaiken"}).status_code == 302
    assert len(recruits(draft)) == 1


def test_an_unknown_clan_is_refused_with_a_sentence(client: Client) -> None:
    response = client.post("/teams/new/", {"clan": "samurai"})
    assert response.status_code == 422
    assert "There is no such clan." in text(response.content)
    assert not Draft.objects.exists()


def test_my_drafts_are_listed_to_go_on_with_and_nobody_elses(client: Client, kenta: User) -> None:
    legal(kenta)
    drafted(kenta)
    drafted(person("mei"), "tora-oni")
    page = text(client.get("/teams/new/").content)
    assert "Ember Claws Tora · 0 ninja · 100 koban left · 2 problems" in page
    assert "The tora Tora · 3 ninja · 60 koban left · ready to be founded" in page
    assert "1 ninja" not in page


def test_the_list_of_drafts_costs_the_same_for_one_and_for_twenty(
    client: Client, kenta: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(20):
        legal(kenta)
    with django_assert_max_num_queries(4):
        client.get("/teams/new/")


def test_the_21st_draft_is_refused_with_a_sentence(client: Client, kenta: User) -> None:
    newest = [legal(kenta) for _ in range(20)][-1]
    response = client.post("/teams/new/", {"clan": "tora"})
    assert response.status_code == 422
    assert "You have 20 drafts" in text(response.content)
    response = act(client, newest, "copy")
    assert response.status_code == 422
    assert "You have 20 drafts" in text(response.content)


def test_discarding_leads_back_to_the_list(client: Client, kenta: User) -> None:
    response = act(client, legal(kenta), "discard")
    assert response.headers["Location"] == "/teams/new/"
    assert not Draft.objects.exists()


# The page


def test_the_page_shows_what_is_left_who_is_here_and_who_can_come(client: Client, kenta: User) -> None:
    page = text(client.get(address(drafted(kenta, "tora-chunin", "yagyu-jubei"))).content)
    assert "56 of 100 koban left" in page
    assert "2 ninja rating 5 upkeep 6" in page
    assert "0 of 0\N{EN DASH}2" in page
    for profile in (*catalog().clans["tora"].profiles, *catalog().ronin):
        assert f"{profile.name} {profile.koban} koban" in page
        assert not profile.upkeep or f"{profile.upkeep} koban after every game" in page


def test_every_problem_stands_in_the_summary_and_beside_what_it_is_about(client: Client, kenta: User) -> None:
    page = client.get(address(drafted(kenta, "tora-kaiken"))).content.decode()
    assert page.count("A team has 1 chunin, this one has 0.") == 2
    assert page.count("A team has 2 to 4 kaiken, this one has 1.") == 2
    assert '<a href="#offer-tora-chunin">A team has 1 chunin, this one has 0.</a>' in page
    assert 'id="offer-tora-chunin"' in page


def test_an_unmade_choice_is_a_problem_of_that_ninja(client: Client, kenta: User) -> None:
    draft = drafted(kenta)
    act(client, draft, "add", profile="tora-chunin")
    page = client.get(address(draft)).content.decode()
    assert page.count("chooses 1 ability of Pounce or Tiger Strike; you chose 0.") == 2
    assert '<a href="#ninja-n1">' in page
    act(client, draft, "choose", ninja="n1", ability="pounce")
    page = client.get(address(draft)).content.decode()
    assert "you chose 0" not in page
    assert 'value="pounce" checked' in page


def test_a_draft_over_budget_says_so_beside_the_purse(client: Client, kenta: User) -> None:
    draft = Draft.objects.create(owner=kenta, state=encode(crowd(12)))
    page = text(client.get(address(draft)).content)
    assert page.count("The team is 20 koban over its budget.") == 2
    assert "-20 of 100 koban left" in page


def test_who_cannot_join_is_shown_with_the_reason(client: Client, kenta: User) -> None:
    page = text(client.get(address(drafted(kenta, "tora-chunin", "tora-oni", "tora-oni", "byakko"))).content)
    assert "Chunin 20 koban" in page
    assert "1 of 1 no more may join" in page
    assert "Byakko 24 koban" in page
    assert "already on the team" in page
    assert "4 koban short" in page


@pytest.mark.parametrize("size", [6, 30])
def test_the_page_costs_the_same_for_6_and_30_ninja(
    client: Client, kenta: User, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    draft = Draft.objects.create(owner=kenta, state=encode(crowd(size)))
    with django_assert_num_queries(3):
        client.get(address(draft))


@pytest.mark.parametrize("size", [6, 29])
def test_an_action_costs_the_same_for_6_and_29_ninja(
    client: Client, kenta: User, size: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    draft = Draft.objects.create(owner=kenta, state=encode(crowd(size)))
    with django_assert_max_num_queries(10):
        client.post(address(draft, "remove"), {"version": 1, "ninja": "n1"}, headers=HTMX)
    assert len(recruits(draft)) == size - 1


def test_no_style_and_no_script_stands_in_the_page(client: Client, kenta: User) -> None:
    for url in ("/teams/new/", f"{address(legal(kenta))}?suggest=0"):
        page = client.get(url).content.decode()
        assert not re.search(r"<style|\sstyle=|<script(?![^>]*\bsrc=)|\son\w+=|javascript:", page)


def test_ids_are_unique_and_every_label_and_description_has_its_element(client: Client, kenta: User) -> None:
    page = client.get(address(drafted(kenta, "tora-chunin", "tora-madoushi", "byakko"))).content.decode()
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    referred = re.findall(r'\s(?:for|aria-describedby|aria-labelledby|form)="([^"]+)"', page)
    assert set(referred) <= set(ids)


# Who may, and how


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_is_a_post(client: Client, kenta: User, action: str) -> None:
    assert client.get(address(legal(kenta), action)).status_code == 405


def test_the_pages_are_no_target_for_other_methods(client: Client, kenta: User) -> None:
    assert client.delete(address(legal(kenta))).status_code == 405
    assert client.post(address(legal(kenta))).status_code == 405
    assert client.put("/teams/new/").status_code == 405


@pytest.mark.parametrize("action", ["", *ACTIONS])
def test_somebody_elses_draft_does_not_exist(client: Client, kenta: User, action: str) -> None:
    for draft in (legal(person("mei")), legal(None)):
        url = address(draft, action)
        response = client.post(url, {"version": 1}) if action else client.get(url)
        assert response.status_code == 404
        draft.refresh_from_db()
        assert draft.version == 1
    assert not Team.objects.exists()


def test_a_form_from_elsewhere_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    kenta = person()
    strict.force_login(kenta)
    assert strict.post(address(legal(kenta), "add"), {"version": 1, "profile": "tora-oni"}).status_code == 403


# Actions


@pytest.mark.parametrize("htmx", [True, False])
def test_a_team_is_built_step_by_step(client: Client, kenta: User, htmx: bool) -> None:
    draft = drafted(kenta)
    for action, data in [
        ("add", {"profile": "tora-chunin"}),
        ("choose", {"ninja": "n1", "ability": "pounce"}),
        ("add", {"profile": "tora-kaiken"}),
        ("duplicate", {"ninja": "n2"}),
        ("rename", {"ninja": "n3", "name": "Goro"}),
        ("up", {"ninja": "n3"}),
        ("add", {"profile": "tora-oni"}),
        ("drop", {"profile": "tora-oni"}),
        ("down", {"ninja": "n1"}),
        ("another-name", {"ninja": "n2"}),
        ("rename-team", {"name": "Iron Tide"}),
    ]:
        response = act(client, draft, action, htmx=htmx, **data)
        assert response.status_code == (200 if htmx else 302), action
    team = recruits(draft)
    assert [(one.ninja, one.profile) for one in team] == [
        ("n3", "tora-kaiken"),
        ("n1", "tora-chunin"),
        ("n2", "tora-kaiken"),
    ]
    assert (team[0].name, team[1].abilities, draft.state["name"]) == ("Goro", ("pounce",), "Iron Tide")
    act(client, draft, "another-team-name", htmx=htmx)
    act(client, draft, "undo", htmx=htmx)
    draft.refresh_from_db()
    assert draft.state["name"] == "Iron Tide"


def test_without_script_the_page_says_what_happened_and_where(client: Client, kenta: User) -> None:
    draft = drafted(kenta)
    response = act(client, draft, "add", profile="byakko")
    assert response.headers["Location"] == f"{address(draft)}#offer-byakko"
    assert "Byakko added. 76 koban left, 2 problems." in text(client.get(address(draft)).content)
    response = act(client, draft, "rename", ninja="n1", name="White Tiger")
    assert response.headers["Location"] == f"{address(draft)}#ninja-n1"


def test_htmx_gets_the_region_and_an_announcement(client: Client, kenta: User) -> None:
    response = act(client, drafted(kenta), "add", htmx=True, profile="byakko")
    page = response.content.decode()
    assert "<html" not in page
    assert page.count('id="builder"') == 1
    assert 'hx-swap-oob="innerHTML:#announcement">Byakko added. 76 koban left, 2 problems.<' in page
    assert "HX-Request" in response.headers["Vary"]


def test_one_button_is_the_thing_to_do(client: Client, kenta: User) -> None:
    """With nobody in the team that is a suggestion, then taking one, and with a team founding it."""
    empty, full = drafted(kenta), legal(kenta)
    suggest = re.compile(r'class="button( plain)?" href="\?suggest=0"')

    def is_plain(draft: Draft, query: str = "") -> bool:
        found = suggest.search(client.get(address(draft) + query).content.decode())
        return bool(found and found[1])

    assert [is_plain(empty), is_plain(empty, "?suggest=0"), is_plain(full)] == [False, True, True]


def test_after_removing_the_focus_is_on_whoever_stands_there_next(client: Client, kenta: User) -> None:
    draft = drafted(kenta, "tora-kaiken", "tora-oni")
    page = act(client, draft, "remove", htmx=True, ninja="n1").content.decode()
    assert re.search(r'id="draft-remove-n2"[^>]* autofocus', page)
    page = act(client, draft, "remove", htmx=True, ninja="n2").content.decode()
    assert re.search(r'id="team"[^>]* autofocus', page)


@pytest.mark.parametrize("htmx", [True, False])
def test_a_form_sent_twice_adds_once_and_says_so(client: Client, kenta: User, htmx: bool) -> None:
    draft = drafted(kenta)
    form = {"version": 1, "profile": "tora-oni"}
    headers = HTMX if htmx else None
    client.post(address(draft, "add"), form, headers=headers)
    response = client.post(address(draft, "add"), form, headers=headers)
    assert response.status_code == (200 if htmx else 409)
    assert "This draft was changed in another tab; here is how it stands now." in text(response.content)
    assert 'name="version" value="2"' in response.content.decode()
    assert len(recruits(draft)) == 1


@pytest.mark.parametrize("version", ["", "0", "-1", "1e9", "²", "9" * 40, "x"])
def test_a_version_that_never_was_changes_nothing(client: Client, kenta: User, version: str) -> None:
    draft = drafted(kenta)
    assert client.post(address(draft, "add"), {"version": version, "profile": "tora-oni"}).status_code == 409
    assert client.post(address(draft, "add"), {"profile": "tora-oni"}).status_code == 409
    assert recruits(draft) == ()


@pytest.mark.parametrize(
    ("action", "data", "sentence"),
    [
        ("add", {"profile": "tora-samurai"}, "There is no such ninja to recruit."),
        ("add", {}, "There is no such ninja to recruit."),
        ("add", {"profile": "ika-oni"}, "belongs to clan Ika"),
        ("add", {"profile": "tora-chunin"}, "Tora Chunin was not added: no more may join."),
        ("drop", {"profile": "tora-oni"}, "There is no Tora Oni on the team."),
        ("remove", {"ninja": "n99"}, "This ninja is not on the team any more."),
        ("rename", {"ninja": "n99", "name": "Goro"}, "This ninja is not on the team any more."),
        ("choose", {"ninja": "n1", "ability": "net"}, "chooses 1 ability"),
        ("take", {"aim": "glory"}, "There is no such suggestion."),
        ("undo", {}, "There is nothing left to undo."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    client: Client, kenta: User, action: str, data: dict[str, Any], sentence: str
) -> None:
    draft = legal(kenta)
    response = act(client, draft, action, **data)
    assert response.status_code == 422
    assert sentence in text(response.content)
    assert sentence in text(act(client, draft, action, htmx=True, **data).content)
    draft.refresh_from_db()
    assert (draft.version, draft.state) == (1, encode(legal_team("tora")))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Tora Chunin needs a name."),
        ("   ", "Tora Chunin needs a name."),
        ("x" * 200, "A name has at most 60 characters, this has 200."),
        ("\u202eoroG", "marks that turn the text around"),
        ("Go\0ro", "control characters"),
    ],
)
def test_a_refused_name_stays_in_its_field_beside_the_reason(
    client: Client, kenta: User, name: str, sentence: str
) -> None:
    draft = legal(kenta)
    response = act(client, draft, "rename", ninja="n1", name=name)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in unescape(page)
    assert re.search(r'id="name-n1"[^>]* aria-invalid="true" aria-describedby="wrong-n1" autofocus', page)
    assert f'id="name-n1" name="name" value="{name if name.strip() else (name or "Tora Chunin")}"' in page
    assert recruits(draft)[0].name == "Tora Chunin"
    response = act(client, draft, "rename-team", name=name)
    assert response.status_code == 422
    assert 'id="wrong-name"' in response.content.decode()


@pytest.mark.parametrize("name", ["Fuyu 🦊", "סייף", "<script>alert(1)</script>", '" autofocus="', "O'Hara"])
def test_any_name_that_can_be_printed_is_shown_as_it_was_written(client: Client, kenta: User, name: str) -> None:
    draft = legal(kenta)
    act(client, draft, "rename", ninja="n1", name=name)
    act(client, draft, "rename-team", name=name)
    page = client.get(address(draft)).content.decode()
    assert recruits(draft)[0].name == name
    assert unescape(re.findall(r'id="name-n1" name="name" value="([^"]*)"', page)[0]) == name
    assert "<script>alert" not in page
    assert name in text(client.get("/teams/new/").content) or "<" in name


def test_the_31st_ninja_is_refused_with_a_sentence(client: Client, kenta: User) -> None:
    draft = Draft.objects.create(owner=kenta, state=encode(crowd(30)))
    response = act(client, draft, "add", profile="tora-oni")
    assert response.status_code == 422
    assert "a draft holds at most 30 ninja" in text(response.content)
    assert len(recruits(draft)) == 30


# Suggestions


def test_three_teams_are_suggested_and_others_when_asked(client: Client, kenta: User) -> None:
    draft = drafted(kenta)
    page = client.get(f"{address(draft)}?suggest=0").content.decode()
    assert page.count("Take this one") == 3
    for title in ("Many blades", "Few and fierce", "A bit of everything"):
        assert title in page
    assert "?suggest=1" in page
    assert client.get(f"{address(draft)}?suggest=nonsense").status_code == 200
    draft.refresh_from_db()
    assert draft.version == 1


@pytest.mark.parametrize("aim", ["many", "fierce", "varied"])
def test_a_suggestion_is_taken_and_undone(client: Client, kenta: User, aim: str) -> None:
    draft = drafted(kenta, "tora-oni")
    response = act(client, draft, "take", htmx=True, aim=aim, variant="2")
    assert "no problems." in response.content.decode()
    assert len(recruits(draft)) >= 6
    act(client, draft, "undo")
    assert [one.profile for one in recruits(draft)] == ["tora-oni"]


# Copying and founding


def test_a_copy_leads_to_the_copy(client: Client, kenta: User) -> None:
    draft = legal(kenta)
    response = act(client, draft, "copy")
    twin = Draft.objects.exclude(pk=draft.pk).get()
    assert response.headers["Location"] == address(twin)
    assert "This is a copy, called The tora 2." in text(client.get(address(twin)).content)


def test_a_legal_draft_becomes_a_team(client: Client, kenta: User) -> None:
    draft = legal(kenta)
    response = act(client, draft, "found")
    team = Team.objects.get()
    assert response.headers["Location"] == reverse("team", kwargs={"slug": team.slug})
    assert team.owner == kenta


def test_founding_twice_makes_one_team_and_leads_there_again(client: Client, kenta: User) -> None:
    draft = legal(kenta)
    answers = [client.post(address(draft, "found"), {"version": 1}) for _ in range(2)]
    team = Team.objects.get()
    assert {answer.headers["Location"] for answer in answers} == {team.get_absolute_url()}


def test_a_founded_draft_leads_to_its_team_whatever_is_asked_of_it(client: Client, kenta: User) -> None:
    draft = legal(kenta)
    act(client, draft, "found")
    team = Team.objects.get()
    assert client.get(address(draft)).headers["Location"] == team.get_absolute_url()
    response = act(client, draft, "add", profile="tora-oni")
    assert response.headers["Location"] == team.get_absolute_url()
    response = act(client, draft, "add", htmx=True, profile="tora-oni")
    assert response.headers["HX-Redirect"] == team.get_absolute_url()
    assert team.ninja.count() == 3


def test_an_illegal_draft_is_not_founded_and_every_problem_is_shown(client: Client, kenta: User) -> None:
    draft = drafted(kenta, "tora-kaiken")
    response = act(client, draft, "found")
    assert response.status_code == 422
    assert response.content.decode().count("A team has 2 to 4 kaiken, this one has 1.") >= 2
    assert not Team.objects.exists()


def test_an_old_form_does_not_found_what_its_sender_has_not_seen(client: Client, kenta: User) -> None:
    draft = legal(kenta)
    act(client, draft, "add", profile="tora-oni")
    response = client.post(address(draft, "found"), {"version": 1})
    assert response.status_code == 409
    assert not Team.objects.exists()


def test_a_visitor_is_asked_for_an_account_and_founds_the_kept_draft_afterwards(client: Client) -> None:
    client.post("/teams/new/", {"clan": "tora"})
    draft = Draft.objects.get()
    act(client, draft, "take", aim="many", variant="0")
    response = act(client, draft, "found")
    assert response.headers["Location"] == f"{reverse('account_signup')}?next={address(draft)}"
    assert not Team.objects.exists()
    kenta = person()
    client.force_login(kenta)
    assert client.get(address(draft)).status_code == 200
    founded = act(client, draft, "found").headers["Location"]
    assert "is founded, and its chronicle begins." in client.get(founded).content.decode()
    assert Team.objects.get().owner == kenta


def test_a_visitor_learns_what_is_missing_before_an_account_is_asked_for(client: Client) -> None:
    client.post("/teams/new/", {"clan": "tora"})
    response = act(client, Draft.objects.get(), "found")
    assert response.status_code == 422
    assert "A team has 1 chunin, this one has 0." in response.content.decode()
