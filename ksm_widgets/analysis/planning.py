"""Planning by the solver: the turn that brings most, and the card that would bring most now.

A planner looks no further than its own turn. Planners differ in the values they give tiles, in how
many moves they see ahead, and in how long they think about a problem.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import EFFORT, Thought, is_safe, safe_plans, thought_over
from ksm_widgets.analysis.knowledge import (
    card_to_play,
    dearest_unseen,
    option_problem,
    powers_held,
    stakes,
)
from ksm_widgets.rules import USUAL_VALUES, Card, Power, RuleError, Stakes, Turn
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.problem import worth_apart

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from ksm_widgets.rules import View
    from ksm_widgets.rules.scoring import BonusKind
    from ksm_widgets.solver import Plan


@dataclass(frozen=True, slots=True)
class StakesWithoutSets(Stakes):
    """Stakes that ignore that four symbols make a set (R28)."""

    def of_sets(self, symbols: tuple[int, ...]) -> int:
        """The usual value of so many parchments of any symbol, in thousandths."""
        return USUAL_VALUES.parchment * sum(symbols)


@dataclass(frozen=True, slots=True)
class StakesWithoutBonuses(Stakes):
    """Stakes that ignore that the bonuses depend on the others' collections (R29)."""

    def of_bonus(self, kind: BonusKind, size: int) -> int:
        """The usual value of so many curse points or magic objects, in thousandths."""
        return size * (USUAL_VALUES.curse if kind == "curses" else USUAL_VALUES.magic)


_CANDIDATES = 4
"""Cards of the hand for which a bot considers spending an object."""


class Worths(Enum):
    """The values that a bot gives tiles."""

    USUAL = "usual"
    """The same for everyone at any time: `rules.USUAL_VALUES`."""
    HOLDING = "holding"
    """The change they make to this player's score at the end: `rules.Stakes`."""
    NO_SETS = "no_sets"
    """As HOLDING, but each parchment has its usual value."""
    NO_BONUSES = "no_bonuses"
    """As HOLDING, but curses and magic objects have their usual values."""


_STAKES = {
    Worths.USUAL: None,
    Worths.HOLDING: Stakes,
    Worths.NO_SETS: StakesWithoutSets,
    Worths.NO_BONUSES: StakesWithoutBonuses,
}


@dataclass(frozen=True, slots=True)
class Planner:
    """A bot that plays the turn with the highest net, and the card with the highest net now.

    A `?` counts the mean of what it can be. `max_moves` is how many moves it sees ahead, None for
    any number; it spends at most `most_spent` magic objects. A bot that `looks` plans again when
    a tile has been uncovered. `effort` is that of the solver for one problem, in its steps.
    """

    worths: Worths
    max_moves: int | None = None
    most_spent: int = len(Power)
    looks: bool = False
    effort: int = EFFORT

    def card(self, view: View) -> Card:
        """The card that would gain most if used now; of equals the lowest, to dig first.

        Only for the best cards is an object considered, and no more than one.
        """
        nothing, *objects = self._spending(view, most=1)
        thought = Thought(effort=self.effort)
        gains = {card: _gain(self._problem(view, card, nothing), thought) for card in view.hand}
        for card in _by_gain(gains)[-_CANDIDATES:]:
            with_one = (_gain(self._problem(view, card, spent), thought) for spent in objects)
            gains[card] = max([gains[card], *with_one])
        return _by_gain(gains)[-1]

    def gain(self, view: View, turn: Turn) -> Decimal | None:
        """The net of a turn to this bot; None if it is illegal or may be unaffordable."""
        problem = self._problem(view, card_to_play(view), turn.powers)
        try:
            plan = plan_of(problem, turn)
        except RuleError:
            return None
        if not is_safe(plan, dearest_unseen(view)):
            return None
        return plan.net - worth_apart(problem, problem.powers)

    def turn(self, view: View) -> Turn:
        """The best turn with the card revealed, with whichever magic objects are best spent."""
        card, thought = card_to_play(view), Thought(effort=self.effort)
        best: tuple[Decimal, int, Turn] | None = None
        for spent in self._spending(view):
            problem = self._problem(view, card, spent)
            # There is no plan if moves that others would not have made can't be paid any more.
            for plan in safe_plans(problem, dearest_unseen(view), thought)[:1]:
                gain = plan.net - worth_apart(problem, problem.powers)
                if plan.dig is not None and (best is None or (gain, -len(spent)) > best[:2]):
                    best = gain, -len(spent), plan.turn
        # After moves that cannot be paid without a dig there is no choice.
        stuck = len(view.begun) > view.holding.money
        return best[2] if best is not None and (stuck or best[0] > 0) else Turn()

    def _spending(self, view: View, most: int | None = None) -> list[frozenset[Power]]:
        """The sets of magic objects to consider, the smaller first."""
        held = powers_held(view)
        most = self.most_spent if most is None else min(most, self.most_spent)
        sizes = range(1 + min(len(held), most))
        return [frozenset(spent) for size in sizes for spent in combinations(held, size)]

    def _problem(self, view: View, card: Card, powers: frozenset[Power]) -> Problem:
        """The dig problem as this bot sees it."""
        kind = _STAKES[self.worths]
        held = None if kind is None else stakes(view, kind)
        return replace(option_problem(view, card, powers), max_moves=self.max_moves, stakes=held)


def _by_gain(gains: Mapping[Card, Decimal]) -> list[Card]:
    """Cards by their gains, the best last; of equals the lowest number is the better."""
    return sorted(gains, key=lambda card: (gains[card], -card.number))


def _gain(problem: Problem, thought: Thought) -> Decimal:
    return _plan(problem, thought).net - worth_apart(problem, problem.powers)


def _plan(problem: Problem, thought: Thought) -> Plan:
    plan = thought_over(problem, thought).plan
    # If moves already made must be paid by a dig, doing nothing is no plan, but there is one.
    plan = solve(problem).plan if plan is None else plan
    assert plan is not None, "a turn was begun that is not affordable"
    return plan
