"""What everyone at the table could do next, as one player sees it: ways to dig, and their gains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.players.effort import thought_over
from ksm_widgets.players.knowledge import dearest_unseen, purses
from ksm_widgets.players.rivalry import rivalry
from ksm_widgets.rules import Tile, Turn
from ksm_widgets.solver import Problem, solve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules import Card, Position, Power, View
    from ksm_widgets.solver import Plan

__all__ = ["Outlook", "Way"]


@dataclass(frozen=True, slots=True)
class Way:
    """A turn that somebody may take, what he gains by it, and how the mine lies afterwards."""

    turn: Turn
    gain: float
    after: Position


class Outlook:
    """What the players of a view could do, each by what he has been seen to collect.

    For the player himself money is what the moves he has begun with leave. Nothing is reckoned
    twice.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self._purses = purses(view)
        self._stakes = [
            rivalry(view, player, purse.tiles) for player, purse in enumerate(self._purses)
        ]
        self._unseen = tuple(view.unseen.items())
        self._dearest = dearest_unseen(view)
        self._known: dict[tuple[object, ...], tuple[Way, ...]] = {}

    def nothing(self, position: Position) -> Way:
        """The way to do nothing."""
        return Way(Turn(), 0.0, position)

    def gain(self, position: Position, player: int, card: Card, objects: int = 0) -> float:
        """The most that a player can gain with a card, spending so many objects at most."""
        return self.way(position, player, card, objects).gain

    def way(self, position: Position, player: int, card: Card, objects: int = 0) -> Way:
        """The best way to use a card, which may be to do nothing."""
        ways = self.ways(position, player, card, objects=objects)
        return ways[0] if ways and ways[0].gain > 0 else self.nothing(position)

    def ways(
        self, position: Position, player: int, card: Card, *, most: int = 1, objects: int = 0
    ) -> tuple[Way, ...]:
        """The best ways to dig with a card, best first, that can be paid whatever shows."""
        key = position, player, card, most, objects
        if key not in self._known:
            held = self._purses[player].powers
            sizes = range(1 + min(objects, len(held)))
            plans = [
                plan
                for size in sizes
                for spent in combinations(held, size)
                for plan in self._plans(position, player, card, frozenset(spent), most)
            ]
            # Of equals that with fewer objects and moves.
            plans.sort(
                key=lambda plan: (-plan.net, len(plan.turn.powers), len(plan.moves)),
            )
            self._known[key] = tuple(
                Way(plan.turn, float(plan.net), plan.positions[-1]) for plan in plans[:most]
            )
        return self._known[key]

    def _plans(
        self, position: Position, player: int, card: Card, spent: frozenset[Power], most: int
    ) -> Iterable[Plan]:
        """The best plans with these objects spent; nothing hidden is dug if that is too risky."""
        problem = Problem(
            position,
            card.shape,
            spent,
            money=self._money(player),
            variant=self.view.variant,
            stakes=self._stakes[player],
            unseen=self._unseen,
            best=most,
        )
        plans = thought_over(problem).best
        safe = [plan for plan in plans if self._safe(plan)]
        if plans and not safe:
            safe = [*thought_over(replace(problem, unseen=None)).best]
        if problem.money < 0 and not safe:
            # Moves made must be paid by a dig, and one that does was known when they were made.
            safe = [*solve(replace(problem, unseen=None)).best]
        return safe

    def _safe(self, plan: Plan) -> bool:
        """Whether a plan can be paid even if each tile dug unseen is the dearest curse (R25)."""
        hidden = plan.taken.count(Tile.UNSEEN)
        return plan.played.account.left >= hidden * self._dearest

    def _money(self, player: int) -> int:
        begun = len(self.view.begun) if player == self.view.player else 0
        return self._purses[player].money - begun
