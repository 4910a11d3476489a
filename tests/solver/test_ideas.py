"""The ideas found behind plans, and where the tiles come from that they move and dig."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from ksm_widgets.rules import QUARRIES, Move, Position, Quarry, Turn, Variant, moved, takings
from ksm_widgets.solver import Idea, Slot, ideas_of, origins_of, slots_dug
from ksm_widgets.solver.answer import plan_of
from tests.solver.threes import CURSED, DIG, best, moves, threes
from tests.strategies import known_ways

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.mark.parametrize(
    ("near", "powers", "idea"),
    [
        ("5,4,3,-,-,-", "", Idea.AS_IT_LIES),
        ("z,z,z,-,-,-", "", Idea.PASS),
        ("5,4,35,-,-,-", "carpet", Idea.LEVELS),
        ("5,-,-,-,-,-/5,5,-,-,-,-", "seal", Idea.RESHAPE),
        ("5,5,-,-,-,-", "", Idea.PASS),
        ("5,-,-,-,-,-/4,-,-,-,-,-", "mirror", Idea.PASS),
        ("5,5,y,-,-,-", "amulet", Idea.SHIELD),
        ("5,5,-,4,-,-", "", Idea.CARRY),
        ("5,5,1z,-,-,-", "", Idea.CLEAR_CURSE),
        (CURSED, "", Idea.CLEAR_CURSE),
    ],
)
def test_a_plan_s_ideas_are_found(near: str, powers: str, idea: Idea) -> None:
    problem = threes(near, powers=powers)
    assert idea in ideas_of(problem, best(problem))


def test_the_mirror_s_idea() -> None:
    row = threes("5,-,-,-,-,-/5,-,-,-,-,-", powers="mirror")
    top = row.position.stack(Quarry.parse("a1"))
    column = replace(row, position=row.position.with_stack(Quarry.parse("a3"), top))
    found = ideas_of(column, best(column))
    assert found[0] is Idea.AS_IT_LIES
    assert Idea.TURN in found


@pytest.mark.parametrize(
    ("near", "way", "found"),
    [
        # The tile above goes away, and a covered one is dug a level lower than before.
        ("5,4,31,-,-,-", "c1-d1", {Idea.UNCOVER, Idea.LOWER}),
        # One tile walks two steps into a hole.
        ("-,-,-,-,3,-/5,4,-,-,-,-", "e2-d2 d2-c1", {Idea.LONG_WAY, Idea.CARRY, Idea.RAISE}),
        # Two tiles make one step each: no long way.
        ("5,4z,3z,-,-,-", "b1-b2 c1-d1", {Idea.CLEAR_CURSE, Idea.UNCOVER, Idea.LOWER}),
        # A curse that is moved, but lies on no quarry that is dug, clears nothing.
        ("-,-,-,-,-,z/5,4,3,-,-,-", "f2-f1", set()),
        # Nor does one that is carried into the dig, though it lay on another quarry of it.
        (
            "5x,-,4,-,-,-",
            "a1-b1",
            {Idea.CARRY, Idea.UNCOVER, Idea.LOWER, Idea.RAISE},
        ),
        ("5,4,-,xx,-,-", "d1-c1", {Idea.CARRY, Idea.RAISE}),
        # Nor one that is cleared away where another curse is dug,
        ("5z,y,4,-,-,-", "a1-a2", {Idea.UNCOVER, Idea.LOWER}),
        # or that another quarry is filled up with.
        (
            "-,14,-,-,-,-/51z,-,11,-,-,-",
            "a1-b1 b2-b1",
            {Idea.CARRY, Idea.UNCOVER, Idea.LOWER, Idea.RAISE},
        ),
    ],
)
def test_what_moves_are_for(near: str, way: str, found: set[Idea]) -> None:
    problem = threes(near)
    plan = plan_of(problem, Turn(moves(way), DIG))
    assert set(ideas_of(problem, plan)) == found


def test_tiles_are_followed_to_where_they_are_dug() -> None:
    problem = threes("-,-,-,-,3,-/5,4z,-,-,-,-")
    turn = Turn(moves("b1-b2 e2-d2 d2-c1"), DIG)
    origins = origins_of(problem.position, turn)
    assert origins.steps == {Slot.parse("b1:2"): 1, Slot.parse("e2:1"): 2}
    came_from = dict(zip(DIG, map(Slot.parse, ("a1:1", "b1:1", "e2:1")), strict=True))
    assert origins.dug == came_from
    assert slots_dug(problem.position, turn) == set(came_from.values())
    assert slots_dug(problem.position, Turn(turn.moves)) == frozenset()


@given(known_ways())
def test_what_is_dug_is_what_lay_where_it_comes_from(
    way: tuple[Position, Variant, tuple[Move, ...]],
) -> None:
    start, variant, made = way
    after = moved(start, made, variant)
    dig = tuple(quarry for quarry in QUARRIES if after.height(quarry))
    origins = origins_of(start, Turn(made, dig))
    slots = [origins.dug[quarry] for quarry in dig]
    assert tuple(start.stack(slot.quarry)[slot.level - 1] for slot in slots) == takings(after, dig)
    assert len(set(slots)) == len(slots)
    assert sum(origins.steps.values()) == len(made)
