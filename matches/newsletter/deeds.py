"""Who decided a game: from the chronicles, which tell every deed as its report has it now."""

from collections.abc import Iterator, Mapping, Sequence

from league.standings import Outcome
from matches.newsletter.facts import DeedFact, MomentFact
from matches.records.seen import GameSeen, SideSeen
from rules.amendment import Told
from rules.catalog import catalog
from rules.events import Deed, Played, Word

Chronicles = Mapping[int, Sequence[Told]]


def played(told: Sequence[Told]) -> Iterator[tuple[Told, Played]]:
    """The games of a chronicle, as they stand."""
    return ((its, its.event) for its in told if isinstance(its.event, Played) and its.word is not Word.STRUCK)


def telling_of(game: GameSeen, side: SideSeen, chronicles: Chronicles) -> tuple[Told, Played] | None:
    return next((its for its in played(chronicles.get(side.team, ())) if its[1].game == game.key), None)


def deciding(game: GameSeen, chronicles: Chronicles) -> DeedFact | None:
    """The ninja of the winners, or of those who drew, that scored most; if nobody scored, that did most."""
    found = [deed for side in _best(game) for deed in _deeds(game, side, chronicles)]
    return max(found, key=lambda its: (its.points, its.feats), default=None)


def _best(game: GameSeen) -> list[SideSeen]:
    return [side for side in game.sides if side.outcome in (Outcome.WON, Outcome.DREW)]


def _deeds(game: GameSeen, side: SideSeen, chronicles: Chronicles) -> Iterator[DeedFact]:
    told = telling_of(game, side, chronicles)
    for deed in told[1].deeds if told else ():
        if told and any(deed.feats.values()):
            yield _fact(deed, side, *told)


def _fact(deed: Deed, side: SideSeen, told: Told, event: Played) -> DeedFact:
    scores = {id_: times * worth(told, event, deed.ninja, id_) for id_, times in deed.feats.items()}
    best = max(scores, key=lambda id_: (scores[id_], deed.feats[id_]))
    name = told.before.find(deed.ninja).name
    return DeedFact(name, side.name, sum(scores.values()), sum(deed.feats.values()), best, deed.feats[best])


def worth(told: Told, event: Played, ninja: str, feat_id: str) -> int:
    """Points that a feat of this ninja scored in this game."""
    feats = {feat.id: feat for feat in told.house.feats_of(catalog().challenges[event.challenge])}
    type_ = told.before.find(ninja).profile.type
    return told.house.points_for(feats[feat_id], type_) if feat_id in feats else 0


def last_moment(game: GameSeen, chronicles: Chronicles, slugs: Mapping[int, str]) -> MomentFact | None:
    """What the winners scored in the last round of which anything was noted."""
    winner = next((side for side in game.sides if side.outcome is Outcome.WON), None)
    told = telling_of(game, winner, chronicles) if winner else None
    if not winner or not told or not game.moments:
        return None
    last = max(moment[0] for moment in game.moments)
    found = [
        (worth(*told, ninja, feat), ninja, feat)
        for round_, team, ninja, feat in game.moments
        if round_ == last and team == slugs.get(winner.team) and told[0].before.has(ninja)
    ]
    points, ninja, feat = max(found, default=(0, "", ""))
    return MomentFact(last, told[0].before.find(ninja).name, feat) if points else None
