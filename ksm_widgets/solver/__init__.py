"""The exact solver: the best moves and dig for a card and the powers spent, proven.

Asking and answering:

    problem         a problem: a position, a card, the powers spent, what tiles and digs are worth
    problem_reading its parts from options, or from data from outside
    solving         the question, for a problem or for a mine with a card
    answer          the answer: a plan, its status and bound, the work it took
    policy          a plan that reacts to the tiles that its moves uncover
    json_lines      problems as lines of JSON, from outside

The search for a plan:

    search          from a problem to a proven answer, with a clock and a stop
    scout           finds good plans early
    state           lays a problem out for the kernel, and knows the digs found so far
    prices          set limits on money and moves off against what is dug, for closer bounds
    ceilings        worths of single tiles, for digs whose worth is more than their sum
    ceiling_search  searches under such ceilings, again and again
    cache           keeps the kernel's memory from one search to the next
    engine, jit     run the kernel: interpreted, or compiled by numba
    kernel          the search itself

Further searches, made of many of these:

    covered         the best plan that looks at tiles and reacts
    peeking, luck   bound what such a plan can reach
    hand            which card to play, and which magic objects to spend

Plans looked at afterwards:

    judging         a turn compared with the best one
    turn_parts      where its tiles come from, and what is left of it after some moves
    gains           what a dig brings besides treasures
    ideas           the ideas behind a plan

What the package exports is loaded when it is first asked for: who only speaks of problems and plans
needs no search.
"""

from ksm_widgets._loading import loading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ksm_widgets.rules.values import Values
    from ksm_widgets.solver.answer import Answer, Plan, PlanStep, SearchProgress, Statistics, Status
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
    from ksm_widgets.solver.judging import Difference, Grade, Reason, Verdict, differences, judge
    from ksm_widgets.solver.policy import Policy
    from ksm_widgets.solver.problem import Problem, unseen_tiles, unseen_worth
    from ksm_widgets.solver.problem_reading import ProblemError, Slot
    from ksm_widgets.solver.solving import solve
    from ksm_widgets.solver.turn_parts import (
        Origins,
        origins_of,
        rest_of,
        slots_dug,
        turn_after,
        whole_turn,
    )

if not TYPE_CHECKING:
    __getattr__ = loading(
        __name__,
        {
            "rules.values": "Values",
            "solver.answer": "Answer Plan PlanStep SearchProgress Statistics Status",
            "solver.covered": "solve_covered",
            "solver.hand": "HandPlan solve_hand",
            "solver.gains": "Gain Idle Purpose gains_of idle_parchments sets_completed",
            "solver.ideas": "Idea ideas_of",
            "solver.judging": "Difference Grade Reason Verdict differences judge",
            "solver.policy": "Policy",
            "solver.problem": "Problem unseen_tiles unseen_worth",
            "solver.problem_reading": "ProblemError Slot",
            "solver.solving": "solve",
            "solver.turn_parts": "Origins origins_of rest_of slots_dug turn_after whole_turn",
        },
    )

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
    "PlanStep",
    "Policy",
    "Problem",
    "ProblemError",
    "Purpose",
    "Reason",
    "SearchProgress",
    "Slot",
    "Statistics",
    "Status",
    "Values",
    "Verdict",
    "differences",
    "gains_of",
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
