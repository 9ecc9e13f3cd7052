"""Rulings: previewed, given once, always with a reason, and there for everybody to read."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import League, Role
from matches import rulings
from rules.events import Dismissed, Renamed, Ruled, from_json
from rules.problems import RuleBroken
from rules.roster import problems
from teams import chronicle
from teams.models import Team
from teams.services import Done
from tests.conftest import Race
from tests.league.clubs import join
from tests.matches.desks import form
from tests.matches.games import Table, scroll, table
from tests.rules.teams import HOUSE, recruit
from tests.teams.people import person, team
from tests.teams.stories import crowded, words, write

pytestmark = pytest.mark.django_db
REASON = "He rescued the cat."


@pytest.fixture
def its(client: Client) -> Table:
    made = table()
    client.force_login(made.master)
    return made


def address(of: Team) -> str:
    return f"{of.get_absolute_url()}rulings/"


def show(client: Client, of: Team, ninja: str = "", **told: Any) -> Any:
    """Fill in the form, and have it shown what it would change."""
    page = client.get(address(of), {"ninja": ninja} if ninja else {}).content.decode()
    return client.post(address(of), {**form(page, "rulings/"), "reason": REASON, **told})


def confirm(client: Client, of: Team, preview: Any) -> Any:
    return client.post(address(of), {**form(preview.content.decode(), "rulings/"), "confirm": "yes"})


def rule(client: Client, of: Team, ninja: str = "", **told: Any) -> Ruled:
    preview = show(client, of, ninja, **told)
    assert preview.status_code == 200
    response = confirm(client, of, preview)
    assert (response.status_code, response.headers.get("Location")) == (302, address(of))
    event = from_json(of.entries.get(number=of.entries.count()).data)
    assert isinstance(event, Ruled)
    return event


# Giving one


def test_a_ruling_is_shown_before_it_is_given(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    preview = show(client, kenta, koban="-7")
    read = words(preview)
    assert "This would be ruled Ruling of the ninja master: -7 koban. Reason: He rescued the cat." in read
    assert "treasury 44 → 37" in read
    assert kenta.entries.count() == 1
    confirm(client, kenta, preview)
    assert scroll(kenta).treasury == 37
    assert kenta.entries.get(number=2).author == its.master


def test_koban_xp_keywords_and_absences_can_be_ruled(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    assert rule(client, kenta, koban="5") == Ruled(REASON, koban=5)
    told = {"xp": "9", "gives": ["leap", "drown"], "misses": "2", "starts": "yes"}
    given = rule(client, kenta, "n2", **told)
    assert given == Ruled(REASON, ninja="n2", xp=9, gives=("leap", "drown"), misses=2, starts_in_healing_house=True)
    assert rule(client, kenta, "n2", takes=["leap"], misses="0", starts="no") == Ruled(
        REASON, ninja="n2", takes=("leap",), misses=0, starts_in_healing_house=False
    )
    assert "drown" in scroll(kenta).find("n2").keywords


def test_the_preview_tells_of_each_ninja_and_of_steps_that_follow(client: Client, its: Table) -> None:
    read = words(show(client, its.teams[0], "n2", xp="9", gives=["leap"]))
    assert "XP 0 → 9" in read
    assert "level New Recruit → Experienced" in read
    assert "Then it is due to roll the advancement of Tora Kaiken" in read


def test_a_team_that_is_not_legal_can_be_allowed_and_forbidden_again(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    crowded(kenta, 12)
    write(kenta, [Ruled("No more.", forbids=("too-many:tora-kaiken",))])
    (problem,) = problems(scroll(kenta), HOUSE)
    page = client.get(address(kenta))
    assert f"Allow the team to play although {problem.message}" in words(page)
    preview = show(client, kenta, allows=[problem.key])
    assert f"Counts no longer against the team: {problem.message}" in words(preview)
    confirm(client, kenta, preview)
    assert problems(scroll(kenta), HOUSE) == []
    assert f"Take back what was allowed {problem.message}" in words(client.get(address(kenta)))
    preview = show(client, kenta, forbids=[problem.key])
    assert f"Counts against the team again, which then may not play: {problem.message}" in words(preview)
    confirm(client, kenta, preview)
    assert problems(scroll(kenta), HOUSE) == [problem]


def test_a_permission_that_nobody_needs_now_can_be_taken_back_too(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    allowed = ("too-many:tora-kaiken", "too-few:tora-kaiken", "banned:n2", "made-up:n9")
    write(kenta, [Ruled("In advance.", allows=allowed)])
    read = words(client.get(address(kenta)))
    assert "More Tora Kaiken than the allowance permits." in read
    assert "Fewer Tora Kaiken than the allowance asks for." in read
    assert "Tora Kaiken, who is banned in this league." in read
    assert rule(client, kenta, forbids=sorted(allowed)).forbids == tuple(sorted(allowed))
    assert scroll(kenta).allowed == frozenset()


def test_a_ruling_that_changes_nothing_is_noted(client: Client, its: Table) -> None:
    preview = show(client, its.teams[0])
    assert "It changes no figure. It is only noted." in words(preview)
    confirm(client, its.teams[0], preview)
    assert "Ruling of the ninja master: noted. Reason: He rescued the cat." in words(client.get(address(its.teams[0])))


def test_a_ronin_is_offered_no_xp(client: Client, its: Table) -> None:
    page = client.get(address(its.teams[0]), {"ninja": "n4"}).content.decode()
    assert 'name="misses"' in page
    assert 'name="xp"' not in page


# Refusals


@pytest.mark.parametrize(
    ("ninja", "told", "sentence"),
    [
        ("", {"reason": " "}, "A ruling needs a reason."),
        ("", {"reason": "x" * 501}, "at most 500 characters"),
        ("", {"koban": "-45"}, "The treasury holds 44 koban, 45 cannot be taken from it."),
        ("", {"koban": "10000"}, "less than or equal to 9999"),
        ("", {"koban": "much"}, "Enter a whole number."),
        ("", {"allows": ["over-budget:treasury"]}, "Choose from what is offered"),
        ("", {"forbids": ["too-many:tora-kaiken"]}, "Choose from what is offered"),
        ("n2", {"xp": "-1"}, "greater than or equal to 0"),
        ("n2", {"misses": "-1"}, "greater than or equal to 0"),
        ("n2", {"gives": ["made-up"]}, "Choose from what is offered"),
        ("n2", {"takes": ["leap"]}, "Choose from what is offered"),
        ("n2", {"starts": "maybe"}, "Choose from what is offered"),
        ("", {"key": "x"}, "This form has lost a part on its way."),
        ("", {"reason": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_ruled_is_refused_in_a_sentence(
    client: Client, its: Table, ninja: str, told: dict[str, Any], sentence: str
) -> None:
    response = show(client, its.teams[0], ninja, **told)
    assert response.status_code == 422
    assert "Nothing was changed" in words(response)
    assert sentence in words(response)
    assert its.teams[0].entries.count() == 1


def test_a_ninja_that_has_left_meanwhile_is_no_matter_for_a_ruling(client: Client, its: Table) -> None:
    told = {"key": str(uuid4()), "reason": REASON, "ninja": "n99", "xp": "1"}
    response = client.post(address(its.teams[0]), told)
    assert response.status_code == 422
    assert "This ninja is not on the team any more." in words(response)


def test_nothing_is_ruled_that_was_not_shown(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    seen = form(show(client, kenta, koban="5").content.decode(), "rulings/")
    for forged in ({"koban": ["50"]}, {"based_on": [""]}, {"reason": ["Another."]}):
        response = client.post(address(kenta), {**seen, **forged, "confirm": "yes"})
        assert response.status_code == 422
        assert rulings.OUTDATED in words(response)
    assert kenta.entries.count() == 1


def test_if_the_team_has_moved_on_the_ruling_is_shown_anew(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    preview = show(client, kenta, koban="5")
    write(kenta, [Ruled("A fine.", koban=-4)])
    again = confirm(client, kenta, preview)
    assert again.status_code == 422
    assert rulings.OUTDATED in words(again)
    assert "treasury 40 → 45" in words(again)
    assert confirm(client, kenta, again).status_code == 302
    assert scroll(kenta).treasury == 45


def test_the_same_ruling_sent_twice_is_one_entry(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    preview = show(client, kenta, "n2", gives=["leap"])
    assert [confirm(client, kenta, preview).status_code for _ in range(2)] == [302, 302]
    assert kenta.entries.count() == 2


def test_a_ninja_that_is_not_there_has_no_page(client: Client, its: Table) -> None:
    write(its.teams[0], [recruit("x1", "tora-kaiken"), Dismissed("x1")])
    for gone in ("x1", "n99", "\0"):
        assert client.get(address(its.teams[0]), {"ninja": gone}).status_code == 404


# Who may


PEOPLE = ("anonymous", "stranger", "guest", "kenta", "mio", "assistant", "sensei", "staff")
MASTERS = {"sensei", "staff"}


def log_in(client: Client, its: Table, who: str) -> None:
    client.logout()
    if who in ("kenta", "mio", "sensei"):
        client.force_login(User.objects.get(username=who))
    elif who != "anonymous":
        somebody = person(who, is_staff=who == "staff")
        if who in ("guest", "assistant"):
            join(its.league, somebody, Role(who))
        client.force_login(somebody)


@pytest.mark.parametrize("who", PEOPLE)
def test_everybody_reads_rulings_and_the_ninja_master_alone_gives_them(client: Client, its: Table, who: str) -> None:
    kenta = its.teams[0]
    write(kenta, [Ruled("For the festival.", koban=3)], its.master)
    log_in(client, its, who)
    response = client.get(address(kenta))
    assert response.status_code == 200
    assert "Ruling of the ninja master: +3 koban. Reason: For the festival." in words(response)
    assert ("Give a ruling" in words(response)) == (who in MASTERS)
    told = {"key": str(uuid4()), "reason": REASON, "koban": "1"}
    assert client.post(address(kenta), told).status_code == (200 if who in MASTERS else 403)
    assert kenta.entries.count() == 2


def test_the_rulings_on_a_private_team_are_not_for_strangers(client: Client, its: Table) -> None:
    Team.objects.filter(pk=its.teams[0].pk).update(is_private=True)
    client.logout()
    assert client.get(address(its.teams[0])).status_code == 404
    client.force_login(its.players[1])
    assert client.get(address(its.teams[0])).status_code == 200


def test_in_an_archived_league_nothing_is_ruled(client: Client, its: Table) -> None:
    League.objects.update(archived_at=its.season.created_at)
    assert "Give a ruling" not in words(client.get(address(its.teams[0])))
    assert client.post(address(its.teams[0]), {"reason": REASON}).status_code == 403


def test_on_a_team_without_a_league_only_the_staff_rule(client: Client) -> None:
    its = team(owner := person("kenta"))
    client.force_login(owner)
    assert client.post(address(its), {}).status_code == 403
    client.force_login(person("root", is_staff=True))
    assert rule(client, its, koban="1") == Ruled(REASON, koban=1)


def test_another_method_is_no_ruling(client: Client, its: Table) -> None:
    assert client.put(address(its.teams[0])).status_code == 405


# How they are read


def test_rulings_stand_on_the_scroll_with_date_author_and_reason(client: Client, its: Table) -> None:
    kenta = its.teams[0]
    rule(client, kenta, koban="5")
    client.logout()
    read = words(client.get(kenta.get_absolute_url()))
    assert "Rulings The team after entry 2 Ruling of the ninja master: +5 koban. Reason: He rescued the cat." in read
    assert re.search(r"He rescued the cat\. \d+ \w+ \d{4}, \d\d:\d\d , by sensei", read)
    assert "Rulings" not in words(client.get(its.teams[1].get_absolute_url()))
    assert "He rescued" not in words(client.get(kenta.get_absolute_url(), {"at": "1"}))


def test_a_hostile_reason_is_text(client: Client, its: Table) -> None:
    html = show(client, its.teams[0], reason="<script>alert(1)</script>").content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


@pytest.mark.parametrize("story", ["short", "long"])
@pytest.mark.parametrize("who", ["anonymous", "sensei"])
def test_it_costs_the_same_however_much_was_ruled(
    client: Client, its: Table, who: str, story: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    kenta = its.teams[0]
    if story == "long":
        crowded(kenta, 12)
        write(kenta, [Ruled("Again.", koban=1) for _ in range(50)] + [Renamed(f"Tora {n}") for n in range(50)])
    log_in(client, its, who)
    with django_assert_num_queries(7 if who == "sensei" else 4):
        client.get(address(kenta))


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_of_many_who_confirm_the_same_preview_at_once_one_rules(race: Race) -> None:
    its = table()
    kenta, ruling = its.teams[0], Ruled(REASON, koban=5)
    based_on = rulings.version(Team.objects.get(pk=kenta.pk), ruling)

    def give() -> Done:
        mine = Team.objects.get(pk=kenta.pk)
        return rulings.give(team=mine, ruling=ruling, author=its.master, key=uuid4(), based_on=based_on)

    outcomes = race(give, runners=8)
    assert sum(isinstance(outcome, Done) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, RuleBroken) for outcome in outcomes) == 7
    assert scroll(kenta).treasury == 49
    assert chronicle.retell(kenta) == []
