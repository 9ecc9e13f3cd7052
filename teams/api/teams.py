"""Teams: found, read, dress, recruit, dismiss, rename. Each calls the service that its page calls."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from rules import chronicle as rule
from rules.catalog import catalog
from teams import chronicle, rosters, services
from teams.api.endpoint import Endpoint, ListEndpoint
from teams.api.etags import etag_of, if_match
from teams.api.examples import ENTRY, LOOKS, RECRUIT, ROSTER, TEAM
from teams.api.filters import CharFilter, ChoiceFilter, FilterSet
from teams.api.idempotency import idempotent
from teams.api.schema import describe, got, sent
from teams.api.shapes import RecruitInSerializer, wanted_of
from teams.api.team_shapes import (
    EntrySerializer,
    LooksInSerializer,
    NameInSerializer,
    OffersSerializer,
    TeamDetailSerializer,
    TeamInSerializer,
    TeamSerializer,
    clan_choices,
    done_shown,
    team_shown,
)
from teams.models import Team
from teams.permissions import Person, team_to_edit, team_to_see, visible_teams

# Each narrows teams to those of a league that this person may see. The league's app sits above this one.
OF_LEAGUE: list[Callable[[QuerySet[Team], Person, str], QuerySet[Team]]] = []


class TeamFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    q = CharFilter(field_name="name", lookup_expr="icontains", help_text="A part of its name.")
    clan = ChoiceFilter(choices=clan_choices(), help_text="Of this clan.")
    owner = CharFilter(field_name="owner__username", lookup_expr="iexact", help_text="Of this player.")
    league = CharFilter(method="of_league", help_text="In any season of this league, by its slug.")

    def of_league(self, teams: QuerySet[Team], name: str, value: str) -> QuerySet[Team]:
        for narrowed in OF_LEAGUE:
            teams = narrowed(teams, self.request.user, value)
        return teams


class TeamEndpoint(Endpoint):
    def seen(self, slug: str) -> Team:
        return team_to_see(self.visitor, slug)

    def shown(self, team: Team) -> dict[str, Any]:
        return team_shown(self.request, self.visitor, team)

    def held(self, slug: str) -> Team:
        """The team for somebody who may change it, locked, and as the client has seen it."""
        allowed = team_to_edit(self.visitor, slug)
        team = chronicle.locked([allowed])[allowed.pk]
        self.unchanged(lambda: self.shown(team))
        return team


class Teams(ListEndpoint[Team], TeamEndpoint):
    queryset = Team.objects.none()
    serializer_class = TeamSerializer
    filterset_class = TeamFilter
    ordering = "name"
    ordering_fields = ("name", "rating", "treasury", "games", "won", "founded_at")

    def get_queryset(self) -> QuerySet[Team]:
        return visible_teams(self.visitor).select_related("owner")

    @describe("Teams that you may find", answers={200: TeamSerializer(many=True)}, id_="teams_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)

    @describe(
        "Found a team",
        "From a legal roster, by the rulebook. Ninja that have no name get one that suits their clan.",
        sends=TeamInSerializer,
        answers={201: TeamDetailSerializer},
        examples=[sent("Three of clan Tora", {**ROSTER, **LOOKS}), got("Founded", TEAM, status=201)],
        id_="teams_found",
    )
    @idempotent
    def post(self, request: Request) -> Response:
        told = self.sent(TeamInSerializer)
        recruits = [wanted_of(recruit) for recruit in told.pop("recruits")]
        event = rosters.founded(clan=told.pop("clan"), name=told.pop("name"), recruits=recruits)
        team = chronicle.found(event=event, owner=self.person, author=self.person, **told)
        shown = self.shown(team)
        headers = {"Location": f"{request.build_absolute_uri(request.path)}{team.slug}/", "ETag": etag_of(shown)}
        return Response(shown, status=201, headers=headers)


class OneTeam(TeamEndpoint):
    @describe("A team", answers={200: TeamDetailSerializer}, examples=[got("Ember Claws", TEAM)], id_="teams_read")
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.shown(self.seen(slug)))

    @describe(
        "Change how a team looks, and who sees it",
        sends=LooksInSerializer,
        answers={200: TeamDetailSerializer},
        examples=[sent("In indigo", LOOKS)],
        id_="teams_dress",
    )
    @if_match
    @transaction.atomic
    def patch(self, request: Request, slug: str) -> Response:
        team = self.held(slug)
        looks = {"colour": team.colour, "crest": team.crest, "is_private": team.is_private}
        services.dress(team=team, **(looks | self.sent(LooksInSerializer)))
        team.refresh_from_db()
        shown = self.shown(team)
        return Response(shown, headers={"ETag": etag_of(shown)})


class Offers(TeamEndpoint):
    needs_login = True

    @describe(
        "Whom the team may recruit now, and why not the others",
        answers={200: OffersSerializer},
        id_="teams_offers",
    )
    def get(self, request: Request, slug: str) -> Response:
        team = team_to_edit(self.visitor, slug)
        scroll, house = chronicle.scroll_of(team), chronicle.house_of(team)
        results = [
            {
                "profile": profile.id,
                "price": house.price(profile),
                "upkeep": house.upkeep(profile),
                "may_join": not (problems := rule.why_not(profile, scroll, house)),
                "problems": problems,
            }
            for profile in (*catalog().clans[team.clan].profiles, *catalog().ronin)
        ]
        return Response(OffersSerializer({"results": results}).data)


class Recruits(TeamEndpoint):
    @describe(
        "Recruit a ninja",
        sends=RecruitInSerializer,
        answers={201: EntrySerializer},
        examples=[sent("An oni", RECRUIT), got("Its entry", ENTRY, status=201)],
        id_="teams_recruit",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        team = self.held(slug)
        wanted = wanted_of(self.sent(RecruitInSerializer))
        taken = [ninja.name for ninja in chronicle.scroll_of(team).ninja]
        done = services.recruit(
            team=team,
            profile=wanted.profile,
            name=rosters.named(wanted, team.clan, taken),
            abilities=wanted.abilities,
            author=self.person,
            key=self.key,
        )
        return Response(done_shown(done), status=201)


class Dismissal(TeamEndpoint):
    @describe("Dismiss a ninja, for good", answers={201: EntrySerializer}, id_="teams_dismiss")
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, ninja: str) -> Response:
        team = self.held(slug)
        done = services.dismiss(team=team, ninja=ninja, author=self.person, key=self.key)
        return Response(done_shown(done), status=201)


class RenameEndpoint(TeamEndpoint):
    def rename(self, slug: str, ninja: str = "") -> Response:
        team = self.held(slug)
        name = self.sent(NameInSerializer)["name"]
        done = services.rename(team=team, name=name, ninja=ninja, author=self.person, key=self.key)
        return Response(done_shown(done), status=201)


class Renaming(RenameEndpoint):
    @describe(
        "Give the team another name",
        sends=NameInSerializer,
        answers={201: EntrySerializer},
        examples=[sent("A name", {"name": "Cinder Claws"})],
        id_="teams_rename",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        return self.rename(slug)


class NinjaRenaming(RenameEndpoint):
    @describe(
        "Give a ninja another name",
        sends=NameInSerializer,
        answers={201: EntrySerializer},
        examples=[sent("A name", {"name": "Kuma the Patient"})],
        id_="teams_rename_ninja",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str, ninja: str) -> Response:
        return self.rename(slug, ninja)
