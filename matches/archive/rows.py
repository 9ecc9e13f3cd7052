"""All rows of a league, loaded in as many queries however large it is, and grouped by what they belong to."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from league.models import Division, Entrant, Fixture, HouseVersion, League, Membership, Round, Season
from league.models import Side as Seat
from matches.models import Comment, Match, Report, Seed, Side, Signature, Story
from matches.newsletter.models import Issue
from teams.models import Entry, House, Team

Row = TypeVar("Row", bound=Model)


@contextmanager
def one_moment() -> Iterator[None]:
    """Whatever is read in here is of one and the same moment."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


class Rows:
    """Rows by their model and by what they belong to, in the order in which they were made."""

    def __init__(self) -> None:
        self._by_parent: dict[tuple[type[Model], str], dict[object, list[Model]]] = {}
        self.all: list[Model] = []

    def load(self, found: QuerySet[Row], parent: str = "") -> list[Row]:
        rows = list(found)
        groups: dict[object, list[Model]] = defaultdict(list)
        for row in rows:
            groups[getattr(row, parent) if parent else None].append(row)
        self._by_parent[found.model, parent] = groups
        self.all += rows
        return rows

    def of(self, model: type[Row], parent: str, pk: object) -> list[Row]:
        return self._by_parent[model, parent].get(pk, [])  # type: ignore[return-value]


def rows_of(league: League) -> tuple[Rows, list[Team]]:
    """Everything of a league, and its teams."""
    rows = Rows()
    season = {"season__league": league}
    rows.load(Membership.objects.filter(league=league).order_by("joined_at", "pk"))
    rows.load(HouseVersion.objects.filter(league=league).order_by("number"))
    rows.load(Season.objects.filter(league=league).order_by("number"))
    rows.load(Division.objects.filter(**season).order_by("position", "pk"), "season_id")
    rows.load(Entrant.objects.filter(**season).order_by("pk"), "season_id")
    rows.load(Round.objects.filter(**season).order_by("number"), "season_id")
    fixtures = {f"round__{name}": its for name, its in season.items()}
    rows.load(Fixture.objects.filter(**fixtures).order_by("position", "pk"), "round_id")
    matches = {f"fixture__{name}": its for name, its in fixtures.items()}
    rows.load(Seat.objects.filter(**matches).order_by("position"), "fixture_id")
    rows.load(Match.objects.filter(**matches), "fixture_id")
    within = {f"match__{name}": its for name, its in matches.items()}
    rows.load(Side.objects.filter(**within).order_by("position", "pk"), "match_id")
    rows.load(Report.objects.filter(**within).order_by("number"), "match_id")
    rows.load(Story.objects.filter(**within).order_by("written_at", "pk"), "match_id")
    rows.load(Comment.objects.filter(**within).order_by("written_at", "pk"), "match_id")
    rows.load(_revealed().filter(**within), "match_id")
    signed = {f"report__{name}": its for name, its in within.items()}
    rows.load(Signature.objects.filter(**signed).order_by("signed_at", "pk"), "report_id")
    rows.load(Issue.objects.filter(league=league, number__isnull=False).order_by("number"))
    entered = Entrant.objects.filter(season__league=league).values("team")
    return rows, _load_teams(rows, Team.objects.filter(pk__in=entered))


def rows_of_team(team: Team) -> Rows:
    rows = Rows()
    _load_teams(rows, Team.objects.filter(pk=team.pk))
    return rows


def _load_teams(rows: Rows, teams: QuerySet[Team]) -> list[Team]:
    rows.load(Entry.objects.filter(team__in=teams).order_by("team", "number"), "team_id")
    rows.load(_revealed().filter(team__in=teams), "team_id")
    return rows.load(teams.order_by("pk"))


def _revealed() -> QuerySet[Seed]:
    """A secret that dice may still be cast from is told to nobody, and no file."""
    return Seed.objects.filter(revealed_at__isnull=False).order_by("created_at", "pk")


def house_ids(rows: Rows) -> list[int]:
    """Of all house rules that these rows name."""
    ids = {getattr(row, "house_id", None) for row in rows.all} - {None}
    return sorted(id_ for id_ in ids if id_ is not None)


def houses_by_id(ids: list[int]) -> dict[int, House]:
    return House.objects.in_bulk(ids)
