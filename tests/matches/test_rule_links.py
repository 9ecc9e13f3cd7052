"""Wherever a rule decides, a link leads to it: each such link is followed to its page and its anchor."""

import re
from pathlib import Path

import pytest
from django.test import Client

from rules import aftermath
from rules.book.chapters import places
from rules.scroll import Due
from teams import chronicle
from tests.matches.desks import Desk, desk
from tests.matches.games import scroll, take_a_step, take_every_step

pytestmark = pytest.mark.django_db
LINK = re.compile(r'class="the-rule" href="([^"]+)"')


@pytest.fixture
def its(client: Client) -> Desk:
    return desk(client)


def links_on(client: Client, url: str) -> set[str]:
    response = client.get(url, follow=True)
    assert response.status_code == 200, url
    return set(LINK.findall(response.content.decode()))


def rules_at(client: Client, url: str) -> set[str]:
    """The rules that a page leads to, each of them where the link says."""
    found = set()
    for link in links_on(client, url):
        response = client.get(link.partition("#")[0])
        address = response["Location"] if response.status_code == 302 else link
        page, _, anchor = address.partition("#")
        assert f'id="{anchor}"' in client.get(page).content.decode(), address
        found.add(anchor)
    return found


def test_the_pages_of_a_league_lead_to_its_own_rules(client: Client, its: Desk) -> None:
    home, season = "/leagues/moon-court", f"/leagues/moon-court/seasons/{its.table.season.number}"
    fixture = its.table.another_game()
    expected = {
        f"{season}/standings/": {"league-points", "tie-breakers"},
        f"{season}/ratings/": {"rating", "underdog"},
        f"/games/{fixture.pk}/briefing/": {"underdog", "rating", "absence"},
    }
    for url, rules in expected.items():
        assert rules_at(client, url) >= rules, url
        assert all(link.startswith(f"{home}/rules/") for link in links_on(client, url)), url


def test_report_and_amendment_lead_to_what_feats_are_worth(client: Client, its: Desk) -> None:
    for team in its.table.teams:
        take_every_step(team)
    fixture = its.table.brief(its.table.another_game()).fixture
    assert rules_at(client, f"/games/{fixture.pk}/report/") >= {"feats", "all-star", "healing-house", "conceding"}
    client.force_login(its.table.master)
    assert rules_at(client, f"/games/{its.match.fixture_id}/amend/") >= {"amending", "feats"}


def test_the_pages_of_a_team_lead_to_the_rules_it_plays_by(client: Client, its: Desk) -> None:
    home = f"/teams/{its.team.slug}"
    assert rules_at(client, f"{home}/") >= {"rating", "levels", "absence"}
    assert rules_at(client, f"{home}/manage/") >= {"recruiting", "dismissing", "allowances"}
    assert rules_at(client, f"{home}/ninja/n1/dismiss/") == {"dismissing"}
    link = f"{home}/rules/upkeep/"
    assert client.get(link)["Location"] == "/leagues/moon-court/rules/ronin/#upkeep"


def test_each_step_at_the_desk_leads_to_its_rule(client: Client, its: Desk) -> None:
    expected = {
        Due.UPKEEP: "upkeep",
        Due.DOWNTIME: "downtime",
        Due.SPARE: "sparing",
        Due.ADVANCEMENT: "advancement",
        Due.CHOICE: "doubles",
    }
    seen = set()
    while due := aftermath.steps(scroll(its.team), chronicle.house_of(its.team)):
        seen.add(due[0].due)
        assert expected[due[0].due] in rules_at(client, its.address)
        take_a_step(its.team, due[0])
    assert seen >= {Due.UPKEEP, Due.DOWNTIME, Due.ADVANCEMENT, Due.CHOICE}


def test_the_builder_leads_to_the_rulebook(client: Client) -> None:
    draft = client.post("/teams/new/", {"clan": "tora"}, follow=True).redirect_chain[-1][0]
    assert rules_at(client, draft) >= {"budget", "allowances"}


def test_every_rule_that_a_template_names_is_in_the_book() -> None:
    named = set()
    for template in Path("templates").rglob("*.html"):
        named |= set(re.findall(r'{% rule "([\w-]+)"', template.read_text()))
    assert named <= set(places())
    assert len(named) > 15
