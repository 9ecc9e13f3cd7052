"""What people say on the page of a match: how they tell it, and comments."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from league.forms import RefusableForm
from league.models import Fixture
from league.permissions import signed_in
from league.views.games import game_page
from matches import comments, reporting
from matches.match_forms import CommentForm, StoryForm
from matches.models import Match
from matches.permissions import May, Voice, game_for
from rules.problems import RuleBroken
from teams.forms import mistakes
from teams.limits import limited


@require_POST
def tell(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own story of the game; an empty one is taken back."""
    fixture, voice = game_for(request.user, pk, May.REPORT)
    match, form = _match(fixture), StoryForm(request.POST)
    if form.is_valid():
        try:
            reporting.tell_story(match=match, author=signed_in(request.user), text=form.cleaned_data["story"])
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            messages.success(request, "Your story is told." if form.cleaned_data["story"] else "Your story is gone.")
            return redirect(f"{match.get_absolute_url()}#stories")
    return _refused(request, fixture, voice, story_form=form)


@require_POST
def comment(request: HttpRequest, pk: int) -> HttpResponse:
    fixture, voice = game_for(request.user, pk, May.COMMENT)
    return _comment(request, fixture, voice)


@limited("comment")
def _comment(request: HttpRequest, fixture: Fixture, voice: Voice) -> HttpResponse:
    """Counted only for those who may: anybody else is turned away before."""
    match, form = _match(fixture), CommentForm(request.POST)
    if form.is_valid():
        try:
            said = comments.add(match=match, author=signed_in(request.user), **form.cleaned_data)
        except RuleBroken as broken:
            form.refuse(broken)
        else:
            return redirect(f"{match.get_absolute_url()}#comment-{said.pk}")
    return _refused(request, fixture, voice, comment_form=form)


@require_POST
def remove_comment(request: HttpRequest, pk: int, comment: int) -> HttpResponse:
    fixture, voice = game_for(request.user, pk, May.COMMENT)
    said = _match(fixture).comments.filter(pk=comment).first()
    if said is None:
        raise Http404("There is no such comment.")
    comments.remove(comment=said, by=signed_in(request.user), voice=voice)
    return redirect(f"{reverse('fixture', kwargs={'pk': pk})}#comment-{comment}")


def _match(fixture: Fixture) -> Match:
    match = Match.objects.filter(fixture=fixture).first()
    if match is None:
        raise Http404("There is no briefing of this game yet, and nothing to tell of it.")
    return match


def _refused(request: HttpRequest, fixture: Fixture, voice: Voice, **bound: RefusableForm) -> HttpResponse:
    wrong = [message for form in bound.values() for message in mistakes(form)]
    return game_page(request, fixture, voice.has, more={**bound, "mistakes": wrong})
