"""A game as a drawing: the score round by round, or, where nobody noted the rounds, what the points were made of.

Only numbers and words come from here, without a query; the template draws them, and shows the same as a table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.problems import counted, listed

WIDTH, HEIGHT = 360, 210  # as wide as a phone: there it is drawn as large as it is meant
LEFT, RIGHT, TOP, BOTTOM = 26, 10, 14, 26
APART = 2.5  # lines of teams with the same score
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MOST_STEPS = 5
ROW, HEAD, BAR = 32, 26, 9  # of the bars


@dataclass(frozen=True, slots=True)
class Act:
    """One feat whose round was noted. Within a round `order` says what came first."""

    round: int
    order: int
    ninja: str
    feat: str
    points: int


@dataclass(frozen=True, slots=True)
class Made:
    """A feat of a team, all of it together."""

    feat: str
    times: int
    points: int


@dataclass(frozen=True, slots=True)
class Timed:
    """A team in the game: what it scored in all, and what is known of how."""

    name: str
    colour: str
    points: int
    acts: tuple[Act, ...] = ()
    made: tuple[Made, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Track:
    """The way of one team through the rounds."""

    name: str
    colour: str
    points: int
    path: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """A line of the table that says the same."""

    round: int
    team: str
    ninja: str
    feat: str
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class Rounds:
    width: int
    height: int
    left: float
    right: float
    bottom: float
    says: str
    rounds: tuple[Tick, ...]
    scores: tuple[Tick, ...]
    tracks: tuple[Track, ...]
    happened: tuple[Happened, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    y: float
    width: float
    label: str


@dataclass(frozen=True, slots=True)
class Block:
    """The bars of one team."""

    name: str
    colour: str
    points: int
    y: float
    bars: tuple[Bar, ...]
    made: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    width: int
    height: int
    left: float
    thick: int
    says: str
    blocks: tuple[Block, ...]


def drawn(teams: Sequence[Timed], rounds: int) -> Rounds | Parts | None:
    """The best drawing there is; none, if there is nothing to be drawn."""
    if any(team.acts for team in teams):
        return _rounds(teams, rounds)
    return _parts(teams) if any(team.points for team in teams) else None


# Round by round


def _rounds(teams: Sequence[Timed], rounds: int) -> Rounds:
    told = _in_order(teams)
    last = max(rounds, *(act.round for _, act in told))
    column = (WIDTH - LEFT - RIGHT) / (last + 1)
    top_score = max(1, *(team.points for team in teams), *(sum(act.points for act in team.acts) for team in teams))
    scale = (HEIGHT - TOP - BOTTOM) / top_score
    places = dict(_places(told, column))
    return Rounds(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        says=_says_rounds(teams),
        rounds=tuple(_ticks(last, column)),
        scores=tuple(Tick(_tenth(HEIGHT - BOTTOM - its * scale), str(its)) for its in _steps(top_score)),
        tracks=tuple(_track(seat, teams, told, places, scale) for seat in range(len(teams))),
        happened=tuple(_happened(teams, told)),
    )


def _in_order(teams: Sequence[Timed]) -> list[tuple[int, Act]]:
    """Every act with the seat of its team."""
    acts = [(seat, act) for seat, team in enumerate(teams) for act in team.acts]
    return sorted(acts, key=lambda its: (its[1].round, its[1].order))


def _places(told: Sequence[tuple[int, Act]], column: float) -> Iterator[tuple[int, float]]:
    """By its number in the order: where each act stands, spread over its round."""
    for number, group in groupby(enumerate(told), key=lambda its: its[1][1].round):
        acts = list(group)
        for place, (index, _) in enumerate(acts, start=1):
            yield index, LEFT + column * (number - 1 + place / (len(acts) + 1))


def _ticks(last: int, column: float) -> Iterator[Tick]:
    for number in range(1, last + 1):
        yield Tick(_tenth(LEFT + column * (number - 0.5)), str(number))
    yield Tick(_tenth(LEFT + column * (last + 0.5)), "end")


def _steps(top: int) -> range:
    step = next((its for its in STEPS if top // its <= MOST_STEPS), STEPS[-1])
    return range(0, top + 1, step)


def _track(
    seat: int, teams: Sequence[Timed], told: Sequence[tuple[int, Act]], places: dict[int, float], scale: float
) -> Track:
    team, ground = teams[seat], HEIGHT - BOTTOM - APART * seat
    score, path, marks = 0, [f"M{LEFT} {_tenth(ground)}"], []
    for index, (whose, act) in enumerate(told):
        if whose == seat:
            score += act.points
            x, y = _tenth(places[index]), _tenth(ground - score * scale)
            path.append(f"H{x}V{y}")
            marks.append(Mark(x, y, _title(act)))
    # What nobody noted the round of comes at the end.
    path.append(f"H{_tenth(WIDTH - RIGHT - 8)}V{_tenth(ground - team.points * scale)}H{WIDTH - RIGHT}")
    return Track(team.name, team.colour, team.points, "".join(path), tuple(marks))


def _title(act: Act) -> str:
    points = f", {counted(act.points, 'point')}" if act.points else ""
    return f"Round {act.round}: {act.ninja}, {act.feat}{points}"


def _happened(teams: Sequence[Timed], told: Sequence[tuple[int, Act]]) -> Iterator[Happened]:
    scores = [0] * len(teams)
    for seat, act in told:
        scores[seat] += act.points
        yield Happened(act.round, teams[seat].name, act.ninja, act.feat, act.points, scores[seat])


def _says_rounds(teams: Sequence[Timed]) -> str:
    return " ".join(f"{team.name} {_scoring(team)}." for team in teams)


def _scoring(team: Timed) -> str:
    rounds = sorted({act.round for act in team.acts if act.points})
    ends = f"ends with {counted(team.points, 'point')}"
    if not rounds:
        return ends
    return f"scores in round{'s' if len(rounds) > 1 else ''} {listed([str(its) for its in rounds])}, and {ends}"


# What the points were made of


def _parts(teams: Sequence[Timed]) -> Parts:
    widest = max(1, *(made.points for team in teams for made in team.made), *(team.points for team in teams))
    scale = (WIDTH - LEFT - RIGHT) / widest
    blocks, y = [], float(HEAD)
    for team in teams:
        block = _block(team, y, scale)
        blocks.append(block)
        y += HEAD + ROW * max(1, len(block.bars))
    says = " ".join(_said(team) for team in teams)
    return Parts(WIDTH, round(y), LEFT / 2, BAR, says, tuple(blocks))


def _block(team: Timed, y: float, scale: float) -> Block:
    scored = [made for made in team.made if made.points]
    bars = tuple(Bar(y + ROW * (n + 0.5), _tenth(its.points * scale), _label(its)) for n, its in enumerate(scored))
    return Block(team.name, team.colour, team.points, y, bars, team.made)


def _label(made: Made) -> str:
    times = f", {made.times} times" if made.times > 1 else ""
    return f"{made.feat}{times}: {counted(made.points, 'point')}"


def _said(team: Timed) -> str:
    scored = [_label(made) for made in team.made if made.points]
    return f"{team.name}: {'; '.join(scored) if scored else 'no points'}."


def _tenth(number: float) -> float:
    """No more digits than can be seen."""
    return round(number, 1)
