"""A scroll as a page for the printer, complete in itself: one team, or all of a league as one document."""

from collections.abc import Callable, Sequence

from django.template.loader import render_to_string

from teams import chronicle, pdf, scrolls
from teams.chronicle import Line
from teams.models import Team
from teams.rows import print_row

ROOMY = 9  # ninja that leave room on a sheet of A4 for larger letters


def scroll_page(team: Team, lines: Sequence[Line], at: int | None, address: str) -> str:
    """The team after entry number `at`, or now; `address` is where its scroll can be read."""
    moment = scrolls.moment(team, lines, at)
    house, ninja = chronicle.house_of(team), scrolls.line_at(lines, moment.number).after.ninja
    context = {
        "team": team,
        "moment": moment,
        "rows": [print_row(its, house) for its in ninja],
        "is_roomy": len(ninja) <= ROOMY,
        "glossary": scrolls.glossary(moment.rows),
        "crest": scrolls.crest_of(team),
        "qr_code": pdf.qr_code(address),
        "address": address,
    }
    return render_to_string("teams/scroll_pdf.html", context)


def scroll_book(teams: Sequence[Team], site: str, progress: Callable[[int, int, str], None]) -> bytes:
    """All scrolls as they are now, one after the other, in one document."""
    pages = []
    for n, team in enumerate(teams):
        progress(n, len(teams), f"Printing {team.name}")
        address = site + team.get_absolute_url()
        pages.append(pdf.Leaf(scroll_page(team, chronicle.read(team), None, address)))
    progress(len(teams), len(teams), "Binding")
    return pdf.bound(pages)
