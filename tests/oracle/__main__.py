"""The whole comparison of the solver with brute force: `python -m tests.oracle`, `make oracle`."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.solver import Status, solve, solve_covered
from tests.oracle.brute import force
from tests.oracle.choosing import asked, choosing_faults
from tests.oracle.comparison import early_faults
from tests.oracle.expectimax import expectimax, looking_problem
from tests.oracle.problems import (
    FULL_BUDGET,
    bounded_problem,
    held_problem,
    poor_problem,
    wished_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.solver.problem import Problem

_PROGRESS_SECONDS = 10


class Run:
    """One comparison: what was compared so far, how many moves it took, what differed.

    With a `log`, a line is added to that file for each problem, and those in it are not compared
    again; so a long run can be broken off.
    """

    def __init__(self, log: Path | None = None) -> None:
        self.log = log
        self.moves: Counter[str] = Counter()
        self.mismatches = 0
        self.unproven: list[str] = []
        self.boards = 0
        self.before = self._logged()
        self.solver_seconds = 0.0
        self.oracle_seconds = 0.0

    def _logged(self) -> dict[str, dict[str, object]]:
        if self.log is None or not self.log.exists():
            return {}
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return {line["name"]: line for line in map(json.loads, lines)}

    def count(self, name: str, best: str, *, faults: bool, proven: bool) -> None:
        """Count a problem compared now or before."""
        self.moves[best] += 1
        self.mismatches += faults
        if not proven:
            self.unproven.append(name)

    def compare(self, name: str, make: Callable[[], Problem], limit: float) -> None:
        """Solve a problem both ways; print it as JSON with every difference, if there is one.

        An answer that is not proven within the limit (seconds) must still be true.
        """
        if name in self.before:
            line = self.before[name]
            self.count(
                name, str(line["best"]), faults=bool(line["faults"]), proven=bool(line["proven"])
            )
            return
        problem = make()
        if problem.chooses or problem.reactions is not None:
            self._compare_other(name, problem, limit)
            return
        proven = True
        start = perf_counter()
        truth = force(problem)
        self.oracle_seconds += perf_counter() - start
        start = perf_counter()
        try:
            answer = solve(problem, time_limit=limit)
            found = early_faults(problem, answer, truth)
            proven = answer.status not in (Status.FEASIBLE, Status.UNKNOWN)
        except Exception as error:  # whatever the solver raises is a mismatch like any other
            found = [f"{type(error).__name__}: {error}"]
        self.solver_seconds += perf_counter() - start
        best = truth.best()
        told = "infeasible" if best is None else f"{best[1]} moves"
        self.boards += truth.boards
        self._note(name, problem, told, found, proven=proven)

    def _compare_other(self, name: str, problem: Problem, limit: float) -> None:
        """Compare a problem that leaves a choice, or whose plans look: the answer must be exact."""
        start = perf_counter()
        try:
            if problem.reactions is None:
                answer = solve(problem, time_limit=limit)
                status, found = answer.status, choosing_faults(problem, answer)
            else:
                tree = solve_covered(problem, time_limit=limit)
                best = expectimax(problem)
                status, found = tree.status, []
                proven = status in (Status.OPTIMAL, Status.INFEASIBLE)
                if proven and not tree.net == tree.bound == best:
                    found = [f"best is {best}, the tree {tree.net}, its bound {tree.bound}"]
        except Exception as error:  # as above
            status, found = Status.UNKNOWN, [f"{type(error).__name__}: {error}"]
        self.oracle_seconds += perf_counter() - start
        proven = status not in (Status.FEASIBLE, Status.UNKNOWN)
        self._note(name, problem, "with a choice", found, proven=proven)

    def _note(
        self, name: str, problem: Problem, told: str, found: list[str], *, proven: bool
    ) -> None:
        """Count and log a comparison; print what differs."""
        self.count(name, told, faults=bool(found), proven=proven)
        if self.log is not None:
            with self.log.open("a", encoding="utf-8") as log:
                line = {"name": name, "best": told, "faults": found, "proven": proven}
                log.write(json.dumps(line) + "\n")
        if found:
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
    log: Path | None = None,
) -> Run:
    """Compare the problems of these seeds, printing progress now and then."""
    run = Run(log)
    printed = perf_counter()
    for seed in seeds:
        run.compare(f"{kind} {seed}", partial(make, seed, budget), limit)
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
    parser.add_argument("--wished", type=int, default=512, help="problems with wanted tiles")
    parser.add_argument("--choosing", type=int, default=512, help="a choice of objects or cards")
    parser.add_argument("--looking", type=int, default=512, help="plans with two looks at most")
    parser.add_argument("--all", type=int, help="so many of each kind instead")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--budget", type=int, default=FULL_BUDGET, help="places looked at, each")
    parser.add_argument("--limit", type=float, default=60, help="seconds for the solver, each")
    parser.add_argument("--log", type=Path, help="note each problem there, skip those noted")
    given = parser.parse_args()
    kinds: list[tuple[str, Callable[[int, int], Problem], int]] = [
        ("poor", poor_problem, given.poor),
        ("wished", wished_problem, given.wished),
        ("held", held_problem, given.held),
        ("bounded", bounded_problem, given.bounded),
        ("choosing", lambda seed, _: asked(seed, held=bool(seed % 4 > 1)), given.choosing),
        ("looking", lambda seed, _: looking_problem(seed), given.looking),
    ]
    if given.all is not None:
        kinds = [(kind, make, given.all) for kind, make, _ in kinds]
    runs = [
        compare_all(
            kind, make, range(given.first, given.first + many), given.budget, given.limit, given.log
        )
        for kind, make, many in kinds
    ]
    return int(any(run.mismatches or run.unproven for run in runs))


if __name__ == "__main__":
    sys.exit(main())
