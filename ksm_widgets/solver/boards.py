"""Boards and looks of a tree: what moves lead to, and what follows each tile that may show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.rules.position import legal_moves, moved
from ksm_widgets.rules.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.solver.problem import Problem


@dataclass(frozen=True, slots=True)
class Board:
    """A board after some moves, from which further moves are tried."""

    position: Position
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """A look after some moves; `most` bounds what follows each tile, once that is known."""

    position: Position
    moves: tuple[Move, ...]
    quarry: Quarry
    most: Mapping[Tile, Fraction | None] | None = None


def steps(problem: Problem, board: Board) -> Iterator[tuple[Board, Look | None]]:
    """Every move from a board, and the look at the tile it uncovers."""
    if problem.max_moves is not None and len(board.moves) >= problem.max_moves:
        return
    for move in legal_moves(board.position, problem.variant):
        after = Board(
            moved(board.position, move, problem.variant),
            (*board.moves, move),
        )
        bare = after.position.top(move.source) is Tile.UNSEEN
        yield after, Look(after.position, after.moves, move.source) if bare else None


def afterwards(problem: Problem, entry: Board | Look) -> Problem:
    """The problem that is left after some moves."""
    made = len(entry.moves)
    return replace(
        problem,
        position=entry.position,
        money=problem.money - made,
        max_moves=None if problem.max_moves is None else problem.max_moves - made,
    )


def outcomes(problem: Problem, look: Look) -> Iterator[tuple[Tile, Problem]]:
    """The tiles that may show at a look, each with the problem that is left then."""
    here = afterwards(problem, look)
    below = here.position.stack(look.quarry)[:-1]
    counts = dict(problem.unseen or ())
    for tile in counts:
        yield (
            tile,
            replace(
                here,
                position=here.position.with_stack(look.quarry, (*below, tile)),
                unseen=tuple((one, left - (one is tile)) for one, left in counts.items()),
                reactions=(problem.reactions or 0) - 1,
            ),
        )


def mean_after(
    problem: Problem, look: Look, nets: Mapping[Tile, Fraction | None]
) -> Fraction | None:
    """The mean of what follows a look, its moves paid; None if one outcome cannot be."""
    counts = dict(problem.unseen or ())
    total = Fraction(0)
    for tile, count_of in counts.items():
        net = nets[tile]
        if net is None:
            return None
        total += count_of * net
    return total / sum(counts.values()) - len(look.moves)
