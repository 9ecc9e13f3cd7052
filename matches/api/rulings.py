"""The rulings on a team: everybody who may see it reads them; its ninja master previews and gives them."""

from typing import Any
from uuid import uuid4

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches import rulings
from matches.api.examples import BASED_ON
from matches.models import LONGEST_REASON
from matches.permissions import require_ruler
from matches.ruling_form import LEAVE, NO, YES, RulingForm
from rules.chronicle import MOST_RULED
from rules.events import Ruled
from rules.house import HouseRules
from rules.problems import Problem, RuleBroken, refuse_any
from rules.scroll import Scroll
from teams import chronicle
from teams.api.chronicle import EntriesEndpoint
from teams.api.etags import if_match
from teams.api.fields import Flag, Number, Strict, Text
from teams.api.idempotency import idempotent
from teams.api.schema import describe, sent
from teams.api.team_shapes import ChangeSerializer, EntrySerializer, done_shown, line_shown
from teams.api.teams import TeamEndpoint
from teams.models import Team

RULING = {"reason": "The dice were dropped.", "ninja": "n1", "xp": 1, "misses": 0}


def _ids(about: str) -> serializers.ListField:
    return serializers.ListField(child=Text(max_length=100), default=list, max_length=100, help_text=about)


class RulingInSerializer(Strict):
    """About the team, or with `ninja` about one of its ninja. Whatever is left out stays as it is."""

    reason = Text(max_length=LONGEST_REASON)
    koban = Number(min_value=-MOST_RULED, max_value=MOST_RULED, default=0)
    allows = _ids("Roster problems that count no longer, as `code:subject`. Of a team.")
    forbids = _ids("Such permissions taken back. Of a team.")
    ninja = Text(default="", allow_blank=True, max_length=40)
    xp = Number(min_value=-MOST_RULED, max_value=MOST_RULED, default=0)
    gives = _ids("Ids of keywords. Of a ninja.")
    takes = _ids("Ids of keywords. Of a ninja.")
    misses = Number(min_value=0, max_value=MOST_RULED, default=None, allow_null=True, help_text="So many games, now.")
    starts_in_healing_house = Flag(default=None, allow_null=True)


class GivenRulingSerializer(RulingInSerializer):
    based_on = Text(help_text="From the preview. If the team has moved since, nothing happens (412).")


class NinjaChangesSerializer(serializers.Serializer[Any]):
    ninja = serializers.CharField(help_text="Its name.")
    changes = ChangeSerializer(many=True)


class RulingPreviewSerializer(serializers.Serializer[Any]):
    based_on = serializers.CharField(help_text="Names the ruling, and the team as it was looked at.")
    sentence = serializers.CharField()
    changes_nothing = serializers.BooleanField()
    team = ChangeSerializer(many=True)
    ninja = NinjaChangesSerializer(many=True)
    allowed = serializers.ListField(child=serializers.CharField(), help_text="Problems that would count no longer.")
    forbidden = serializers.ListField(child=serializers.CharField(), help_text="Those that would count again.")
    steps = serializers.ListField(child=serializers.CharField(), help_text="What would be due besides.")


def ruling_in(told: dict[str, Any], scroll: Scroll, house: HouseRules) -> Ruled:
    """What was sent, judged by the form of the page: no rule is written twice."""
    form = RulingForm(_typed(told), scroll=scroll, house=house, ninja_id=told["ninja"])
    refuse_any(_misplaced(told, form))
    if not form.is_valid():
        raise RuleBroken(*_problems(form))
    return form.ruling


def _typed(told: dict[str, Any]) -> QueryDict:
    typed = QueryDict(mutable=True)
    starts = {None: LEAVE, True: YES, False: NO}[told["starts_in_healing_house"]]
    typed.update({"key": str(uuid4()), "reason": told["reason"], "starts": starts})
    for name in ("koban", "xp", "misses"):
        typed[name] = "" if told[name] is None else str(told[name])
    for name in ("allows", "forbids", "gives", "takes"):
        typed.setlist(name, told[name])
    return typed


def _misplaced(told: dict[str, Any], form: RulingForm) -> list[Problem]:
    """What the form of a page would not even ask for."""
    said = {**told, "starts": told["starts_in_healing_house"]}
    unasked = [name for name, nothing in LEFT_OUT.items() if name not in form.fields and said[name] != nothing]
    whom = "this ninja" if told["ninja"] else "a team"
    return [Problem("misplaced", f"This cannot be ruled of {whom}.", FIELDS.get(name, name)) for name in unasked]


# What each part of a ruling says if it says nothing
LEFT_OUT = {
    "koban": 0,
    "allows": [],
    "forbids": [],
    "xp": 0,
    "gives": [],
    "takes": [],
    "misses": None,
    "starts": None,
}
FIELDS = {"starts": "starts_in_healing_house", "__all__": "ninja"}


def _problems(form: RulingForm) -> list[Problem]:
    return [
        Problem(str(its["code"] or "invalid").replace("_", "-"), str(its["message"]), FIELDS.get(field, field))
        for field, found in form.errors.get_json_data().items()
        for its in found
    ]


class RulingEndpoint(TeamEndpoint):
    def ruled(self, slug: str) -> Team:
        """The team, for whoever may give rulings on it."""
        team = self.seen(slug)
        require_ruler(self.visitor, team)
        return team


class Rulings(EntriesEndpoint, RulingEndpoint):
    serializer_class = EntrySerializer

    @describe("The rulings on a team, the latest first", answers={200: EntrySerializer(many=True)}, id_="teams_rulings")
    def get(self, request: Request, slug: str) -> Response:
        team = self.seen(slug)
        lines = [its for its in chronicle.read(team) if isinstance(its.event, Ruled)]
        return self.page_of(team, {its.number: line_shown(its) for its in lines})

    @describe(
        "Give a ruling, as it was previewed",
        "The ninja master's last word, always with a reason.",
        sends=GivenRulingSerializer,
        answers={201: EntrySerializer},
        examples=[sent("One XP", {**RULING, "based_on": BASED_ON})],
        id_="teams_rule",
    )
    @if_match(needed=False)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        team = chronicle.locked([self.ruled(slug)]).popitem()[1]
        self.unchanged(lambda: self.shown(team))
        told = self.sent(GivenRulingSerializer)
        ruling = ruling_in(told, chronicle.scroll_of(team), chronicle.house_of(team))
        done = rulings.give(team=team, ruling=ruling, author=self.person, key=self.key, based_on=told["based_on"])
        return Response(done_shown(done), status=201)


class RulingPreview(RulingEndpoint):
    needs_login = True
    only_reads = True

    @describe(
        "What a ruling would change",
        sends=RulingInSerializer,
        answers={200: RulingPreviewSerializer},
        examples=[sent("One XP", RULING)],
        id_="teams_preview_ruling",
    )
    def post(self, request: Request, slug: str) -> Response:
        team = self.ruled(slug)
        scroll, house = chronicle.scroll_of(team), chronicle.house_of(team)
        found = rulings.preview(team, scroll, ruling_in(self.sent(RulingInSerializer), scroll, house), house)
        ninja = [{"ninja": name, "changes": changes} for name, changes in found.ninja]
        names = ("based_on", "sentence", "changes_nothing", "team", "allowed", "forbidden", "steps")
        return Response(RulingPreviewSerializer({**{n: getattr(found, n) for n in names}, "ninja": ninja}).data)
