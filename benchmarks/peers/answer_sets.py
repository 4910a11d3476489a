"""The dig problem for clingo: the rules are in dig.lp, here are the facts and the search."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import clingo

from benchmarks.peers.common import THOUSAND, Task, Verdict, verdict
from ksm_widgets.solver.problem import Problem

__all__ = ["solve_by_clingo"]

_RULES = Path(__file__).with_name("dig.lp").read_text(encoding="utf-8")
_STRATEGY = "bb,hier"


def solve_by_clingo(problem: Problem, seconds: float) -> Verdict:
    """Let clingo find the best plan with each number of moves, on all cores."""
    until = perf_counter() + seconds
    task = Task(problem)
    best = None if problem.wanted else 0
    moves = 0
    steps = 0
    while steps <= task.horizon(best) and not (problem.wanted and best is not None):
        worth, finished = _round(task, steps, best, until)
        if worth is not None:
            best = worth - THOUSAND * steps
            moves = steps
        if not finished:
            return verdict(best, moves, proven=False)
        steps += 1
    return verdict(best, moves, proven=True)


def _round(task: Task, steps: int, best: int | None, until: float) -> tuple[int | None, bool]:
    """The best dig with so many moves that nets more than `best`, and whether that is proven."""
    beat = [] if best is None else [f"--opt-mode=opt,{-(best + THOUSAND * steps + 1)}"]
    arguments = [
        f"--opt-strategy={_STRATEGY}",
        f"--parallel-mode={os.cpu_count() or 1}",
        *beat,
        f"-c steps={steps}",
        f"-c money={task.problem.money}",
        f"-c want_count={len(task.problem.wanted)}",
    ]
    control = clingo.Control(arguments, message_limit=0)
    control.add("base", [], _RULES + "\n".join(_facts(task)))
    control.ground([("base", [])])
    worths: list[int] = []
    with control.solve(
        on_model=lambda model: worths.append(-sum(model.cost)), async_=True
    ) as handle:
        finished = handle.wait(max(0.0, until - perf_counter()))
        if not finished:
            handle.cancel()
        exhausted = bool(handle.get().exhausted)
    return (worths[-1] if worths else None), exhausted


def _facts(task: Task) -> Iterator[str]:
    """The problem as facts; a kind is known by its number."""
    number = {kind: index for index, kind in enumerate(task.kinds)}
    if not task.beginner:
        yield "standard."
    if task.carpet:
        yield "carpet."
    for quarry, near in enumerate(task.neighbours):
        yield f"height({quarry},{task.heights[quarry]})."
        for other in near:
            yield f"next({quarry},{other})."
    for (quarry, level), kind in task.tiles.items():
        yield f"tile({number[kind]},{quarry},{level})."
    for (quarry, level), when in task.first_change.items():
        yield f"change({quarry},{level},{when})."
        for kind, soonest in task.first_arrival[quarry, level].items():
            yield f"arrive({number[kind]},{quarry},{level},{soonest})."
    for kind, index in number.items():
        yield f"net({index},{kind.net}). purse({index},{kind.purse})."
        if not kind.diggable:
            yield f"undiggable({index})."
        if kind.wanted:
            yield f"is_wanted({index})."
    for index, place in enumerate(task.places):
        yield f"place({index})."
        for quarry in place:
            yield f"in({index},{quarry})."
