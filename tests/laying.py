"""Where a learner clicks to lay a card as it should lie."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.mine.hand import HandMode
from ksm_widgets.mine.table import MineSeat
from ksm_widgets.rules import QUARRIES, Quarry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules import Move
    from ksm_widgets.tasks.task import AnyTask

__all__ = ["laying"]


def laying(task: AnyTask, dig: Iterable[Quarry], moves: Iterable[Move] = ()) -> tuple[int, Quarry]:
    """How many quarter turns of the card, and a click on which quarry, lay it on a dig."""
    seat, wanted = task.begun().seat, tuple(sorted(dig))
    assert isinstance(seat, MineSeat)
    # Where a card snaps to depends on the mine after the moves.
    seat = replace(seat, moves=tuple(moves)).take(HandMode.LAY)
    for quarters in range(4 if seat.may_turn else 1):
        for quarry in QUARRIES:
            if seat.touch(quarry).marked == wanted:
                return quarters, quarry
        seat = seat.acted("turn", "")
    raise AssertionError(f"the card can't be laid on {wanted}")
