"""A saved position as a puzzle's problem: a link of the explorer, or a dig problem as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ksm_widgets.rules.deck import card, cards
from ksm_widgets.solver import Problem
from ksm_widgets.solver.json_lines import parsed
from ksm_widgets.tutor.sitting.links import LinkError, situation_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["problem_of"]

_LONGEST = 8_000


def problem_of(text: str) -> tuple[Problem, int | None]:
    """The dig problem of a text, and the number of its card if it has one.

    A whole address will do as well as what follows its question mark. Raises the error of the
    line, link, board, card or value at fault.

    >>> problem, number = problem_of("http://…/?board=-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/"
    ...     "-,-,-,-,-,-/-,-,-,-,-,-/5,4,3z,-,-,-&card=1")
    >>> problem.position.text[-13:], number
    ('/5,4,3z,-,-,-', 1)
    """
    text = text.strip()
    if text.startswith("{"):
        line = text.encode(errors="replace")
        data = parsed(line if len(line) <= _LONGEST else None, _LONGEST)
        problem = Problem.from_dict(data, cards(), box=False)
        given = cast("Mapping[str, object]", data).get("card")
        return problem, given if isinstance(given, int) else None
    _, _, query = text.rpartition("?")
    if "board=" not in query:
        raise LinkError("puzzle_link.no_board")
    situation = situation_of(query)
    problem = situation.problem()
    own = situation.card
    return problem, own.number if card(own.number) == own else None
