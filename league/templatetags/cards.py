"""Games and leagues as cards. Both need league.css."""

from django import template
from django.utils.safestring import SafeString

from league.calendar import GameShown
from league.league_list import LeagueCard
from teams.templatetags.kagejima import component

register = template.Library()


@register.simple_tag
def game_card(of: GameShown, *, show_round: bool = False) -> SafeString:
    return component("league/season/_game.html", game=of, show_round=show_round)


@register.simple_tag
def league_card(of: LeagueCard) -> SafeString:
    return component("league/club/league_card.html", card=of)
