"""How long a player thinks about one problem: counted in what the solver does, not by a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.solver import solve

if TYPE_CHECKING:
    from ksm_widgets.solver import Answer, Problem, Standing

__all__ = ["thought_over"]

_EFFORT = 10_000
"""Aims and boards the solver may look at for one problem; hardly any takes as many."""


def thought_over(problem: Problem) -> Answer:
    """The best plan, or the best found with the effort allowed: a clock would not play fair."""
    effort = _Effort()
    return solve(problem, progress=effort.note, cancelled=effort.spent)


class _Effort:
    """Counts what the solver does, so that the same problem is always given up at the same point.

    The kernel reports in slices, which are longer where it is compiled.
    """

    def __init__(self) -> None:
        self._done = 0

    def note(self, standing: Standing) -> None:
        self._done = standing.statistics.aims + standing.statistics.boards

    def spent(self) -> bool:
        return self._done >= _EFFORT
