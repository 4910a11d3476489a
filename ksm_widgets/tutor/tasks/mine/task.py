"""A task that is answered on the mine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ksm_widgets.rules.arguments import expect
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.said import TaskError
from ksm_widgets.tutor.tasks.task import Task

__all__ = ["MineTask"]

A = TypeVar("A")
_RULES = tuple(f"R{number}" for number in range(1, 34))


@dataclass(frozen=True, kw_only=True)
class MineTask(Task[A]):
    """A task on the mine: its table is one, and its rules are those of the rules page."""

    table: MineTable

    def __post_init__(self) -> None:
        """Refuse another table, and a rule that the rules page does not tell."""
        super().__post_init__()
        expect("table", self.table, MineTable)
        for rule in self.rules:
            if rule not in _RULES:
                raise TaskError("task.rule", found=rule[:20], first=_RULES[0], last=_RULES[-1])
