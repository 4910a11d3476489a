"""The text painter: a board as aligned rows with coordinates."""

from __future__ import annotations

from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import COLUMNS, ROWS, SIDE

__all__ = ["text_board"]


def text_board(position: Position, *, covered: bool = False) -> str:
    """A board as six rows, the far row first, then the columns' letters.

    A quarry is its tiles from the bottom up, `-` if empty. If `covered`, only topmost tiles are
    told and what lies below is `?` (R33).
    """
    rows = [
        [_told(position, row * SIDE + column, covered) for column in range(SIDE)]
        for row in range(SIDE)
    ]
    wide = [max(len(row[column]) for row in rows) for column in range(SIDE)]
    lines = [(ROWS[row], rows[row]) for row in reversed(range(SIDE))] + [(" ", list(COLUMNS))]
    return "\n".join(
        f"{name}  {'  '.join(field.ljust(wide[i]) for i, field in enumerate(fields))}".rstrip()
        for name, fields in lines
    )


def _told(position: Position, index: int, covered: bool) -> str:
    letters = "".join(tile.letter for tile in position.stacks[index])
    if covered and letters:
        letters = "?" * (len(letters) - 1) + letters[-1]
    return letters or "-"
