"""The start page and the catalog: every page of every thing, what it says, and what it must not do."""

import re
from collections.abc import Iterable
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.catalog import Category, Challenge, Clan, Keyword, Profile, catalog
from rules.house import rulebook
from teams import links, words

LISTS = ["/", "/clans/", "/heroes/", "/ronin/", "/keywords/", "/challenges/"]
CLANS = list(catalog().clans.values())
PROFILES = list(catalog().profiles.values())
KEYWORDS = list(catalog().keywords.values())
CHALLENGES = list(catalog().challenges.values())

EVERY_PAGE = [
    *LISTS,
    *map(links.clan_url, CLANS),
    *map(links.profile_url, PROFILES),
    *map(links.keyword_url, KEYWORDS),
    *map(links.challenge_url, CHALLENGES),
]
UNKNOWN = [
    "/clans/tiger/",
    "/clans/tora/samurai/",
    "/clans/nobody/kaiken/",
    "/heroes/benkei/",
    "/ronin/byakko/",
    "/keywords/flying/",
    "/challenges/picnic/",
]


def by_id(thing: Clan | Profile | Keyword | Challenge) -> str:
    return thing.id


def text(client: Client, url: str) -> str:
    """What a person can read on a page, in one line."""
    response = client.get(url)
    assert response.status_code == 200, url
    body = response.content.decode().partition("<body")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def says(page: str, facts: Iterable[str]) -> None:
    missing = [fact for fact in facts if fact not in page]
    assert not missing


def test_the_addresses_are_ones_a_person_would_guess() -> None:
    known = catalog()
    assert links.profile_url(known.profiles["tora-kaiken"]) == "/clans/tora/kaiken/"
    assert links.profile_url(known.profiles["byakko"]) == "/heroes/byakko/"
    assert links.profile_url(known.profiles["benkei"]) == "/ronin/benkei/"
    assert links.keyword_url(known.keywords["leap"]) == "/keywords/leap/"
    assert links.challenge_url(known.challenges["brawl"]) == "/challenges/brawl/"


def test_the_start_page_says_what_it_is_and_shows_every_clan_with_its_element(client: Client) -> None:
    page = text(client, "/")
    says(page, ["Ninja All-Stars", *(f"{clan.name} {clan.affinity.title()} {words.CLANS[clan.id]}" for clan in CLANS)])


@pytest.mark.parametrize("clan", CLANS, ids=by_id)
def test_a_clan_shows_all_its_ninja_and_heroes(client: Client, clan: Clan) -> None:
    page = text(client, links.clan_url(clan))
    says(page, [clan.name, clan.affinity.title(), words.CLANS[clan.id]])
    says(page, [f"{words.full_name(profile)} {profile.koban} koban" for profile in clan.profiles])


@pytest.mark.parametrize("profile", PROFILES, ids=by_id)
def test_a_profile_shows_every_fact_and_every_meaning(client: Client, profile: Profile) -> None:
    page = text(client, links.profile_url(profile))
    says(page, [words.full_name(profile), f"{profile.koban} koban", words.allowance(profile)])
    says(page, [f"MV {profile.movement} AT {profile.attack} DF {profile.defense}"])
    says(page, [element.title() for element in profile.affinities])
    keywords = [catalog().keywords[keyword] for keyword in profile.keywords]
    says(page, [f"{keyword.name} {keyword.summary}" for keyword in keywords])
    says(page, [f"{ability.name} {ability.summary}" for ability in profile.all_abilities])
    says(page, [words.choice(profile)])
    assert ("Upkeep" in page) == bool(profile.upkeep)


def test_a_ninja_is_compared_with_its_kind_in_the_other_clans(client: Client) -> None:
    page = text(client, "/clans/tora/kaiken/")
    says(page, [f"{clan.name} {clan.ninja[1].movement} {clan.ninja[1].attack}" for clan in CLANS])


def test_the_heroes_are_all_on_one_page(client: Client) -> None:
    says(text(client, "/heroes/"), [f"{hero.name} {hero.koban} koban" for hero in catalog().heroes])


def test_the_ronin_are_all_on_one_page_with_their_upkeep(client: Client) -> None:
    page = text(client, "/ronin/")
    for ronin in catalog().ronin:
        attributes = f"MV {ronin.movement} AT {ronin.attack} DF {ronin.defense}"
        says(page, [f"{ronin.name} {attributes} {ronin.koban} {ronin.upkeep}"])


def test_the_keywords_are_all_on_one_page_under_their_categories(client: Client) -> None:
    page = text(client, "/keywords/")
    says(page, [f"{keyword.name} {keyword.summary}" for keyword in KEYWORDS])
    says(page, [f"{category.title()} {words.CATEGORIES[category]}" for category in Category])
    says(page, ["Ijin Kunoichi , Bomechan , Kappa", "18 have it", "Nobody starts with it"])


@pytest.mark.parametrize("keyword", KEYWORDS, ids=by_id)
def test_a_keyword_shows_its_meaning_and_everybody_who_has_it(client: Client, keyword: Keyword) -> None:
    page = text(client, links.keyword_url(keyword))
    owners = [profile for profile in PROFILES if keyword.id in profile.keywords]
    says(page, [keyword.name, keyword.summary, words.learned_by(keyword.category)])
    says(page, [words.full_name(owner) for owner in owners] or ["Nobody starts with it"])


@pytest.mark.parametrize("challenge", CHALLENGES, ids=by_id)
def test_a_challenge_shows_its_card_and_all_feats(client: Client, challenge: Challenge) -> None:
    page = text(client, links.challenge_url(challenge))
    says(page, [challenge.name, words.CHALLENGES[challenge.id]])
    says(page, [f"{name} {value}" for name, value in words.challenge_facts(challenge)])
    injury_xp = rulebook().common_feat("injury").xp
    for feat in challenge.feats:
        xp = feat.xp + (injury_xp if feat.is_injury else 0)
        says(page, [" ".join([feat.name, *words.feat_notes(feat, injury_xp), str(feat.points), str(xp)])])
    says(page, [feat.name for feat in rulebook().feats])


def test_in_a_brawl_an_ordinary_injury_is_not_listed_beside_its_own(client: Client) -> None:
    page = text(client, "/challenges/brawl/")
    assert page.count("Injured an enemy ") == 1
    says(page, ["“Injured an enemy” counts elsewhere"])


def test_the_challenges_are_all_on_one_page_with_the_feats_they_share(client: Client) -> None:
    page = text(client, "/challenges/")
    says(page, [f"{challenge.name} {words.CHALLENGES[challenge.id]}" for challenge in CHALLENGES])
    says(page, [feat.name for feat in rulebook().feats])


@pytest.mark.parametrize("url", UNKNOWN)
def test_what_does_not_exist_is_named_and_the_way_on_is_shown(client: Client, url: str) -> None:
    response = client.get(url)
    page = unescape(response.content.decode())
    assert response.status_code == 404
    wanted = "nobody" if "nobody" in url else url.strip("/").rpartition("/")[2]
    assert re.search(rf"There is no [\w ]+ called “{wanted}”\.", page)
    says(page, [f'href="{way}"' for way in LISTS])


def test_a_near_miss_is_answered_with_the_name_that_was_meant(client: Client) -> None:
    assert "Did you mean yamazaru?" in client.get("/clans/yamasaru/").content.decode()


def test_an_address_that_is_nothing_at_all_has_a_helpful_page_too(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    says(response.content.decode(), ["There is no page at this address", 'href="/clans/"'])


def test_markup_in_an_address_is_shown_as_text_or_not_at_all(client: Client) -> None:
    page = client.get("/keywords/<script>alert(1)<%2Fscript>/").content.decode()
    assert "<script>alert" not in page


@pytest.mark.parametrize("url", LISTS)
def test_pages_are_for_reading_only(client: Client, url: str) -> None:
    assert client.head(url).status_code == 200
    for method in (client.post, client.put, client.patch, client.delete):
        assert method(url).status_code == 405


@pytest.mark.django_db
def test_no_page_asks_the_database_anything(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        for url in EVERY_PAGE:
            client.get(url)


def test_no_page_has_script_or_style_of_its_own(client: Client) -> None:
    for url in [*EVERY_PAGE, "/no/such/page/"]:
        page = client.get(url).content.decode()
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)", page), url


@pytest.mark.django_db
def test_every_link_leads_somewhere_and_every_page_can_be_reached(client: Client) -> None:
    seen: dict[str, str] = {}
    to_visit = ["/"]
    while to_visit:
        url = to_visit.pop()
        if url not in seen:
            seen[url] = client.get(url).content.decode()
            to_visit += re.findall(r'<a [^>]*href="([^"#]+)"', seen[url])
    assert set(seen) >= set(EVERY_PAGE)
    answers = [client.get(url) for url in seen]
    assert {
        answer.status_code for answer in answers if "/account/login/" not in answer.headers.get("Location", "")
    } == {200}
    for url, page in seen.items():
        for anchor in re.findall(r'href="#([^"]+)"', page):
            assert f'id="{anchor}"' in page, (url, anchor)


def test_every_page_has_a_title_and_a_description_of_its_own(client: Client) -> None:
    heads = {}
    for url in EVERY_PAGE:
        page = client.get(url).content.decode()
        title = re.findall(r"<title>([^<]+)</title>", page)
        description = re.findall(r'<meta name="description" content="([^"]+)"', page)
        heads[url] = (*title, *description)
        assert page.count("<h1") == 1, url
        assert '<html lang="en">' in page
    assert all(len(head) == 2 for head in heads.values())
    assert len(set(heads.values())) == len(EVERY_PAGE)


def test_no_id_stands_twice_on_a_page(client: Client) -> None:
    for url in EVERY_PAGE:
        ids = re.findall(r'\sid="([^"]+)"', client.get(url).content.decode())
        assert len(ids) == len(set(ids)), url


def test_the_navigation_marks_where_one_is(client: Client) -> None:
    assert '<a href="/clans/" aria-current="page">' in client.get("/clans/").content.decode()
    assert '<a href="/clans/" aria-current="true">' in client.get("/clans/tora/kaiken/").content.decode()
    assert 'aria-current="' not in client.get("/").content.decode()


def test_the_builder_is_an_entry_of_its_own_and_no_page_of_the_teams(client: Client) -> None:
    html = client.get("/teams/new/").content.decode()
    assert '<a href="/teams/new/" aria-current="page">' in html
    assert '<a href="/teams/">' in html
