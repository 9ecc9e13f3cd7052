"""Games as cards."""

from django import template
from django.utils.safestring import SafeString

from league.calendar import GameShown
from teams.templatetags.kagejima import component

register = template.Library()


@register.simple_tag
def game_card(of: GameShown, *, show_round: bool = False) -> SafeString:
    """Needs league.css."""
    return component("league/season/_game.html", game=of, show_round=show_round)
