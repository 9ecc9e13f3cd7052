"""Leagues and their members, as the API takes and shows them."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from league.league_list import facts_of
from league.memberships import LONGEST_INVITATION
from league.models import Invitation, Joining, JoinRequest, League, Membership, Role, Season
from teams.api.fields import Flag, Number, Strict, Text
from teams.permissions import Person

ROLES = list(Role.values)


class LeagueInSerializer(Strict):
    """What a league says of itself, and who may see and join it."""

    name = Text(allow_blank=True)
    description = Text(required=False, allow_blank=True, help_text="Markdown.")
    is_private = Flag(required=False, help_text="Only its members see it; joined by invitation only.")
    joining = serializers.ChoiceField(choices=Joining.values, required=False)


class LeagueChangeSerializer(LeagueInSerializer):
    name = Text(allow_blank=True, required=False)


class SeasonInShortSerializer(serializers.Serializer[Season]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Season.State.values)


class LeagueSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField(help_text="Its name in addresses, which stays whatever the league is called.")
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True, help_text="Markdown.")
    is_private = serializers.BooleanField()
    joining = serializers.ChoiceField(choices=Joining.values, help_text="How a stranger becomes a member.")
    created_at = serializers.DateTimeField()
    archived_at = serializers.DateTimeField(allow_null=True, help_text="Since when it can only be read.")
    members = serializers.IntegerField(help_text="How many it has.")
    masters = serializers.ListField(child=serializers.CharField(), help_text="Its ninja masters.")
    season = SeasonInShortSerializer(allow_null=True, help_text="The latest.")
    role = serializers.ChoiceField(choices=ROLES, allow_null=True, help_text="What you are in it.")
    url = serializers.CharField(help_text="Its page.")


def leagues_shown(request: Request, person: Person, leagues: Iterable[League]) -> list[dict[str, Any]]:
    """Four queries, however many there are."""
    leagues = list(leagues)
    facts = facts_of(leagues)
    own = Membership.objects.filter(person=person.pk, league__in=[its.pk for its in leagues])
    roles = dict(own.values_list("league", "role"))
    return [
        dict(
            LeagueSerializer(
                {
                    **{name: getattr(league, name) for name in PLAIN},
                    "members": facts.members.get(league.pk, 0),
                    "masters": sorted(facts.masters.get(league.pk, [])),
                    "season": facts.seasons.get(league.pk),
                    "role": roles.get(league.pk),
                    "url": reverse("league", kwargs={"slug": league.slug}, request=request),
                }
            ).data
        )
        for league in leagues
    ]


PLAIN = ("slug", "name", "description", "is_private", "joining", "created_at", "archived_at")


def league_shown(request: Request, person: Person, league: League) -> dict[str, Any]:
    return leagues_shown(request, person, [league])[0]


# Members


class MemberSerializer(serializers.Serializer[Membership]):
    id = serializers.IntegerField(source="pk")
    person = serializers.CharField(source="person.username")
    role = serializers.ChoiceField(choices=ROLES)
    joined_at = serializers.DateTimeField()


class RoleInSerializer(Strict):
    role = serializers.ChoiceField(choices=ROLES)


class InvitationInSerializer(Strict):
    role = serializers.ChoiceField(choices=ROLES, default=Role.PLAYER, help_text="Always below your own.")
    days = Number(min_value=1, max_value=LONGEST_INVITATION, default=7, help_text="How long the link lasts.")


class InvitationSerializer(serializers.Serializer[Invitation]):
    id = serializers.IntegerField(source="pk")
    token = serializers.CharField(help_text="Whoever has it can come in.")
    role = serializers.ChoiceField(choices=ROLES)
    created_by = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    uses = serializers.IntegerField(help_text="How many came in by it.")
    url = serializers.SerializerMethodField(help_text="The link, for people.")

    def get_created_by(self, its: Invitation) -> str | None:
        return its.created_by.get_username() if its.created_by else None

    def get_url(self, its: Invitation) -> str:
        return reverse("invitation", kwargs={"token": its.token}, request=self.context["request"])


class InvitedSerializer(serializers.Serializer[Invitation]):
    """What a link leads to, for whoever holds it."""

    league = serializers.CharField(source="league.slug")
    name = serializers.CharField(source="league.name")
    role = serializers.ChoiceField(choices=ROLES)
    expires_at = serializers.DateTimeField()


class JoinInSerializer(Strict):
    message = Text(required=False, allow_blank=True, default="", help_text="For the ninja master.")


class JoinRequestSerializer(serializers.Serializer[JoinRequest]):
    id = serializers.IntegerField(source="pk")
    person = serializers.CharField(source="person.username")
    message = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    is_accepted = serializers.BooleanField()
