"""The post-game desk: every step in its order, taken here or at the table, by the player or for them, once."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import Role
from matches import amending, briefings, desk, reporting
from matches.models import Match
from rules import aftermath, dice
from rules.articles import DOWNTIMES
from rules.catalog import catalog
from rules.dice import Element, Source
from rules.events import AdvancementRolled, DowntimeRolled, Renamed, Ruled, from_json
from rules.house import Downtime
from rules.problems import RuleBroken
from rules.scroll import Due
from teams import chronicle
from teams.models import Entry, Team
from teams.services import Done
from tests.conftest import Race
from tests.league.clubs import join
from tests.matches.desks import STEPS, Desk, form, played
from tests.matches.desks import desk as made
from tests.matches.games import account, scroll, take_every_step
from tests.rules.teams import recruit
from tests.teams.people import person, team
from tests.teams.stories import words, write

pytestmark = pytest.mark.django_db
SPARES = DOWNTIMES[Downtime.SPARE_ANOTHER]
ADDRESSES = ("pay/", "release/", "downtime/", "spare/", "advancement/", "advance/")


@pytest.fixture
def its(client: Client) -> Desk:
    return made(client)


def last(team: Team) -> Entry:
    return team.entries.get(number=team.entries.count())


def take(its: Desk) -> None:
    """The open step, with dice cast here; the first of whatever is to be chosen."""
    step = aftermath.steps(scroll(its.team), chronicle.house_of(its.team))[0]
    page = its.page()
    match step.due:
        case Due.UPKEEP:
            response = its.send("pay")
        case Due.DOWNTIME:
            response = its.send("downtime")
        case Due.SPARE:
            response = its.send("spare", spared=re.findall(r'name="spared" value="(\w+)"', page)[0])
        case Due.ADVANCEMENT:
            response = its.send("advancement")
        case Due.CHOICE:
            response = its.send("advance", choice=re.findall(r'name="choice" value="([\w:-]+)"', page)[0])
    assert response.status_code == 302
    assert response.headers["Location"] == f"{its.address}#step"


# The whole way


def test_the_desk_begins_with_what_the_game_brought(its: Desk) -> None:
    read = its.read()
    assert "Won against Mio ika, 0 : 0, at Brawl; earned 10 koban." in read
    assert "Revenue: 10 koban (10 for the result) , which made 41 koban in the treasury." in read
    assert "+8 XP 8 XP, Experienced New level: Experienced Healing House" in read
    assert "+3 XP 3 XP, New Recruit All-Star Healing House" in read
    assert "No XP: Benkei and Komuso" in read
    assert f"Step 1 of {STEPS} Pay or release Benkei" in read
    assert "5 of 41" not in read
    assert "36 of 41 koban are left" in read
    assert "All 41 koban stay. The rating goes from 8 to 6." in read


def test_every_step_with_dice_from_the_table(its: Desk) -> None:
    n2, n3 = scroll(its.team).find("n2").name, scroll(its.team).find("n3").name
    its.send("pay")
    assert f"Step 2 of {STEPS} Pay or release Komuso" in its.read()
    its.send("release")
    assert f"Step 3 of {STEPS} Roll downtime for Tora Chunin" in its.read()
    its.send("downtime", 1, die="spirit")
    read = its.read()
    assert f"Step 4 of {STEPS} Say whom Tora Chunin spares from rolling" in read
    its.send("spare", spared="n3")
    assert f"Step 5 of {STEPS} Roll downtime for {n2}" in its.read()
    its.send("downtime", 1, die="water", witness=" Old Hana ")
    assert f"Step 6 of {STEPS} Roll the advancement of {n2}" in its.read()
    its.send("advancement", 1, first="earth", second="earth")
    read = its.read()
    assert f"Step 6 of {STEPS} Choose the advancement of {n2}" in read
    assert (
        "Doubles of Earth: Tora Kaiken gets another affinity, or learns a keyword of any category but Unique." in read
    )
    its.send("advance", choice="affinity:void")
    its.send("advancement", 1, first="fire", second="air")
    assert "No doubles, so Tora Kaiken learns a keyword: General or Fire." in its.read()
    its.send("advance", choice="keyword:leap")
    read = its.read()
    assert f"{STEPS} steps taken, none left" in read
    assert "All steps are taken" in read
    assert [line.sentence for line in chronicle.read(its.team)][-9:] == [
        "Benkei was paid 5 koban and stays.",
        "Komuso was not paid and left.",
        f"Downtime of Tora Chunin: Spirit (rolled at the table, seen by mio), which {SPARES}.",
        f"Tora Chunin spared {n3} from rolling.",
        f"Downtime of {n2}: Water (rolled at the table, seen by Old Hana), which earns the model XP.",
        f"{n2} rolled Earth and Earth (rolled at the table, seen by mio) for an advancement.",
        f"{n2} gained affinity with void.",
        f"{n3} rolled Fire and Air (rolled at the table, seen by mio) for an advancement.",
        f"{n3} gained Leap.",
    ]
    assert {entry.author for entry in its.team.entries.filter(number__gt=2)} == {its.table.players[0]}


def test_every_step_with_dice_of_the_server(its: Desk) -> None:
    promised = its.match.sides.get(team=its.team).commitment
    while Team.objects.get(pk=its.team.pk).steps_due:
        take(its)
    events = [from_json(entry.data) for entry in its.team.entries.all()]
    rolls = [event.roll for event in events if isinstance(event, DowntimeRolled | AdvancementRolled)]
    seed = its.team.seeds.get()
    assert len(rolls) >= 4
    assert seed.revealed_at
    for roll in rolls:
        assert roll.source is Source.SERVER
        assert roll.commitment == promised
        assert roll == dice.cast(bytes.fromhex(seed.secret), roll.purpose, len(roll.dice))
    assert "All steps are taken" in its.read()


def test_dice_are_promised_before_they_are_rolled_and_drawn_afterwards(its: Desk) -> None:
    its.send("pay")
    its.send("pay")
    page = its.page()
    seed = its.team.seeds.get()
    assert f'href="/dice/{seed.commitment}/"' in page
    assert seed.secret not in page
    its.send("downtime")
    (die,) = last(its.team).data["roll"]["dice"]
    assert f'<span class="die of-{die}">' in its.page()
    assert seed.secret not in its.page()


def test_a_team_that_was_never_briefed_has_its_promise_when_somebody_looks(its: Desk) -> None:
    its.team.seeds.all().delete()
    its.send("pay")
    its.send("pay")
    page = its.page()
    assert its.team.seeds.get().commitment in page
    assert its.page().count(its.team.seeds.get().commitment) == 2
    assert its.team.seeds.count() == 1


def test_each_face_is_shown_with_what_it_means_by_the_house_rules(its: Desk) -> None:
    its.send("pay")
    its.send("pay")
    read = its.read()
    assert "Spirit Spares Tora Kaiken or Tora Kaiken from rolling" in read
    assert "Void Misses the next two games" in read
    assert "Earth No effect" in read
    assert "Air Starts the next game in the Healing House" in read
    assert "Water Gains 1 XP" in read
    assert "Fire Misses the next game" in read


def test_the_last_to_roll_and_a_ronin_are_told_what_has_no_effect_on_them(client: Client) -> None:
    its = made(client)
    take_every_step(its.team)
    desk.rule(team=its.team, ruling=Ruled("Rest.", ninja="n1", misses=0), author=None)
    for mio in its.table.teams[1:]:
        take_every_step(mio)
    write(its.team, [recruit("x1", "benkei")])
    played(its.table, hurt={its.team.slug: ["x1"]})
    its.send("pay")
    read = its.read()
    assert "Spirit No effect: nobody else has to roll" in read
    assert "Water No effect: a ronin never gains XP" in read


def test_whoever_leaves_and_comes_back_goes_on_where_it_was(its: Desk) -> None:
    its.send("pay")
    its.send("pay")
    its.client = Client()
    its.client.force_login(its.table.players[0])
    read = its.read()
    assert f"Step 3 of {STEPS}" in read
    assert "Benkei was paid 5 koban and stays." in read
    assert (
        "Then Roll downtime for Tora Kaiken Do this first Roll downtime for Tora Kaiken Do this first Roll the" in read
    )


def test_of_steps_of_a_kind_another_may_be_taken_first(its: Desk) -> None:
    page = its.page()
    (other,) = re.findall(r'href="/teams/kenta-tora/desk/\?step=([^"#]+)#step"', page)
    assert other == f"upkeep.n5.{its.match.game}"
    response = its.client.get(its.address, {"step": other})
    assert f"Step 1 of {STEPS} Pay or release Komuso" in words(response)
    for nonsense in ("", "upkeep.n1", "advancement.n2", "\0", "x" * 500):
        assert "Pay or release Benkei" in words(its.client.get(its.address, {"step": nonsense}))


def test_only_legal_choices_are_offered_with_their_meaning(its: Desk) -> None:
    desk.release(team=its.team, game=its.match.game, ninja="n4", author=None)
    desk.release(team=its.team, game=its.match.game, ninja="n5", author=None)
    for ninja in ("n1", "n2", "n3"):
        desk.roll_downtime(
            team=its.team, game=its.match.game, ninja=ninja, author=None, dice=(Element.EARTH,), witness="mio"
        )
    desk.roll_advancement(team=its.team, ninja="n2", author=None, dice=(Element.FIRE, Element.FIRE), witness="mio")
    page = its.page()
    known = catalog().keywords
    choices = re.findall(r'name="choice" value="([\w:-]+)"', page)
    assert choices[0] == "gain:attack"
    assert {kind for kind, _, _ in (choice.partition(":") for choice in choices[1:])} == {"keyword"}
    assert not {id_ for id_, keyword in known.items() if keyword.category == "unique"} & {c[8:] for c in choices}
    read = words(its.client.get(its.address))
    assert "+1 AT Attacks with one more die: attack 3 becomes 4" in read
    assert "Leap Once per turn, enters elevated terrain for 1 movement." in read


# Whom it is for


def test_the_ninja_master_does_it_for_an_absent_player(its: Desk) -> None:
    assert "You do this" not in its.read()
    its.client.force_login(its.table.master)
    assert "You do this for kenta . Each step is on record with your name." in its.read()
    its.send("pay")
    assert last(its.team).author == its.table.master


def test_a_team_that_nobody_plays_any_more_is_done_for_nobody(its: Desk) -> None:
    Team.objects.filter(pk=its.team.pk).update(owner=None)
    its.client.force_login(its.table.master)
    assert "You do this" not in its.read()
    assert its.send("pay").status_code == 302


PEOPLE = ("anonymous", "stranger", "guest", "mio", "kenta", "assistant", "sensei", "staff")
MAY = {"kenta", "assistant", "sensei", "staff"}


def log_in(its: Desk, who: str) -> None:
    its.client.logout()
    if who == "anonymous":
        return
    if who in ("kenta", "mio", "sensei"):
        its.client.force_login(User.objects.get(username=who))
        return
    somebody = person(who, is_staff=who == "staff")
    if who in ("guest", "assistant"):
        join(its.table.league, somebody, Role(who))
    its.client.force_login(somebody)


@pytest.mark.parametrize("who", PEOPLE)
def test_only_the_player_and_those_who_run_the_league_take_steps(its: Desk, who: str) -> None:
    log_in(its, who)
    told = {"key": str(uuid4()), "ninja": "n4", "game": its.match.game}
    assert its.client.get(its.address).status_code == (200 if who in MAY else 403)
    for address in ADDRESSES[1:]:
        status = its.client.post(its.address + address, {}).status_code
        assert status == (422 if who in MAY else 403)
    assert its.client.post(its.address + "pay/", told).status_code == (302 if who in MAY else 403)
    assert its.team.entries.count() == (3 if who in MAY else 2)


@pytest.mark.parametrize("who", ["anonymous", "stranger"])
def test_of_a_private_team_strangers_learn_nothing(its: Desk, who: str) -> None:
    Team.objects.filter(pk=its.team.pk).update(is_private=True)
    log_in(its, who)
    assert its.client.get(its.address).status_code == 404
    assert its.client.post(its.address + "pay/", {}).status_code == 404


def test_looking_is_no_step_and_a_step_is_no_look(its: Desk) -> None:
    assert its.client.post(its.address).status_code == 405
    for address in ADDRESSES:
        assert its.client.get(its.address + address).status_code == 405


# What waits for the desk


def test_the_next_report_waits_until_the_desk_is_done(its: Desk) -> None:
    match = its.table.brief(its.table.another_game())
    said = account(match)
    assert "steps-due" in {problem.code for problem in reporting.problems(match, said.report)}
    with pytest.raises(RuleBroken, match="First pay or release Benkei"):
        its.table.file(match, said)
    take_every_step(its.team)
    match = briefings.brief(fixture=match.fixture, author=None)
    assert reporting.problems(match, account(match).report) == []


def test_when_nothing_is_due_it_says_what_comes_next(its: Desk) -> None:
    take_every_step(its.team)
    response = its.client.get(its.address)
    read = words(response)
    assert "All steps are taken" in read
    assert "Until the next game these could join: Chunin" not in read
    assert re.search(r"Until the next game these could join: Kaiken \d+ ", read)
    assert "Next: Round 1: Kenta tora" in read
    assert f'href="{its.table.fixture.get_absolute_url()}"' in response.content.decode()


def test_a_team_without_a_game_has_nothing_to_do(client: Client) -> None:
    its = team(kenta := person("kenta"))
    client.force_login(kenta)
    read = words(client.get(f"{its.get_absolute_url()}desk/"))
    assert "Nothing is due" in read
    assert "No game of this team is on the schedule." in read
    assert not its.seeds.exists()


# Refusals


def test_the_same_step_sent_twice_is_one_entry(its: Desk) -> None:
    told = form(its.page(), "pay/")
    answers = [its.client.post(its.address + "pay/", told) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert its.team.entries.count() == 3


def test_a_step_that_is_not_due_any_more_says_so(its: Desk) -> None:
    pay, release = form(its.page(), "pay/"), {**form(its.page(), "release/"), "key": str(uuid4())}
    its.client.post(its.address + "pay/", pay)
    response = its.client.post(its.address + "release/", release)
    assert response.status_code == 422
    assert "Nothing was changed Benkei has no upkeep due for this game." in words(response)
    assert 'aria-labelledby="step-task" autofocus>' in response.content.decode()
    assert f"Step 2 of {STEPS}" in words(response)
    assert its.team.entries.count() == 3


def test_a_step_whose_turn_has_not_come_says_what_is_first(its: Desk) -> None:
    told = {"key": str(uuid4()), "ninja": "n2", "game": its.match.game, "source": "server"}
    response = its.client.post(its.address + "downtime/", told)
    assert response.status_code == 422
    assert "First pay or release Benkei and pay or release Komuso." in words(response)


def test_a_ronin_that_cannot_be_paid_can_only_be_released(its: Desk) -> None:
    desk.rule(team=its.team, ruling=Ruled("A fine.", koban=-37), author=None)
    page = its.page()
    assert "Benkei asks for 5 koban, the treasury holds 4." in page
    assert "Pay 5 koban</button>" not in page
    response = its.client.post(its.address + "pay/", form(page, "pay/"))
    assert response.status_code == 422
    assert "Benkei asks for 5 koban, the treasury holds 4." in words(response)
    assert its.send("release").status_code == 302


def at_downtime(its: Desk) -> None:
    for ninja in ("n4", "n5"):
        desk.pay(team=its.team, game=its.match.game, ninja=ninja, author=None)


def test_dice_from_the_table_need_a_witness_and_the_sentence_stands_at_its_field(its: Desk) -> None:
    at_downtime(its)
    for witness, sentence in (("  ", "Say who saw these dice fall."), ("x" * 61, "A name has at most 60 characters.")):
        response = its.send("downtime", 1, die="fire", witness=witness)
        assert response.status_code == 422
        html = response.content.decode()
        assert f'<span class="error" id="step-witness_error">{sentence}</span>' in html
        assert 'value="fire" required checked' in html
    assert its.team.entries.count() == 4


def test_a_table_roll_without_its_dice_never_becomes_a_roll_of_the_server(its: Desk) -> None:
    at_downtime(its)
    for die in ("", "moon"):
        response = its.send("downtime", 1, die=die)
        assert response.status_code == 422
    assert "A die shows one of the six elements." in words(response)
    assert its.team.entries.count() == 4


def test_a_refused_roll_of_the_server_leaves_the_form_for_the_table_alone(its: Desk) -> None:
    at_downtime(its)
    here = form(its.page(), "downtime/")
    desk.roll_downtime(team=its.team, game=its.match.game, ninja="n1", author=None, dice=(Element.FIRE,), witness="mio")
    response = its.client.post(its.address + "downtime/", here)
    assert response.status_code == 422
    assert form(response.content.decode(), "downtime/", 1)["source"] == ["table"]


def test_a_choice_that_the_roll_does_not_offer_is_refused_at_the_choices(its: Desk) -> None:
    write(its.team, [Ruled("So.", ninja="n1", xp=8), AdvancementRolled("n1", dice.entered(Element.FIRE, Element.AIR))])
    take_every_step_but_choices(its)
    for choice, sentence in (
        ("keyword:drown", "asks for affinity with"),
        ("keyword:nonsense", "There is no such keyword."),
        ("gain:attack", "This roll does not give Tora Chunin any attack."),
        ("affinity:void", "This roll does not give Tora Chunin an affinity with void."),
        ("gain:beauty", "Choose one of these."),
        ("", "Choose one of these."),
    ):
        response = its.send("advance", choice=choice)
        assert response.status_code == 422
        assert sentence in words(response)
    assert its.send("advance", choice="keyword:leap").status_code == 302


def take_every_step_but_choices(its: Desk) -> None:
    at_downtime(its)
    for step in scroll(its.team).due:
        desk.roll_downtime(
            team=its.team, game=step.game, ninja=step.ninja, author=None, dice=(Element.EARTH,), witness="mio"
        )


NONSENSE: tuple[dict[str, Any], ...] = (
    {},
    {"key": "x"},
    {"key": str(uuid4())},
    {
        "key": str(uuid4()),
        "ninja": "n99",
        "game": "nowhere",
        "source": "server",
        "spared": "n1",
        "choice": "keyword:leap",
    },
    {"key": str(uuid4()), "ninja": "\0", "game": "\0", "source": "table", "die": "\0", "spared": "\0", "choice": "\0"},
    {"key": str(uuid4()), "ninja": "x" * 5000, "game": "y" * 5000, "source": "moon", "spared": "z" * 5000},
    {"key": str(uuid4()), "ninja": "n2", "source": "table", "first": "fire", "second": "", "witness": "mio\0"},
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.every_database
def test_nonsense_is_refused_and_never_breaks_the_page(its: Desk, address: str) -> None:
    for told in NONSENSE:
        response = its.client.post(its.address + address, told)
        assert response.status_code == 422, told
        assert f"Step 1 of {STEPS}" in words(response)
    assert its.team.entries.count() == 2


# Without a reload


def test_htmx_gets_the_part_with_the_next_step_in_focus(its: Desk) -> None:
    told = form(its.page(), "pay/")
    response = its.client.post(its.address + "pay/", told, headers={"HX-Request": "true"})
    html = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in html
    assert re.search(r'<section class="step" id="step" tabindex="-1"[^>]* autofocus>', html)
    assert '<div hx-swap-oob="innerHTML:#announcement">Benkei was paid 5 koban and stays.</div>' in html
    assert "Pay or release Komuso" in html


def test_htmx_gets_refusals_as_an_answer_it_swaps_in(its: Desk) -> None:
    response = its.client.post(its.address + "pay/", {}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "Nothing was changed" in words(response)


def test_the_page_has_no_script_or_style_of_its_own(its: Desk) -> None:
    while Team.objects.get(pk=its.team.pk).steps_due:
        assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=|<style", its.page())
        take(its)
    assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=|<style", its.page())


# After an amendment


def test_a_step_left_by_an_older_game_says_which(its: Desk) -> None:
    take_every_step(its.team)
    take_every_step(its.table.teams[1])
    desk.rule(team=its.team, ruling=Ruled("Rest.", ninja="n1", misses=0), author=None)
    played(its.table, hurt={})
    take_every_step(its.team)
    amend(its, its.match, account(its.match, hurt={its.table.teams[1].slug: ["n1"]}))
    its.client.force_login(its.table.master)
    mio = its.table.teams[1]
    response = its.client.get(f"/teams/{mio.slug}/desk/")
    assert "From game 1: Brawl against Kenta tora." in words(response)


def amend(its: Desk, match: Match, said: reporting.Account | None) -> None:
    match = Match.objects.get(pk=match.pk)
    amending.amend(
        match=match,
        account=said,
        author=its.table.master,
        reason="We had it wrong.",
        key=uuid4(),
        based_on=amending.version_of(match),
    )


def test_struck_steps_are_not_counted_as_taken(its: Desk) -> None:
    its.send("pay")
    amend(its, its.match, None)
    read = its.read()
    assert "Nothing is due" in read
    assert "Benkei was paid" not in read


# Its price


@pytest.mark.parametrize("story", ["as it is", "many ninja", "long chronicle"])
@pytest.mark.parametrize("who", ["kenta", "sensei"])
def test_it_costs_the_same_for_few_and_many_ninja_and_entries(
    its: Desk, who: str, story: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    at_downtime(its)
    if story == "many ninja":
        write(its.team, [Ruled("The more the merrier.", koban=1000, allows=("too-many:tora-kaiken",))])
        write(its.team, [recruit(f"x{n}", "tora-kaiken") for n in range(7)])
        assert len(scroll(its.team).ninja) == 12
    if story == "long chronicle":
        write(its.team, [Renamed(f"Tora {n}") for n in range(200)])
    log_in(its, who)
    with django_assert_num_queries(14 if who == "sensei" else 12):
        its.client.get(its.address)


@pytest.mark.parametrize("games", [1, 3])
def test_a_desk_that_is_done_costs_the_same_after_few_and_many_games(
    its: Desk, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games - 1):
        take_every_step(its.team)
        take_every_step(its.table.teams[1])
        played(its.table, hurt={})
    take_every_step(its.team)
    with django_assert_num_queries(9):
        its.client.get(its.address)


# Two at once


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_of_many_who_pay_or_release_at_once_exactly_one_does(race: Race, client: Client) -> None:
    its = made(client)
    page = its.page()

    def click() -> int:
        browser = Client()
        browser.force_login(its.table.master)
        told = {**form(page, "pay/"), "key": str(uuid4())}
        return browser.post(its.address + "pay/", told).status_code

    answers = race(click, runners=8)
    assert sorted(map(str, answers)) == ["302", *["422"] * 7]
    assert its.team.entries.count() == 3
    assert chronicle.retell(Team.objects.get(pk=its.team.pk)) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_database
def test_of_many_who_roll_at_once_one_die_is_on_record(race: Race, client: Client) -> None:
    its = made(client)
    at_downtime(its)

    def roll() -> Done:
        return desk.roll_downtime(team=its.team, game=its.match.game, ninja="n1", author=None)

    outcomes = race(roll, runners=8)
    assert sum(isinstance(outcome, Done) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, RuleBroken) for outcome in outcomes) == 7
    assert its.team.entries.filter(kind="downtime-rolled").count() == 1
    assert its.team.seeds.count() == 1
