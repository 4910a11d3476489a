"""The whole comparison of the solver with brute force: `python -m tests.oracle`, `make oracle`."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.solver import Status, solve
from tests.oracle.brute import force
from tests.oracle.comparison import early_faults
from tests.oracle.problems import FULL_BUDGET, bounded_problem, held_problem, poor_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.solver.problem import Problem

_PROGRESS_SECONDS = 10


class Run:
    """One comparison: what was compared so far, how many moves it took, what differed."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()
        self.mismatches = 0
        self.unproven: list[str] = []
        self.boards = 0
        self.solver_seconds = 0.0
        self.oracle_seconds = 0.0

    def compare(self, name: str, problem: Problem, limit: float) -> None:
        """Solve a problem both ways; print it as JSON with every difference, if there is one.

        An answer that is not proven within the limit (seconds) must still be true.
        """
        start = perf_counter()
        truth = force(problem)
        self.oracle_seconds += perf_counter() - start
        start = perf_counter()
        try:
            answer = solve(problem, time_limit=limit)
            found = early_faults(problem, answer, truth)
            if answer.status in (Status.FEASIBLE, Status.UNKNOWN):
                self.unproven.append(name)
        except Exception as error:  # whatever the solver raises is a mismatch like any other
            found = [f"{type(error).__name__}: {error}"]
        self.solver_seconds += perf_counter() - start
        best = truth.best()
        self.moves["infeasible" if best is None else f"{best[1]} moves"] += 1
        self.boards += truth.boards
        if found:
            self.mismatches += 1
            print(json.dumps({**problem.to_dict(), "id": name}), flush=True)
            for difference in found:
                print(f"  {difference}", flush=True)

    def summary(self) -> str:
        """What was compared, in a few lines."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.moves.items()))
        return (
            f"{self.moves.total()} problems, {self.mismatches} mismatches, "
            f"{len(self.unproven)} not proven in time {' '.join(self.unproven)}\n"
            f"  best plans: {kinds}\n"
            f"  brute force: {self.boards:,} boards in {self.oracle_seconds:.0f} s; "
            f"solver and replay: {self.solver_seconds:.0f} s"
        )


def compare_all(
    kind: str,
    make: Callable[[int, int], Problem],
    seeds: Iterable[int],
    budget: int,
    limit: float,
) -> Run:
    """Compare the problems of these seeds, printing progress now and then."""
    run = Run()
    printed = perf_counter()
    for seed in seeds:
        run.compare(f"{kind} {seed}", make(seed, budget), limit)
        if perf_counter() - printed > _PROGRESS_SECONDS:
            printed = perf_counter()
            print(
                f"{kind}: {run.moves.total()} compared, {run.mismatches} mismatches, "
                f"{len(run.unproven)} not proven in time",
                file=sys.stderr,
                flush=True,
            )
    print(f"{kind}: {run.summary()}", flush=True)
    return run


def main() -> int:
    """Compare as many problems as asked for; exit status 1 if any differs or is not proven."""
    parser = ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--bounded", type=int, default=5120, help="problems with max_moves")
    parser.add_argument("--held", type=int, default=5120, help="problems with a holding")
    parser.add_argument("--poor", type=int, default=512, help="poor problems without a limit")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--budget", type=int, default=FULL_BUDGET, help="places looked at, each")
    parser.add_argument("--limit", type=float, default=60, help="seconds for the solver, each")
    given = parser.parse_args()
    first, budget, limit = given.first, given.budget, given.limit
    runs = [
        compare_all("poor", poor_problem, range(first, first + given.poor), budget, limit),
        compare_all("held", held_problem, range(first, first + given.held), budget, limit),
        compare_all("bounded", bounded_problem, range(first, first + given.bounded), budget, limit),
    ]
    return int(any(run.mismatches or run.unproven for run in runs))


if __name__ == "__main__":
    sys.exit(main())
