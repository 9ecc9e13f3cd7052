"""A game with its match, and what people say of it: stories and comments."""

from typing import Any
from uuid import uuid4

from django.db.models import QuerySet
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from matches import comments, reporting
from matches.api.access import MatchEndpoint
from matches.api.examples import MATCH
from matches.api.match_shapes import (
    CommentInSerializer,
    CommentSerializer,
    MatchOfGameSerializer,
    StoryInSerializer,
    StorySerializer,
)
from matches.briefing_page import match_of
from matches.models import Comment, Match
from matches.permissions import May
from teams.api.catalog_shapes import listed
from teams.api.endpoint import ListEndpoint
from teams.api.idempotency import idempotent
from teams.api.schema import describe, got, sent


class OneMatch(MatchEndpoint):
    @describe(
        "A game with its match",
        "From its briefing to its accepted report, and what you may do with it.",
        answers={200: MatchOfGameSerializer},
        examples=[got("A report waits", MATCH)],
        id_="games_match",
    )
    def get(self, request: Request, pk: int) -> Response:
        return Response(self.match_shown(pk))


class Stories(MatchEndpoint):
    @describe("How people tell a game", answers={200: listed(StorySerializer)}, id_="games_stories")
    def get(self, request: Request, pk: int) -> Response:
        match = match_of(self.seen(pk)[0])
        return self.answered(match) if match else Response({"results": []})

    @describe(
        "Tell the game",
        "Everybody who may report it has one story of it, and may change that at any time.",
        sends=StoryInSerializer,
        answers={200: listed(StorySerializer)},
        examples=[sent("A story", {"text": "It was raining when **Kuma** climbed the wall."})],
        id_="games_tell",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        match, _ = self.briefed(pk, May.REPORT)
        reporting.tell_story(match=match, author=self.person, text=self.sent(StoryInSerializer)["text"])
        return self.answered(match)

    def answered(self, match: Match) -> Response:
        told: Any = match.stories.select_related("author")
        return Response({"results": StorySerializer(told, many=True).data})


class Comments(ListEndpoint[Comment], MatchEndpoint):
    queryset = Comment.objects.none()
    serializer_class = CommentSerializer
    ordering = "written_at"
    ordering_fields = ("written_at",)
    special_rate = "comment"

    def get_queryset(self) -> QuerySet[Comment]:
        fixture, _ = self.seen(self.kwargs["pk"])
        return Comment.objects.filter(match__fixture=fixture).select_related("author")

    @describe("Comments on a game", answers={200: CommentSerializer(many=True)}, id_="games_comments")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)

    @describe(
        "Comment on a game, as a member of its league",
        sends=CommentInSerializer,
        answers={201: CommentSerializer},
        examples=[sent("A comment", {"text": "What a comeback!"})],
        id_="games_comment",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        match, _ = self.briefed(pk, May.COMMENT)
        said = comments.add(
            match=match, author=self.person, text=self.sent(CommentInSerializer)["text"], key=self.key or uuid4()
        )
        return Response(CommentSerializer(said).data, status=201)


class OneComment(MatchEndpoint):
    @describe("Remove a comment: its words are gone, for good", answers={204: None}, id_="games_remove_comment")
    def delete(self, request: Request, pk: int, comment: int) -> Response:
        match, voice = self.briefed(pk, May.COMMENT)
        said = match.comments.filter(pk=comment).first()
        if said is None:
            raise Http404("There is no such comment.")
        comments.remove(comment=said, by=self.person, voice=voice)
        return Response(status=204)
