"""Boards on which only the chosen tiles can be told apart, and every move on them: slow and plain.

A board is 36 texts, one a quarry in the order of QUARRIES, its tiles from the bottom up: a capital
letter for a chosen tile, `o` for any other. Nothing here is shared with the solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ksm_widgets.rules import QUARRIES

__all__ = ["Board", "Wish", "fulfilled", "made", "moves_on", "within"]

Board = tuple[str, ...]
Wish = Mapping[str, int]
"""For each chosen tile the quarry on which it shall be the topmost tile."""

NEIGHBOURS = tuple(
    tuple(
        other.index
        for other in QUARRIES
        if max(abs(quarry.row - other.row), abs(quarry.column - other.column)) == 1
    )
    for quarry in QUARRIES
)


def moves_on(board: Board, *, uphill: bool) -> Iterator[tuple[int, int]]:
    """Every legal move (R12, R13, R15)."""
    for source, stack in enumerate(board):
        if not stack:
            continue
        highest = 4 if uphill else len(stack)
        for target in NEIGHBOURS[source]:
            if len(board[target]) + 1 <= highest:
                yield source, target


def made(board: Board, source: int, target: int) -> Board:
    """The board after a move."""
    stacks = list(board)
    stacks[target] += stacks[source][-1]
    stacks[source] = stacks[source][:-1]
    return tuple(stacks)


def within(board: Board, most: int, *, uphill: bool) -> dict[Board, int]:
    """Every board that `most` moves or fewer lead to, with the fewest, in that order."""
    found = {board: 0}
    edge = [board]
    for moves in range(1, most + 1):
        following = []
        for here in edge:
            for source, target in moves_on(here, uphill=uphill):
                there = made(here, source, target)
                if there not in found:
                    found[there] = moves
                    following.append(there)
        edge = following
        if not edge:
            break
    return found


def fulfilled(board: Board, wish: Wish, level: int) -> bool:
    """Whether the chosen tiles can be dug now, all on that level (0 for any)."""
    return all(
        board[quarry].endswith(letter) and level in (0, len(board[quarry]))
        for letter, quarry in wish.items()
    )
