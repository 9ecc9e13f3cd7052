"""Facts of every kind, with names of Greek letters: whatever is Greek in a text is a name."""

from datetime import date

from hypothesis import strategies as st

from league.standings import Outcome
from matches.newsletter.facts import (
    AbsenceFact,
    DeedFact,
    Facts,
    Feat,
    GameFact,
    LeaderFact,
    LevelFact,
    MomentFact,
    MoverFact,
    NextFact,
    NinjaFact,
    PairingFact,
    RecordFact,
    Run,
    SideFact,
    StreakFact,
    UpsetFact,
)
from matches.newsletter.phrases import VERBS

names = st.text("αβγδεζηθΑΒΓΔσς", min_size=1, max_size=8)
points = st.integers(0, 40)
places = st.integers(1, 40)
ninja = {"ninja": names, "team": names}


@st.composite
def games(draw: st.DrawFn) -> GameFact:
    teams = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    if draw(st.integers(0, 5)) == 0:
        return _forfeit(draw, teams)
    drawn = draw(st.integers(0, len(teams)))
    if drawn >= 2:
        outcomes = [Outcome.DREW] * drawn + [Outcome.LOST] * (len(teams) - drawn)
    else:
        losers = [draw(st.sampled_from([Outcome.LOST, Outcome.CONCEDED, Outcome.FORFEIT_LOST])) for _ in teams[2:]]
        outcomes = [Outcome.WON, draw(st.sampled_from([Outcome.LOST, Outcome.CONCEDED])), *losers]
    sides = tuple(SideFact(team, outcome, draw(points)) for team, outcome in zip(teams, outcomes, strict=True))
    deed = draw(st.none() | _deeds(sides[0]))
    moment = draw(st.none() | st.builds(MomentFact, st.integers(1, 9), names, st.sampled_from(sorted(VERBS))))
    challenge = draw(st.sampled_from(["", "Brawl", "King of the Hill"]))
    key = str(draw(st.uuids()))
    return GameFact(key, draw(st.integers(1, 30)), sides, challenge=challenge, deed=deed, moment=moment)


def _forfeit(draw: st.DrawFn, teams: list[str]) -> GameFact:
    first = draw(st.sampled_from([Outcome.FORFEIT_WON, Outcome.FORFEIT_LOST]))
    sides = [SideFact(teams[0], first), *(SideFact(team, Outcome.FORFEIT_LOST) for team in teams[1:])]
    return GameFact(str(draw(st.uuids())), draw(st.integers(1, 30)), tuple(sides), is_forfeit=True)


def _deeds(side: SideFact) -> st.SearchStrategy[DeedFact]:
    feats = st.sampled_from([*sorted(VERBS), "unheard-of"])
    return st.builds(DeedFact, names, st.just(side.team), points, st.integers(1, 9), feats, st.integers(1, 9))


pairings = st.builds(PairingFact, st.lists(names, min_size=2, max_size=4).map(tuple))
leaders = st.builds(
    LeaderFact,
    st.lists(names, min_size=1, max_size=3).map(tuple),
    points,
    st.integers(1, 30),
    st.booleans(),
    names,
    points,
)
next_rounds = st.builds(
    NextFact,
    st.integers(1, 40),
    st.none() | st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    st.lists(pairings, min_size=1, max_size=3).map(tuple),
    st.lists(names, max_size=2).map(tuple),
)


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    first = draw(st.integers(1, 30))
    many = {
        "games": st.lists(games(), min_size=1, max_size=4),
        "byes": st.lists(names, max_size=2),
        "open": st.lists(pairings, max_size=2),
        "upsets": st.lists(
            st.builds(UpsetFact, names, names, st.integers(1, 20), names, st.integers(21, 60)), max_size=3
        ),
        "levels": st.lists(st.builds(LevelFact, **ninja, level=st.sampled_from(["Veteran", "Shinobi"])), max_size=7),
        "absences": st.lists(st.builds(AbsenceFact, **ninja, games=st.integers(1, 2)), max_size=7),
        "late": st.lists(st.builds(NinjaFact, **ninja), max_size=6),
        "streaks": st.lists(st.builds(StreakFact, names, st.sampled_from(Run), st.integers(3, 20)), max_size=3),
        "movers": st.lists(st.builds(MoverFact, names, places, places).filter(lambda its: its.places), max_size=3),
        "records": st.lists(
            st.builds(RecordFact, st.sampled_from(Feat), st.integers(2, 60), st.integers(1, 50), names, names, names),
            max_size=3,
        ),
    }
    return Facts(
        draw(names),
        draw(names),
        first,
        first + draw(st.integers(0, 5)),
        hurt=draw(st.integers(0, 40)),
        leader=draw(st.none() | leaders),
        next=draw(st.none() | next_rounds),
        champion=draw(st.just("") | names),
        **{field: tuple(draw(values)) for field, values in many.items()},  # type: ignore[arg-type]
    )
