"""The flat sequences that a search works on, and the numbers that say where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import MutableSequence

    Ints = MutableSequence[int]

__all__ = ["Work"]


class Work(NamedTuple):
    """All that a search reads and writes: flat integer sequences, lists or NumPy arrays.

    Quarries are 0-35 in the order of QUARRIES, levels 1-4, tiles 0 to T-1, chosen tiles 0 to n-1
    (the place in the placement they are chosen for). A slot is `quarry * 4 + level - 1`.
    """

    par: Ints
    """Numbers of the problem and of the search's progress; see the `P_` constants."""

    # Geometry, the same for every problem.
    dist: Ints
    """King distance between two quarries, 36 x 36."""
    near: Ints
    """For each quarry all 36 in order of distance, itself first."""
    nb: Ints
    """For each quarry up to eight neighbours, -1 after the last."""

    # The problem.
    h0: Ints
    """Heights as the mine lies."""
    at: Ints
    """The tile in each of the 144 slots, -1 for none."""
    tq: Ints
    """A tile's quarry."""
    tl: Ints
    """A tile's level."""
    worth: Ints
    """What digging a tile scores, NEVER if it must not be dug."""
    pay: Ints
    """What digging a tile adds to the money: a treasure's value, minus a curse's cost."""
    order: Ints
    """The tiles that may be dug, best worth first."""
    places: Ints
    """The placements, n quarries each."""
    wanted: Ints
    """The tiles the dig must take."""
    done: Ints
    """For each placement whether its best plan has been found."""

    # Bounds on plans.
    u1: Ints
    """For each level and quarry the most it can add to a plan's score, moving included."""
    u2: Ints
    """The same, filling gaps included instead of clearing."""
    rough: Ints
    """For each placement and level the sum of its quarries' bounds, `place * 5 + level`."""
    inp: Ints
    """For each quarry its place in the placement at hand plus one, 0 outside."""
    mark: Ints
    """For each tile a stamp: chosen or already moved in the plan at hand."""
    v1: Ints
    """For each quarry of the placement the best its open choice can add."""
    v2: Ints
    """The second best."""
    vt: Ints
    """The tile that adds the best."""
    g1: Ints
    """The best when gaps are counted instead."""

    # Plans in hand: a heap of numbered plans, best bound first.
    heap_key: Ints
    heap_plan: Ints
    plan_place: Ints
    plan_level: Ints
    plan_stage: Ints
    plan_moves: Ints
    plan_tile: Ints
    free: Ints

    # The board on which a plan is carried out.
    h: Ints
    """Heights now."""
    e: Ints
    """How many tiles at the bottom of a stack may stay where they are."""
    cap: Ints
    """How many tiles a stack may hold below the tile chosen for it; 4 outside the placement."""
    ch: Ints
    """The chosen tile in each slot plus one, 0 for any other tile or none."""
    cq: Ints
    """Where the chosen tiles are now: their quarries."""
    cl: Ints
    """Their levels."""
    target: Ints
    """The quarries the chosen tiles shall be dug from."""
    key: Ints
    """The board packed into three integers, so that equal boards are known as equal."""

    # The depth-first search of `carry`.
    path: Ints
    """The moves made so far, `source * 36 + target`."""
    fan: Ints
    """For each depth the moves still to try, with what is left to do after each."""
    fan_size: Ints
    fan_next: Ints
    seen0: Ints
    seen1: Ints
    seen2: Ints
    seen_left: Ints
    seen_round: Ints

    # Results.
    found_score: Ints
    found_place: Ints
    found_level: Ints
    found_moves: Ints
    found_path: Ints
