"""Facts as readable text, in Markdown. Pure and always alike: the same facts give the same words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby

from matches.newsletter import phrases, results
from matches.newsletter.facts import (
    AbsenceFact,
    Facts,
    LevelFact,
    MoverFact,
    NinjaFact,
    RecordFact,
    StreakFact,
    UpsetFact,
)
from matches.newsletter.grammar import Voice, capital, counted, escaped, number, ordinal, possessive
from rules.problems import listed

LONGEST_TITLE = 160
MOST_UPSETS = 5
MOST_IN_A_SENTENCE = 4
LIST = "\n\n"  # before the first of a list
Somebody = NinjaFact | LevelFact | AbsenceFact


def written(facts: Facts) -> str:
    """The whole issue: sections with something to tell, in the order in which people want to read them."""
    voice = Voice()
    sections = [
        ("", _intro(facts, voice)),
        ("Results", list(_results(facts, voice))),
        ("Upsets", [_paragraph(_upset(its, voice) for its in facts.upsets[:MOST_UPSETS])]),
        ("The table", [_table(facts, voice), *(["[chart: table]"] if facts.leader else [])]),
        ("Streaks", [_paragraph(_streak(its, voice) for its in facts.streaks)]),
        ("Records", [_paragraph(_record(its, facts, voice) for its in facts.records)]),
        ("Experience", _blocks(_levels(facts, voice))),
        ("The Healing House", _blocks(_healing_house(facts, voice))),
        ("In figures", ["[chart: points]", "[chart: ratings]"]),
        ("Next", list(_next(facts, voice))),
    ]
    return "\n\n".join(_section(heading, parts) for heading, parts in sections if any(parts)) + "\n"


def title_of(facts: Facts) -> str:
    """Plain text."""
    told = f"{facts.season}, {facts.rounds}"
    longer = f"{told}: {_headline(facts)}"
    return (longer if len(longer) <= LONGEST_TITLE and _headline(facts) else told)[:LONGEST_TITLE]


def _headline(facts: Facts) -> str:
    if facts.champion:
        return f"{facts.champion} is champion"
    if facts.upsets and facts.upsets[0].behind > 1:
        return f"{facts.upsets[0].winner} upsets {facts.upsets[0].loser}"
    if facts.leader and len(facts.leader.teams) == 1:
        return f"{facts.leader.teams[0]} leads"
    return ""


def _section(heading: str, parts: Iterable[str]) -> str:
    return "\n\n".join([*([f"# {heading}"] if heading else []), *filter(None, parts)])


def _paragraph(sentences: Iterable[str]) -> str:
    return " ".join(sentences)


def _blocks(sentences: Iterable[str]) -> list[str]:
    """Paragraphs: a sentence that brings a list with it ends one."""
    blocks: list[list[str]] = [[]]
    for its in sentences:
        blocks[-1].append(its)
        if LIST in its:
            blocks.append([])
    return [_paragraph(block) for block in blocks]


# Results


def _intro(facts: Facts, voice: Voice) -> list[str]:
    games = counted(len(facts.games), "game")
    values = {
        "season": escaped(facts.season),
        "rounds": facts.rounds,
        "Rounds": capital(facts.rounds),
        "games": games,
        "Games": capital(games),
        "points": counted(facts.points, "point"),
    }
    said = [voice.say("intro", facts.key, phrases.INTRO if facts.played else phrases.INTRO_UNPLAYED, **values)]
    if facts.champion:
        said.append(
            voice.say(
                "champion", facts.key, phrases.CHAMPION, champion=escaped(facts.champion), season=values["season"]
            )
        )
    return [_paragraph(said)]


def _results(facts: Facts, voice: Voice) -> Iterator[str]:
    for round_, games in groupby(facts.games, key=lambda game: game.round):
        if facts.first != facts.last:
            yield f"## Round {round_}"
        yield from (_paragraph(results.sentences(game, voice)) for game in games)
    if facts.byes:
        yield voice.say("byes", facts.key, phrases.BYES, names=listed([escaped(its) for its in facts.byes]))
    if facts.open:
        yield f"{phrases.STILL_OPEN}\n\n{_pairings([its.teams for its in facts.open])}"


def _pairings(games: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"- {listed([escaped(team) for team in teams], 'against')}" for teams in games)


def _upset(its: UpsetFact, voice: Voice) -> str:
    values = {"winner": escaped(its.winner), "loser": escaped(its.loser)}
    figures = {"rating": str(its.rating), "against": str(its.against), "behind": capital(number(its.behind))}
    return voice.say("upset", its.key, phrases.UPSET, **values, **figures)


# The table


def _table(facts: Facts, voice: Voice) -> str:
    return _paragraph([*_leader(facts, voice), *(_mover(its, voice) for its in facts.movers)])


def _leader(facts: Facts, voice: Voice) -> Iterator[str]:
    its = facts.leader
    if its is None:
        return
    points, teams = counted(its.points, "point"), [escaped(team) for team in its.teams]
    if len(teams) > 1:
        yield voice.say("leaders", facts.key, phrases.SHARED_LEAD, teams=listed(teams), points=points)
        return
    ways = phrases.NEW_LEADER if its.is_new else phrases.LEADS
    yield voice.say("leader", facts.key, ways, team=teams[0], points=points, played=counted(its.played, "game"))
    if its.second:
        ways = phrases.ALSO_LEVEL if its.second_points == its.points else phrases.AHEAD
        second = {"second": escaped(its.second), "points": counted(its.second_points, "point")}
        yield voice.say("second", facts.key, ways, **second)


def _mover(its: MoverFact, voice: Voice) -> str:
    values = {
        "team": escaped(its.team),
        "places": counted(abs(its.places), "place"),
        "before": ordinal(its.before),
        "after": ordinal(its.after),
    }
    slot, ways = ("rose", phrases.ROSE) if its.places > 0 else ("fell", phrases.FELL)
    return voice.say(slot, its.team, ways, **values)


def _streak(its: StreakFact, voice: Voice) -> str:
    values = {"team": escaped(its.team), "whose": possessive(escaped(its.team)), "length": number(its.length)}
    return voice.say(f"streak {its.run}", its.team, phrases.STREAKS[its.run], **values)


def _record(its: RecordFact, facts: Facts, voice: Voice) -> str:
    values = {
        "league": escaped(facts.league),
        "team": escaped(its.team),
        "other": escaped(its.other),
        "ninja": escaped(its.ninja),
        "against": f" against {escaped(its.other)}" if its.other else "",
    }
    figures = {"value": str(its.value), "before": str(its.before)}
    return voice.say(f"record {its.feat}", facts.key, phrases.RECORDS[its.feat], **values, **figures)


# Ninja


def _levels(facts: Facts, voice: Voice) -> Iterator[str]:
    by_level: dict[str, list[LevelFact]] = {}
    for its in facts.levels:
        by_level.setdefault(its.level, []).append(its)
    for level, risen in by_level.items():
        if len(risen) == 1:
            values = {"ninja": escaped(risen[0].ninja), "team": escaped(risen[0].team), "level": escaped(level)}
            yield voice.say("level", f"{risen[0].team} {risen[0].ninja}", phrases.LEVEL_REACHED, **values)
        else:
            values = {"Count": capital(number(len(risen))), "level": escaped(level), "names": _names(risen)}
            yield voice.say("levels", level, phrases.LEVELS_REACHED, **values)


def _healing_house(facts: Facts, voice: Voice) -> Iterator[str]:
    if facts.hurt:
        count, their = number(facts.hurt), "a game" if facts.hurt == 1 else "their games"
        yield voice.say("hurt", facts.key, phrases.HURT, count=count, Count=capital(count), their=their)
    yield from _absences(facts, voice)
    if facts.late:
        ways = phrases.LATE if len(facts.late) <= MOST_IN_A_SENTENCE else phrases.MANY_LATE
        yield voice.say("late", facts.key, ways, names=_names(facts.late))


def _absences(facts: Facts, voice: Voice) -> Iterator[str]:
    for games in sorted({its.games for its in facts.absences}):
        away = [its for its in facts.absences if its.games == games]
        missed = counted(games, "game")
        if len(away) == 1:
            values = {"ninja": escaped(away[0].ninja), "team": escaped(away[0].team), "games": missed}
            yield voice.say("absence", f"{away[0].team} {away[0].ninja}", phrases.ABSENCE, **values)
        else:
            values = {"Count": capital(number(len(away))), "games": missed, "names": _names(away)}
            yield voice.say("absences", facts.key, phrases.ABSENCES, **values)


def _names(ninja: Sequence[Somebody]) -> str:
    """All in one sentence, or if there are too many in a list by team."""
    if len(ninja) <= MOST_IN_A_SENTENCE:
        return listed([f"{escaped(its.ninja)} of {escaped(its.team)}" for its in ninja])
    by_team: dict[str, list[str]] = {}
    for its in ninja:
        by_team.setdefault(its.team, []).append(escaped(its.ninja))
    return LIST + "\n".join(f"- {escaped(team)}: {listed(names)}" for team, names in by_team.items())


# What comes


def _next(facts: Facts, voice: Voice) -> Iterator[str]:
    its = facts.next
    if its is None:
        return
    by = f", to be played by {day(its.deadline)}" if its.deadline else ""
    intro = voice.choose("next", facts.key, phrases.NEXT).format(round=its.round, by=by)
    yield f"{intro}\n\n{_pairings([game.teams for game in its.games])}"
    if its.byes:
        verb = "has" if len(its.byes) == 1 else "have"
        yield f"{listed([escaped(team) for team in its.byes])} {verb} a bye."


def day(of: date) -> str:
    return f"{of.day} {of:%B %Y}"
