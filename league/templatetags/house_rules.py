"""The controls of the form of house rules, one for every number there is."""

from django import template
from django.utils.safestring import SafeString

from league.house_shown import ShownField
from teams.templatetags.kagejima import component, rendered

register = template.Library()


@register.simple_tag
def control(of: ShownField, *, is_cell: bool = False) -> SafeString:
    """What changes it. In a table it says itself what it is about."""
    return _part("league/house/control.html", of, is_cell=is_cell)


@register.simple_tag
def about(of: ShownField) -> SafeString:
    """The rulebook's value, and what is wrong."""
    return _part("league/house/about.html", of)


def _part(name: str, of: ShownField, **values: bool) -> SafeString:
    """Most of the hundreds of fields are as printed, in every league; what somebody has typed is not remembered."""
    make = rendered if of.is_changed or of.mistakes else component
    return make(name, shown=of, **values)
