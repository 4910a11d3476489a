"""Links to puzzles, and positions to make puzzles of.

The link of a built-in puzzle has only its id: `puzzle=8a2d51bbdd`. Any other link holds the whole
puzzle, compressed so that nobody reads the answer in it: `puzzle=8a2d51bbdd&whole=…`. A position is
a link of the explorer, or a dig problem as JSON.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import replace
from typing import TYPE_CHECKING, cast
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.puzzles.pack import MAX_LINE, line_of, read_puzzle
from ksm_widgets.puzzles.puzzle import Puzzle
from ksm_widgets.rules.deck import card, cards
from ksm_widgets.rules.errors import TextError
from ksm_widgets.solver import Problem
from ksm_widgets.solver.json_lines import parsed
from ksm_widgets.solver.problem import spending

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.puzzles import Pack


_LONGEST = 4000
_ID = re.compile("[0-9a-f]{10}")


class PuzzleLinkError(TextError):
    """A link leads to no puzzle; the sentence says why."""


def link_of_puzzle(puzzle: Puzzle, known: Pack) -> str:
    """The query string of a puzzle; by its id if the built-in pack `known` has it."""
    parts = {"puzzle": puzzle.id}
    if known.find(puzzle.id) is None:
        parts["whole"] = urlsafe_b64encode(zlib.compress(line_of(puzzle).encode(), 9)).decode()
    return urlencode(parts, safe="=")


def puzzle_of(query: str, *packs: Pack, unpacks: bool = True) -> Puzzle:
    """The puzzle of a query string, from one of the packs or from the link itself.

    The answer of one from the link may have to be proven, which takes a second: a server, on which
    others wait meanwhile, looks puzzles up and never `unpacks` one.

    Raises PuzzleLinkError, or the error of the puzzle in the link.
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
    if not whole or not unpacks:
        raise PuzzleLinkError("puzzle_link.unknown", found=name)
    data = parsed(_unpacked(whole), MAX_LINE)
    inside = Puzzle.from_dict(data, replay=False).id  # Only the puzzle itself is worth a proof.
    if inside != name:
        raise PuzzleLinkError("puzzle_link.other", found=inside, expected=name)
    return read_puzzle(data)


def _unpacked(whole: str) -> bytes:
    """The line of a pack in a link; no more than MAX_LINE bytes are unpacked."""
    unpacking = zlib.decompressobj()
    try:
        line = unpacking.decompress(urlsafe_b64decode(whole), MAX_LINE)
    except (NotBase64, ValueError, zlib.error) as error:
        raise PuzzleLinkError("puzzle_link.damaged") from error
    if not unpacking.eof:
        raise PuzzleLinkError("puzzle_link.damaged")
    return line


def problem_of(text: str) -> tuple[Problem, int | None]:
    """The dig problem of a text, and the number of its card if there is one.

    A link may be a whole address or only its query. Raises the error of the line, link, board,
    card or value at fault.

    >>> problem, number = problem_of("http://…/?board=-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/"
    ...     "-,-,-,-,-,-/-,-,-,-,-,-/5,4,3z,-,-,-&card=1")
    >>> problem.position.text[-13:], number
    ('/5,4,3z,-,-,-', 1)
    """
    from ksm_widgets.explorer.links import (  # noqa: PLC0415 it brings the solver
        LONGEST_PROBLEM,
        LinkError,
        situation_of,
    )

    text = text.strip()
    if text.startswith("{"):
        line = text.encode(errors="replace")
        data = parsed(line if len(line) <= LONGEST_PROBLEM else None, LONGEST_PROBLEM)
        problem = Problem.from_dict(data, cards(), box=False)
        given = cast("Mapping[str, object]", data).get("card")
        return problem, given if isinstance(given, int) else None
    before, _, query = text.partition("?")
    if "board=" in before:  # A query alone, whose board has unseen tiles.
        query = text
    if "board=" not in query:
        raise LinkError("puzzle_link.no_board")
    situation = situation_of(query)
    problem = spending(situation.problem(), situation.powers)
    own = situation.card
    return problem, own.number if card(own.number) == own else None


def explorer_link_of(puzzle: Puzzle) -> str:
    """The explorer's link of a puzzle, with the cards and objects that one may choose from."""
    from ksm_widgets.explorer.links import link_of  # noqa: PLC0415 not before a puzzle is over
    from ksm_widgets.explorer.situation import Situation  # noqa: PLC0415

    situation = Situation.of(puzzle.problem)
    for one in puzzle.hand:
        situation = situation.with_card(one)
        if one.shape == puzzle.problem.shape:
            situation = replace(situation, number=one.number)
    situation = replace(
        situation,
        powers=situation.powers.union(puzzle.held),
        hand=tuple(sorted(one.number for one in puzzle.hand)),
    )
    if puzzle.number is not None:
        situation = replace(situation, number=puzzle.number)
    return link_of(situation)
