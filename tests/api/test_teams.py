"""Teams through the API: who sees and changes what, once for each key, and never on top of what somebody else did."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries, Settings

from league.models import Role
from teams import answers, chronicle, services
from teams.models import Answer, Entry, Team
from tests.api.clients import Program, refused
from tests.conftest import Race
from tests.league.clubs import club, enter, join, season
from tests.rules.teams import legal_team
from tests.teams.people import named, person, team
from tests.teams.stories import seasoned

pytestmark = pytest.mark.django_db
ROSTER = {
    "clan": "tora",
    "name": "Ember Claws",
    "recruits": [
        {"profile": its.profile, "name": its.name, "abilities": list(its.abilities)}
        for its in legal_team("tora").recruits
    ],
}
ONI = {"profile": "tora-oni", "name": "Kuma"}


def slugs(response: Any) -> list[str]:
    assert response.status_code == 200, response.json()
    return [its["slug"] for its in response.json()["results"]]


# The list


def test_strangers_find_public_teams_and_owners_their_own() -> None:
    kenta = person()
    team(kenta, named("Open"))
    team(kenta, named("Hidden"), is_private=True)
    assert slugs(Program().get("teams/")) == ["open"]
    assert slugs(Program(person("yuki")).get("teams/")) == ["open"]
    assert slugs(Program(kenta).get("teams/")) == ["hidden", "open"]


def test_teams_are_filtered_by_clan_owner_name_and_league() -> None:
    kenta, league = person(), club()
    team(kenta, named("Tigers"))
    team(person("yuki"), named("Squids", "ika"))
    enter(season(league, teams=0), "Leaguers")
    program = Program()
    assert slugs(program.get("teams/?clan=ika")) == ["squids"]
    assert slugs(program.get("teams/?owner=KENTA")) == ["tigers"]
    assert slugs(program.get("teams/?q=uid")) == ["squids"]
    assert slugs(program.get(f"teams/?league={league.slug}")) == ["leaguers"]
    assert slugs(program.get("teams/?league=nowhere")) == []


def test_who_plays_in_a_private_league_is_its_own_business() -> None:
    league = club(is_private=True)
    enter(season(league, teams=0), "Leaguers")
    assert slugs(Program().get(f"teams/?league={league.slug}")) == []
    assert slugs(Program(join(league, person("mio"))).get(f"teams/?league={league.slug}")) == ["leaguers"]


@pytest.mark.parametrize(
    ("query", "subject"),
    [
        ("clan=wolf", "clan"),
        ("ordering=secret", "ordering"),
        ("ordering=owner__password", "ordering"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=x", "limit"),
        ("cursor=x", "cursor"),
        ("cursor=", "cursor"),
        ("q=%00", "q"),
    ],
)
def test_what_a_list_cannot_do_is_refused(query: str, subject: str) -> None:
    response = Program().get(f"teams/?{query}")
    assert response.status_code == 422
    assert response.json()["subject"] == subject


def test_pages_follow_each_other_in_either_direction_and_in_any_order() -> None:
    for name in "ABCDE":
        team(event=named(f"Team {name}"))
    for ordering, wanted in (("name", "abcde"), ("-name", "edcba"), ("rating", "abcde")):
        page = Program().get(f"teams/?limit=2&ordering={ordering}").json()
        found = [its["slug"] for its in page["results"]]
        while page["next"]:
            page = Program().get(page["next"].partition("/api/v1/")[2]).json()
            found += [its["slug"] for its in page["results"]]
        assert found == [f"team-{letter}" for letter in wanted]
        back = Program().get(page["previous"].partition("/api/v1/")[2]).json()
        assert [its["slug"] for its in back["results"]] == [f"team-{letter}" for letter in wanted[2:4]]


def test_a_cursor_is_of_one_list_in_one_order() -> None:
    for name in "ABC":
        team(event=named(f"Team {name}"))
    following = Program().get("teams/?limit=1").json()["next"].partition("/api/v1/")[2]
    refused(Program().get(f"{following}&ordering=-rating"), 422, "invalid", "cursor")
    refused(Program().get(following.replace("cursor=W", "cursor=X")), 422, "invalid", "cursor")


def test_the_list_takes_as_many_queries_however_long_it_is(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    kenta = person()
    program = Program(kenta)
    program.get("me/")
    for count in (1, 4):
        for number in range(count):
            team(kenta, named(f"Team {count} {number}"))
        with django_assert_num_queries(2):  # the token, the teams
            assert program.get("teams/").status_code == 200


# One team


def test_a_team_is_told_with_where_to_find_the_rest_of_it() -> None:
    its = seasoned(person())
    body = Program().get(f"teams/{its.slug}/").json()
    assert (body["name"], body["clan"], body["owner"]) == ("The tora", "tora", "kenta")
    assert body["record"] == {"games": 1, "won": 1, "drew": 0, "lost": 0}
    assert body["rating"]["total"] == its.rating
    assert body["crest_url"] == f"http://testserver/teams/{its.slug}/crest.svg"
    assert body["entry_count"] == its.entries.count()


def test_a_team_says_where_it_plays() -> None:
    league = club()
    its = enter(season(league, teams=0), "Leaguers").team
    (told,) = Program().get(f"teams/{its.slug}/").json()["leagues"]
    assert told["url"].startswith("http://testserver/leagues/moon-court/")


def test_a_private_team_is_there_for_its_owner_and_its_league_only() -> None:
    kenta, league = person(), club()
    its = enter(season(league, teams=0), "Hidden", owner=kenta).team
    Team.objects.update(is_private=True)
    member = join(league, person("mio"))
    refused(Program().get(f"teams/{its.slug}/"), 404, "not-found")
    refused(Program(person("yuki")).get(f"teams/{its.slug}/scroll/"), 404, "not-found")
    for who in (kenta, member):
        assert Program(who).get(f"teams/{its.slug}/").status_code == 200


def test_reading_takes_a_fixed_number_of_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    its = seasoned(person())
    for address, queries in (("", 2), ("scroll/", 2), ("chronicle/", 3), ("ledger/", 3), ("chronicle/3/", 2)):
        with django_assert_num_queries(queries):
            assert Program().get(f"teams/{its.slug}/{address}").status_code == 200, address


# Scroll, chronicle, ledger


def test_the_scroll_is_told_now_and_after_any_entry() -> None:
    its = seasoned(person())
    now = Program().get(f"teams/{its.slug}/scroll/").json()
    assert now["entry"] == its.entry_count
    assert now["treasury"] == its.treasury
    assert [step["due"] for step in now["steps"]] == ["advancement"]
    assert now["former"][0]["profile"] == "benkei"
    assert now["games"][0]["opponents"][0]["name"] == "The ika"
    first = Program().get(f"teams/{its.slug}/scroll/?at=1").json()
    assert (first["entry"], first["games"], len(first["ninja"])) == (1, [], 4)
    refused(Program().get(f"teams/{its.slug}/scroll/?at=99"), 404, "not-found")
    refused(Program().get(f"teams/{its.slug}/scroll/?at=x"), 422, "invalid", "at")
    refused(Program().get(f"teams/{its.slug}/scroll/?at=0"), 422, "min-value", "at")


def test_the_chronicle_is_told_in_sentences_the_latest_first() -> None:
    its = seasoned(person())
    page = Program().get(f"teams/{its.slug}/chronicle/?limit=4").json()
    assert [entry["number"] for entry in page["results"]] == [10, 9, 8, 7]
    assert page["results"][0]["sentence"].startswith("Ruling of the ninja master: -2 koban.")
    assert (page["results"][0]["author"], page["results"][0]["word"]) == ("kenta", "stands")
    older = Program().get(page["next"].partition("/api/v1/")[2]).json()
    assert [entry["number"] for entry in older["results"]] == [6, 5, 4, 3]
    oldest_first = Program().get(f"teams/{its.slug}/chronicle/?ordering=number&limit=1").json()
    assert oldest_first["results"][0]["kind"] == "founded"


def test_an_entry_says_what_it_changed() -> None:
    its = seasoned(person())
    body = Program().get(f"teams/{its.slug}/chronicle/10/").json()
    assert {"what": "treasury", "before": str(its.treasury + 2), "after": str(its.treasury), "ninja": ""} in body[
        "changes"
    ]
    refused(Program().get(f"teams/{its.slug}/chronicle/11/"), 404, "not-found")


def test_the_ledger_has_every_entry_that_moved_koban() -> None:
    its = seasoned(person())
    rows = Program().get(f"teams/{its.slug}/ledger/").json()["results"]
    assert [row["koban"] for row in rows] == [-2, -its.ninja.get(ninja_id="n5").price, 13, rows[-1]["koban"]]
    assert rows[0]["balance"] == its.treasury


# Founding


def test_a_legal_roster_becomes_a_team() -> None:
    program = Program(person())
    response = program.post("teams/", ROSTER | {"colour": "ai", "crest": 3, "is_private": True})
    body = response.json()
    assert response.status_code == 201
    assert response["Location"] == "http://testserver/api/v1/teams/ember-claws/"
    assert (body["owner"], body["colour"], body["crest"], body["is_private"]) == ("kenta", "ai", 3, True)
    assert program.get("teams/ember-claws/")["ETag"] == response["ETag"]


def test_ninja_without_names_get_some() -> None:
    recruits = [
        {"profile": "tora-chunin", "abilities": ["pounce"]},
        {"profile": "tora-kaiken"},
        {"profile": "tora-kaiken"},
    ]
    Program(person()).post("teams/", ROSTER | {"recruits": recruits})
    names = list(Team.objects.get().ninja.values_list("name", flat=True))
    assert all(names)
    assert len(set(names)) == 3


@pytest.mark.parametrize(
    ("changes", "code", "subject"),
    [
        ({"clan": "wolf"}, "unknown-clan", "clan"),
        ({"recruits": ROSTER["recruits"][:2]}, "too-few", "tora-kaiken"),
        ({"name": "\u202e"}, "nameless", "name"),
        ({"name": ""}, "blank", "name"),
        ({"crest": 12}, "max-value", "crest"),
        ({"colour": "pink"}, "invalid-choice", "colour"),
        ({"is_private": "yes"}, "invalid", "is_private"),
    ],
)
def test_what_cannot_be_founded_is_not(changes: dict[str, Any], code: str, subject: str) -> None:
    refused(Program(person()).post("teams/", ROSTER | changes), 422, code, subject)
    assert not Team.objects.exists()


def test_only_somebody_founds_a_team() -> None:
    response = Program().post("teams/", ROSTER)
    refused(response, 401, "not-logged-in")
    assert response["WWW-Authenticate"].startswith("Bearer")


# Recruiting, dismissing, renaming


def recruits(its: Team) -> str:
    return f"teams/{its.slug}/recruits/"


def test_a_recruit_is_an_entry_of_the_chronicle() -> None:
    kenta = person()
    its = team(kenta)
    body = Program(kenta).post(recruits(its), ONI).json()
    assert (body["number"], body["kind"], body["author"]) == (2, "recruited", "kenta")
    assert body["sentence"].startswith("Kuma (Tora Oni) was recruited for ")
    assert body["event"]["ninja"] == "n4"
    assert chronicle.scroll_of(its).has("n4")


def test_a_recruit_without_a_name_gets_one() -> None:
    kenta = person()
    its = team(kenta)
    assert Program(kenta).post(recruits(its), {"profile": "tora-oni"}).status_code == 201
    assert its.ninja.get(ninja_id="n4").name


def test_ninja_and_team_are_renamed() -> None:
    kenta = person()
    its = team(kenta)
    program = Program(kenta)
    assert program.post(f"teams/{its.slug}/rename/", {"name": " Cinder  Claws "}).status_code == 201
    assert program.post(f"teams/{its.slug}/ninja/n2/rename/", {"name": "Hiji"}).status_code == 201
    refused(program.post(f"teams/{its.slug}/ninja/n2/rename/", {"name": "Hiji"}), 422, "same-name", "n2")
    refused(program.post(f"teams/{its.slug}/ninja/n9/rename/", {"name": "Hiji"}), 422, "unknown-ninja", "n9")
    its.refresh_from_db()
    assert its.name == "Cinder  Claws"


def test_a_ninja_is_dismissed_if_the_team_stays_legal() -> None:
    kenta = person()
    its = team(kenta, legal_team("tora", "tora-oni"))
    program = Program(kenta)
    assert program.post(f"teams/{its.slug}/ninja/n4/dismiss/").json()["sentence"] == "Tora Oni was dismissed."
    refused(program.post(f"teams/{its.slug}/ninja/n4/dismiss/"), 422, "unknown-ninja", "n4")
    refused(program.post(f"teams/{its.slug}/ninja/n1/dismiss/"), 422, "too-few", "tora-chunin")


def test_what_the_rules_refuse_has_not_happened() -> None:
    kenta = person()
    its = team(kenta)
    body = refused(
        Program(kenta).post(recruits(its), {"profile": "ika-chunin", "name": "\x00"}),
        422,
        "null-characters-not-allowed",
    )
    assert body["subject"] == "name"
    refused(Program(kenta).post(recruits(its), {"profile": "ika-oni"}), 422, "foreign-clan")
    refused(Program(kenta).post(recruits(its), {"profile": "nobody", "name": "X"}), 422, "unknown-profile", "nobody")
    assert its.entries.count() == 1


def test_offers_say_who_may_join_and_why_not() -> None:
    kenta = person()
    its = team(kenta)
    found = {its["profile"]: its for its in Program(kenta).get(f"teams/{its.slug}/offers/").json()["results"]}
    assert found["tora-oni"]["may_join"]
    assert not found["tora-chunin"]["may_join"]
    assert found["tora-chunin"]["problems"][0]["code"] == "too-many"
    assert "ika-oni" not in found


def changes(its: Team) -> list[Callable[[Program], Any]]:
    return [
        lambda program: program.post(recruits(its), ONI),
        lambda program: program.post(f"teams/{its.slug}/rename/", {"name": "New"}),
        lambda program: program.post(f"teams/{its.slug}/ninja/n1/rename/", {"name": "New"}),
        lambda program: program.post(f"teams/{its.slug}/ninja/n1/dismiss/"),
        lambda program: program.patch(f"teams/{its.slug}/", {"colour": "ai"}, if_match="*"),
        lambda program: program.get(f"teams/{its.slug}/offers/"),
    ]


@pytest.mark.parametrize("number", range(6))
def test_strangers_and_members_of_the_league_change_nothing(number: int) -> None:
    league = club()
    its = enter(season(league, teams=0), "Leaguers", owner=person()).team
    change = changes(its)[number]
    refused(change(Program()), 401, "not-logged-in")
    refused(change(Program(person("yuki"))), 403, "forbidden")
    refused(change(Program(join(league, person("mio")))), 403, "forbidden")
    assert change(Program(join(league, person("nami"), Role.ASSISTANT))).status_code in (200, 201, 422)


def test_a_team_cannot_be_put_or_deleted() -> None:
    its = team(person())
    refused(Program().delete(f"teams/{its.slug}/"), 405, "method-not-allowed")
    refused(Program().raw("PUT", f"teams/{its.slug}/", b"{}"), 405, "method-not-allowed")


def test_writing_has_a_limit_of_its_own(settings: Settings) -> None:
    settings.API_RATES = settings.API_RATES | {"write": "1/min"}
    kenta = person()
    its = team(kenta)
    program = Program(kenta)
    assert program.post(recruits(its), ONI).status_code == 201
    refused(program.post(recruits(its), ONI), 429, "too-many-requests")
    assert program.get("teams/").status_code == 200


# If-Match


def test_looks_are_changed_by_whoever_has_seen_them() -> None:
    kenta = person()
    its = team(kenta)
    program, address = Program(kenta), f"teams/{its.slug}/"
    etag = program.get(address)["ETag"]
    response = program.patch(address, {"colour": "ai"}, if_match=etag)
    assert (response.status_code, response.json()["colour"]) == (200, "ai")
    assert response["ETag"] == program.get(address)["ETag"] != etag
    refused(program.patch(address, {"crest": 2}, if_match=etag), 412, "stale", "If-Match")
    refused(program.patch(address, {"crest": 2}), 428, "if-match-missing", "If-Match")
    refused(program.patch(address, {"crest": 2}, if_match=f"W/{response['ETag']}"), 412, "stale", "If-Match")
    its.refresh_from_db()
    assert (its.colour, its.crest) == ("ai", 0)


def test_an_entry_written_meanwhile_makes_what_was_seen_stale() -> None:
    kenta = person()
    its = team(kenta)
    program = Program(kenta)
    etag = program.get(f"teams/{its.slug}/")["ETag"]
    services.rename(team=its, name="Another", author=kenta)
    refused(program.post(recruits(its), ONI, if_match=etag), 412, "stale", "If-Match")
    now = program.get(f"teams/{its.slug}/")["ETag"]
    assert program.post(recruits(its), ONI, if_match=now).status_code == 201


# Idempotency-Key


def test_the_same_request_under_the_same_key_happens_once() -> None:
    kenta = person()
    its = team(kenta)
    program, key = Program(kenta), str(uuid4())
    first = program.post(recruits(its), {"profile": "tora-oni"}, idempotency_key=key)
    services.rename(team=its, name="Another", author=kenta)
    again = program.post(recruits(its), {"profile": "tora-oni"}, idempotency_key=key)
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert its.entries.filter(kind="recruited").count() == 1


def test_founding_twice_under_one_key_founds_one_team() -> None:
    program, key = Program(person()), str(uuid4())
    first, again = (program.post("teams/", ROSTER, idempotency_key=key) for _ in range(2))
    assert first.json() == again.json()
    assert first["Location"] == again["Location"]
    assert Team.objects.count() == 1


def test_a_repeated_request_need_not_have_seen_its_own_change() -> None:
    kenta = person()
    its = team(kenta)
    program, key = Program(kenta), str(uuid4())
    etag = program.get(f"teams/{its.slug}/")["ETag"]
    answers_ = [program.post(recruits(its), ONI, idempotency_key=key, if_match=etag) for _ in range(2)]
    assert [its.status_code for its in answers_] == [201, 201]


def test_another_request_under_the_same_key_is_refused() -> None:
    kenta = person()
    its = team(kenta)
    program, key = Program(kenta), str(uuid4())
    program.post(recruits(its), ONI, idempotency_key=key)
    for again in (
        program.post(recruits(its), ONI | {"name": "Other"}, idempotency_key=key),
        program.post(f"teams/{its.slug}/rename/", ONI, idempotency_key=key),
    ):
        refused(again, 422, "key-reused", "Idempotency-Key")
    assert its.entries.count() == 2


def test_two_people_may_have_one_key() -> None:
    kenta, master = person(), person("sensei", is_staff=True)
    its = team(kenta, legal_team("tora"))
    key = str(uuid4())
    for who in (kenta, master):
        response = Program(who).post(recruits(its), {"profile": "tora-oni"}, idempotency_key=key)
        assert (response.status_code, response.json()["author"]) == (201, who.username)
    assert its.entries.filter(kind="recruited").count() == 2


def test_a_refusal_is_not_kept() -> None:
    kenta = person()
    its = team(kenta)
    program, key = Program(kenta), str(uuid4())
    refused(program.post(recruits(its), {"profile": "nobody"}, idempotency_key=key), 422, "unknown-profile")
    assert not Answer.objects.exists()
    assert program.post(recruits(its), ONI, idempotency_key=key).status_code == 201


def test_a_key_is_a_uuid() -> None:
    kenta = person()
    refused(Program(kenta).post(recruits(team(kenta)), ONI, idempotency_key="7"), 422, "bad-key", "Idempotency-Key")


def test_answers_are_forgotten_after_a_month_and_the_chronicle_still_knows_the_key() -> None:
    kenta = person()
    its = team(kenta)
    program, key = Program(kenta), str(uuid4())
    first = program.post(recruits(its), ONI, idempotency_key=key)
    Answer.objects.update(given_at=Answer.objects.get().given_at - answers.KEPT_FOR)
    program.post(f"teams/{its.slug}/rename/", {"name": "New"}, idempotency_key=str(uuid4()))
    assert Answer.objects.count() == 1
    again = program.post(recruits(its), ONI, idempotency_key=key)
    assert again.json()["number"] == first.json()["number"]
    assert its.entries.filter(kind="recruited").count() == 1


@pytest.mark.every_database
def test_of_many_requests_under_one_key_at_once_one_happens(race: Race) -> None:
    kenta = User.objects.create_user("kenta")
    its = team(kenta)
    program, key = Program(kenta), str(uuid4())
    results = race(lambda: program.post(recruits(its), {"profile": "tora-oni"}, idempotency_key=key), runners=6)
    assert {getattr(its, "status_code", its) for its in results} == {201}
    assert len({its.content for its in results if not isinstance(its, Exception)}) == 1
    assert Entry.objects.filter(kind="recruited").count() == 1


@pytest.mark.every_database
def test_of_many_who_have_seen_the_same_one_changes_it(race: Race) -> None:
    kenta = User.objects.create_user("kenta")
    its = team(kenta)
    program = Program(kenta)
    etag = program.get(f"teams/{its.slug}/")["ETag"]
    colours = iter(["ai", "shu", "cha", "fuji"])

    def dress() -> Any:
        return program.patch(f"teams/{its.slug}/", {"colour": next(colours)}, if_match=etag).status_code

    assert sorted(race(dress, runners=4), key=str) == [200, 412, 412, 412]
