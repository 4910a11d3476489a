"""A link that opens exactly one puzzle, and says nothing of its answer to who reads it.

A puzzle of a pack that everybody has is named by its id alone: `puzzle=8a2d51bbdd`. Any other
travels whole, its line of a pack compressed: `puzzle=8a2d51bbdd&whole=…`.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.puzzles import Puzzle
from ksm_widgets.puzzles.pack import MAX_LINE, line_of
from ksm_widgets.rules.errors import TextError
from ksm_widgets.solver.json_lines import parsed

if TYPE_CHECKING:
    from ksm_widgets.puzzles import Pack

__all__ = ["PuzzleLinkError", "link_of_puzzle", "puzzle_of"]

_LONGEST = 4000
_ID = re.compile("[0-9a-f]{10}")


class PuzzleLinkError(TextError):
    """A link does not lead to a puzzle; the sentence tells why."""


def link_of_puzzle(puzzle: Puzzle, known: Pack) -> str:
    """The query string of a puzzle; whole unless the pack `known` everywhere has it."""
    parts = {"puzzle": puzzle.id}
    if known.find(puzzle.id) is None:
        parts["whole"] = urlsafe_b64encode(zlib.compress(line_of(puzzle).encode(), 9)).decode()
    return urlencode(parts, safe="=")


def puzzle_of(query: str, *packs: Pack) -> Puzzle:
    """The puzzle of a query string, from one of the packs or from the link itself.

    Raises PuzzleLinkError, or the error of the puzzle that the link holds.
    """
    query = query.strip().removeprefix("?")
    if len(query) > _LONGEST:
        raise PuzzleLinkError("puzzle_link.long", most=_LONGEST)
    parts = dict(parse_qsl(query))
    name, whole = parts.get("puzzle", ""), parts.get("whole", "")
    if not _ID.fullmatch(name):
        raise PuzzleLinkError("puzzle_link.name", found=name[:20])
    for pack in packs:
        found = pack.find(name)
        if found is not None:
            return found
    if not whole:
        raise PuzzleLinkError("puzzle_link.unknown", found=name)
    puzzle = Puzzle.from_dict(parsed(_unpacked(whole), MAX_LINE))
    if puzzle.id != name:
        raise PuzzleLinkError("puzzle_link.other", found=puzzle.id, expected=name)
    return puzzle


def _unpacked(whole: str) -> bytes:
    """The line of a link; never more of it than a line may have, however small it was packed."""
    unpacking = zlib.decompressobj()
    try:
        line = unpacking.decompress(urlsafe_b64decode(whole), MAX_LINE)
    except (NotBase64, ValueError, zlib.error) as error:
        raise PuzzleLinkError("puzzle_link.damaged") from error
    if not unpacking.eof:
        raise PuzzleLinkError("puzzle_link.damaged")
    return line
