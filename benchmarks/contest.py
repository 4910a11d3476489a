"""The solver and the general tools on the same problems, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from benchmarks.families import FAMILIES
from benchmarks.instances import Instance, peer_instances
from benchmarks.looking import looker
from benchmarks.peers.answer_sets import solve_by_clingo
from benchmarks.peers.breadth import solve_by_breadth
from benchmarks.peers.common import Verdict
from benchmarks.peers.cp_sat import solve_by_cp_sat
from benchmarks.peers.planner import solve_by_fast_downward
from ksm_widgets.solver import Status, solve
from ksm_widgets.solver.problem import Problem

__all__ = ["PEERS", "Bout", "contest"]

Solve = Callable[[Problem, float], Verdict]


def _solver(problem: Problem, seconds: float) -> Verdict:
    answer = solve(problem, time_limit=seconds)
    proven = answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
    if answer.plan is None:
        return Verdict(proven, None, None)
    return Verdict(proven, answer.plan.net, len(answer.plan.turn.moves))


PEERS: dict[str, Solve] = {
    "ksm_widgets": _solver,
    "CP-SAT": solve_by_cp_sat,
    "clingo": solve_by_clingo,
    "breadth-first": solve_by_breadth,
    "Fast Downward": solve_by_fast_downward,
}
"""Fast Downward is asked about wanted tiles only."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One problem of a kind: what each said and in how many seconds, and the time to just look."""

    kind: str
    instance: Instance
    verdicts: dict[str, tuple[Verdict, float]]
    look: float

    @property
    def disagreements(self) -> list[str]:
        """Proofs that contradict the solver's, in words; a planner proves moves only."""
        ours, _ = self.verdicts["ksm_widgets"]
        found = []
        for name, (theirs, _) in self.verdicts.items():
            if not (ours.proven and theirs.proven):
                continue
            same = ours.moves == theirs.moves
            if name != "Fast Downward":
                same = same and ours.net == theirs.net
            if not same:
                found.append(
                    f"{self.instance.name}: {name} proves {theirs.net} in {theirs.moves} moves, "
                    f"ksm_widgets {ours.net} in {ours.moves}"
                )
        return found


def contest(seconds: float, every: int, tell: Callable[[str], None]) -> list[Bout]:
    """Give every tool each n-th problem, and so many seconds for it; `tell` hears of progress."""
    look = looker(compiled=True)
    bouts = []
    chosen = _problems()[::every]
    for number, (kind, instance) in enumerate(chosen, start=1):
        solve(instance.problem, time_limit=seconds)
        look(instance.problem)
        start = perf_counter()
        look(instance.problem)
        looking = perf_counter() - start
        verdicts = {}
        for name, tool in PEERS.items():
            if name == "Fast Downward" and not instance.problem.wanted:
                continue
            start = perf_counter()
            verdict = tool(instance.problem, seconds)
            verdicts[name] = verdict, perf_counter() - start
        bouts.append(Bout(kind, instance, verdicts, looking))
        tell(
            f"{number}/{len(chosen)} {instance.name}: "
            + ", ".join(
                f"{name} {took:.2f} s{'' if verdict.proven else ' not proven'}"
                for name, (verdict, took) in verdicts.items()
            )
        )
    return bouts


def _problems() -> list[tuple[str, Instance]]:
    """The problems for general tools, each with its kind: by moves allowed, then the families."""
    graded = [(_allowed(one.problem), one) for one in peer_instances()]
    return graded + [
        (family.name, one) for family in FAMILIES.values() for one in family.for_peers()
    ]


def _allowed(problem: Problem) -> str:
    if problem.wanted:
        return "wanted tiles, at most 10"
    return "any number" if problem.max_moves is None else str(problem.max_moves)
