"""A wrong answer to any task, in the form in which its check takes answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.course.kinds import Choose, Mark, Numbers, Order, PlaceCard, PlayTurn, Shift
from ksm_widgets.rules import QUARRIES, Turn, legal_moves, placements
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.task import task_scene
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from ksm_widgets.tasks.task import AnyTask

__all__ = ["wrong_answer"]


def wrong_answer(task: AnyTask) -> object:
    """An answer that is finished, and wrong."""
    match task:
        case Numbers():
            return {field.name: field.value + 77 for field in task.fields}
        case Order():
            first, *rest = task.solution()
            return (*rest, first)
        case Choose():
            # Where all are right, one alone is too few.
            worst = min(task.options, key=lambda option: option.right)
            return frozenset([worst.name])
        case Shift():
            moves = (Turn((move,)) for move in legal_moves(task.table.position))
            return next(turn for turn in moves if not task.check(turn).right)
        case Mark():
            return frozenset([next(q for q in QUARRIES if q not in task.right_ones)])
        case PlayTurn():
            places = placements(task.table.shape)
            return next(turn for place in places if not task.check(turn := Turn((), place)).right)
        case PlaceCard():
            places = placements(task.table.shape)
            return next(frozenset(place) for place in places if not task.check(place).right)
        case MarkPlaces():
            scene = task_scene(task, Reader())
            seat: Any = task.seat()
            assert scene is not None
            others = (area.target for area in scene.hits if area.target not in task.right_ones)
            return frozenset(next(filter(None, (seat.released(one).marked for one in others))))
        case _:
            raise AssertionError(f"no mistake is known for {task!r}")
