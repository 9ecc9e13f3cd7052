"""The chronicle in sentences: every kind of entry, and every figure that one can change."""

from dataclasses import replace

import pytest

from rules.dice import Element, cast, entered
from rules.events import (
    Advanced,
    AdvancementRolled,
    Dismissed,
    DowntimeRolled,
    Event,
    Played,
    Released,
    Renamed,
    Ruled,
    Spared,
    UpkeepPaid,
)
from rules.house import Gain
from rules.scroll import BLANK, Opponent, Result, Revenue
from rules.words import Change, availability, changes, explain
from tests.rules.games import CONCEDED, DREW, LOST, TORA, WON, after, changed, downtime, hurt, played
from tests.rules.teams import HOUSE, legal_team, recruit

TO = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"  # no line ends within a score
ZORO = after(TORA, Renamed("Zoro", "n2"))
IKA_LOST = Opponent("ika", "Squid Ink", LOST, 2)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (recruit("n7", "tora-oni", "Kiba"), "Kiba (Tora Oni) was recruited for 18 koban."),
        (Dismissed("n2"), "Zoro was dismissed."),
        (Renamed("Nami", "n2"), "Zoro is called Nami from now on."),
        (Renamed("Eye of the Tiger"), "The tora is called Eye of the Tiger from now on."),
        (UpkeepPaid("g1", "n5"), "Benkei was paid 5 koban and stays."),
        (Released("g1", "n5"), "Benkei was not paid and left."),
        (Spared("g1", "n3", "n2"), "Zoro spared Tora Kaiken from rolling."),
        (Advanced("n2", "leap"), "Zoro gained Leap."),
        (Advanced("n2", gain=Gain.MOVEMENT), "Zoro gained +1 MV."),
        (Advanced("n2", gain=Gain.ATTACK), "Zoro gained +1 AT."),
        (Advanced("n2", gain=Gain.DEFENSE), "Zoro gained +1 DF."),
        (Advanced("n2", affinity=Element.WATER), "Zoro gained affinity with water."),
    ],
)
def test_every_kind_of_entry_is_a_sentence(event: Event, sentence: str) -> None:
    assert explain(event, ZORO, HOUSE) == sentence


def test_a_founding_is_a_sentence() -> None:
    assert explain(legal_team("tora"), BLANK, HOUSE) == "The tora of clan Tora was founded with 3 ninja."


def test_prices_and_upkeep_are_told_as_the_house_asks_them() -> None:
    house = replace(HOUSE, prices={"tora-oni": 1}, upkeeps={"benkei": 2})
    assert "for 1 koban" in explain(recruit("n7", "tora-oni"), TORA, house)
    assert "paid 2 koban" in explain(UpkeepPaid("g1", "n5"), TORA, house)


@pytest.mark.parametrize(
    ("result", "words"),
    [(WON, "Won against"), (LOST, "Lost to"), (DREW, "Drew with"), (CONCEDED, "Conceded to")],
)
def test_a_game_is_told_by_how_it_ended(result: Result, words: str) -> None:
    game = Played("g1", "king-of-the-hill", result, 3, (), Revenue(10, 1, 2), (IKA_LOST,))
    assert explain(game, TORA, HOUSE) == f"{words} Squid Ink, 3{TO}2, at King of the Hill; earned 13 koban."


def test_a_game_of_several_teams_names_them_all() -> None:
    game = replace(
        played(koban=6), opponents=(IKA_LOST, Opponent("x", "Crows", WON, 9), Opponent("y", "Apes", LOST, 0))
    )
    assert (
        explain(game, TORA, HOUSE)
        == f"Lost to Squid Ink, Crows and Apes, 2{TO}2{TO}9{TO}0, at Assassination; earned 6 koban."
    )


@pytest.mark.parametrize(
    ("die", "effect"),
    [
        (Element.SPIRIT, "Spirit (rolled at the table), which spares another model in the Healing House from rolling."),
        (Element.VOID, "Void (rolled at the table), which costs the model its next two games."),
        (Element.EARTH, "Earth (rolled at the table), which has no effect."),
        (
            Element.AIR,
            "Air (rolled at the table), which puts the model into the Healing House at the start of its next game.",
        ),
        (Element.WATER, "Water (rolled at the table), which earns the model XP."),
        (Element.FIRE, "Fire (rolled at the table), which costs the model its next game."),
    ],
)
def test_every_face_of_downtime_is_told(die: Element, effect: str) -> None:
    scroll = after(ZORO, hurt("n2", "n3"))
    assert explain(downtime("n2", die), scroll, HOUSE) == f"Downtime of Zoro: {effect}"


def test_a_roll_says_where_it_fell_and_who_saw_it() -> None:
    seen = AdvancementRolled("n2", entered(Element.AIR, Element.FIRE, witness="Deke"))
    assert (
        explain(seen, ZORO, HOUSE) == "Zoro rolled Air and Fire (rolled at the table, seen by Deke) for an advancement."
    )
    by_server = DowntimeRolled("g1", "n2", cast(b"seed", "g1/n2", 1))
    assert "(rolled by the server)" in explain(by_server, ZORO, HOUSE)


@pytest.mark.parametrize(
    ("ruling", "what"),
    [
        (Ruled("Late.", koban=3), "+3 koban."),
        (Ruled("Late.", koban=-3), "-3 koban."),
        (Ruled("Late.", ninja="n2", xp=2), "Zoro +2 XP."),
        (Ruled("Late.", ninja="n2", xp=-2), "Zoro -2 XP."),
        (Ruled("Late.", ninja="n2", gives=("leap", "nimble")), "Zoro gains Leap and Zoro gains Nimble."),
        (Ruled("Late.", ninja="n1", takes=("fire-mastery",)), "Tora Chunin loses Fire Mastery."),
        (Ruled("Late.", ninja="n2", misses=1), "Zoro misses 1 game."),
        (Ruled("Late.", ninja="n2", misses=0), "Zoro misses 0 games."),
        (Ruled("Late.", ninja="n2", starts_in_healing_house=True), "Zoro starts the next game in the Healing House."),
        (
            Ruled("Late.", ninja="n2", starts_in_healing_house=False),
            "Zoro starts the next game outside the Healing House.",
        ),
        (Ruled("Late.", allows=("a:b",)), "the team may play although its roster is not legal."),
        (Ruled("Late.", forbids=("a:b",)), "the roster has to be legal again."),
        (Ruled("Late."), "noted."),
        (Ruled("Late.", koban=1, ninja="n2", xp=2, misses=2), "+1 koban, Zoro +2 XP and Zoro misses 2 games."),
    ],
)
def test_every_part_of_a_ruling_is_told_with_its_reason(ruling: Ruled, what: str) -> None:
    assert explain(ruling, ZORO, HOUSE) == f"Ruling of the ninja master: {what} Reason: Late."


# What an entry changed


@pytest.mark.parametrize(
    ("fields", "change"),
    [
        ({"name": "Nami"}, Change("name", "Zoro", "Nami", "n2")),
        ({"gains": {Gain.MOVEMENT: 1}}, Change("MV", "5", "6", "n2")),
        ({"gains": {Gain.ATTACK: 2}}, Change("AT", "3", "5", "n2")),
        ({"gains": {Gain.DEFENSE: 1}}, Change("DF", "2", "3", "n2")),
        ({"gained_affinities": (Element.AIR,)}, Change("affinities", "Fire", "Fire, Air", "n2")),
        ({"gained_keywords": ("leap", "nimble")}, Change("keywords", "", "Leap, Nimble", "n2")),
        ({"xp": 7}, Change("XP", "0", "7", "n2")),
        ({"misses": 2}, Change("availability", "ready", "misses 2 games", "n2")),
        ({"starts_in_healing_house": True}, Change("availability", "ready", "starts in the Healing House", "n2")),
    ],
)
def test_every_figure_of_a_ninja_is_noticed(fields: dict[str, object], change: Change) -> None:
    assert changes(ZORO, changed(ZORO, "n2", **fields), HOUSE) == [change]


def test_a_new_level_is_noticed_beside_the_xp() -> None:
    assert changes(ZORO, changed(ZORO, "n2", xp=22), HOUSE) == [
        Change("XP", "0", "22", "n2"),
        Change("level", "New Recruit", "Veteran", "n2"),
    ]


def test_every_figure_of_the_team_is_noticed() -> None:
    assert changes(TORA, replace(TORA, name="Tigers", treasury=3), HOUSE) == [
        Change("name", "The tora", "Tigers"),
        Change("treasury", "12", "3"),
    ]
    assert changes(TORA, changed(TORA, "n2", advancements=2), HOUSE) == [Change("rating", "10", "12")]


def test_whoever_joins_or_leaves_is_noticed() -> None:
    rich = replace(TORA, treasury=100)
    assert changes(rich, after(rich, recruit("n7", "tora-yajiri", "Uzopp")), HOUSE) == [
        Change("treasury", "100", "92"),
        Change("rating", "10", "11"),
        Change("joined", "", "Uzopp", "n7"),
    ]
    assert changes(TORA, after(TORA, Dismissed("n5")), HOUSE) == [
        Change("rating", "10", "8"),
        Change("left", "Benkei", "", "n5"),
    ]


def test_a_game_is_noticed_in_treasury_and_xp() -> None:
    game = played(koban=6)
    assert changes(TORA, after(TORA, game), HOUSE) == [Change("treasury", "12", "18")]


def test_nothing_changed_is_nothing_noticed() -> None:
    assert changes(TORA, TORA, HOUSE) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "ready"),
        ({"misses": 1}, "misses 1 game"),
        ({"misses": 2, "starts_in_healing_house": True}, "misses 2 games"),
        ({"starts_in_healing_house": True}, "starts in the Healing House"),
    ],
)
def test_availability_in_words(fields: dict[str, object], words: str) -> None:
    assert availability(changed(TORA, "n2", **fields).find("n2")) == words


def test_downtime_is_not_told_to_have_effects_that_it_had_not() -> None:
    scroll = after(TORA, hurt("n6"))
    assert "earns the model XP" not in explain(downtime("n6", Element.WATER), scroll, HOUSE)
    assert "spares another" not in explain(downtime("n6", Element.SPIRIT), scroll, HOUSE)
