"""The exact solver: the best moves and dig for a card and the powers spent, proven."""

from ksm_widgets.solver.answer import Answer, Plan, Standing, Statistics, Status, answer_to_json
from ksm_widgets.solver.hand import HandPlan, solve_hand
from ksm_widgets.solver.problem import Problem, ProblemError, Slot, Values, problem_from_json
from ksm_widgets.solver.proving import solve

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
    "Values",
    "answer_to_json",
    "problem_from_json",
    "solve",
    "solve_hand",
]
