"""The parts of a question that all of Kingdom of Solomon share: who asks, what counts, the answer.

Others are taken to leave alone what a plan needs; what they could spoil is told beside. An answer
names what it assumes, and says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import NoAnswer, Status
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.questions.options import BoundedAnswer, Option
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.worths import Worths


def asking_seat(position: Position) -> int:
    """The seat that asks; raises NoAnswer if nobody does, or their round is over."""
    seat = position.me
    if seat is None:
        raise NoAnswer("kingdom_ask.no_seat", "S7")
    if position.phase in (Phase.DISCARD, Phase.END):
        raise NoAnswer("kingdom_ask.over", "S30")
    if position.phase is Phase.BUILD and seat in position.done:
        raise NoAnswer("kingdom_ask.built", "S25", seat=seat)
    return seat


def objective(position: Position, worths: Worths) -> str:
    """The assumption that says what counts: `ends` if the best plan itself ends the game."""
    if not worths.last:
        return "worths"
    return "last" if position.ending else "ends"


def counted_already(position: Position, seat: int, worths: Worths) -> int:
    """The points in a final score for the cubes that a seat has anyway; 0 if it doesn't count."""
    return position.box.cube_points * sum(position.cubes(seat)) if worths.last else 0


def answered(
    options: list[Option],
    reasons: list[Phrase],
    assuming: list[str],
    *,
    bound: float | None = None,
    bare: bool = False,
) -> BoundedAnswer:
    """An answer from its options, the best one first, and the keys of what it assumes."""
    return BoundedAnswer(
        status=Status.OPTIMAL if bound is None else Status.FEASIBLE,
        options=tuple(options),
        reasons=tuple(reasons),
        assuming=tuple(Phrase(f"kingdom_ask.{key}") for key in assuming),
        bound=bound,
        bare=bare,
    )
