"""The bracket as a drawn picture, from what its page tells in words."""

from league.bracket_page import BracketPage, TieShown
from league.models import Season
from rules.problems import counted
from teams.pictures import bracket
from teams.pictures.bracket import Box, Seat
from teams.pictures.chart import Chart, both


def bracket_picture(season: Season, page: BracketPage) -> Chart | None:
    """None as long as there is no bracket to draw."""
    if not page.rounds:
        return None
    rounds = [(its.name, [_box(tie) for tie in its.ties]) for its in page.rounds]
    third = (page.third_place.name, _box(page.third_place)) if page.third_place else None
    title = f"Playoffs of {season.name}{'' if page.has_begun else ' if the season ended now'}"
    return Chart(
        name="bracket-picture",
        title=title,
        summary=_summary(page),
        **both(lambda width: bracket.draw(rounds, title=title, third=third, width=width)),
        columns=("Tie", "What became of it"),
        rows=tuple((tie.name, tie.sentence) for tie in _ties(page)),
    )


def _ties(page: BracketPage) -> list[TieShown]:
    return [tie for its in page.rounds for tie in its.ties] + ([page.third_place] if page.third_place else [])


def _box(tie: TieShown) -> Box:
    seats = tuple(Seat(its.name, its.colour, its.score, its.is_winner) for its in tie.slots)
    return Box(seats, tie.is_bye)


def _summary(page: BracketPage) -> str:
    teams = sum(bool(slot.colour) for tie in page.rounds[0].ties for slot in tie.slots)
    said = f"{counted(teams, 'team')} in {counted(len(page.rounds), 'round')}."
    if page.champion:
        return f"{said} In the final, {page.rounds[-1].ties[0].sentence}"
    ties = [its for its in _ties(page) if not its.is_bye]
    decided = sum(any(slot.is_winner for slot in its.slots) for its in ties)
    return f"{said} {decided} of {counted(len(ties), 'tie')} decided."
