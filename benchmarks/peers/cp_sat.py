"""The dig problem for OR-Tools CP-SAT: a board for each point of time, a move between two.

Idle moves come last; moves that commute are made in the order of their quarries; a tile never
takes two steps where one would do. What can't have changed yet is a constant, and a slot knows
only the kinds of tiles that can have reached it. The objective may not fall below just looking.
"""

from __future__ import annotations

import os
from decimal import Decimal
from typing import Any

from ortools.sat.python import cp_model

from benchmarks.looking import best_look
from benchmarks.peers.common import LEVELS, THOUSAND, Kind, Task, Verdict, horizon
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.solver.problem import Problem

__all__ = ["solve_by_cp_sat"]

_ALL = range(len(QUARRIES))


def solve_by_cp_sat(problem: Problem, seconds: float) -> Verdict:
    """Let CP-SAT find the best plan within the horizon, on all cores."""
    model = _Model(Task(problem), horizon(problem))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = max(8, os.cpu_count() or 1)
    status = solver.solve(model.cp)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Verdict(status == cp_model.INFEASIBLE, None, None)
    net = solver.value(model.worth) - THOUSAND * solver.value(model.moves)
    return Verdict(
        status == cp_model.OPTIMAL, Decimal(net) / THOUSAND, round(solver.value(model.moves))
    )


class _Model:
    """The model; `worth` (before moves, in thousandths) and `moves` are its two expressions."""

    def __init__(self, task: Task, steps: int) -> None:
        self.cp = cp_model.CpModel()
        self.task = task
        self.steps = steps
        self.full = [[[self._full_at(t, q, lv) for lv in LEVELS] for q in _ALL] for t in self._times]
        self.lies = [
            [[self._lies_at(t, q, lv) for lv in LEVELS] for q in _ALL] for t in self._times
        ]
        self.active = [self.cp.new_bool_var(f"active {t}") for t in range(steps)]
        for earlier, later in zip(self.active, self.active[1:], strict=False):
            self.cp.add_implication(later, earlier)
        self.moves = sum(self.active)
        self.taken_from: list[list[Any]] = []
        self.put_on: list[list[Any]] = []
        for t in range(steps):
            self._move(t)
        for t in range(steps - 1):
            self._one_order(t)
        self._dig()

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
        arc = {(q, r): cp.new_bool_var(f"arc {t} {q} {r}") for q in _ALL for r in task.neighbours[q]}
        cp.add_exactly_one([*arc.values(), self.active[t].negated()])
        before, after = self.full[t], self.full[t + 1]
        lies, then = self.lies[t], self.lies[t + 1]
        out = [[cp.new_bool_var(f"out {t} {q} {lv}") for lv in LEVELS] for q in _ALL]
        into = [[cp.new_bool_var(f"into {t} {q} {lv}") for lv in LEVELS] for q in _ALL]
        carried = {kind: cp.new_bool_var(f"carried {t} {kind}") for kind in task.kinds}
        cp.add(sum(carried.values()) == self.active[t])
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
        """Moves t and t + 1 stand in the order of their quarries, unless they touch the same one."""
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

    def _dig(self) -> None:
        """The dig on the last board, its account (R25), and the objective."""
        cp, task, problem = self.cp, self.task, self.task.problem
        place = [cp.new_bool_var(f"place {number}") for number in range(len(task.places))]
        dug = cp.new_bool_var("dug")
        cp.add(sum(place) == dug)
        level_dug = [cp.new_bool_var(f"level {lv}") for lv in LEVELS]
        if not task.carpet:
            cp.add(sum(level_dug) == dug)
        full, lies = self.full[-1], self.lies[-1]
        worth, purse, wanted = [], [], []
        for q in _ALL:
            slots = [cp.new_bool_var(f"taken {q} {lv}") for lv in LEVELS]
            cp.add(
                sum(slots)
                == sum(chosen for chosen, where in zip(place, task.places, strict=True) if q in where)
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
        cp.add(self.moves <= problem.money + sum(purse))
        most = 2 * sum(abs(kind.net) * count for kind, count in task.counts.items()) + 1
        if problem.wanted:
            cp.add(sum(wanted) == len(problem.wanted))
            cp.minimize(most * self.moves - self.worth)
            return
        net = self.worth - THOUSAND * self.moves
        cp.add(net >= best_look(problem))
        cp.maximize((self.steps + 1) * net - self.moves)
