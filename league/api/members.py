"""Who belongs to a league: what each member is, walking in, and going."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league import memberships
from league.api.access import LeagueEndpoint
from league.api.league_shapes import ROLES, MemberSerializer, RoleInSerializer
from league.models import League, Membership, Role
from league.permissions import Standing, require
from teams.api.endpoint import ListEndpoint
from teams.api.filters import CharFilter, ChoiceFilter, FilterSet
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent


class MemberFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    role = ChoiceFilter(choices=[(role, role) for role in ROLES], help_text="Only those who are this.")
    person = CharFilter(field_name="person__username", lookup_expr="iexact", help_text="This one.")


class Members(ListEndpoint[Membership], LeagueEndpoint):
    queryset = Membership.objects.none()
    serializer_class = MemberSerializer
    filterset_class = MemberFilter
    ordering = "joined_at"
    ordering_fields = ("joined_at",)

    def get_queryset(self) -> QuerySet[Membership]:
        league, _ = self.seen(self.kwargs["slug"])
        return league.memberships.select_related("person")

    @describe("The members of a league", answers={200: MemberSerializer(many=True)}, id_="leagues_members")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)


class MemberEndpoint(LeagueEndpoint):
    def member(self, slug: str, pk: int) -> Membership:
        league, _ = self.allowed(slug, Standing.MASTER)
        return member_of(league, pk)

    def answered(self, membership: Membership) -> Response:
        return Response(MemberSerializer(membership).data)


class OneMember(MemberEndpoint):
    @describe(
        "Make a member something else",
        "There may be several ninja masters, and never none.",
        sends=RoleInSerializer,
        answers={200: MemberSerializer},
        examples=[sent("An assistant", {"role": "assistant"})],
        id_="leagues_change_role",
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        membership, role = self.member(slug, pk), Role(self.sent(RoleInSerializer)["role"])
        return self.answered(memberships.change_role(membership=membership, role=role))

    @describe("Remove a member; their teams stay where they play", answers={204: None}, id_="leagues_remove_member")
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        memberships.remove(membership=self.member(slug, pk))
        return Response(status=204)


class HandingOver(MemberEndpoint):
    @describe(
        "Hand the league over",
        "Another member becomes ninja master, and you an assistant.",
        answers={200: MemberSerializer},
        id_="leagues_hand_over",
    )
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        return self.answered(memberships.hand_over(membership=self.member(slug, pk), author=self.person))


class Joining(MemberEndpoint):
    @describe(
        "Walk into an open league",
        "Whoever is in it already stays what they are. For others: ask, or accept an invitation.",
        answers={200: MemberSerializer},
        id_="leagues_join",
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, _ = self.seen(slug)
        return self.answered(memberships.join(league=league, person=self.person))


class Leaving(LeagueEndpoint):
    @describe("Leave a league; your teams stay where they play", answers={204: None}, id_="leagues_leave")
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, has = self.seen(slug)
        require(league, has, Standing.STRANGER)
        memberships.leave(league=league, person=self.person)
        return Response(status=204)


def member_of(league: League, pk: int) -> Membership:
    found = league.memberships.select_related("league", "person").filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such member, or no longer.")
    return found
