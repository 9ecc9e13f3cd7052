"""The result of a game, with the deed that decided it, as sentences. Each way to say it is used where it is true."""

from collections.abc import Iterator, Sequence

from league.standings import Outcome
from matches.newsletter import phrases
from matches.newsletter.facts import DeedFact, GameFact, SideFact
from matches.newsletter.grammar import Voice, a, capital, counted, escaped, number, ordinal, possessive, times
from rules.problems import listed

CLEAR = 4  # points between the best two, if the winner has twice as many
SHARE = 1 / 3  # of a team's points that is worth naming


def sentences(game: GameFact, voice: Voice) -> Iterator[str]:
    if game.is_forfeit:
        yield _forfeit(game, voice)
        return
    if game.winner:
        yield from _won(game, game.winner, voice)
    else:
        yield from _drawn(game, voice)
    if game.absent:
        yield voice.say("away", game.key, phrases.STAYED_AWAY, names=_names(game.absent))
    if game.deed:
        yield _deed(game, game.deed, voice)
    if game.moment and (not game.deed or game.moment.feat != game.deed.feat or game.moment.ninja != game.deed.ninja):
        verb = phrases.VERBS.get(game.moment.feat, phrases.OTHERWISE)
        values = {"round": ordinal(game.moment.round), "ninja": escaped(game.moment.ninja), "verb": verb}
        yield voice.say("moment", game.key, phrases.MOMENT, **values)


def _forfeit(game: GameFact, voice: Voice) -> str:
    losers = _names(game.absent)
    if game.winner:
        return voice.say("forfeit", game.key, phrases.FORFEITED, winner=escaped(game.winner.team), losers=losers)
    return voice.say("nobody", game.key, phrases.NOBODY_PLAYED, losers=losers)


def _won(game: GameFact, winner: SideFact, voice: Voice) -> Iterator[str]:
    slot, ways = _ways(game, winner)
    lead = winner.points - max((side.points for side in game.beaten), default=0)
    values = {
        "winner": escaped(winner.team),
        "losers": _names(game.beaten),
        "score": score(game.present),
        "where": _where(game),
        "lead": a(f"{number(lead)}-point"),
    }
    yield voice.say(slot, game.key, ways, **values)
    conceded = [side for side in game.beaten if side.outcome is Outcome.CONCEDED]
    if conceded and len(game.beaten) > 1:
        yield voice.say("conceding", game.key, phrases.ALSO_CONCEDED, names=_names(conceded))


def _ways(game: GameFact, winner: SideFact) -> tuple[str, Sequence[str]]:
    if len(game.beaten) != 1:
        return "won", phrases.WON
    (loser,) = game.beaten
    lead = winner.points - loser.points
    if loser.outcome is Outcome.CONCEDED:
        return "conceded", phrases.CONCEDED
    if lead == 1:
        return "narrow", phrases.NARROW
    if winner.points and not loser.points:
        return "to nothing", phrases.TO_NOTHING
    if lead >= CLEAR and winner.points >= 2 * loser.points:
        return "clear", phrases.CLEAR
    return "won", phrases.WON


def _drawn(game: GameFact, voice: Voice) -> Iterator[str]:
    is_level = len({side.points for side in game.drawn}) == 1
    slot, ways = ("level", phrases.LEVEL) if is_level else ("drew", phrases.DREW)
    yield voice.say(slot, game.key, ways, drawn=_names(game.drawn), score=score(game.drawn), where=_where(game))
    if game.beaten:
        yield voice.say("behind", game.key, phrases.BEHIND_A_DRAW, names=_names(game.beaten))


def _deed(game: GameFact, deed: DeedFact, voice: Voice) -> str:
    total = next(side.points for side in game.sides if side.team == deed.team)
    verb = phrases.VERBS.get(deed.feat, phrases.OTHERWISE)
    values = {
        "ninja": escaped(deed.ninja),
        "team": escaped(deed.team),
        "whose": possessive(escaped(deed.team)),
        "points": number(deed.points),
        "Points": capital(number(deed.points)),
        "points_noun": counted(deed.points, "point"),
        "total": number(total),
        "feats": counted(deed.feats, "feat"),
        "deed": verb if deed.times == 1 else f"{verb} {times(deed.times)}",
    }
    slot, ways = _deed_ways(deed, total)
    return voice.say(slot, game.key, ways, **values)


def _deed_ways(deed: DeedFact, total: int) -> tuple[str, Sequence[str]]:
    """What was declared may differ from what the feats score: then nobody's share is told."""
    if not deed.points:
        return "feats", phrases.FEATS
    if deed.points > total:
        return "points", phrases.POINTS
    if total == 1:
        return "only point", phrases.ONLY_POINT
    if deed.points < total * SHARE:
        return "some points", phrases.SOME_POINTS
    return ("all points", phrases.ALL_POINTS) if deed.points == total else ("most points", phrases.MOST_POINTS)


def score(sides: Sequence[SideFact]) -> str:
    """One word: no line ends within it."""
    return "\N{NON-BREAKING HYPHEN}".join(str(side.points) for side in sides)


def _where(game: GameFact) -> str:
    return f" at {escaped(game.challenge)}" if game.challenge else ""


def _names(sides: Sequence[SideFact]) -> str:
    return listed([escaped(side.team) for side in sides])
