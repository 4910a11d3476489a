"""When two puzzles are the same up to what does not matter.

Turned or mirrored together with its card a mine asks the same; so does one with other symbols on
its parchments or other magic objects lying in it, unless their worths tell them apart.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import SIDE
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.rules.tiles import Group
from ksm_widgets.rules.turns import carried_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.solver import Problem

    Way = Callable[[int, int, int], tuple[int, int]]

__all__ = ["twin_key"]

_WAYS: tuple[Way, ...] = (
    lambda row, column, last: (row, column),
    lambda row, column, last: (column, last - row),
    lambda row, column, last: (last - row, last - column),
    lambda row, column, last: (last - column, row),
    lambda row, column, last: (row, last - column),
    lambda row, column, last: (column, row),
    lambda row, column, last: (last - row, column),
    lambda row, column, last: (last - column, last - row),
)
"""The eight ways to lay a square on itself, told by where a row and a column go."""


def twin_key(puzzle: Puzzle) -> str:
    """The same for puzzles that are twins, and for no others."""
    problem = puzzle.problem
    if puzzle.question is Question.PAYABLE:
        turn = puzzle.solution.turn
        played = carried_out(problem.position, turn, problem.shape, money=problem.money)
        taken = "".join(sorted(tile.letter for tile in played.taken if tile.treasure or tile.curse))
        told = f"{len(turn.moves)} {taken} {problem.money} {_named(problem.powers)}"
    else:
        told = min(_laid(puzzle, way) for way in _WAYS)
        told += (
            f" {problem.money} {_named(problem.powers)} {sorted(problem.values.to_dict().items())}"
        )
        told += f" {_named(frozenset(puzzle.held))} {problem.variant.value} {problem.max_moves}"
    return sha256(f"{puzzle.question.value} {told}".encode()).hexdigest()[:20]


def _named(powers: frozenset[Power]) -> str:
    return ",".join(power.value for power in Power if power in powers)


def _laid(puzzle: Puzzle, way: Way) -> str:
    """Mine, cards and wanted tiles, laid another way."""
    problem, last = puzzle.problem, SIDE - 1
    rows = [["-"] * SIDE for _ in range(SIDE)]
    for index, stack in enumerate(problem.position.stacks):
        row, column = way(*divmod(index, SIDE), last)
        rows[row][column] = "".join(_letter(tile, problem) for tile in stack) or "-"
    wanted = sorted(
        (*way(slot.quarry.row, slot.quarry.column, last), slot.level) for slot in problem.wanted
    )
    shapes = [card.shape for card in puzzle.hand] or [problem.shape]
    turned = sorted(_turned(shape, way, problem.powers | set(puzzle.held)) for shape in shapes)
    return f"{rows} {wanted} {turned}"


def _turned(shape: Shape, way: Way, powers: frozenset[Power]) -> str:
    """A shape as it lies then; where it may be turned all the same, one way stands for all."""
    laid = Shape(tuple(way(row, column, SIDE - 1) for row, column in shape.cells))
    if powers == {Power.SEAL} and shape.connected:
        return str(shape.size)
    if powers >= {Power.MIRROR} and len(powers) == 1:
        return min(str(laid.turned(quarters)) for quarters in range(4))
    return str(laid)


def _letter(tile: Tile, problem: Problem) -> str:
    """One letter for all kinds of a group that are worth the same."""
    if tile.group in (Group.PARCHMENT, Group.MAGIC):
        return f"{tile.group.value[0]}{problem.values.of(tile)}"
    return tile.letter
