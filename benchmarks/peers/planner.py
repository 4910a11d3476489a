"""Cheapest moves to wanted tiles for Fast Downward with LM-cut, through unified-planning.

Only wanted tiles have an identity; of the others only the heights matter. Digging and collecting
the tiles dug is free, so the plan's cost is its number of moves. The planner is not told about
money nor asked for the highest net among the cheapest plans: its answer is a number of moves, and
a lower limit where money binds.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from unified_planning.engines import PlanGenerationResultStatus as Result
from unified_planning.shortcuts import (
    BoolType,
    Fluent,
    InstantaneousAction,
    Int,
    MinimizeActionCosts,
    Object,
    OneshotPlanner,
    UserType,
    get_environment,
)
from unified_planning.shortcuts import Problem as PlanningProblem

from benchmarks.peers.common import LEVELS, Task, Verdict
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.solver.problem import Problem

__all__ = ["solve_by_fast_downward"]


def solve_by_fast_downward(problem: Problem, seconds: float) -> Verdict:
    """Let Fast Downward find the fewest moves to a dig that takes the wanted tiles.

    Raises ValueError if nothing is wanted or a tile must not be dug, which the model can't say.
    """
    task = Task(problem)
    if not problem.wanted or not all(kind.diggable for kind in task.kinds):
        raise ValueError("this model is for wanted tiles among tiles that may all be dug")
    get_environment().credits_stream = None
    planning = _Planning(task).problem
    with OneshotPlanner(name="fast-downward-opt", params={"log_level": "warning"}) as planner:
        result = planner.solve(planning, timeout=seconds)
    if result.plan is not None and result.status is Result.SOLVED_OPTIMALLY:
        moves = sum(action.action.name.startswith("move") for action in result.plan.actions)
        if problem.max_moves is not None and moves > problem.max_moves:
            return Verdict(True, None, None)
        return Verdict(True, None, moves)
    return Verdict(result.status is Result.UNSOLVABLE_PROVEN, None, None, result.status.name)


class _Planning:
    """The planning problem; `problem` is its model."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.problem = PlanningProblem("dig")
        quarry, level, tile = (UserType(name) for name in ("quarry", "level", "tile"))
        self.quarries = [Object(str(one), quarry) for one in QUARRIES]
        self.levels = [Object(f"l{height}", level) for height in (0, *LEVELS)]
        self.wanted = [Object(f"w{number}", tile) for number in range(len(task.problem.wanted))]
        self.problem.add_objects([*self.quarries, *self.levels, *self.wanted])
        self.next = self._fluent("next", q=quarry, r=quarry)
        self.above = self._fluent("above", low=level, high=level)
        self.may_fall = self._fluent("may_fall", start=level, end=level)
        self.high = self._fluent("high", q=quarry, height=level)
        self.some = self._fluent("some", height=level)
        self.filled = self._fluent("filled", q=quarry)
        self.plain = self._fluent("plain", q=quarry, height=level)
        self.lies = self._fluent("lies", w=tile, q=quarry, height=level)
        self.moving = self._fluent("moving")
        self.dug = self._fluent("dug", q=quarry, height=level)
        self.got = self._fluent("got", w=tile)
        self.costs: dict[InstantaneousAction, Any] = {}
        self._start()
        for emptied, carries in product((False, True), repeat=2):
            self._add_move(quarry, level, tile if carries else None, emptied=emptied)
        for number, place in enumerate(task.places):
            self._add_digs(number, place)
        self._add_collect(quarry, level, tile)
        for one in self.wanted:
            self.problem.add_goal(self.got(one))
        self.problem.add_quality_metric(MinimizeActionCosts(self.costs))

    def _fluent(self, name: str, **types: Any) -> Fluent:
        fluent = Fluent(name, BoolType(), **types)
        self.problem.add_fluent(fluent, default_initial_value=False)
        return fluent

    def _start(self) -> None:
        """The board as it lies, and what never changes."""
        say = self.problem.set_initial_value
        say(self.moving(), True)
        for low, high in zip(self.levels, self.levels[1:], strict=False):
            say(self.above(low, high), True)
        for level in LEVELS:
            say(self.some(self.levels[level]), True)
        for start, end in product(LEVELS, repeat=2):
            if end <= start or self.task.beginner:
                say(self.may_fall(self.levels[start], self.levels[end]), True)
        slots = {(slot.quarry.index, slot.level) for slot in self.task.problem.wanted}
        for index, quarry in enumerate(self.quarries):
            for near in self.task.neighbours[index]:
                say(self.next(quarry, self.quarries[near]), True)
            height = self.task.heights[index]
            say(self.high(quarry, self.levels[height]), True)
            say(self.filled(quarry), height > 0)
            for level in LEVELS:
                say(self.plain(quarry, self.levels[level]), (index, level) not in slots)
        for tile, slot in zip(self.wanted, self.task.problem.wanted, strict=True):
            say(self.lies(tile, self.quarries[slot.quarry.index], self.levels[slot.level]), True)

    def _add_move(self, quarry: Any, level: Any, tile: Any, *, emptied: bool) -> None:
        """A move of a wanted tile or another, which empties its quarry or does not (R12, R13)."""
        types = {"q": quarry, "r": quarry, "below": level, "at": level, "onto": level, "to": level}
        if tile is not None:
            types["w"] = tile
        name = f"move_{'wanted' if tile else 'plain'}{'_last' if emptied else ''}"
        action = InstantaneousAction(name, **types)
        q, r, below, at, onto, to = (action.parameter(key) for key in list(types)[:6])
        need = action.add_precondition
        need(self.moving())
        need(self.next(q, r))
        need(self.above(below, at))
        need(self.above(onto, to))
        need(self.may_fall(at, to))
        need(self.high(q, at))
        need(self.high(r, onto))
        floor = self.levels[0]
        if emptied:
            need(self.above(floor, at))
            action.add_effect(self.filled(q), False)
        else:
            need(self.some(below))
        action.add_effect(self.high(q, at), False)
        action.add_effect(self.high(q, below), True)
        action.add_effect(self.high(r, onto), False)
        action.add_effect(self.high(r, to), True)
        action.add_effect(self.filled(r), True)
        if tile is not None:
            w = action.parameter("w")
            need(self.lies(w, q, at))
            action.add_effect(self.lies(w, q, at), False)
            action.add_effect(self.lies(w, r, to), True)
            action.add_effect(self.plain(q, at), True)
            action.add_effect(self.plain(r, to), False)
        else:
            need(self.plain(q, at))
        self.problem.add_action(action)
        self.costs[action] = Int(1)

    def _add_digs(self, number: int, place: tuple[int, ...]) -> None:
        """The dig of a place: on each level, or with the carpet on any levels (R9, R22)."""
        for level in (0,) if self.task.carpet else LEVELS:
            action = InstantaneousAction(f"dig_{number}_{level}")
            action.add_precondition(self.moving())
            action.add_effect(self.moving(), False)
            for quarry in (self.quarries[index] for index in place):
                if self.task.carpet:
                    action.add_precondition(self.filled(quarry))
                    for each in LEVELS:
                        action.add_effect(self.dug(quarry, self.levels[each]), True)
                else:
                    action.add_precondition(self.high(quarry, self.levels[level]))
                    action.add_effect(self.dug(quarry, self.levels[level]), True)
            self.problem.add_action(action)
            self.costs[action] = Int(0)

    def _add_collect(self, quarry: Any, level: Any, tile: Any) -> None:
        """A wanted tile is had if it lies on top of a quarry that is dug."""
        action = InstantaneousAction("collect", w=tile, q=quarry, at=level)
        w, q, at = (action.parameter(name) for name in ("w", "q", "at"))
        action.add_precondition(self.dug(q, at))
        action.add_precondition(self.high(q, at))
        action.add_precondition(self.lies(w, q, at))
        action.add_effect(self.got(w), True)
        self.problem.add_action(action)
        self.costs[action] = Int(0)
