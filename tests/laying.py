"""Where a learner clicks to lay a card as it should lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules import QUARRIES, Quarry
from ksm_widgets.tutor.tasks.answering import Answering, Hand, may_turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.tutor.tasks.task import Task

__all__ = ["laying"]


def laying(task: Task, dig: Iterable[Quarry]) -> tuple[int, Quarry]:
    """How many quarter turns of the card, and a click on which quarry, lay it on a dig."""
    state, wanted = Answering.of(task).take(Hand.LAY), tuple(sorted(dig))
    for quarters in range(4 if may_turn(task) else 1):
        for quarry in QUARRIES:
            if state.touch(quarry).marked == wanted:
                return quarters, quarry
        state = state.turn()
    raise AssertionError(f"the card can't be laid on {wanted}")
