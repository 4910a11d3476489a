"""Boards as text.

5,4,3z,-,-,-/…   one line: the far row first, rows joined by `/`, quarries by `,`

6  5  4  3z …    a table: a line per row with its number, and the columns' letters below
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import BoardTextError
from ksm_widgets.rules.quarries import COLUMNS, QUARRIES, ROWS, SIDE
from ksm_widgets.rules.tiles import Tile

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Quarry, Stack

_MAX_TEXT = 2000
_TILES = {tile.letter: tile for tile in Tile}
_LETTERS = " ".join(_TILES)


def read_board(text: str) -> tuple[Stack, ...]:
    """The stacks of a board, in the order of QUARRIES, from one line or a table.

    White space in a one-line board, and line breaks in a table, do not matter. Raises
    BoardTextError, which names the row, the quarry and what was expected.
    """
    _check_length(text)
    return _stacks(_table(text) or [row.split(",") for row in "".join(text.split()).split("/")])


def read_near_rows(text: str) -> tuple[Stack, ...]:
    """The stacks of a board of which only the rows nearest the entrance are written.

    Quarries missing at the right of a row are empty too. Raises as `read_board` does.
    """
    _check_length(text)
    near = [[field.strip() for field in row.split(",")] for row in text.split("/")]
    near = [[*row, *["-"] * (SIDE - len(row))] for row in near]
    return _stacks([*[["-"] * SIDE] * (SIDE - len(near)), *near])


def _stacks(rows: list[list[str]]) -> tuple[Stack, ...]:
    """The stacks of six rows of six fields, the far row first."""
    if len(rows) != SIDE:
        raise BoardTextError("board.rows", found=len(rows))
    read: list[Stack] = []
    for row in reversed(range(SIDE)):
        fields = rows[SIDE - 1 - row]
        if len(fields) != SIDE:
            raise BoardTextError("board.columns", row=ROWS[row], found=len(fields))
        quarries = QUARRIES[row * SIDE : (row + 1) * SIDE]
        read = [*map(read_stack, fields, quarries), *read]
    return tuple(read)


def _check_length(text: str) -> None:
    if len(text) > _MAX_TEXT:
        raise BoardTextError("board.long", found=len(text), most=_MAX_TEXT)


def _table(text: str) -> list[list[str]] | None:
    """The fields of each row of a table; None if the text is no table.

    A text field joins the lines of what is pasted into it, so words are counted, not lines.
    """
    words = text.split()
    if len(words) <= SIDE or "," in text or "/" in text:
        return None
    if words[-SIDE:] == list(COLUMNS):
        words = words[:-SIDE]
    starts = [at for at, word in enumerate(words) if at % (SIDE + 1) == 0]
    if [words[at] for at in starts] == list(reversed(ROWS)):
        return [words[at + 1 : at + SIDE + 1] for at in starts]
    # A field is missing or too many somewhere: then the lines are needed to say where.
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if [line[0] for line in lines[:SIDE]] == list(reversed(ROWS)):
        return [line[1:] for line in lines[:SIDE]]
    return None


def read_stack(field: str, quarry: Quarry) -> Stack:
    """The tiles of one quarry, or `-` for none; raises BoardTextError, which names the quarry."""
    if field == "-":
        return ()
    if not field:
        raise _field_error("board.nothing", quarry)
    for letter in field:
        if letter not in _TILES:
            raise _field_error("board.letter", quarry, found=letter)
    return tuple(_TILES[letter] for letter in field)


def _field_error(key: str, quarry: Quarry, **params: object) -> BoardTextError:
    row, column = ROWS[quarry.row], COLUMNS[quarry.column]
    return BoardTextError(key, quarry=quarry, row=row, column=column, letters=_LETTERS, **params)


def board_line(stacks: tuple[Stack, ...]) -> str:
    """A board in one line, the inverse of `read_board`."""
    return "/".join(",".join(row) for row in reversed(_fields(stacks)))


def board_table(stacks: tuple[Stack, ...]) -> str:
    """A board as a table: six aligned rows, the far one first, with coordinates."""
    rows = _fields(stacks)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [*zip(reversed(ROWS), reversed(rows), strict=True), (" ", list(COLUMNS))]
    return "\n".join(
        f"{name}  {'  '.join(map(str.ljust, fields, widths))}".rstrip() for name, fields in lines
    )


def _fields(stacks: tuple[Stack, ...]) -> list[list[str]]:
    """The letters of each quarry, row by row from the entrance; `-` if it is empty."""
    fields = ["".join(tile.letter for tile in stack) or "-" for stack in stacks]
    return [fields[start : start + SIDE] for start in range(0, len(fields), SIDE)]
