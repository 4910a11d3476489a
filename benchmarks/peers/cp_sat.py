"""The dig problem for OR-Tools CP-SAT: a board for each point of time, a move between two.

As planners by satisfiability do, it is asked for plans with 0, 1, 2, ... moves in turn, each time
for one that beats the best so far: no move is idle, and the more moves a plan has, the less can
pay for them. Moves that commute are made in the order of their quarries; a tile never takes two
steps where one would do. What can't have changed yet is a constant, and a slot knows only the
kinds of tiles that can have reached it.
"""

from __future__ import annotations

import os
from time import perf_counter
from typing import Any

from ortools.sat.python import cp_model

from benchmarks.peers.common import LEVELS, THOUSAND, Kind, Task, Verdict, verdict
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.solver.problem import Problem

__all__ = ["solve_by_cp_sat"]

_ALL = range(len(QUARRIES))
_WORKERS = os.cpu_count() or 1


def solve_by_cp_sat(problem: Problem, seconds: float) -> Verdict:
    """Let CP-SAT find the best plan with each number of moves, on all cores."""
    until = perf_counter() + seconds
    task = Task(problem)
    best = None if problem.wanted else 0
    moves = 0
    steps = 0
    while steps <= task.horizon(best) and not (problem.wanted and best is not None):
        model = _Model(task, steps, best)
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = max(0.01, until - perf_counter())
        solver.parameters.num_workers = _WORKERS
        status = solver.solve(model.cp)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            best = round(solver.value(model.worth)) - THOUSAND * steps
            moves = steps
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return verdict(best, moves, proven=False)
        steps += 1
    return verdict(best, moves, proven=True)


class _Model:
    """Plans with so many moves that net more than `best`; `worth` is thousandths, before moves."""

    def __init__(self, task: Task, steps: int, best: int | None) -> None:
        self.cp = cp_model.CpModel()
        self.task = task
        self.steps = steps
        self.full = [
            [[self._full_at(t, q, lv) for lv in LEVELS] for q in _ALL] for t in self._times
        ]
        self.lies = [
            [[self._lies_at(t, q, lv) for lv in LEVELS] for q in _ALL] for t in self._times
        ]
        self.taken_from: list[list[Any]] = []
        self.put_on: list[list[Any]] = []
        for t in range(steps):
            self._move(t)
        for t in range(steps - 1):
            self._one_order(t)
        self._dig(best)

    @property
    def _times(self) -> range:
        return range(self.steps + 1)

    def _fixed(self, t: int, q: int, level: int) -> bool:
        return t < self.task.first_change[q, level]

    def _full_at(self, t: int, q: int, level: int) -> Any:
        """Whether a tile lies in a slot after t moves."""
        if self._fixed(t, q, level):
            return int(level <= self.task.heights[q])
        return self.cp.new_bool_var(f"full {t} {q} {level}")

    def _lies_at(self, t: int, q: int, level: int) -> dict[Kind, Any]:
        """For each kind that can lie in a slot after t moves, whether it does."""
        full = self.full[t][q][level - 1]
        if self._fixed(t, q, level):
            return {self.task.tiles[q, level]: 1} if full else {}
        kinds = {
            kind: self.cp.new_bool_var(f"lies {t} {q} {level} {kind}")
            for kind, need in self.task.first_arrival[q, level].items()
            if need <= t
        }
        self.cp.add(sum(kinds.values()) == full)
        if level > 1:
            self.cp.add(full <= self.full[t][q][level - 2])
        return kinds

    def _move(self, t: int) -> None:
        """Move t + 1: one arc, from a topmost slot to the lowest free one, never uphill."""
        cp, task = self.cp, self.task
        arc = {
            (q, r): cp.new_bool_var(f"arc {t} {q} {r}") for q in _ALL for r in task.neighbours[q]
        }
        cp.add_exactly_one(arc.values())
        before, after = self.full[t], self.full[t + 1]
        lies, then = self.lies[t], self.lies[t + 1]
        out = [[cp.new_bool_var(f"out {t} {q} {lv}") for lv in LEVELS] for q in _ALL]
        into = [[cp.new_bool_var(f"into {t} {q} {lv}") for lv in LEVELS] for q in _ALL]
        carried = {kind: cp.new_bool_var(f"carried {t} {kind}") for kind in task.kinds}
        cp.add_exactly_one(carried.values())
        for q in _ALL:
            cp.add(sum(out[q]) == sum(arc[q, r] for r in task.neighbours[q]))
            cp.add(sum(into[q]) == sum(arc[r, q] for r in task.neighbours[q]))
            for lv in range(4):
                cp.add(after[q][lv] == before[q][lv] - out[q][lv] + into[q][lv])
                cp.add(out[q][lv] <= before[q][lv])
                if lv < 3:
                    cp.add(out[q][lv] + before[q][lv + 1] <= 1)
                if lv > 0:
                    cp.add(into[q][lv] <= before[q][lv - 1])
                for kind, here in lies[q][lv].items():
                    # What leaves is what is carried; what is neither moved nor covered stays.
                    cp.add(carried[kind] >= here + out[q][lv] - 1)
                    if kind in then[q][lv]:
                        cp.add(then[q][lv][kind] >= here - out[q][lv])
                    else:
                        cp.add(out[q][lv] >= here)
                for kind in task.kinds:
                    there = then[q][lv].get(kind, 0)
                    cp.add(there >= carried[kind] + into[q][lv] - 1)
        for kind, count in task.counts.items():
            cp.add(sum(slot.get(kind, 0) for quarry in then for slot in quarry) == count)
        if not task.beginner:
            for level in LEVELS[1:]:
                cp.add(
                    sum(into[q][lv - 1] for q in _ALL for lv in LEVELS if lv >= level)
                    <= sum(out[q][lv - 1] for q in _ALL for lv in LEVELS if lv >= level)
                )
        self.taken_from.append([sum(out[q]) for q in _ALL])
        self.put_on.append([sum(into[q]) for q in _ALL])

    def _one_order(self, t: int) -> None:
        """Moves t and t + 1 stand in the order of their quarries, unless they share one."""
        cp, task = self.cp, self.task
        source, target = self.taken_from, self.put_on
        same = cp.new_bool_var(f"same target {t}")
        for q in _ALL:
            cp.add(target[t][q] - target[t + 1][q] <= 1 - same)
            for lower in range(q):
                cp.add(
                    source[t][q] + source[t + 1][lower]
                    <= 1 + target[t][lower] + target[t + 1][q] + same
                )
            for via in task.neighbours[q]:
                for end in (q, *task.neighbours[q]):
                    if end in task.neighbours[via]:
                        # From q over via to end: straight to end (or not at all) would be cheaper.
                        cp.add(
                            source[t][q] + target[t][via] + source[t + 1][via] + target[t + 1][end]
                            <= 3
                        )

    def _dig(self, best: int | None) -> None:
        """The dig on the last board, its account (R25), and the objective."""
        cp, task, problem = self.cp, self.task, self.task.problem
        place = [cp.new_bool_var(f"place {number}") for number in range(len(task.places))]
        cp.add_exactly_one(place)
        level_dug = [cp.new_bool_var(f"level {lv}") for lv in LEVELS]
        if not task.carpet:
            cp.add_exactly_one(level_dug)
        full, lies = self.full[-1], self.lies[-1]
        worth, purse, wanted = [], [], []
        for q in _ALL:
            slots = [cp.new_bool_var(f"taken {q} {lv}") for lv in LEVELS]
            cp.add(
                sum(slots)
                == sum(
                    chosen for chosen, where in zip(place, task.places, strict=True) if q in where
                )
            )
            for lv, slot in enumerate(slots):
                cp.add(slot <= full[q][lv])
                if lv < 3:
                    cp.add(slot + full[q][lv + 1] <= 1)
                if not task.carpet:
                    cp.add(slot <= level_dug[lv])
                kinds = {
                    kind: cp.new_bool_var(f"takes {q} {lv} {kind}")
                    for kind in lies[q][lv]
                    if kind.diggable
                }
                cp.add(sum(kinds.values()) == slot)
                for kind, taken in kinds.items():
                    cp.add(taken <= lies[q][lv][kind])
                    worth.append(kind.net * taken)
                    purse.append(kind.purse * taken)
                    wanted.append(kind.wanted * taken)
        self.worth: Any = sum(worth)
        cp.add(sum(purse) >= self.steps - problem.money)
        cp.add(sum(wanted) == len(problem.wanted))
        if best is not None:
            cp.add(self.worth > best + THOUSAND * self.steps)
        cp.maximize(self.worth)
