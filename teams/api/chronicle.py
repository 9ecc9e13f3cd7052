"""What a team has lived through: its scroll at any moment, its chronicle and its ledger."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules import words
from teams import chronicle, scrolls
from teams.api.endpoint import ListEndpoint
from teams.api.examples import ENTRY, SCROLL
from teams.api.schema import describe, got
from teams.api.scroll_shapes import ScrollSerializer, scroll_shown
from teams.api.team_shapes import EntryDetailSerializer, EntrySerializer, LedgerRowSerializer, line_shown
from teams.api.teams import TeamEndpoint
from teams.models import Entry, Team

MOST = 10**9  # no chronicle has so many entries


class MomentSerializer(serializers.Serializer[Any]):
    at = serializers.IntegerField(min_value=1, max_value=MOST, required=False)


class Scroll(TeamEndpoint):
    @describe(
        "The scroll, now or after any entry",
        parameters=[
            OpenApiParameter(
                "at",
                {"type": "integer", "minimum": 1, "maximum": MOST},
                description="The number of an entry; left out: now.",
            )
        ],
        answers={200: ScrollSerializer},
        examples=[got("A new team", SCROLL)],
        id_="teams_scroll",
    )
    def get(self, request: Request, slug: str) -> Response:
        team = self.seen(slug)
        line = scrolls.line_at(chronicle.read(team), self.asked(MomentSerializer).get("at"))
        return Response(scroll_shown(line.number, line.after, chronicle.house_of(team)))


class EntriesEndpoint(ListEndpoint[Entry], TeamEndpoint):
    queryset = Entry.objects.none()
    ordering = "-number"
    ordering_fields = ("number",)

    def page_of(self, team: Team, shown: dict[int, Any]) -> Response:
        """A page of the entries that are shown, each as it is told."""
        entries = team.entries.filter(number__in=shown) if len(shown) < team.entry_count else team.entries.all()
        page = self.paginate_queryset(self.filter_queryset(entries)) or []
        rows = self.get_serializer([shown[entry.number] for entry in page], many=True)
        return self.get_paginated_response(rows.data)


class Entries(EntriesEndpoint):
    serializer_class = EntrySerializer

    @describe("The chronicle, the latest entry first", answers={200: EntrySerializer(many=True)}, id_="teams_chronicle")
    def get(self, request: Request, slug: str) -> Response:
        team = self.seen(slug)
        return self.page_of(team, {line.number: line_shown(line) for line in chronicle.read(team)})


class OneEntry(TeamEndpoint):
    @describe(
        "An entry of the chronicle, and what it changed",
        answers={200: EntryDetailSerializer},
        examples=[got("A recruit", {**ENTRY, "changes": []})],
        id_="teams_entry",
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        team = self.seen(slug)
        line = scrolls.line_at(chronicle.read(team), number)
        changes = words.changes(line.before, line.after, chronicle.house_of(team))
        return Response(EntryDetailSerializer({**line_shown(line), "changes": changes}).data)


class Ledger(EntriesEndpoint):
    serializer_class = LedgerRowSerializer

    @describe(
        "The ledger: every entry that moved koban, the latest first",
        answers={200: LedgerRowSerializer(many=True)},
        id_="teams_ledger",
    )
    def get(self, request: Request, slug: str) -> Response:
        team = self.seen(slug)
        return self.page_of(team, {row.number: _booked(row) for row in scrolls.ledger(team, chronicle.read(team))})


def _booked(row: scrolls.LedgerRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "written_at": row.written_at,
        "author": row.author,
        "sentence": row.sentence,
        "koban": int(row.amount),
        "balance": row.balance,
    }
