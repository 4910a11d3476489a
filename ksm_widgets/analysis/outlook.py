"""Everybody's options as one player sees them: ways to dig, and their gains (R33).

Gains are those of a player who wants to win: how much further ahead of the others a dig puts them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import safe_plans
from ksm_widgets.analysis.knowledge import collected, dearest_unseen, purses
from ksm_widgets.rules import CARDS_EACH, Collected, Stakes, Tile, Turn
from ksm_widgets.rules.prospects import shipped_prospects
from ksm_widgets.solver import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules import Card, Position, Power, View
    from ksm_widgets.rules.scoring import BonusKind
    from ksm_widgets.solver import Plan


@dataclass(frozen=True, slots=True)
class Rivalry(Stakes):
    """Stakes that count, of each bonus, the player's part less the mean of the others' (R29).

    `theirs` is what the others have collected so far, and `digs` how many digs each has to come.
    What everybody still collects is expected as in `rules.prospects`.
    """

    theirs: tuple[Collected, ...] = ()
    digs: tuple[int, ...] = ()

    def of_bonus(self, kind: BonusKind, size: int) -> int:
        """The lead that a collection of that size gives the player, in thousandths."""
        assert self.rounds_left is not None
        sizes = (size, *(other.size(kind) for other in self.theirs))
        return _margin(kind, sizes, (self.rounds_left, *self.digs))


def rivalry(view: View, player: int, held: tuple[Tile, ...]) -> Rivalry:
    """The stakes of a player of this view who holds these tiles and is about to dig."""
    players = len(view.cards_left)
    rounds_left = CARDS_EACH[players] - view.round
    everyone = collected(view)
    others = [other for other in range(players) if other != player]
    # Before the cards are revealed nobody knows who digs first.
    this_round = [not view.waiting or other in view.waiting for other in others]
    return Rivalry(
        held,
        rounds_left=rounds_left,
        players=players,
        theirs=tuple(everyone[other] for other in others),
        digs=tuple(rounds_left + digs for digs in this_round),
    )


@cache
def _margin(kind: BonusKind, sizes: tuple[int, ...], digs: tuple[int, ...]) -> int:
    return round(1000 * shipped_prospects().ahead(kind, sizes, digs))


@dataclass(frozen=True, slots=True)
class Way:
    """A turn that somebody may take, its gain, and the mine after it."""

    turn: Turn
    gain: float
    after: Position


class Outlook:
    """The options of all players of a view, each by what they were seen to collect.

    Moves made already count against the viewing player's money. Results are cached.
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
        """Doing nothing."""
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
        """The best ways to dig with a card, best first, affordable whatever they uncover."""
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
            # Of equals the one with fewer objects and moves.
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
        """The best plans with these objects; no unseen tile is dug if that is too risky."""
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
        return safe_plans(problem, self._dearest)

    def _money(self, player: int) -> int:
        begun = len(self.view.begun) if player == self.view.player else 0
        return self._purses[player].money - begun
