"""The bounds of aims: as the pictures tell, and never above the truth.

The truth is found by making moves: what a few moves lead to takes no more moves than that. So every
dig on a board that k moves led to is an aim that needs k at most, and no bound may say otherwise.
"""

from __future__ import annotations

import re
from operator import le, lt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ksm_widgets.rules import (
    QUARRIES,
    Move,
    Position,
    Power,
    Shape,
    Stage,
    Tile,
    Variant,
)
from ksm_widgets.solver import Problem, Slot
from ksm_widgets.solver.kernel import layout as at
from tests.solver.laid_out import NEVER, LaidOut, problem_for
from tests.solver.naive import Board, fulfilled, made, moves_on, within
from tests.solver.small import ON_THE_PAGE, PICTURES, Picture
from tests.strategies import known_ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.rules import Quarry

PAGE = Path(__file__).parents[2] / "docs" / "how-the-solver-works.md"
ENOUGH = 4
"""No picture needs more moves, but for those that say `never`."""
BOARDS = 1200
"""About so many boards are looked at for one seed."""
CARRIED = 100
"""So many boards are visited at most in carrying an aim out."""
AIMS = 400
"""So many aims are looked at for one seed."""

pictures = pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)


@pictures
def test_the_bound_is_what_the_picture_says(path: Path) -> None:
    picture = Picture.read(path.read_text(encoding="utf-8"))
    with LaidOut(picture.problem) as laid:
        tiles = [laid.tile(*picture.slot(letter)) for letter in picture.letters]
        bounds = laid.moves(picture.placement, picture.level, tiles)
        assert bounds == (picture.counted, picture.rooms)
        if picture.counted == NEVER:
            fixed = dict(enumerate(tiles))
            assert laid.aim_bound(picture.placement, picture.level, fixed) < at.NEVER // 2
        if picture.needs <= ENOUGH:
            for limit in range(int(picture.rooms), int(picture.needs) + 1):
                done = laid.carried_out(picture.placement, picture.level, tiles, limit)
                assert done == (limit == picture.needs)
                assert done or not laid.given_up


@pictures
def test_the_picture_is_true(path: Path) -> None:
    """The right board is one of those that the fewest moves lead to."""
    picture = Picture.read(path.read_text(encoding="utf-8"))
    assert picture.counted <= picture.rooms <= picture.needs
    most = int(min(picture.needs, ENOUGH))
    found = within(picture.before, most, uphill=picture.beginner)
    assert (picture.after in found) == (picture.needs <= ENOUGH)
    ways = [
        moves for board, moves in found.items() if fulfilled(board, picture.wish, picture.level)
    ]
    assert min(ways, default=picture.needs) == picture.needs


def test_no_tile_is_lost_when_most_are_banned() -> None:
    """Each tile that can be dug from a quarry is still found there when it is the only one left."""
    mine = Position.parse("/".join(["1111,1111,5zM1,1111,1111,-"] * 6))
    problem = Problem(mine, Shape.parse("#"), frozenset({Power.CARPET}))
    with LaidOut(problem) as laid:
        everything = frozenset(range(laid.tile_count))
        for tile in everything:
            alone = laid.aim_bound(laid.placements[0], 0, {0: tile})
            others = (0, everything - {tile})
            if alone > at.NEVER // 2:
                assert laid.aim_bound(laid.placements[0], 0, {}, others) >= alone


@pytest.mark.parametrize("powers", [frozenset(), frozenset({Power.CARPET})])
def test_charging_tiles_makes_bounds_closer(powers: frozenset[Power]) -> None:
    """To the best choices at hand is charged what lies on them: no bound rises, some fall."""
    problem = Problem(Position.random(1, Stage.LATE), Shape.parse("##/##"), powers)
    with LaidOut(problem) as laid:
        levels = (0,) if powers else (1, 2, 3, 4)
        wishes: list[tuple[tuple[Quarry, ...], int, dict[int, int]]] = [
            (placement, level, {}) for placement in laid.placements for level in levels
        ]
        close = [laid.aim_bound(*wish) for wish in wishes]
        quick = [laid.aim_bound(*wish, enough=-at.NEVER) for wish in wishes]
    assert all(map(le, close, quick))
    assert sum(map(lt, close, quick)) > 3


def test_the_page_shows_the_pictures() -> None:
    shown = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert sorted(shown) == sorted(path.read_text(encoding="utf-8") for path in ON_THE_PAGE)


def told_apart(position: Position) -> Board:
    """The mine as a board on which every tile is a letter of its own."""
    numbers = iter(range(144))
    return tuple("".join(chr(0x100 + next(numbers)) for _ in stack) for stack in position.stacks)


def chosen(laid: LaidOut, start: Board, end: Board, placement: Sequence[Quarry]) -> tuple[int, ...]:
    """The tiles that lie topmost on the placement at the end, as the kernel numbers them."""
    slots = {
        letter: (quarry, level)
        for quarry, stack in zip(QUARRIES, start, strict=True)
        for level, letter in enumerate(stack, start=1)
    }
    return tuple(laid.tile(*slots[end[quarry.index][-1]]) for quarry in placement)


def faults(
    laid: LaidOut,
    rng: Random,
    placement: Sequence[Quarry],
    level: int,
    tiles: Sequence[int],
    moves: int,
) -> Iterator[str]:
    """Every bound that says of an aim known to need at most so many moves that it needs more.

    Bounds for what aims score are asked with all tiles fixed, with none, and with some, when
    others are banned.
    """
    left, closer = laid.moves(placement, level, tiles)
    if left > moves:
        yield f"moves_left says {left}"
    if closer > moves:
        yield f"moves_with_rooms says {closer}"
    elif laid.carried_out(placement, level, tiles, moves, CARRIED) is False:
        yield "it is not carried out"
    else:
        for limit in range(int(closer), moves):
            done = laid.carried_out(placement, level, tiles, limit, CARRIED)
            if done is False and laid.given_up:
                yield f"it is given up when it does not work with {limit}"
    if not set(laid.wanted) <= set(tiles):
        return
    score = laid.worth(tiles) - moves * laid.step
    rough, close = laid.quick_bounds(placement, level)
    if rough < score:
        yield f"rough_bound says {rough}, not {score}"
    if close < score:
        yield f"closer_bound says {close}, not {score}"
    for fixed in ({}, dict(enumerate(tiles)), part(rng, tiles)):
        open_ones = [i for i in range(len(tiles)) if i not in fixed]
        banned = None
        if open_ones:
            i = rng.choice(open_ones)
            others = [tile for tile in range(laid.tile_count) if tile != tiles[i]]
            banned = i, frozenset(rng.sample(others, min(len(others), rng.randrange(6))))
        bound = laid.aim_bound(placement, level, fixed, banned)
        if bound < score:
            yield f"aim_bound says {bound}, not {score}, with {fixed} fixed and {banned} banned"


def part(rng: Random, tiles: Sequence[int]) -> dict[int, int]:
    """Some of the tiles with their places."""
    return {i: tile for i, tile in enumerate(tiles) if rng.randrange(2)}


@pytest.mark.long
@given(known_ways(), st.booleans(), st.data())
def test_no_bound_is_above_a_known_way(
    known: tuple[Position, Variant, tuple[Move, ...]], carpet: bool, data: st.DataObject
) -> None:
    position, variant, way = known
    start = end = told_apart(position)
    for move in way:
        end = made(end, move.source.index, move.target.index)
    level = 0 if carpet else len(end[way[-1].target.index]) if way else 1
    fit = [
        quarry for quarry in QUARRIES if end[quarry.index] and level in (0, len(end[quarry.index]))
    ]
    assume(fit)
    placement = sorted(data.draw(st.sets(st.sampled_from(fit), min_size=1, max_size=6)))
    problem = problem_for(position, placement, carpet=carpet, uphill=variant is Variant.BEGINNER)
    with LaidOut(problem) as laid:
        tiles = chosen(laid, start, end, placement)
        rng = Random(len(way))
        assert not list(faults(laid, rng, placement, level, tiles, len(way)))


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(8), 12, 14, 28, 30, 40, 65])
def test_no_bound_is_above_the_truth(seed: int) -> None:
    """Every dig within a few moves: each aim with the fewest moves that it needs."""
    rng = Random(seed)
    problem = small_problem(rng)
    uphill = problem.variant is Variant.BEGINNER
    start = told_apart(problem.position)
    with LaidOut(problem) as laid:
        known: dict[tuple[tuple[Quarry, ...], int, tuple[int, ...]], int] = {}
        for end, moves in within(start, depth(start, uphill=uphill), uphill=uphill).items():
            for placement in laid.placements:
                heights = {len(end[quarry.index]) for quarry in placement}
                if 0 in heights or (len(heights) > 1 and not laid.carpet):
                    continue
                level = 0 if laid.carpet else heights.pop()
                tiles = chosen(laid, start, end, placement)
                known.setdefault((placement, level, tuple(tiles)), moves)
        for aim in rng.sample(list(known), min(AIMS, len(known))):
            assert not list(faults(laid, rng, *aim, known[aim])), (problem, aim)


def depth(start: Board, *, uphill: bool) -> int:
    """How many moves leave it at about so many boards as are wished for."""
    first = len(list(moves_on(start, uphill=uphill)))
    boards, most = 1, 0
    while boards * max(first, 2) <= BOARDS:
        boards *= max(first, 2)
        most += 1
    return most


def small_problem(rng: Random) -> Problem:
    """Flat mines with a few holes, pits in full mines, and heaps in empty ones."""
    base = rng.choice([0, 0, 1, 2, 3, 4, 4])
    heights = [base] * len(QUARRIES)
    for quarry in rng.sample(QUARRIES, 2) if base else QUARRIES:
        near = quarry.row < 3 and quarry.column < 2
        if base or near:
            heights[quarry.index] = rng.randint(0, base or 4)
    kinds = rng.choice([list("5z"), list("512xzaM"), list("52")])
    position = Position(tuple(tuple(Tile(rng.choice(kinds)) for _ in range(h)) for h in heights))
    slots = [
        Slot(quarry, level)
        for quarry in QUARRIES
        for level in range(1, position.height(quarry) + 1)
    ]
    size = rng.randint(1, 4)
    return Problem(
        position,
        Shape(tuple(sorted(rng.sample([(r, c) for r in range(3) for c in range(2)], size)))),
        frozenset({Power.CARPET} if rng.randrange(3) == 0 else ()),
        wanted=tuple(rng.sample(slots, 1)) if slots and rng.randrange(4) == 0 else (),
        variant=rng.choice([Variant.STANDARD, Variant.STANDARD, Variant.BEGINNER]),
    )
