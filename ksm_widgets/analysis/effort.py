"""The effort spent on a problem: counted in the solver's steps, not by a clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules import Tile
from ksm_widgets.solver import solve
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver import Answer, Plan, Problem, SearchProgress


EFFORT = 10_000
"""Aims and boards the solver may look at for one problem; hardly any problem needs as many."""
_PATIENCE = 10
"""Times the effort that a bot makes before it does nothing."""
_SLICES = 10
"""If it is not compiled: about a third of a second. More found hardly a better plan."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A limit in slices of the solver's work, or None; `pulse` is called after each slice.

    `effort` is how many aims and boards the solver may look at for one problem. While it has found
    nothing that gains, it may look at `_PATIENCE` times as many: nobody passes only because the
    search was stopped.
    """

    slices: int | None = None
    pulse: Callable[[], object] = lambda: None
    effort: int = EFFORT


THOROUGH = Thought()
"""The limit of all bots: nothing but the effort."""


def as_quick_as_needed(pulse: Callable[[], object] = lambda: None) -> Thought:
    """No limit if the solver is compiled; otherwise one for while somebody waits."""
    return Thought(None if engine().compiled else _SLICES, pulse)


def thought_over(problem: Problem, thought: Thought = THOROUGH) -> Answer:
    """The best plan, or the best found within the effort: with a clock results would vary."""
    effort = _Effort(thought)
    return solve(problem, progress=effort.note, cancelled=effort.spent)


def safe_plans(problem: Problem, dearest: int, thought: Thought = THOROUGH) -> list[Plan]:
    """The best plans that are affordable even if each unseen tile costs `dearest` coins (R25).

    If all of them are too risky, the best that dig no unseen tile: `problem.best` digs, or the best
    plan if the problem asks for no more.
    """
    plans = _plans(thought_over(problem, thought))
    safe = [plan for plan in plans if is_safe(plan, dearest)]
    seen = replace(problem, unseen=None)
    if plans and not safe:
        safe = _plans(thought_over(seen, thought))
    if not safe and problem.money < 0:
        # Moves made must be paid by a dig, and one that does so was known when they were made.
        safe = _plans(solve(seen))
    return safe


def is_safe(plan: Plan, dearest: int) -> bool:
    """Whether a plan is affordable even if each unseen tile costs `dearest` coins."""
    return plan.played.account.left >= plan.taken.count(Tile.UNSEEN) * dearest


def _plans(answer: Answer) -> list[Plan]:
    if answer.problem.best or answer.plan is None:
        return [*answer.best]
    return [answer.plan]


class _Effort:
    """A counter of the solver's steps, so that the same problem always stops at the same point.

    The kernel reports in slices, which are longer if it is compiled.
    """

    def __init__(self, thought: Thought) -> None:
        self._thought = thought
        self._done = self._slices = 0
        self._counted = True
        self._effort = thought.effort * _PATIENCE

    def note(self, standing: SearchProgress) -> None:
        # The look at boards of few moves comes first, whatever the limit: slices of it are free.
        done = standing.statistics.aims + standing.statistics.boards
        self._counted = done != self._done
        self._done = done
        if standing.net is not None and standing.net > 0:
            self._effort = self._thought.effort

    def spent(self) -> bool:
        # Some of the work is not search: it only shows in how often the solver asks.
        self._slices += self._counted
        self._counted = True
        self._thought.pulse()
        limit = self._thought.slices
        return self._done >= self._effort or (limit is not None and self._slices >= limit)
