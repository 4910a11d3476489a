"""What a choice brings at once, as far as its player could reckon then (R33).

That is the part of its worth that a plan can show; what it leaves to others and to later rounds is
what is played on for (`players.rollouts`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.players.effort import THOROUGH, thought_over
from ksm_widgets.players.knowledge import card_to_play, purses
from ksm_widgets.players.review import option_problem
from ksm_widgets.rules import Card, RuleError, Tile, Unaffordable, moved
from ksm_widgets.solver import Problem, Status
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.rest import rest_of, whole_turn

if TYPE_CHECKING:
    from ksm_widgets.players.effort import Thought
    from ksm_widgets.rules import Move, Position, Quarry, Turn, View
    from ksm_widgets.solver.answer import Plan

__all__ = [
    "AtOnce",
    "Next",
    "Unpayable",
    "at_once",
    "dig_with",
    "look_worth",
    "next_dig",
    "to_a_look",
]

_THOUSANDTH = Decimal("0.001")


class Unpayable(Exception):
    """A turn that could not be paid, as far as was known then (R25)."""


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What a turn brings at once, in coins: `plan` nets so much, and a look adds to it.

    Where a tile shows on the way, at `look`, the plan is the best there is by then without knowing
    it, and `look_worth` what one may expect to net more for going on by what shows. `as_said` is
    whether that plan is the turn itself: one that went on by what showed need not be.
    """

    plan: Plan
    look: Quarry | None = None
    look_worth: Decimal = Decimal(0)
    as_said: bool = True

    @property
    def net(self) -> Decimal:
        """All of it."""
        return self.plan.net + self.look_worth


@dataclass(frozen=True, slots=True)
class Next:
    """The dig of the next one in the round: with which card, and what the best of it nets."""

    card: Card
    net: Decimal


def at_once(view: View, turn: Turn, thought: Thought = THOROUGH) -> AtOnce | None:
    """What a turn brings at once, from the view of who has to play it.

    None if no way on from a look was found in the time allowed; raises Unpayable if there is none.
    """
    problem = option_problem(view, card_to_play(view), turn.powers)
    made = to_a_look(problem, turn.moves)
    if not made:
        try:
            return AtOnce(plan_of(problem, turn))
        except Unaffordable as error:
            raise Unpayable from error
    left, quarry = rest_of(problem, made), made[-1].source
    answer = thought_over(left, thought)
    if answer.status is Status.INFEASIBLE:
        raise Unpayable
    plan = _replayed(problem, turn)
    fixed = None if answer.plan is None else whole_turn(problem, made, answer.plan)
    best = max((one for one in (plan, fixed) if one is not None), key=_net_of, default=None)
    if best is None:
        return None
    return AtOnce(best, quarry, look_worth(left, quarry, thought), as_said=best is plan)


def _net_of(plan: Plan) -> Decimal:
    return plan.net


def _replayed(problem: Problem, turn: Turn) -> Plan | None:
    """A turn as a plan; None if it could not be paid as far as was known."""
    try:
        return plan_of(problem, turn)
    except RuleError:
        return None


def to_a_look(problem: Problem, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves up to the first that lays a tile bare which nobody has seen; none if none does."""
    position = problem.position
    for number, move in enumerate(moves, start=1):
        position = moved(position, move, problem.variant)
        if position.top(move.source) is Tile.UNSEEN:
            return moves[:number]
    return ()


def look_worth(problem: Problem, quarry: Quarry, thought: Thought = THOROUGH) -> Decimal:
    """What it is worth to see the topmost tile of a quarry before one goes on, in coins.

    It is the mean of the best nets with each tile that may lie there, less the best net without
    knowing; never below 0, for one need not heed it.
    """
    unseen = dict(problem.unseen or ())
    blind = _net(problem, thought)
    total, below = Fraction(0), problem.position.stack(quarry)[:-1]
    for tile, number in unseen.items():
        shown = replace(
            problem,
            position=problem.position.with_stack(quarry, (*below, tile)),
            unseen=tuple((one, left - (one is tile)) for one, left in unseen.items()),
        )
        total += number * _net(shown, thought)
    worth = max(Fraction(0), total / sum(unseen.values()) - blind)
    return (Decimal(worth.numerator) / worth.denominator).quantize(_THOUSANDTH)


def _net(problem: Problem, thought: Thought) -> Fraction:
    """The net of the best plan; with none that can be paid, nothing is dug."""
    plan = thought_over(problem, thought).plan
    return Fraction(0) if plan is None else Fraction(plan.net)


def dig_with(view: View, card: Card, thought: Thought = THOROUGH) -> Plan:
    """The best turn with a card as the mine lies, without objects."""
    plan = thought_over(option_problem(view, card), thought).plan
    assert plan is not None, "before the first move one can always do nothing"
    return plan


def next_dig(view: View, after: Position, thought: Thought = THOROUGH) -> Next | None:
    """What the next one in the round can net, on the mine as it lies then, without objects.

    None if nobody digs any more in this round.
    """
    following = view.waiting[view.waiting.index(view.player) + 1 :]
    if not following:
        return None
    card = view.revealed[following[0]]
    assert card is not None, "who has still to dig has a card that lies open"
    purse, problem = purses(view)[following[0]], option_problem(view, card)
    assert problem.stakes is not None, "a view says what is held"
    theirs = replace(problem.stakes, holding=purse.tiles)
    left = replace(problem, position=after, money=purse.money, stakes=theirs)
    answer = thought_over(left, thought)
    assert answer.plan is not None, "before the first move one can always do nothing"
    return Next(card, answer.plan.net)
