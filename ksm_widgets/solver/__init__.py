"""The exact solver: the best moves and dig for a card and the powers spent, proven."""

from ksm_widgets.solver.answer import Answer, Plan, Progress, Statistics, Status, answer_to_json
from ksm_widgets.solver.hand import Option, solve_hand
from ksm_widgets.solver.problem import Problem, ProblemError, Slot, Values, problem_from_json
from ksm_widgets.solver.proving import solve

__all__ = [
    "Answer",
    "Option",
    "Plan",
    "Problem",
    "ProblemError",
    "Progress",
    "Slot",
    "Statistics",
    "Status",
    "Values",
    "answer_to_json",
    "problem_from_json",
    "solve",
    "solve_hand",
]
