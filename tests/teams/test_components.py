"""The components pages are made of, each on its own."""

from dataclasses import replace

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory

from rules.catalog import catalog
from rules.dice import Element
from teams.cards import card


def rendered(template: str, **context: object) -> str:
    html = Template("{% load kagejima %}" + template).render(Context(context))
    return " ".join(html.split())


def test_a_stat_line_names_each_attribute_and_marks_nothing_on_a_printed_profile() -> None:
    html = rendered("{% stat_line ninja %}", ninja=catalog().profiles["tora-kaiken"])
    assert '<abbr title="Movement">MV</abbr></dt> <dd>5</dd>' in html
    assert "change" not in html


def test_a_stat_line_marks_what_has_changed_since_the_profile() -> None:
    printed = catalog().profiles["tora-kaiken"]
    html = rendered("{% stat_line ninja printed=printed %}", ninja=replace(printed, attack=4), printed=printed)
    assert html.count("changed") == 1
    assert '<dd>4<span class="change">+1</span></dd>' in html


def test_an_element_shown_as_its_sign_still_has_a_name() -> None:
    assert '<span class="unseen">Fire</span>' in rendered('{% element fire "sign" %}', fire=Element.FIRE)
    assert "<span>Fire</span>" in rendered("{% element fire %}", fire=Element.FIRE)


def test_every_element_has_a_sign_and_every_clan_a_crest_and_no_two_look_the_same() -> None:
    signs = {render_to_string(f"signs/{element}.svg") for element in Element}
    crests = {render_to_string(f"crests/{clan}.svg") for clan in catalog().clans}
    assert (len(signs), len(crests)) == (len(Element), len(catalog().clans))
    assert all('aria-hidden="true"' in picture for picture in signs | crests)


def test_a_keyword_opens_to_its_meaning_without_script() -> None:
    leap = catalog().keywords["leap"]
    html = rendered("{% keyword leap %}", leap=leap)
    assert html.startswith('<details class="keyword"> <summary>Leap</summary>')
    assert leap.summary in html
    assert 'href="/keywords/leap/"' in html


def test_a_profile_card_shows_upkeep_only_for_those_who_are_paid() -> None:
    profiles = catalog().profiles
    assert "Upkeep 5 a game" in rendered("{% profile_card card %}", card=card(profiles["benkei"]))
    assert "Upkeep" not in rendered("{% profile_card card %}", card=card(profiles["byakko"]))


def test_a_clan_ninja_wears_the_colour_of_its_clan() -> None:
    assert card(catalog().profiles["byakko"]).element == catalog().clans["tora"].affinity


def test_the_page_for_our_own_faults_needs_nothing_but_itself() -> None:
    assert "Something broke" in render_to_string("500.html")


@pytest.mark.parametrize("page", ["403.html", "403_csrf.html", "404.html"])
def test_the_pages_for_what_cannot_be_had_say_where_to_go_next(page: str, rf: RequestFactory) -> None:
    html = render_to_string(page, request=rf.get("/"))
    assert html.count("<h1>") == 1
    assert 'href="/clans/"' in html
