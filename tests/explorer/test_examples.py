"""What is said of the examples holds: each is solved again."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import pairwise

import pytest

from ksm_widgets.explorer.links import EXAMPLES, example
from ksm_widgets.rules import Power, Tile
from ksm_widgets.solver import Answer, Idea, Plan, Status, ideas_of, slots_dug, solve
from ksm_widgets.words import LANGUAGES, coins, sentence


@cache
def answer(key: str, power: Power | None = None) -> Answer:
    situation = example(key).situation
    powers = frozenset[Power]() if power is None else frozenset({power})
    found = solve(replace(situation, powers=powers).problem(best=2, frontier=True))
    assert found.status is Status.OPTIMAL
    return found


def plan(found: Answer) -> Plan:
    assert found.plan is not None
    return found.plan


def nets(key: str) -> list[Decimal]:
    return [step.net for step in answer(key).frontier]


def said(key: str, *figures: str) -> None:
    """The sentence in both languages names these figures."""
    for language in LANGUAGES:
        told = sentence(f"example.{key}_idea", language)
        for figure in figures:
            assert coins(Decimal(figure), language) in told


MARGINS = {"halves": Decimal(0), "carpet": Decimal("0.5")}
"""In coins; the others have at least 1."""
POWERS = {power.value: power for power in Power}


@pytest.mark.long
@pytest.mark.parametrize("key", [found.key for found in EXAMPLES])
def test_an_example_has_an_idea_and_one_best_dig_by_a_clear_margin(key: str) -> None:
    assert ideas_of(example(key).situation.problem(), plan(answer(key)))[0] is not Idea.AS_IT_LIES
    first, second = answer(key, POWERS.get(key)).best
    assert first.net - second.net >= MARGINS.get(key, Decimal(1))


def test_the_bridge_fills_a_hole() -> None:
    found = answer("bridge")
    assert nets("bridge") == [0, Decimal("13.5")]
    assert Idea.RAISE in ideas_of(example("bridge").situation.problem(), plan(found))
    said("bridge", "13.5")


def test_the_lid_is_a_mask() -> None:
    situation = example("lid").situation
    (move,) = plan(answer("lid")).turn.moves
    assert situation.position.top(move.source) is Tile.MASK
    assert move.source in (plan(answer("lid")).dig or ())
    assert nets("lid") == [Decimal("2.5"), 16]
    said("lid", "2.5", "16")


def test_the_tower_gives_its_treasure_away() -> None:
    situation = example("tower").situation
    (move,) = plan(answer("tower")).turn.moves
    assert situation.position.top(move.source) is Tile.TREASURE_4
    assert Idea.LOWER in ideas_of(situation.problem(), plan(answer("tower")))
    assert move.target not in (plan(answer("tower")).dig or ())
    assert nets("tower") == [4, 11]
    said("tower", "7")


def test_half_a_measure_gains_nothing() -> None:
    none, one, two = nets("halves")
    assert one == none
    assert two - none == Decimal("2.5")
    said("halves", "2.5")


def test_each_step_gains_less() -> None:
    found = nets("steps")
    gains = [after - before for before, after in pairwise(found)]
    assert gains == [6, 3, 2]
    said("steps", "6", "3", "2")


def test_a_treasure_walks_three_steps_into_the_dig() -> None:
    situation, found = example("walk").situation, plan(answer("walk"))
    moves = found.turn.moves
    assert len(moves) == 3
    assert [move.target for move in moves[:-1]] == [move.source for move in moves[1:]]
    assert situation.position.top(moves[0].source) is Tile.TREASURE_4
    assert moves[-1].target in (found.dig or ())
    dug = slots_dug(situation.position, found.turn)
    assert any(slot.quarry == moves[0].source for slot in dug)


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "power", "before", "after", "figures"),
    [
        ("carpet", Power.CARPET, 9, 1, ("12", "13")),
        ("seal", Power.SEAL, 4, 0, ("10", "12")),
        ("mirror", Power.MIRROR, 6, 0, ("8", "10")),
        ("amulet", Power.AMULET, 3, 0, ("12", "14.5")),
    ],
)
def test_an_object_saves_moves_and_gains(
    key: str, power: Power, before: int, after: int, figures: tuple[str, str]
) -> None:
    without, with_ = plan(answer(key)), plan(answer(key, power))
    assert (len(without.turn.moves), len(with_.turn.moves)) == (before, after)
    assert (without.net, with_.net) == tuple(map(Decimal, figures))
    said(key, *figures)
    if power is Power.AMULET:
        assert {Tile.SCORPION, Tile.MUMMY} <= set(with_.taken)
        assert not any(tile.curse > 1 for tile in without.taken)
