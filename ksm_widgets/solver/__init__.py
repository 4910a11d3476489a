"""The exact solver: the best moves and dig for a card and the powers spent, proven."""

from ksm_widgets.solver.answer import Answer, Plan, Standing, Statistics, Status, Step
from ksm_widgets.solver.comparing import Difference, Reason, differences
from ksm_widgets.solver.covered import solve_covered
from ksm_widgets.solver.gains import (
    Gain,
    Idle,
    Purpose,
    gains_of,
    idle_parchments,
    sets_completed,
)
from ksm_widgets.solver.hand import HandPlan, solve_hand
from ksm_widgets.solver.ideas import Idea, ideas_of
from ksm_widgets.solver.judging import Grade, Verdict, judge
from ksm_widgets.solver.origins import Origins, origins_of, slots_dug
from ksm_widgets.solver.policy import Policy
from ksm_widgets.solver.problem import Problem, ProblemError, Slot, Values
from ksm_widgets.solver.rest import rest_of, turn_after, whole_turn
from ksm_widgets.solver.solving import solve
from ksm_widgets.solver.unseen import holds_unseen, unseen_tiles, unseen_worth

__all__ = [
    "Answer",
    "Difference",
    "Gain",
    "Grade",
    "HandPlan",
    "Idea",
    "Idle",
    "Origins",
    "Plan",
    "Policy",
    "Problem",
    "ProblemError",
    "Purpose",
    "Reason",
    "Slot",
    "Standing",
    "Statistics",
    "Status",
    "Step",
    "Values",
    "Verdict",
    "differences",
    "gains_of",
    "holds_unseen",
    "ideas_of",
    "idle_parchments",
    "judge",
    "origins_of",
    "rest_of",
    "sets_completed",
    "slots_dug",
    "solve",
    "solve_covered",
    "solve_hand",
    "turn_after",
    "unseen_tiles",
    "unseen_worth",
    "whole_turn",
]
