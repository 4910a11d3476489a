"""The players who ask the solver: what they believe tiles are worth, and how far they look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.players.effort import thought_over
from ksm_widgets.players.forgetting import StakesWithoutBonuses, StakesWithoutSets
from ksm_widgets.players.knowledge import card_to_play, dearest_unseen, powers_held, stakes
from ksm_widgets.rules import Group, Stakes, Turn
from ksm_widgets.solver import Problem, solve

if TYPE_CHECKING:
    from decimal import Decimal

    from ksm_widgets.rules import Card, Power, View
    from ksm_widgets.solver import Plan

__all__ = ["Planner", "Worths"]

_CANDIDATES = 4
"""Cards of the hand with which it is thought of spending an object."""


class Worths(Enum):
    """What a player believes tiles to be worth."""

    USUAL = "usual"
    """The same for everyone at any time: `rules.USUAL_VALUES`."""
    HOLDING = "holding"
    """What they change for him, by what he holds and how the game may end: `rules.Stakes`."""
    NO_SETS = "no_sets"
    """The same by a player who forgets sets: each parchment counts what it usually does."""
    NO_BONUSES = "no_bonuses"
    """The same by one who forgets what the others collect: curses and objects count as usual."""


_STAKES = {
    Worths.HOLDING: Stakes,
    Worths.NO_SETS: StakesWithoutSets,
    Worths.NO_BONUSES: StakesWithoutBonuses,
}


@dataclass(frozen=True, slots=True)
class Planner:
    """Plays the turn of highest net, and the card with which it is highest as the mine lies now.

    A `?` counts the mean of what it can be. `max_moves` is how many moves he sees ahead, None for
    all; without `spends` he never thinks of his magic objects. Who `looks` plans again whenever a
    tile has shown that nobody had seen.
    """

    worths: Worths
    max_moves: int | None = None
    spends: bool = True
    looks: bool = False

    def card(self, view: View) -> Card:
        """The card that would gain most if dug with at once; of equals the lowest, to dig first.

        Only with those that do best without an object is one thought of, and no more than one.
        """

        def rank(card: Card) -> tuple[Decimal, int]:
            return gains[card], -card.number

        nothing, *objects = _spending(self, view, most=1)
        gains = {card: _gain(self._problem(view, card, nothing)) for card in view.hand}
        for card in sorted(view.hand, key=rank)[-_CANDIDATES:]:
            with_one = (_gain(self._problem(view, card, spent)) for spent in objects)
            gains[card] = max([gains[card], *with_one])
        return max(view.hand, key=rank)

    def turn(self, view: View) -> Turn:
        """The best turn with the card revealed, over all objects that may be spent for it."""
        card = card_to_play(view)
        best: tuple[Decimal, int, Turn] | None = None
        for spent in _spending(self, view):
            plan, gain = _best(view, self._problem(view, card, spent))
            if plan.dig is not None and (best is None or (gain, -len(spent)) > best[:2]):
                best = gain, -len(spent), plan.turn
        # Moves made that cannot be paid without a dig leave no choice.
        stuck = len(view.begun) > view.holding.money
        return best[2] if best is not None and (stuck or best[0] > 0) else Turn()

    def _problem(self, view: View, card: Card, powers: frozenset[Power]) -> Problem:
        """The dig problem as this player sees it."""
        problem = Problem(
            view.position,
            card.shape,
            powers,
            money=view.holding.money - len(view.begun),
            max_moves=self.max_moves,
            variant=view.variant,
            unseen=tuple(view.unseen.items()),
        )
        if self.worths is Worths.USUAL:
            return problem
        return replace(problem, stakes=stakes(view, _STAKES[self.worths]))


def _spending(planner: Planner, view: View, most: int | None = None) -> list[frozenset[Power]]:
    """The sets of objects to think of, the smaller first."""
    held = powers_held(view) if planner.spends else ()
    sizes = range(1 + min(len(held), len(held) if most is None else most))
    return [frozenset(spent) for size in sizes for spent in combinations(held, size)]


def _best(view: View, problem: Problem) -> tuple[Plan, Decimal]:
    """The best plan that can be paid whatever the unseen tiles it digs turn out to be (R25)."""
    plan = _plan(problem)
    blind = sum(tile.group is Group.UNSEEN for tile in plan.taken)
    if plan.played.account.left < blind * dearest_unseen(view):
        plan = _plan(replace(problem, unseen=None))
    return plan, plan.net - _given_up(problem)


def _gain(problem: Problem) -> Decimal:
    return _plan(problem).net - _given_up(problem)


def _given_up(problem: Problem) -> Decimal | int:
    """What the objects spent would be worth, where the net does not say so itself."""
    if problem.stakes is not None:
        return 0
    return sum(problem.values.of(power.tile) or 0 for power in problem.powers) // 1000


def _plan(problem: Problem) -> Plan:
    plan = thought_over(problem).plan
    # Where moves made must be paid by a dig, doing nothing is no plan: then there must be one.
    plan = solve(problem).plan if plan is None else plan
    assert plan is not None, "a turn was begun that could not be paid whatever showed"
    return plan
