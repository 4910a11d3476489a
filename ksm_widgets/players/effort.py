"""How long a player thinks about one problem: counted in what the solver does, not by a clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.solver import solve
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver import Answer, Problem, Standing

__all__ = ["THOROUGH", "Thought", "as_quick_as_needed", "thought_over"]

_EFFORT = 10_000
"""Aims and boards the solver may look at for one problem; hardly any takes as many."""
_SLICES = 6
"""Where it is not compiled: a third of a second or so. Eight times as many found no better plan."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How somebody thinks: for at most so many slices of the solver's work, if that is limited.

    `pulse` is called after each of them.
    """

    slices: int | None = None
    pulse: Callable[[], object] = lambda: None


THOROUGH = Thought()
"""As all players think."""


def as_quick_as_needed(pulse: Callable[[], object] = lambda: None) -> Thought:
    """Thorough where the solver is compiled; else what has to do while somebody waits."""
    return Thought(None if engine().compiled else _SLICES, pulse)


def thought_over(problem: Problem, thought: Thought = THOROUGH) -> Answer:
    """The best plan, or the best found with the effort allowed: a clock would not play fair."""
    effort = _Effort(thought)
    return solve(problem, progress=effort.note, cancelled=effort.spent)


class _Effort:
    """Counts what the solver does, so that the same problem is always given up at the same point.

    The kernel reports in slices, which are longer where it is compiled.
    """

    def __init__(self, thought: Thought) -> None:
        self._thought = thought
        self._done = self._slices = 0

    def note(self, standing: Standing) -> None:
        self._done = standing.statistics.aims + standing.statistics.boards

    def spent(self) -> bool:
        # Some of its work is no search: what that takes shows only in how often it asks.
        self._slices += 1
        self._thought.pulse()
        limit = self._thought.slices
        return self._done >= _EFFORT or (limit is not None and self._slices >= limit)
