"""Solve one slice of the benchmark in a process of its own: `python -m benchmarks.measure main`.

How the solver runs is the environment's to say (KSM_SOLVER); the last line written is JSON.
"""

from __future__ import annotations

import json
import resource
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time

from benchmarks.families import FAMILIES
from benchmarks.instances import (
    Instance,
    beginner_instances,
    hand_positions,
    instances,
    purse_instances,
    wanted_instances,
)
from benchmarks.looking import looker
from benchmarks.worst import worst_instances
from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.deck import cards
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver import solve, solve_hand
from ksm_widgets.solver.engine import engine
from ksm_widgets.solver.problem import Problem

__all__ = ["SLICES", "main"]

SLICES: dict[str, Callable[[], tuple[Instance, ...]]] = {
    "main": instances,
    "purse": purse_instances,
    "wanted": wanted_instances,
    "beginner": beginner_instances,
    "worst": worst_instances,
    **{name: family.instances for name, family in FAMILIES.items()},
}
_HAND = 12
_LOOKS = 3


def main() -> int:
    """Measure the slice named on the command line; `first` and `hand` are slices of their own."""
    parser = ArgumentParser(prog="python -m benchmarks.measure", description=__doc__)
    parser.add_argument("slice", choices=[*SLICES, "first", "hand"])
    parser.add_argument("--every", type=int, default=1, help="only every n-th problem")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for a problem")
    given = parser.parse_args()
    if given.slice == "first":
        data: dict[str, object] = {"seconds": _first()}
    else:
        compiled = _warm_up()
        data = {"compiled": compiled}
        if given.slice == "hand":
            data["seconds"] = [_hand(number) for number in range(len(hand_positions()))]
        else:
            # Mixed, as neighbours differ by powers and stage in turn.
            mixed = shuffled(Random("mixed"), SLICES[given.slice]())
            data["rows"] = _rows(mixed[:: given.every], given.limit, compiled=compiled)
    # Linux counts in kilobytes, macOS in bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    data["peak_mb"] = peak / (1e6 if sys.platform == "darwin" else 1e3)
    print(json.dumps(data))
    return 0


def _warm_up() -> bool:
    """Solve a few problems first, wanted ones among them; whether the kernel is compiled."""
    few = (*instances()[:200:40], *wanted_instances()[:2], *beginner_instances()[:2])
    return [solve(one.problem, time_limit=60).statistics.compiled for one in few][-1]


class _Clock:
    """The seconds that the kernel works, of all that a solve takes."""

    def __init__(self) -> None:
        self.seconds = 0.0
        used = engine()
        for name in ("search", "best_bound", "lay_overcounts"):
            # The engine is a value that all searches share; this process does nothing but measure.
            object.__setattr__(used, name, self._timed(getattr(used, name)))

    def _timed(self, entry: Callable[..., int]) -> Callable[..., int]:
        def timed(*arguments: object) -> int:
            start = perf_counter()
            result = entry(*arguments)
            self.seconds += perf_counter() - start
            return result

        return timed


def _rows(chosen: list[Instance], limit: float, *, compiled: bool) -> list[dict[str, object]]:
    look, kernel = looker(compiled=compiled), _Clock()
    rows: list[dict[str, object]] = []
    for one in chosen:
        problem = one.problem
        looks = []
        for _ in range(_LOOKS):
            start = perf_counter()
            look(problem)
            looks.append(perf_counter() - start)
        kernel.seconds = 0.0
        start, cpu = perf_counter(), process_time()
        answer = solve(problem, time_limit=limit)
        seconds, cpu = perf_counter() - start, process_time() - cpu
        rows.append(
            {
                "name": one.name,
                "size": problem.shape.size,
                "powers": sorted(power.value for power in problem.powers),
                "stage": one.stage.value,
                "look": sorted(looks)[len(looks) // 2],
                "seconds": seconds,
                "cpu": cpu,
                "kernel": kernel.seconds,
                "status": answer.status.value,
                "moves": None if answer.plan is None else len(answer.plan.turn.moves),
                "aims": answer.statistics.aims,
                "boards": answer.statistics.boards,
            }
        )
    return rows


def _first() -> float:
    """The first answer of a fresh process."""
    problem = instances()[500].problem
    start = perf_counter()
    solve(problem)
    return perf_counter() - start


def _hand(number: int) -> float:
    """What each of twelve cards would get with each set of powers, on one position."""
    hand = shuffled(Random(f"hand {number}"), cards())[:_HAND]
    position = hand_positions()[number]
    start = perf_counter()
    solve_hand(Problem(position, hand[0].shape), hand, Power)
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
