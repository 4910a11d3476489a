"""What is pasted: a board in one line, a link, or a dig problem as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import Position
from ksm_widgets.solver.problem import Problem, ProblemError
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.sitting.editing import lay_out, load
from ksm_widgets.tutor.sitting.links import LinkError, situation_of
from ksm_widgets.tutor.sitting.situation import Situation

if TYPE_CHECKING:
    from ksm_widgets.tutor.sitting.session import Session

__all__ = ["paste"]

_LONGEST = 10_000


def paste(session: Session, text: str) -> Session:
    """Take a board in one line, or all that a link or a dig problem says.

    If it cannot be read, nothing is lost and it is said why.
    """
    told = Notice.of("tell.pasted")
    try:
        if text.lstrip().startswith("{"):
            return load(session, _of_json(text), told)
        if "board=" in text:
            return load(session, situation_of(text.strip().rpartition("?")[2]), told)
        return lay_out(session, Position.parse("".join(text.split())), told)
    except KsmError as error:
        return session.telling(Notice.refusal(error))


def _of_json(text: str) -> Situation:
    """The situation of a dig problem; raises LinkError if it is too long, else ProblemError."""
    if len(text) > _LONGEST:
        raise LinkError("link.long", found=len(text), most=_LONGEST)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ProblemError("problem.object") from None
    situation = Situation.of(Problem.from_dict(data))
    number = data.get("card")
    return situation if number is None else replace(situation, number=number)
