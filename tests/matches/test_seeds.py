"""Dice that the server casts: promised before anybody asks, the same for the same purpose, open to all in the end."""

from collections import Counter
from uuid import uuid4

import pytest

from league import results
from matches import amending, desk, seeds
from matches.models import Match, Seed
from rules import dice
from rules.dice import Element, Source
from rules.events import AdvancementRolled, DowntimeRolled, Ruled, from_json
from rules.house import AcceptedBy
from teams import chronicle
from teams.models import Team
from tests.matches.games import Table, account, scroll, table, take_every_step

pytestmark = pytest.mark.django_db


@pytest.fixture
def its() -> Table:
    return table(accepted_by=AcceptedBy.EITHER_SIDE)


def play(its: Table, hurt: tuple[str, ...] = ("n2",)) -> Match:
    """A game that these of kenta's team ended in the Healing House; his ronin is gone already."""
    match = its.brief(its.another_game())
    its.file(match, account(match, hurt={its.teams[0].slug: hurt}))
    kenta = its.teams[0]
    if scroll(kenta).has("n4"):
        desk.release(team=kenta, game=match.game, ninja="n4", author=None)
    return Match.objects.get(pk=match.pk)


def secret_of(team: Team) -> Seed:
    """The one that is kept."""
    return team.seeds.get(revealed_at=None)


def is_kept(team: Team) -> bool:
    return team.seeds.filter(revealed_at=None).exists()


def rolls_of(team: Team) -> list[dice.Roll]:
    events = [from_json(entry.data) for entry in team.entries.all()]
    return [event.roll for event in events if isinstance(event, (DowntimeRolled, AdvancementRolled))]


def cast_again(roll: dice.Roll) -> dice.Roll:
    """As anybody can, once the secret is public."""
    seed = Seed.objects.get(commitment=roll.commitment, revealed_at__isnull=False)
    return dice.cast(bytes.fromhex(seed.secret), roll.purpose, len(roll.dice))


# The promise


def test_a_briefing_promises_the_dice_after_the_game(its: Table) -> None:
    match = its.brief()
    for side in match.sides.all():
        seed = secret_of(side.team)
        assert side.commitment == seed.commitment == dice.commitment(bytes.fromhex(seed.secret))
    assert len({side.commitment for side in match.sides.all()}) == 2


def test_a_team_has_one_secret_at_a_time(its: Table) -> None:
    kenta = its.teams[0]
    assert seeds.of_team(kenta) == seeds.of_team(kenta)
    kenta.seeds.update(revealed_at=its.season.created_at)
    assert seeds.of_team(kenta) == secret_of(kenta)
    assert kenta.seeds.count() == 2


def test_secrets_are_long_and_never_alike() -> None:
    made = [Seed.new() for _ in range(50)]
    assert {len(bytes.fromhex(seed.secret)) for seed in made} == {32}
    assert len({seed.secret for seed in made}) == len({seed.commitment for seed in made}) == 50


def test_a_roll_names_the_promise_it_was_cast_from(its: Table) -> None:
    match = play(its)
    desk.roll_downtime(team=its.teams[0], game=match.game, ninja="n2", author=None)
    (roll,) = rolls_of(its.teams[0])
    assert roll.source is Source.SERVER
    assert roll.commitment == match.sides.get(team=its.teams[0]).commitment
    assert roll.purpose == f"downtime {its.teams[0].slug} {match.game} n2"


# Revealing


def test_a_secret_is_kept_while_a_step_is_left_and_revealed_with_the_last(its: Table) -> None:
    kenta = its.teams[0]
    match = play(its, ("n2", "n3"))
    seed = secret_of(kenta)
    table_die = {"dice": (Element.EARTH,), "witness": "Mio", "author": None}
    desk.roll_downtime(team=kenta, game=match.game, ninja="n2", **table_die)  # type: ignore[arg-type]
    assert secret_of(kenta) == seed
    desk.roll_downtime(team=kenta, game=match.game, ninja="n3", **table_die)  # type: ignore[arg-type]
    seed.refresh_from_db()
    assert seed.revealed_at is not None


def test_an_advancement_that_waits_keeps_the_secret(its: Table) -> None:
    kenta = its.teams[0]
    match = play(its)
    desk.rule(team=kenta, ruling=Ruled("A gift.", ninja="n2", xp=8), author=None)
    desk.roll_downtime(team=kenta, game=match.game, ninja="n2", author=None)
    assert is_kept(kenta)
    desk.roll_advancement(team=kenta, ninja="n2", author=None)
    assert is_kept(kenta)
    desk.advance(team=kenta, ninja="n2", keyword="leap", author=None)
    assert not is_kept(kenta)


def test_every_roll_on_record_can_be_cast_again_from_the_revealed_secret(its: Table) -> None:
    kenta = its.teams[0]
    for ninja in ("n1", "n2", "n3"):
        desk.rule(team=kenta, ruling=Ruled("A gift.", ninja=ninja, xp=22), author=None)
    take_every_step(kenta)
    for _ in range(3):
        play(its, tuple(ninja.id for ninja in scroll(kenta).ninja if ninja.is_available))
        for team in its.teams:
            take_every_step(team)
    rolls = rolls_of(kenta)
    assert len(rolls) > 6
    assert all(cast_again(roll) == roll for roll in rolls)


def test_a_secret_that_another_game_was_promised_is_kept_until_that_is_over(its: Table) -> None:
    kenta = its.teams[0]
    first = its.brief(its.another_game())
    second = its.brief(its.another_game())
    promised = second.sides.get(team=kenta).commitment
    its.file(first, account(first))
    take_every_step(kenta)
    assert secret_of(kenta).commitment == promised
    take_every_step(its.teams[1])
    its.file(second, account(second, hurt={kenta.slug: ["n2"]}))
    desk.roll_downtime(team=kenta, game=second.game, ninja="n2", author=None)
    assert rolls_of(kenta)[-1].commitment == promised
    take_every_step(kenta)
    assert not is_kept(kenta)


def test_a_game_that_was_forfeited_keeps_no_secret(its: Table) -> None:
    first, second = its.brief(its.another_game()), its.brief(its.another_game())
    its.file(first, account(first))
    fixture = second.fixture
    loser = fixture.sides.get(position=1).entrant_id
    results.forfeit(fixture=fixture, by=[loser], author=its.master, based_on=results.version_of(fixture))
    take_every_step(its.teams[0])
    assert not is_kept(its.teams[0])


def test_a_ruling_before_the_game_does_not_give_its_dice_away(its: Table) -> None:
    its.brief()
    desk.rule(team=its.teams[0], ruling=Ruled("A gift.", koban=3), author=None)
    assert is_kept(its.teams[0])


def test_the_secret_of_the_challenge_is_revealed_with_the_accepted_report(its: Table) -> None:
    match = its.brief()
    assert match.seeds.get().revealed_at is None
    its.file(match, account(match))
    assert match.seeds.get().revealed_at is not None


# The same purpose, the same dice


def test_a_struck_roll_made_again_falls_the_same_while_its_secret_is_kept(its: Table) -> None:
    kenta = its.teams[0]
    match = play(its, ("n2", "n3"))
    desk.roll_downtime(team=kenta, game=match.game, ninja="n2", author=None)
    based_on = amending.version_of(match)
    amending.amend(match=match, account=None, author=its.master, reason="Wrong.", key=uuid4(), based_on=based_on)
    assert scroll(kenta).due == ()
    again = its.brief(match.fixture)
    its.file(again, account(again, hurt={kenta.slug: ["n2", "n3"]}))
    desk.release(team=kenta, game=match.game, ninja="n4", author=None)
    desk.roll_downtime(team=kenta, game=match.game, ninja="n2", author=None)
    first, second = rolls_of(kenta)
    assert first == second


def test_each_advancement_of_a_ninja_is_another_purpose(its: Table) -> None:
    kenta = its.teams[0]
    desk.rule(team=kenta, ruling=Ruled("A gift.", ninja="n2", xp=43), author=None)
    take_every_step(kenta)
    assert [roll.purpose for roll in rolls_of(kenta)] == [f"advancement {kenta.slug} n2 {n}" for n in (1, 2, 3)]


def test_the_same_request_sent_twice_is_one_roll(its: Table) -> None:
    kenta, key = its.teams[0], uuid4()
    match = play(its, ("n2", "n3"))
    made = [desk.roll_downtime(team=kenta, game=match.game, ninja="n2", author=None, key=key) for _ in range(2)]
    assert made[0].entry == made[1].entry
    assert len(rolls_of(kenta)) == 1
    assert chronicle.retell(kenta) == []


# Fairness


def chi_square(counted: Counter[str], faces: int) -> float:
    expected = counted.total() / faces
    return sum((counted[face] - expected) ** 2 / expected for face in counted)


def test_every_face_and_every_pair_is_as_likely_as_any_other() -> None:
    """From fixed secrets, so that it either always passes or never. 20.5 and 66.6 are exceeded once in 1000 times."""
    faces: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for secret in range(60):
        for purpose in range(100):
            first, second = dice.cast(secret.to_bytes(32), f"advancement tora n{purpose} 1", 2).dice
            faces.update((first, second))
            pairs[f"{first} {second}"] += 1
    assert len(faces) == 6
    assert len(pairs) == 36
    assert chi_square(faces, 6) < 20.5
    assert chi_square(pairs, 36) < 66.6


def test_what_one_secret_holds_says_nothing_of_the_next_purpose() -> None:
    """Dice of neighbouring purposes agree once in six times, as strangers do."""
    agree = sum(
        dice.cast(secret.to_bytes(32), "downtime tora g1 n1", 1).dice
        == dice.cast(secret.to_bytes(32), "downtime tora g1 n2", 1).dice
        for secret in range(6000)
    )
    assert 880 < agree < 1120
