"""News of a league as Atom and RSS: well-formed, in order, with names that last, and nothing for strangers."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league import feed_keys
from league.models import League, Round, Season
from league.standings import Outcome
from matches.feeds import MOST_ITEMS
from matches.newsletter import service
from tests.league.clubs import club, join, played, season
from tests.newsletter.issues import court, draft, out
from tests.teams.people import person

pytestmark = pytest.mark.django_db
ATOM, RSS = "/leagues/moon-court/news.atom", "/leagues/moon-court/news.rss"
NS = "{http://www.w3.org/2005/Atom}"


def entries(client: Client, address: str = ATOM) -> list[ElementTree.Element]:
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)  # noqa: S314 (made here)
    for part in ("id", "title", "updated"):
        assert root.findtext(f"{NS}{part}")
    for entry in root.findall(f"{NS}entry"):
        assert entry.findtext(f"{NS}id", "").startswith("tag:127.0.0.1,")
        assert entry.findtext(f"{NS}updated")
        assert entry.find(f"{NS}link").get("href", "").startswith("http://127.0.0.1:8000/")  # type: ignore[union-attr]
    return root.findall(f"{NS}entry")


def titles(client: Client, address: str = ATOM) -> list[str]:
    return [entry.findtext(f"{NS}title", "") for entry in entries(client, address)]


def test_results_rounds_newsletters_and_champions_are_news(client: Client) -> None:
    _, its = court()
    out(its, "All of **it**.", "What a week")
    now = timezone.now()
    champion = its.entrants.order_by("pk")[0].team
    finished = now + timedelta(minutes=1)
    Season.objects.update(state=Season.State.FINISHED, champion=champion, finished_at=finished)
    assert titles(client)[0] == "Team 1 is the champion of Autumn"
    assert set(titles(client)) == {
        "Team 1 is the champion of Autumn",
        "Newsletter 1: What a week",
        "Team 1 beat Team 2 5 : 3",
        "Round 1 of Autumn is published",
    }
    (newsletter,) = [entry for entry in entries(client) if "Newsletter" in entry.findtext(f"{NS}title", "")]
    assert "<strong>it</strong>" in newsletter.findtext(f"{NS}summary", "")


def test_rss_says_the_same(client: Client) -> None:
    court()
    response = client.get(RSS)
    assert response["Content-Type"] == "application/rss+xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)  # noqa: S314
    assert [item.findtext("title") for item in root.iter("item")] == titles(client)
    assert all(item.find("guid").get("isPermaLink") == "false" for item in root.iter("item"))  # type: ignore[union-attr]


def test_drafts_of_rounds_and_of_newsletters_are_no_news(client: Client) -> None:
    _, its = court()
    Round.objects.create(season=its, number=2)
    draft(its)
    assert len(titles(client)) == 2


def test_names_are_text_and_never_markup(client: Client) -> None:
    _, its = court()
    its.name = "<b>Autumn</b> & Co"
    its.save()
    team = its.entrants.order_by("pk")[0].team
    type(team).objects.filter(pk=team.pk).update(name="<i>Tora</i>")
    (result,) = [entry for entry in entries(client) if "beat" in entry.findtext(f"{NS}title", "")]
    assert result.findtext(f"{NS}title") == "<i>Tora</i> beat Team 2 5 : 3"
    assert result.findtext(f"{NS}summary") == "Round 1 of &lt;b&gt;Autumn&lt;/b&gt; &amp; Co."  # html, once it is read


def test_an_empty_league_has_an_empty_feed_that_stays_the_same(client: Client) -> None:
    club()
    assert entries(client) == []
    assert client.get(ATOM).content == client.get(ATOM).content


def test_a_corrected_issue_is_the_same_entry_anew(client: Client) -> None:
    league, its = court()
    issue = out(its)
    before = entries(client)[0]
    sensei = league.memberships.get().person
    service.save(issue=issue, title="Better", text="Better.", based_on=issue.version, author=sensei)
    after = entries(client)[0]
    assert after.findtext(f"{NS}id") == before.findtext(f"{NS}id")
    assert after.findtext(f"{NS}updated", "") > before.findtext(f"{NS}updated", "")


@pytest.mark.parametrize("address", [ATOM, RSS])
def test_a_private_league_tells_strangers_nothing(client: Client, address: str) -> None:
    league, _ = court(is_private=True)
    assert client.get(address).status_code == 404
    client.force_login(person("stranger"))
    assert client.get(address).status_code == 404
    token = feed_keys.token_of(feed_keys.renew(person=join(league, person("mio"))))
    assert client.get(f"/feeds/{token}{address}").status_code == 200
    assert client.post(f"/feeds/{token}{address}").status_code == 405


def test_who_has_it_already_is_told_so(client: Client) -> None:
    court()
    first = client.get(ATOM)
    assert client.get(ATOM, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(ATOM, headers={"If-Modified-Since": first["Last-Modified"]}).status_code == 304


def test_it_is_short_and_costs_the_same_however_much_happened(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    its = season(club(), teams=4)
    one, two, *_ = its.entrants.order_by("pk")
    for number in range(1, 60):
        played(its, number, (one, Outcome.WON, 1), (two, Outcome.LOST, 0))
    with django_assert_num_queries(6):
        assert len(entries(client)) == MOST_ITEMS


def test_the_league_s_pages_say_where_its_feeds_are(client: Client) -> None:
    court()
    page = client.get("/leagues/moon-court/").content.decode()
    for type_, address in (
        ("application/atom+xml", ATOM),
        ("application/rss+xml", RSS),
        ("text/calendar", "games.ics"),
    ):
        assert f'<link rel="alternate" type="{type_}"' in page
        assert address in page
    League.objects.update(is_private=True)
    client.force_login(League.objects.get().memberships.get().person)
    page = client.get("/leagues/moon-court/").content.decode()
    assert 'rel="alternate"' not in page
    assert "/account/feeds/" in page
