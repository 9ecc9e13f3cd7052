"""Coming in by a link, or by asking: what those who run a league hand out and decide."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from league import memberships
from league.api.access import LeagueEndpoint
from league.api.league_shapes import (
    InvitationInSerializer,
    InvitationSerializer,
    InvitedSerializer,
    JoinInSerializer,
    JoinRequestSerializer,
    MemberSerializer,
)
from league.models import Invitation, JoinRequest, Role
from league.permissions import Standing
from teams.api.endpoint import Endpoint, ListEndpoint
from teams.api.filters import ChoiceFilter, FilterSet
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent

WAITING, DECIDED = "waiting", "decided"


class Invitations(ListEndpoint[Invitation], LeagueEndpoint):
    """Whoever may read a link could also come in by it: they are for those who run the league."""

    needs_login = True
    queryset = Invitation.objects.none()
    serializer_class = InvitationSerializer
    ordering = "-created_at"
    ordering_fields = ("created_at",)

    def get_queryset(self) -> QuerySet[Invitation]:
        league, _ = self.allowed(self.kwargs["slug"], Standing.ASSISTANT)
        valid = league.invitations.filter(revoked_at=None, expires_at__gt=timezone.now())
        return valid.select_related("created_by")

    @describe(
        "Invitations that let somebody in", answers={200: InvitationSerializer(many=True)}, id_="leagues_invitations"
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)

    @describe(
        "Make an invitation",
        "Its link lets everybody in who has it, until it expires or is revoked.",
        sends=InvitationInSerializer,
        answers={201: InvitationSerializer},
        examples=[sent("For players, a week", {"role": "player", "days": 7})],
        id_="leagues_invite",
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, has = self.allowed(slug, Standing.ASSISTANT)
        told = self.sent(InvitationInSerializer)
        made = memberships.invite(
            league=league, role=Role(told["role"]), days=told["days"], author=self.person, has=has
        )
        return Response(self.get_serializer(made).data, status=201)


class OneInvitation(LeagueEndpoint):
    @describe("Revoke an invitation", answers={204: None}, id_="leagues_revoke_invitation")
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        league, _ = self.allowed(slug, Standing.ASSISTANT)
        found = league.invitations.filter(pk=pk).first()
        if found is None:
            raise Http404("There is no such invitation.")
        memberships.revoke(invitation=found)
        return Response(status=204)


class LinkEndpoint(Endpoint):
    needs_login = True

    def invited(self, token: str) -> Invitation:
        found = Invitation.objects.select_related("league").filter(token=token).first()
        if found is None:
            raise Http404("There is no such invitation. The link may have lost a part on its way.")
        return found


class Link(LinkEndpoint):
    @describe("What an invitation leads to", answers={200: InvitedSerializer}, id_="invitations_read")
    def get(self, request: Request, token: str) -> Response:
        found = self.invited(token)
        if broken := memberships.refusal(found):
            raise Http404(broken.message)
        return Response(InvitedSerializer(found).data)


class Accepting(LinkEndpoint):
    @describe(
        "Come in by an invitation",
        "A member is raised to its role, if that is more; nobody is lowered by a link.",
        answers={200: MemberSerializer},
        id_="invitations_accept",
    )
    @idempotent
    def post(self, request: Request, token: str) -> Response:
        membership = memberships.accept(invitation=self.invited(token), person=self.person)
        return Response(MemberSerializer(membership).data)


# Asking


class JoinRequestFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    state = ChoiceFilter(
        choices=[(WAITING, WAITING), (DECIDED, DECIDED)], method="in_state", help_text="Answered already, or not."
    )

    def in_state(self, found: QuerySet[JoinRequest], name: str, value: str) -> QuerySet[JoinRequest]:
        return found.filter(decided_at__isnull=value == WAITING)


class JoinRequests(ListEndpoint[JoinRequest], LeagueEndpoint):
    needs_login = True
    queryset = JoinRequest.objects.none()
    serializer_class = JoinRequestSerializer
    filterset_class = JoinRequestFilter
    ordering = "created_at"
    ordering_fields = ("created_at",)

    def get_queryset(self) -> QuerySet[JoinRequest]:
        league, _ = self.allowed(self.kwargs["slug"], Standing.ASSISTANT)
        return league.join_requests.select_related("person")

    @describe("Who asks to join", answers={200: JoinRequestSerializer(many=True)}, id_="leagues_requests")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)

    @describe(
        "Ask to join a league that decides on each request",
        "Who has asked already is waiting still, with the message of the first time.",
        sends=JoinInSerializer,
        answers={201: JoinRequestSerializer},
        examples=[sent("Asking", {"message": "I have a team of clan Tora."})],
        id_="leagues_ask",
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        league, _ = self.seen(slug)
        asked = memberships.ask_to_join(
            league=league, person=self.person, message=self.sent(JoinInSerializer)["message"]
        )
        return Response(JoinRequestSerializer(asked).data, status=201)


class RequestEndpoint(LeagueEndpoint):
    def join_request(self, slug: str, pk: int) -> JoinRequest:
        league, _ = self.allowed(slug, Standing.ASSISTANT)
        found = league.join_requests.select_related("league", "person").filter(pk=pk).first()
        if found is None:
            raise Http404("There is no such request.")
        return found


class Approving(RequestEndpoint):
    @describe("Let somebody in who asked", answers={200: MemberSerializer}, id_="leagues_approve")
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        membership = memberships.approve(request=self.join_request(slug, pk), author=self.person)
        return Response(MemberSerializer(membership).data)


class Declining(RequestEndpoint):
    @describe("Turn somebody down, who may ask again", answers={200: JoinRequestSerializer}, id_="leagues_decline")
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        asked = self.join_request(slug, pk)
        memberships.decline(request=asked, author=self.person)
        asked.refresh_from_db()
        return Response(JoinRequestSerializer(asked).data)
