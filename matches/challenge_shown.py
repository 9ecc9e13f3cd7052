"""The challenge of a game as it is shown: its card by the league's own numbers, and the dice that chose it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from matches import briefings
from matches.models import Match
from rules.catalog import catalog
from rules.codec import decode
from rules.dice import Element, Roll, Source
from rules.game import Drawn
from rules.house import Chooser, HouseRules
from teams import links, words
from teams.cards import FeatRow, common_feats, feat_rows


@dataclass(frozen=True, slots=True)
class ChallengeShown:
    id: str
    name: str
    url: str
    about: str
    facts: tuple[tuple[str, str], ...]
    feats: tuple[FeatRow, ...]
    common_feats: tuple[FeatRow, ...]
    replaced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawShown:
    """Two dice on record: how they fell, what they said, and who says so."""

    dice: tuple[Element, ...]
    said: str
    by: str
    at: datetime
    witness: str
    commitment: str  # empty for dice that fell on the table


def challenge_shown(challenge_id: str, house: HouseRules) -> ChallengeShown | None:
    challenge = catalog().challenges.get(challenge_id)
    if challenge is None:
        return None
    own = {feat.id for feat in challenge.feats}
    return ChallengeShown(
        id=challenge.id,
        name=challenge.name,
        url=links.challenge_url(challenge),
        about=words.CHALLENGES[challenge.id],
        facts=tuple(words.challenge_facts(challenge)),
        feats=tuple(feat_rows((feat for feat in house.feats_of(challenge) if feat.id in own), house)),
        common_feats=tuple(feat_rows(common_feats(challenge, house), house)),
        replaced=tuple(house.common_feat(id_).name for id_ in challenge.replaces),
    )


def draws_shown(match: Match, names: Sequence[str]) -> tuple[DrawShown, ...]:
    house = briefings.rules_of(match)
    return tuple(_draw(decode(Roll, its["roll"]), its["by"], its["at"], house, names) for its in match.draws)


def _draw(roll: Roll, by: str, at: str, house: HouseRules, names: Sequence[str]) -> DrawShown:
    return DrawShown(
        dice=roll.dice,
        said=said(briefings.drawn_by(roll, house), names),
        by=by or "somebody who has left",
        at=datetime.fromisoformat(at),
        witness=roll.witness,
        commitment=roll.commitment if roll.source is Source.SERVER else "",
    )


def said(drawn: Drawn, names: Sequence[str]) -> str:
    """What two dice mean, as a sentence."""
    if drawn.challenge:
        return f"{drawn.challenge.name}."
    if drawn.chooser:
        return f"{chooser_of(drawn.chooser, names)} chooses."
    return "A challenge that this league does not play: roll again."


def chooser_of(chooser: Chooser, names: Sequence[str]) -> str:
    """Whom the dice let choose: the first or the second of those who came."""
    return names[briefings.SEATS[chooser]]
