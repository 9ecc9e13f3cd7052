"""The pages of the newsletter: who may see and do what, the preview, two editors, the print, and what they cost."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import League, Role, Season
from matches.newsletter.models import Issue
from teams import pdf
from tests.league.clubs import club, join
from tests.newsletter.issues import court, draft, out
from tests.teams.people import person
from tests.teams.stories import words

pytestmark = pytest.mark.django_db
HERE = "/leagues/moon-court/newsletter/"
HTMX = {"HX-Request": "true"}


def master(league: League) -> User:
    return league.memberships.get(role=Role.MASTER).person


def sent(issue: Issue, **changed: object) -> dict[str, object]:
    return {"title": issue.title, "text": issue.text, "correction": "", "based_on": issue.version, **changed}


# Who may


@pytest.mark.parametrize("who", ["visitor", "stranger", "guest", "player", "assistant", "master"])
def test_what_is_published_is_read_by_all_and_drafts_by_those_who_run_it(client: Client, who: str) -> None:
    league, its = court()
    issue, made = out(its), draft(its)
    _log_in(client, league, who)
    assert client.get(HERE).status_code == 200
    assert client.get(f"{HERE}{issue.number}/").status_code == 200
    assert client.get(f"{HERE}{issue.number}/issue.pdf").status_code == 200
    runs = who in ("assistant", "master")
    edit = f"{HERE}edit/{made.pk}/"
    for address in (edit, f"{edit}discard/"):
        assert client.get(address).status_code == (200 if runs else 403)
    assert ("Drafts" in words(client.get(HERE))) == runs
    assert ("Correct it" in words(client.get(f"{HERE}1/"))) == runs
    asked = {"season": 1, "first": 1, "last": 1, "key": str(uuid4())}
    assert client.post(f"{HERE}draft/", asked).status_code == (302 if runs else 403)
    assert client.post(edit, sent(made)).status_code == (302 if runs else 403)
    assert client.post(f"{edit}redraft/", {"based_on": made.version}).status_code == (302 if runs else 403)
    assert client.post(f"{edit}discard/").status_code == (302 if runs else 403)


@pytest.mark.parametrize("who", ["visitor", "stranger", "guest"])
def test_the_newsletter_of_a_private_league_is_its_members(client: Client, who: str) -> None:
    league, its = court(is_private=True)
    out(its)
    made = draft(its)
    _log_in(client, league, who)
    expected = 200 if who == "guest" else 404
    for address in (HERE, f"{HERE}1/", f"{HERE}1/issue.pdf"):
        assert client.get(address).status_code == expected
    assert client.get(f"{HERE}edit/{made.pk}/").status_code == (403 if who == "guest" else 404)
    assert client.post(f"{HERE}draft/").status_code == (403 if who == "guest" else 404)


def _log_in(client: Client, league: League, who: str) -> None:
    roles = {"guest": Role.GUEST, "player": Role.PLAYER, "assistant": Role.ASSISTANT}
    if who == "master":
        client.force_login(master(league))
    elif who != "visitor":
        one = person("somebody")
        client.force_login(join(league, one, roles[who]) if who in roles else one)


def test_in_an_archived_league_issues_are_read_and_not_written(client: Client) -> None:
    league, its = court()
    out(its)
    made = draft(its)
    League.objects.update(archived_at=its.created_at)
    client.force_login(master(league))
    assert "Drafts" not in words(client.get(HERE))
    assert client.get(f"{HERE}1/").status_code == 200
    assert client.get(f"{HERE}edit/{made.pk}/").status_code == 403


@pytest.mark.parametrize("path", ["7/", "7/issue.pdf", "edit/999/", "edit/999/discard/"])
def test_what_is_not_there_is_404(client: Client, path: str) -> None:
    league, _ = court()
    client.force_login(master(league))
    assert client.get(f"{HERE}{path}").status_code == 404


def test_a_draft_of_another_league_is_not_found_here(client: Client) -> None:
    league, its = court()
    made = draft(its)
    club("Sun Court", master=master(league))
    client.force_login(master(league))
    assert client.get(f"/leagues/sun-court/newsletter/edit/{made.pk}/").status_code == 404


def test_a_draft_has_no_address_by_number(client: Client) -> None:
    _, its = court()
    draft(its)
    assert client.get(f"{HERE}1/").status_code == 404


@pytest.mark.parametrize("path", ["draft/", "edit/{}/redraft/"])
def test_what_changes_something_is_posted(client: Client, path: str) -> None:
    league, its = court()
    made = draft(its)
    client.force_login(master(league))
    assert client.get(HERE + path.format(made.pk)).status_code == 405


@pytest.mark.parametrize("path", ["", "1/", "1/issue.pdf"])
def test_what_is_read_is_not_posted_to(client: Client, path: str) -> None:
    _, its = court()
    out(its)
    assert client.post(HERE + path).status_code == 405


# Drafting


def test_a_draft_is_made_and_opened(client: Client) -> None:
    league, _ = court()
    client.force_login(master(league))
    asked = {"season": 1, "first": 1, "last": 1, "key": str(uuid4())}
    response = client.post(f"{HERE}draft/", asked, follow=True)
    assert "“Autumn, round 1: Team 1 leads” is drafted." in response.content.decode()
    client.post(f"{HERE}draft/", asked)
    assert Issue.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"first": 5, "last": 9}, "there is nothing to tell"),
        ({"first": 3, "last": 1}, "comes before the last"),
        ({"first": "x", "last": 1}, "Enter a whole number"),
        ({"first": 0, "last": 1}, "greater than or equal to 1"),
        ({"first": 1, "last": 10**30}, "less than or equal to"),
        ({"season": 99, "first": 1, "last": 1}, "Select a valid choice"),
        ({"key": "x", "first": 1, "last": 1}, "lost a part"),
    ],
)
def test_a_refused_draft_says_why(client: Client, asked: dict[str, object], why: str) -> None:
    league, _ = court()
    client.force_login(master(league))
    response = client.post(f"{HERE}draft/", {"season": 1, "key": str(uuid4()), **asked})
    assert response.status_code == 422
    assert why in words(response)
    assert not Issue.objects.exists()


def test_the_rounds_since_the_last_issue_are_offered(client: Client) -> None:
    league, its = court()
    out(its)
    client.force_login(master(league))
    page = client.get(HERE).content.decode()
    assert 'name="first" value="1"' in page
    assert 'name="last" value="1"' in page


def test_without_a_result_there_is_nothing_to_draft(client: Client) -> None:
    league = club()
    client.force_login(master(league))
    assert "No game is decided yet" in words(client.get(HERE))


# Editing


@pytest.fixture
def its(client: Client) -> Season:
    """Its ninja master is logged in."""
    league, made = court()
    client.force_login(master(league))
    return made


def test_it_is_saved_and_shown_again(client: Client, its: Season) -> None:
    made = draft(its)
    response = client.post(made.edit_url, sent(made, text="**All** of it."), follow=True)
    assert f"“{made}” is saved." in response.content.decode()
    assert "<strong>All</strong> of it." in response.content.decode()


def test_a_preview_shows_what_is_typed_and_saves_nothing(client: Client, its: Season) -> None:
    made = draft(its)
    response = client.post(made.edit_url, sent(made, text="A *new* text.\n\n[chart: points]", do="preview"))
    page = response.content.decode()
    assert response.status_code == 200
    assert "A <em>new</em> text." in page
    assert "A *new* text." in page  # in the box, still
    assert "Points scored" in page
    made.refresh_from_db()
    assert made.version == 1


def test_with_script_the_preview_is_a_part(client: Client, its: Season) -> None:
    made = draft(its)
    response = client.post(made.edit_url, sent(made, text="Live.", do="preview"), headers=HTMX)
    page = response.content.decode()
    assert page.strip().startswith('<section class="issue-preview"')
    assert "<p>Live.</p>" in page
    assert "<html" not in page


def test_a_preview_needs_no_form_that_is_right(client: Client, its: Season) -> None:
    made = draft(its)
    assert client.post(made.edit_url, {"do": "preview"}).status_code == 200
    assert client.post(made.edit_url, {"do": "preview", "text": "x" * 200_000}, headers=HTMX).status_code == 200


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"title": " "}, "needs a title"),
        ({"text": " "}, "nothing to read"),
        ({"based_on": ""}, "lost a part"),
        ({"based_on": "x"}, "lost a part"),
        ({"based_on": "9" * 40}, "lost a part"),
    ],
)
def test_a_refused_text_is_still_there(client: Client, its: Season, changed: dict[str, str], why: str) -> None:
    made = draft(its)
    response = client.post(made.edit_url, sent(made, **{"text": "Typed with care.", **changed}))
    assert response.status_code == 422
    assert why in words(response)
    if "text" not in changed:
        assert "Typed with care." in response.content.decode()


def test_two_editors_see_both_texts_and_nothing_is_lost(client: Client, its: Season) -> None:
    made = draft(its)
    client.post(made.edit_url, sent(made, text="The first."))
    response = client.post(made.edit_url, sent(made, text="The second."))
    page = response.content.decode()
    assert response.status_code == 422
    assert "sensei has saved another version meanwhile" in page
    assert "The first." in page
    assert "The second." in page
    made.refresh_from_db()
    assert made.text == "The first.\n"
    (version,) = re.findall(r'name="based_on" value="(\d+)"', page.partition("issue-form")[2].partition("</form>")[0])
    assert client.post(made.edit_url, sent(made, text="The second.", based_on=version)).status_code == 302


def test_a_draft_is_written_anew(client: Client, its: Season) -> None:
    made = draft(its)
    client.post(made.edit_url, sent(made, text="Mine."))
    refused = client.post(f"{made.edit_url}redraft/", {"based_on": 1}, follow=True)
    assert "another version" in refused.content.decode()
    response = client.post(f"{made.edit_url}redraft/", {"based_on": 2}, follow=True)
    assert f"“{made}” is written anew" in response.content.decode()
    assert client.post(f"{made.edit_url}redraft/", {"based_on": "x" * 50}).status_code == 302
    made.refresh_from_db()
    assert "Team 1" in made.text


def test_discarding_asks_first(client: Client, its: Season) -> None:
    made = draft(its)
    assert "Discard this draft?" in words(client.get(f"{made.edit_url}discard/"))
    assert Issue.objects.exists()
    gone = client.post(f"{made.edit_url}discard/", follow=True)
    assert f"The draft “{made}” is discarded." in gone.content.decode()
    assert not Issue.objects.exists()
    assert client.post(f"{made.edit_url}discard/").status_code == 404


def test_what_is_published_is_not_discarded(client: Client, its: Season) -> None:
    issue = out(its)
    for ask in (client.get, client.post):
        assert "is published, and stays" in ask(f"{issue.edit_url}discard/", follow=True).content.decode()
    assert Issue.objects.exists()


# Publishing and reading


def test_it_is_published_through_the_job_to_its_own_page(client: Client, its: Season) -> None:
    made = draft(its)
    response = client.post(made.edit_url, sent(made, title="It is out", do="publish"), follow=True)
    assert response.redirect_chain[-1][0] == f"{HERE}1/"
    assert "It is out" in words(response)
    again = client.post(made.edit_url, sent(made, title="Again", do="publish"))
    assert again["Location"] == f"{HERE}1/"
    assert Issue.objects.get().title == "It is out"


def test_a_correction_shows_its_day_and_its_reason(client: Client, its: Season) -> None:
    issue = out(its)
    changed = sent(issue, text="Better.", correction="The <score> was wrong")
    page = client.post(issue.edit_url, changed, follow=True).content.decode()
    assert "Issue 1 is corrected." in page
    assert "Corrected on" in page
    assert "The &lt;score&gt; was wrong" in page


def test_issues_lead_to_each_other_and_past_ones_stay(client: Client, its: Season) -> None:
    for n in range(3):
        out(its, title=f"News {n}")
    page = client.get(f"{HERE}2/").content.decode()
    assert f'href="{HERE}1/"' in page
    assert f'href="{HERE}3/"' in page
    listed = words(client.get(HERE))
    assert listed.index("News 2") < listed.index("News 1") < listed.index("News 0")


def test_markdown_is_harmless(client: Client, its: Season) -> None:
    out(its, "<script>alert(1)</script> [x](javascript:alert(1)) ![y](https://example.com/y.png)", "<b>Bold</b>")
    page = client.get(f"{HERE}1/").content.decode()
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "y.png" not in page
    assert "<b>Bold" not in page


def test_a_chart_stands_where_the_text_has_it_and_once(client: Client, its: Season) -> None:
    out(its, "Before.\n\n[chart: points]\n\nAfter.\n\n[chart: points]\n\n[chart: nonsense]\n\nEnd.")
    page = client.get(f"{HERE}1/").content.decode()
    assert page.count('<svg class="chart"') == 1
    assert page.index("Before.") < page.index("Points scored") < page.index("After.")
    assert "[chart" not in page


def test_later_results_do_not_change_the_charts_of_an_issue(client: Client, its: Season) -> None:
    out(its, "[chart: points]")
    its.entrants.all()[0].sides.update(points=99)
    assert "99" not in words(client.get(f"{HERE}1/"))


def test_the_league_s_page_links_to_the_latest(client: Client, its: Season) -> None:
    assert "Newsletter 1" not in words(client.get("/leagues/moon-court/"))
    out(its, title="The latest <news>")
    page = client.get("/leagues/moon-court/").content.decode()
    assert f'<a href="{HERE}1/" dir="auto">The latest &lt;news&gt;</a>' in page


# Print


def test_it_prints_as_a_pdf(client: Client, its: Season) -> None:
    out(its)
    response = client.get(f"{HERE}1/issue.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="moon-court-newsletter-1.pdf"'
    assert response.content.startswith(b"%PDF")


def test_a_server_that_cannot_print_says_so(client: Client, its: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    out(its)

    def cannot(_: str) -> bytes:
        raise pdf.CannotPrint("no pango")

    monkeypatch.setattr(pdf, "pdf", cannot)
    response = client.get(f"{HERE}1/issue.pdf")
    assert response.status_code == 503
    assert "libpango" in words(response)


# Cost


@pytest.mark.parametrize("count", [1, 6])
def test_the_list_costs_the_same_for_any_number_of_issues(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    _, its = court()
    for n in range(count):
        out(its, title=f"News {n}")
    with django_assert_num_queries(3):
        client.get(HERE)
    with django_assert_num_queries(3):
        client.get(f"{HERE}1/")
