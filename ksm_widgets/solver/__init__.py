"""The exact solver: the best moves and dig for a card and the powers spent, proven."""

from ksm_widgets.solver.answer import Answer, Plan, Standing, Statistics, Status, Step
from ksm_widgets.solver.comparing import Difference, Reason, differences
from ksm_widgets.solver.hand import HandPlan, solve_hand
from ksm_widgets.solver.ideas import Idea, ideas_of
from ksm_widgets.solver.judging import Grade, Verdict, judge
from ksm_widgets.solver.origins import Origins, origins_of, slots_dug
from ksm_widgets.solver.problem import Problem, ProblemError, Slot, Values
from ksm_widgets.solver.rest import rest_of, turn_after, whole_turn
from ksm_widgets.solver.solving import solve
from ksm_widgets.solver.unseen import expected_worth, holds_unseen

__all__ = [
    "Answer",
    "Difference",
    "Grade",
    "HandPlan",
    "Idea",
    "Origins",
    "Plan",
    "Problem",
    "ProblemError",
    "Reason",
    "Slot",
    "Standing",
    "Statistics",
    "Status",
    "Step",
    "Values",
    "Verdict",
    "differences",
    "expected_worth",
    "holds_unseen",
    "ideas_of",
    "judge",
    "origins_of",
    "rest_of",
    "slots_dug",
    "solve",
    "solve_hand",
    "turn_after",
    "whole_turn",
]
