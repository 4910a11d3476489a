"""The exact solver: the best moves and dig for a card and the powers spent, proven."""

from ksm_widgets.solver.answer import Answer, Plan, Standing, Statistics, Status, Step
from ksm_widgets.solver.hand import HandPlan, solve_hand
from ksm_widgets.solver.problem import Problem, ProblemError, Slot, Values
from ksm_widgets.solver.solving import solve

__all__ = [
    "Answer",
    "HandPlan",
    "Plan",
    "Problem",
    "ProblemError",
    "Slot",
    "Standing",
    "Statistics",
    "Status",
    "Step",
    "Values",
    "solve",
    "solve_hand",
]
