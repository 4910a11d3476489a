"""The dig problem for clingo: the rules are in dig.lp, here are the facts and the search."""

from __future__ import annotations

import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import clingo

from benchmarks.looking import best_look
from benchmarks.peers.common import THOUSAND, Task, Verdict, horizon
from ksm_widgets.solver.problem import Problem

__all__ = ["solve_by_clingo"]

_RULES = Path(__file__).with_name("dig.lp").read_text(encoding="utf-8")


def solve_by_clingo(problem: Problem, seconds: float) -> Verdict:
    """Let clingo find the best plan within the horizon, on all cores.

    Branch and bound that sharpens one objective after the other, not below just looking.
    """
    task = Task(problem)
    steps = horizon(problem)
    arguments = [
        "--opt-strategy=bb,hier",
        f"--parallel-mode={os.cpu_count() or 1}",
        *([] if problem.wanted else [f"--opt-mode=opt,{-best_look(problem)}"]),
        f"-c steps={steps}",
        f"-c money={problem.money}",
        f"-c want_count={len(problem.wanted)}",
    ]
    control = clingo.Control(arguments, message_limit=0)
    control.add("base", [], _RULES + "\n".join(_facts(task)))
    control.ground([("base", [])])
    best: list[tuple[int, int]] = []

    def note(model: clingo.Model) -> None:
        cost = dict(zip(model.priority, model.cost, strict=True))
        first, second = cost.get(2, 0), cost.get(1, 0)
        best.append((-second, first) if problem.wanted else (-first, second))

    with control.solve(on_model=note, async_=True) as handle:  # type: ignore[call-overload]
        finished = handle.wait(seconds)
        if not finished:
            handle.cancel()
        result = handle.get()
    if not best:
        return Verdict(bool(result.exhausted), None, None)
    net, moves = best[-1]
    if problem.wanted:
        net -= THOUSAND * moves
    return Verdict(bool(result.exhausted), Decimal(net) / THOUSAND, moves)


def _facts(task: Task) -> Iterator[str]:
    """The problem as facts; a kind is known by its number."""
    number = {kind: index for index, kind in enumerate(task.kinds)}
    if not task.beginner:
        yield "standard."
    if task.carpet:
        yield "carpet."
    if task.problem.wanted:
        yield "wanting."
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
