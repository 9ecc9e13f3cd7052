"""The search: everything that has a page, found by its name, for whoever may see it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.search.finding import find
from league.search.kinds import KINDS
from league.search.sought import LONGEST
from teams.api.endpoint import Endpoint
from teams.api.schema import describe, got

HIT = {
    "kind": "keywords",
    "name": "Leap",
    "about": "Once per turn, enters elevated terrain for 1 movement.",
    "url": "https://kagejima.example/keywords/leap/",
}


class HitSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[kind.id for kind in KINDS])
    name = serializers.CharField()
    about = serializers.CharField(help_text="What it is, in a few words.")
    url = serializers.CharField(help_text="Its page.")


class SearchSerializer(serializers.Serializer[Any]):
    q = serializers.CharField(allow_blank=True, help_text="What was looked for, as it was understood.")
    is_close = serializers.BooleanField(help_text="Nothing is called that: these are the nearest.")
    results = HitSerializer(many=True, help_text="Those of one kind together, the best first.")


class Search(Endpoint):
    @describe(
        "Find teams, ninja, leagues, people and things of the catalog",
        f"By name, by the beginning of any word of it, and in the catalog by what is said of it. At most a dozen of a "
        f"kind; what is longer than {LONGEST} characters is cut.",
        parameters=[OpenApiParameter("q", str, description="What to look for.")],
        answers={200: SearchSerializer},
        examples=[got("Leap", {"q": "leap", "is_close": False, "results": [HIT]})],
        id_="search",
    )
    def get(self, request: Request) -> Response:
        found = find(self.visitor, request.query_params.get("q", ""))
        results = [
            {"kind": group.id, "name": hit.name, "about": hit.about, "url": request.build_absolute_uri(hit.url)}
            for group in found.groups
            for hit in group.hits
        ]
        return Response({"q": found.words, "is_close": found.is_close, "results": results})
