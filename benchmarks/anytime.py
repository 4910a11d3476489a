"""Good at once: how far stopped answers are from the best known, on problems that take long.

`python -m benchmarks.anytime` takes every problem of the families and of worst.jsonl that is not
proven in a twentieth of a second of the processor's time, and stops it after that, and later. The
best known is the best that any of these searches or a much longer one found.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.families import FAMILIES
from benchmarks.sections import put_section, table
from benchmarks.worst import worst_instances
from ksm_widgets.solver import Status, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.solver import Answer, Problem

_RESULTS = Path(__file__).with_name("RESULTS.md")
_TIMES = (0.05, 0.1, 0.3, 1.0)
"""Seconds of the processor after which a search is stopped."""
_LONGEST = 8.0
_FEW_MOVES = 2
_CLOSE = 1
"""Coins below the best known that are close to it."""


@dataclass(frozen=True, slots=True)
class _Curve:
    """The nets and bounds of one problem at each time, the best known, the best of few moves."""

    nets: tuple[float, ...]
    bounds: tuple[float, ...]
    best: float
    within_few: float


def main() -> int:
    """Measure, and write the part of RESULTS.md."""
    parser = ArgumentParser(prog="python -m benchmarks.anytime", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every so many problems")
    parser.add_argument("--print", action="store_true", help="print the part, and write nothing")
    given = parser.parse_args()
    os.environ["KSM_SOLVER"] = "compiled"
    problems = [*_problems()][:: given.every]
    curves = [curve for problem in problems if (curve := _curve(problem)) is not None]
    text = _told(curves, len(problems))
    if given.print:
        sys.stdout.write(text + "\n")
    else:
        put_section(_RESULTS, "Good at once", text)
    return 0


def _problems() -> Iterator[Problem]:
    """Every problem, without further options; those with wanted tiles have no net to compare."""
    families = [one for family in FAMILIES.values() for one in family.instances()]
    for one in (*families, *worst_instances()):
        if not one.problem.wanted:
            yield replace(one.problem, best=0, frontier=False)


def _curve(problem: Problem) -> _Curve | None:
    """How its answers get better; None if it is proven at the first of the times."""
    first = _stopped(problem, _TIMES[0])
    if first.status is Status.OPTIMAL:
        return None
    answers = [first, *(_stopped(problem, seconds) for seconds in (*_TIMES[1:], _LONGEST))]
    few = min(_FEW_MOVES, _FEW_MOVES if problem.max_moves is None else problem.max_moves)
    within_few = _net(_stopped(replace(problem, max_moves=few), _LONGEST))
    nets = [_net(answer) for answer in answers]
    return _Curve(
        tuple(nets[:-1]),
        tuple(float(answer.bound or 0) for answer in answers[:-1]),
        max(*nets, within_few),
        within_few,
    )


def _stopped(problem: Problem, seconds: float) -> Answer:
    end = process_time() + seconds
    return solve(problem, cancelled=lambda: process_time() >= end)


def _net(answer: Answer) -> float:
    return 0.0 if answer.plan is None else float(answer.plan.net)


def _told(curves: list[_Curve], number: int) -> str:
    """The part of RESULTS.md."""
    rows = []
    for k, seconds in enumerate(_TIMES):
        gaps = [curve.best - curve.nets[k] for curve in curves]
        close = sum(gap <= _CLOSE for gap in gaps)
        behind = sum(curve.nets[k] < curve.within_few for curve in curves)
        rows.append(
            [
                f"{seconds} s",
                f"{fmean(gaps):.2f}",
                f"{max(gaps):.1f}",
                f"{close} of {len(curves)}",
                f"{1 - (len(curves) - close) / number:.1%}",
                str(behind),
                f"{fmean(curve.bounds[k] - curve.best for curve in curves):.2f}",
            ]
        )
    head = [
        "stopped after",
        "mean gap",
        "worst",
        "within a coin",
        "of all problems",
        f"worse than {_FEW_MOVES} moves",
        "bound above the best",
    ]
    return f"""
Of {number} problems {len(curves)} are not proven after {_TIMES[0]} s of the processor's time,
compiled. For these the gap is what a stopped answer nets less than the best known, in coins; the
best known is that of {_LONGEST:.0f} s, or any found sooner. *Of all problems* counts those proven
by then as within a coin. *Worse than {_FEW_MOVES} moves* counts the answers below the best plan of
at most {_FEW_MOVES} moves, as far as that is found in {_LONGEST:.0f} s. Goals: after 0.1 s none is
worse than {_FEW_MOVES} moves; after 1 s 99 % are within a coin, the worst within 3.

{table(head, rows)}
"""


if __name__ == "__main__":
    sys.exit(main())
