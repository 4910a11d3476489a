"""What the solver says against what brute force found: every difference, in words."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.rules.turns import play
from ksm_widgets.solver.answer import Status, net_of

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.problem import Problem
    from tests.oracle.brute import Truth

__all__ = ["differences", "early_faults", "replay_faults"]

_NOTHING = Decimal(0)


def differences(problem: Problem, answer: Answer, truth: Truth) -> list[str]:
    """Where an answer is not what brute force found; empty if they agree in everything asked."""
    found = replay_faults(problem, answer)
    best = truth.best()
    if best is None:
        if answer.status is not Status.INFEASIBLE or answer.plan is not None:
            found.append(f"infeasible, but the answer is {answer.status.value}")
        return found
    if answer.status is not Status.OPTIMAL or answer.plan is None:
        return [*found, f"best is {best[0]} in {best[1]} moves, the answer {answer.status.value}"]
    if _score(answer.plan) != best:
        found.append(f"best is {best[0]} in {best[1]} moves, the answer {_score(answer.plan)}")
    proven = best[1] if problem.wanted else best[0]
    if answer.bound != proven:
        found.append(f"the bound should be {proven}, it is {answer.bound}")
    if problem.best:
        found += _best_differences(problem, answer, truth)
    if problem.frontier:
        frontier = [_score(plan) for plan in answer.frontier]
        if frontier != truth.frontier():
            found.append(f"the frontier is {truth.frontier()}, the answer's {frontier}")
    return found


def early_faults(problem: Problem, answer: Answer, truth: Truth) -> list[str]:
    """Where an answer that may have been stopped early says what is not true.

    Its plan must be legal and no better than the best; its bound must hold.
    """
    if answer.status in (Status.OPTIMAL, Status.INFEASIBLE):
        return differences(problem, answer, truth)
    found = replay_faults(problem, answer)
    best = truth.best()
    if answer.plan is None:
        if not problem.wanted:
            found.append("doing nothing is a plan, but there is none")
    elif best is None:
        found.append(f"infeasible, but there is a plan: {answer.plan.turn}")
    elif _rank(problem, _score(answer.plan)) < _rank(problem, best):
        found.append(f"best is {best[0]} in {best[1]} moves, the plan {_score(answer.plan)}")
    if best is not None and answer.bound is not None:
        holds = answer.bound <= best[1] if problem.wanted else answer.bound >= best[0]
        if not holds:
            found.append(f"best is {best[0]} in {best[1]} moves, the bound {answer.bound}")
    return found


def replay_faults(problem: Problem, answer: Answer) -> list[str]:
    """Plans of an answer that do not replay through the rules, or claim another net than theirs.

    A plan's RuleError is not caught: its message says what is wrong.
    """
    plans = [answer.plan] if answer.plan is not None else []
    found = []
    for plan in (*plans, *answer.best, *answer.frontier):
        played = play(
            problem.position,
            plan.turn,
            problem.shape,
            money=problem.money,
            variant=problem.variant,
        )
        if plan.played != played or plan.net != net_of(problem, played):
            found.append(f"a plan is not what its replay gives: {plan.turn}")
        if not plan.turn.powers <= problem.powers:
            found.append(f"a plan spends what is not spent: {plan.turn.powers}")
        if problem.max_moves is not None and len(plan.turn.moves) > problem.max_moves:
            found.append(f"a plan has {len(plan.turn.moves)} moves")
    return found


def _score(plan: Plan) -> tuple[Decimal, int]:
    return plan.net, len(plan.turn.moves)


def _rank(problem: Problem, score: tuple[Decimal, int]) -> tuple[Decimal, Decimal]:
    """The lower, the better: by net and moves, or with wanted tiles by moves and net."""
    net, moves = score
    return (Decimal(moves), -net) if problem.wanted else (-net, Decimal(moves))


def _best_differences(problem: Problem, answer: Answer, truth: Truth) -> list[str]:
    """The k best digs must score alike, and each as its own quarries can at best.

    Only digs better than doing nothing are listed; if there is none, doing nothing is. A dig that
    nets 0 without a move is as good as that and may stand in its place.
    """
    every = {dig.quarries: (dig.net, dig.moves) for dig in truth.digs()}
    due = [(dig.net, dig.moves) for dig in truth.digs() if problem.wanted or dig.net > 0]
    expected = due[: problem.best]
    scores = [_score(plan) for plan in answer.best]
    if not due:
        expected = [(_NOTHING, 0)]
    found = []
    if scores != expected:
        found.append(f"the best digs score {expected}, the answer's {scores}")
    digs = [plan.dig for plan in answer.best]
    if len(set(digs)) != len(digs):
        found.append(f"a dig stands twice among the best: {digs}")
    for plan in answer.best:
        if plan.dig is not None and every.get(plan.dig) != _score(plan):
            found.append(f"{plan.dig} gets {every.get(plan.dig)}, the answer's {_score(plan)}")
    if answer.best and answer.plan is not None and _score(answer.best[0]) != _score(answer.plan):
        found.append("the first of the best digs is not the answer")
    return found
