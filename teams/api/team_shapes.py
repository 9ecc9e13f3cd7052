"""Teams and the entries of their chronicles, as the API shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from rules.catalog import catalog
from rules.events import KINDS, Word, to_json
from rules.words import Change
from teams import links
from teams.api.catalog_shapes import one_of
from teams.api.fields import Flag, Number, Strict, Text
from teams.api.schema import ProblemSerializer
from teams.api.shapes import RatingSerializer, recruits_in
from teams.chronicle import Line
from teams.crests import FRAMES
from teams.models import Colour, Team
from teams.permissions import Person
from teams.services import Done


class LooksInSerializer(Strict):
    """How a team looks, and who sees it."""

    colour = serializers.ChoiceField(choices=Colour.values, required=False)
    crest = Number(min_value=0, max_value=len(FRAMES) - 1, required=False, help_text="Which frame its crest has.")
    is_private = Flag(required=False, help_text="Only its owner and its league see it.")


class TeamInSerializer(LooksInSerializer):
    name = Text()
    clan = Text()
    recruits = recruits_in()


class NameInSerializer(Strict):
    name = Text(allow_blank=True)


class RecordSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drew = serializers.IntegerField()
    lost = serializers.IntegerField()


class TeamRatingSerializer(RatingSerializer):
    total = serializers.IntegerField(source="rating")
    koban = serializers.IntegerField(source="rating_koban")
    advancements = serializers.IntegerField(source="rating_advancements")
    heroes_and_ronin = serializers.IntegerField(source="rating_heroes_and_ronin")


class TeamSerializer(serializers.Serializer[Team]):
    slug = serializers.CharField(help_text="Its name in addresses, which stays when the team is renamed.")
    name = serializers.CharField()
    clan = serializers.CharField()
    owner = serializers.SerializerMethodField(help_text="A username; none if the account is gone.")
    is_private = serializers.BooleanField()
    colour = serializers.ChoiceField(choices=Colour.values)
    crest = serializers.SerializerMethodField(help_text="Which frame its crest has.")
    founded_at = serializers.DateTimeField()
    treasury = serializers.IntegerField()
    rating = TeamRatingSerializer(source="*")
    ninja_count = serializers.IntegerField()
    record = RecordSerializer(source="*")
    steps_due = serializers.IntegerField(help_text="Decisions to be taken before the next game.")
    roster_problems = serializers.IntegerField(help_text="How many reasons there are why it may not play.")
    entry_count = serializers.IntegerField(help_text="Entries in its chronicle.")
    url = serializers.SerializerMethodField(help_text="Its page.")
    crest_url = serializers.SerializerMethodField(help_text="Its crest, as SVG.")
    print_url = serializers.SerializerMethodField(help_text="Its scroll, as PDF.")

    def get_owner(self, team: Team) -> str | None:
        return team.owner.get_username() if team.owner else None

    def get_crest(self, team: Team) -> int:
        return team.crest % len(FRAMES)

    def get_url(self, team: Team) -> str:
        return self._url("team", team)

    def get_crest_url(self, team: Team) -> str:
        return self._url("crest", team)

    def get_print_url(self, team: Team) -> str:
        return self._url("scroll-pdf", team)

    def _url(self, name: str, team: Team) -> str:
        return reverse(name, kwargs={"slug": team.slug}, request=self.context["request"])


class TeamLeagueSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(source="label")
    url = serializers.SerializerMethodField()

    def get_url(self, link: links.Link) -> str:
        return str(self.context["request"].build_absolute_uri(link.url))


class TeamDetailSerializer(TeamSerializer):
    leagues = serializers.SerializerMethodField(help_text="Where it plays.")

    @extend_schema_field(TeamLeagueSerializer(many=True))
    def get_leagues(self, team: Team) -> Any:
        found = links.leagues_of(self.context["person"], team)
        return TeamLeagueSerializer(found, many=True, context=self.context).data


def team_shown(request: Request, person: Person, team: Team) -> dict[str, Any]:
    return dict(TeamDetailSerializer(team, context={"request": request, "person": person}).data)


# Entries


class EntrySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=list(KINDS))
    sentence = serializers.CharField()
    author = serializers.CharField()
    written_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    word = one_of(Word, help_text="Whether it stands, or a later amendment struck or upheld it.")
    event = serializers.DictField(help_text="What happened, as the rules know it.")


class ChangeSerializer(serializers.Serializer[Change]):
    what = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    ninja = serializers.CharField(allow_blank=True, help_text="Empty for the team itself.")


class EntryDetailSerializer(EntrySerializer):
    changes = ChangeSerializer(many=True, help_text="Every figure of the scroll that it changed.")


class LedgerRowSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Of the entry.")
    written_at = serializers.DateTimeField()
    author = serializers.CharField()
    sentence = serializers.CharField()
    koban = serializers.IntegerField(help_text="What came in; below zero, what went out.")
    balance = serializers.IntegerField()


def line_shown(line: Line) -> dict[str, Any]:
    event = to_json(line.event)
    return {
        "number": line.number,
        "kind": event["kind"],
        "sentence": line.sentence,
        "author": line.author,
        "written_at": line.written_at,
        "reason": line.reason,
        "word": line.word,
        "event": event,
    }


def done_shown(done: Done) -> dict[str, Any]:
    """An entry that was just written, and so stands."""
    entry = done.entry
    shown = {
        "number": entry.number,
        "kind": entry.kind,
        "sentence": done.sentence,
        "author": entry.author.get_username() if entry.author else "",
        "written_at": entry.written_at,
        "reason": entry.reason,
        "word": Word.STANDS,
        "event": entry.data,
    }
    return dict(EntrySerializer(shown).data)


class OfferSerializer(serializers.Serializer[Any]):
    profile = serializers.CharField()
    price = serializers.IntegerField()
    upkeep = serializers.IntegerField()
    may_join = serializers.BooleanField()
    problems = ProblemSerializer(many=True, help_text="Why it may not.")


class OffersSerializer(serializers.Serializer[Any]):
    results = OfferSerializer(many=True)


def clan_choices() -> list[tuple[str, str]]:
    return [(clan.id, clan.name) for clan in catalog().clans.values()]
