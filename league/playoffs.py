"""The playoffs: a bracket seeded from the table.

Pure: seeds and results in, the bracket out. The best seeds rest in the first round where the number of teams
is no power of two, and two seeds meet as late as their ranks allow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FEWEST, MOST = 2, 32


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a tie: a team, or where it will come from."""

    team: str = ""
    seed: int = 0
    waits_for: str = ""  # the tie whose winner (or loser) comes here
    is_loser: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places and at most one winner. With only one team in it, the tie is a bye."""

    id: str  # `2-1`: round and number; `third` for the game for third place
    slots: tuple[Slot, Slot]
    wins: tuple[int, int] = (0, 0)
    needed: int = 1  # wins to take the tie

    @property
    def is_bye(self) -> bool:
        return any(not slot.team and not slot.waits_for for slot in self.slots)

    @property
    def winner(self) -> Slot | None:
        if self.is_bye:
            return next((slot for slot in self.slots if slot.team), None)
        if not all(slot.team for slot in self.slots):
            return None
        return next((slot for slot, wins in zip(self.slots, self.wins, strict=True) if wins >= self.needed), None)

    @property
    def loser(self) -> Slot | None:
        if self.is_bye or self.winner is None:
            return None
        return self.slots[1] if self.winner == self.slots[0] else self.slots[0]

    @property
    def is_open(self) -> bool:
        """Both teams are known, and it is not decided."""
        return self.winner is None and all(slot.team for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Bracket:
    rounds: tuple[tuple[Tie, ...], ...]
    third_place: Tie | None = None

    @property
    def final(self) -> Tie:
        return self.rounds[-1][0]

    @property
    def champion(self) -> str:
        return self.final.winner.team if self.final.winner else ""

    @property
    def ties(self) -> tuple[Tie, ...]:
        return (*(tie for its in self.rounds for tie in its), *((self.third_place,) if self.third_place else ()))


def bracket(
    seeds: Sequence[str],
    wins: Mapping[str, Mapping[str, int]],
    *,
    best_of: int = 1,
    third_place: bool = False,
) -> Bracket:
    """The bracket as it stands: `wins[tie][team]` are the games won so far, best with a 0 for who won none.

    Wins count between the two teams they name: if an amended result puts another team into a later tie, that tie
    is open again.
    """
    if not FEWEST <= len(seeds) <= MOST:
        raise ValueError(f"playoffs are for {FEWEST} to {MOST} teams, not {len(seeds)}")
    if best_of < 1 or not best_of % 2:
        raise ValueError(f"the best of {best_of} games is not always decided")
    needed = best_of // 2 + 1
    slots = [_seeded(seeds, seed) for seed in seeding(len(seeds))]
    rounds: list[tuple[Tie, ...]] = []
    while len(slots) > 1:
        number = len(rounds) + 1
        ties = tuple(
            _tie(f"{number}-{n // 2 + 1}", (slots[n], slots[n + 1]), wins, needed) for n in range(0, len(slots), 2)
        )
        rounds.append(ties)
        slots = [tie.winner or Slot(waits_for=tie.id) for tie in ties]
    return Bracket(tuple(rounds), _third_place(rounds, wins, needed) if third_place else None)


def seeding(teams: int) -> list[int]:
    """The order of seeds down the bracket: 1 8 4 5 2 7 3 6. A number above `teams` is a bye."""
    order = [1]
    while len(order) < teams:
        size = 2 * len(order)
        order = [seed for above in order for seed in (above, size + 1 - above)]
    return order


def _seeded(seeds: Sequence[str], seed: int) -> Slot:
    return Slot(seeds[seed - 1], seed) if seed <= len(seeds) else Slot()


def _tie(id_: str, slots: tuple[Slot, Slot], wins: Mapping[str, Mapping[str, int]], needed: int) -> Tie:
    one, other = (slot.team for slot in slots)
    won = wins.get(id_, {})
    if not won.keys() <= {one, other}:
        won = {}
    return Tie(id_, slots, (won.get(one, 0), won.get(other, 0)), needed)


def _third_place(rounds: Sequence[tuple[Tie, ...]], wins: Mapping[str, Mapping[str, int]], needed: int) -> Tie | None:
    """Between the losers of the semi-finals, if there were two."""
    if len(rounds) < 2 or any(tie.is_bye for tie in rounds[-2]):
        return None
    one, other = (tie.loser or Slot(waits_for=tie.id, is_loser=True) for tie in rounds[-2])
    return _tie("third", (one, other), wins, needed)
