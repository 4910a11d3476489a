"""What somebody who plays well would do on this seat, told a little more each time.

The one asked is an artificial player, who sees the view and nothing else (R33).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.players import mind
from ksm_widgets.players.knowledge import card_to_play, stakes
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.tutor.coach.hints import Rung, hint, hint_area, hint_marks
from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.rules import Power, Quarry, View
    from ksm_widgets.solver import Plan

__all__ = ["ADVISER", "advised_places", "card_advice", "turn_advice"]

ADVISER = "steady"
"""Who is asked: quick, and good enough to learn from."""


def card_advice(view: View) -> Phrase:
    """Which card the adviser would lay down."""
    return Phrase.of("match_advice.card", number=mind(ADVISER).card(view).number)


def turn_advice(view: View, rung: Rung) -> tuple[Phrase, ...]:
    """What the adviser would do with the rest of this turn, as far as a rung of hints tells it.

    It must be this seat's turn to dig.
    """
    problem, plan = _planned(view)
    if plan is None:
        return (Phrase.of("match_advice.stuck"),)
    if plan.dig is None:
        return (Phrase.of("match_advice.no_dig"),)
    told = (hint(problem, plan, rung),)
    if problem.powers and rung >= Rung.TILES:
        return (Phrase.of("match_advice.spend", powers=list(_in_order(problem))), *told)
    return told


def _planned(view: View) -> tuple[Problem, Plan | None]:
    """The rest of the turn as a problem, and the adviser's plan for it; None if nothing pays."""
    problem = Problem(
        view.position,
        card_to_play(view).shape,
        money=view.holding.money - len(view.begun),
        variant=view.variant,
        unseen=tuple(view.unseen.items()),
        stakes=stakes(view),
    )
    if problem.money < 0:
        # Moves are owed that only a dig can pay for: no mind gets there, so none is asked.
        return problem, solve(problem).plan
    turn = mind(ADVISER).turn(view)
    problem = Problem(
        problem.position,
        problem.shape,
        turn.powers,
        money=problem.money,
        variant=problem.variant,
        unseen=problem.unseen,
        stakes=problem.stakes,
    )
    return problem, plan_of(problem, turn)


def _in_order(problem: Problem) -> list[Power]:
    return sorted(problem.powers, key=lambda power: power.value)


def advised_places(view: View, rung: Rung) -> tuple[Quarry, ...]:
    """The quarries to light up with what `turn_advice` tells: about where, the tiles, the move."""
    _, plan = _planned(view)
    if plan is None:
        return ()
    return hint_area(plan) if rung is Rung.WHERE else hint_marks(plan, rung)
