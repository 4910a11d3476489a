"""Where a learner clicks to lay a card as it should lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.mine.hand import HandMode
from ksm_widgets.mine.table import MineSeat
from ksm_widgets.rules import QUARRIES, Quarry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.tasks.task import AnyTask

__all__ = ["laying"]


def laying(task: AnyTask, dig: Iterable[Quarry]) -> tuple[int, Quarry]:
    """How many quarter turns of the card, and a click on which quarry, lay it on a dig."""
    seat, wanted = task.begun().seat, tuple(sorted(dig))
    assert isinstance(seat, MineSeat)
    seat = seat.take(HandMode.LAY)
    for quarters in range(4 if seat.may_turn else 1):
        for quarry in QUARRIES:
            if seat.touch(quarry).marked == wanted:
                return quarters, quarry
        seat = seat.acted("turn", "")
    raise AssertionError(f"the card can't be laid on {wanted}")
