"""The bots by name, from one that only knows the rules to one that plays well.

Most of them ask the solver, and differ in the values they give tiles and in how far they look.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import safe_plans, thought_over
from ksm_widgets.analysis.knowledge import card_to_play, dearest_unseen, powers_held, stakes
from ksm_widgets.analysis.outlook import Outlook
from ksm_widgets.analysis.weighing import best_option, option_problem
from ksm_widgets.rules import (
    USUAL_VALUES,
    ArgumentError,
    Card,
    Group,
    Stakes,
    Turn,
    legal_digs,
    legal_moves,
    moved,
    takings,
)
from ksm_widgets.rules.chance import below, chosen
from ksm_widgets.rules.errors import found
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.engine import engine

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from ksm_widgets.players.playing import Bot
    from ksm_widgets.rules import Position, Power, Quarry, View
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
    any number; without `spends` it never uses magic objects. A bot that `looks` plans again when
    a tile has been uncovered.
    """

    worths: Worths
    max_moves: int | None = None
    spends: bool = True
    looks: bool = False

    def card(self, view: View) -> Card:
        """The card that would gain most if used now; of equals the lowest, to dig first.

        Only for the best cards is an object considered, and no more than one.
        """
        nothing, *objects = _spending(self, view, most=1)
        gains = {card: _gain(self._problem(view, card, nothing)) for card in view.hand}
        for card in _by_gain(gains)[-_CANDIDATES:]:
            with_one = (_gain(self._problem(view, card, spent)) for spent in objects)
            gains[card] = max([gains[card], *with_one])
        return _by_gain(gains)[-1]

    def turn(self, view: View) -> Turn:
        """The best turn with the card revealed, with whichever magic objects are best spent."""
        card = card_to_play(view)
        best: tuple[Decimal, int, Turn] | None = None
        for spent in _spending(self, view):
            problem = self._problem(view, card, spent)
            # There is no plan if moves that others would not have made can't be paid any more.
            for plan in safe_plans(problem, dearest_unseen(view))[:1]:
                gain = plan.net - _given_up(problem)
                if plan.dig is not None and (best is None or (gain, -len(spent)) > best[:2]):
                    best = gain, -len(spent), plan.turn
        # After moves that cannot be paid without a dig there is no choice.
        stuck = len(view.begun) > view.holding.money
        return best[2] if best is not None and (stuck or best[0] > 0) else Turn()

    def _problem(self, view: View, card: Card, powers: frozenset[Power]) -> Problem:
        """The dig problem as this bot sees it."""
        kind = _STAKES[self.worths]
        held = None if kind is None else stakes(view, kind)
        return replace(option_problem(view, card, powers), max_moves=self.max_moves, stakes=held)


def _spending(planner: Planner, view: View, most: int | None = None) -> list[frozenset[Power]]:
    """The sets of magic objects to consider, the smaller first."""
    held = powers_held(view) if planner.spends else ()
    sizes = range(1 + min(len(held), len(held) if most is None else most))
    return [frozenset(spent) for size in sizes for spent in combinations(held, size)]


def _by_gain(gains: Mapping[Card, Decimal]) -> list[Card]:
    """Cards by their gains, the best last; of equals the lowest number is the better."""
    return sorted(gains, key=lambda card: (gains[card], -card.number))


def _gain(problem: Problem) -> Decimal:
    return _plan(problem).net - _given_up(problem)


def _given_up(problem: Problem) -> Decimal | int:
    """The worth of the objects spent, if the net does not count it itself."""
    if problem.stakes is not None:
        return 0
    return sum(problem.values.of(power.tile) or 0 for power in problem.powers) // 1000


def _plan(problem: Problem) -> Plan:
    plan = thought_over(problem).plan
    # If moves already made must be paid by a dig, doing nothing is no plan, but there is one.
    plan = solve(problem).plan if plan is None else plan
    assert plan is not None, "a turn was begun that is not affordable"
    return plan


_WAYS = 6
"""Digs that are weighed against what they leave to the others."""
_GLANCE, _LOOK = 24, 128
"""Games played on from each card, and from the best few: four times as many are hardly better."""
_LUCK = 1
"""Another seed than the coach's, who would otherwise find its own luck in this bot's choices."""
_FOR_ITSELF = Planner(Worths.HOLDING, looks=True)
"""The bot that considers only its own gain in the mine as it is."""


@dataclass(frozen=True, slots=True)
class Contender:
    """The strong bot: it plays for its lead, so it also considers what it leaves to the others.

    With two players, values follow from what both have collected so far (`Rivalry`). It plans
    again when a tile has been uncovered. `denial` is the share of the other's best gain that counts
    as its own loss; not all of it does, since tiles that are left can still be dug later.
    """

    denial: float = 0.7
    looks: bool = True

    def card(self, view: View) -> Card:
        """The card that does best in games played on from it (R6).

        Others' hands are unknown: everybody may have any card not seen (R33). If the kernel is not
        compiled, so many games take too long, and it is the card that would gain most now.
        """
        if engine().compiled:
            best = best_option(view, glance=_GLANCE, look=_LOOK, seed=_LUCK).choice
            assert isinstance(best, Card), "before the reveal it is cards that are weighed"
            return best
        return _FOR_ITSELF.card(view)

    def turn(self, view: View) -> Turn:
        """The turn that gains most, less a part of what it leaves to a player who digs later.

        With more than two players, keeping something from one of them costs only this bot and
        helps the others as much: then it is simply the turn that gains most.
        """
        if len(view.cards_left) > 2:
            return _FOR_ITSELF.turn(view)
        outlook = Outlook(view)
        card = card_to_play(view)
        later = view.waiting[1:]
        ways = outlook.ways(view.position, view.player, card, most=_WAYS if later else 1, objects=4)

        def rest(after: Position) -> float:
            return sum(outlook.gain(after, other, card_to_play(view, other), 1) for other in later)

        if len(view.begun) <= view.holding.money:
            ways = (outlook.nothing(view.position), *ways)
        best = max(ways, key=lambda way: way.gain - self.denial * rest(way.after))
        return best.turn


_MOST_MOVES = 3


@dataclass(frozen=True, slots=True)
class Chance:
    """A bot that plays at random, within the rules and its money; the view itself is the seed."""

    looks: bool = False

    def card(self, view: View) -> Card:
        """Any card of the hand."""
        return chosen(_rng(view), view.hand)

    def turn(self, view: View) -> Turn:
        """A few moves and a dig, if there is an affordable one; no objects are spent."""
        rng = _rng(view)
        position, moves = view.position, []
        for _ in range(min(below(rng, _MOST_MOVES + 1), view.holding.money)):
            reach = legal_moves(position, view.variant)
            if not reach:
                break
            moves.append(chosen(rng, reach))
            position = moved(position, moves[-1], view.variant)
        left = view.holding.money - len(moves)
        digs = [
            dig
            for dig in legal_digs(position, card_to_play(view))
            if left + _least_gain(view, position, dig) >= 0
        ]
        return Turn(tuple(moves), chosen(rng, digs) if digs else None)


def _least_gain(view: View, position: Position, dig: tuple[Quarry, ...]) -> int:
    """The least that a dig can gain in coins, less its cost: an unseen tile may be a curse."""
    dearest = dearest_unseen(view)
    return sum(
        -dearest if tile.group is Group.UNSEEN else tile.treasure - tile.curse
        for tile in takings(position, dig)
    )


def _rng(view: View) -> Random:
    return Random(f"{view.player} {len(view.records)} {view.waiting} {view.position.text}")


BOTS: Mapping[str, Bot] = MappingProxyType(
    {
        "random": Chance(),
        "cautious": Planner(Worths.USUAL, max_moves=0, spends=False),
        "level0": Planner(Worths.HOLDING, max_moves=0),
        "thrifty": Planner(Worths.HOLDING, max_moves=1, spends=False),
        "solitary": Planner(Worths.NO_BONUSES, max_moves=1),
        "level1": Planner(Worths.HOLDING, max_moves=1),
        "careless": Planner(Worths.NO_SETS, max_moves=2, spends=False),
        "greedy": Planner(Worths.USUAL),
        "level2": Planner(Worths.HOLDING, max_moves=2),
        "level3": Planner(Worths.HOLDING, max_moves=3),
        "steady": Planner(Worths.HOLDING),
        "watchful": Planner(Worths.HOLDING, looks=True),
        "strong": Contender(),
    }
)
"""The bots by name, the weaker first, as measured (docs/players.md).

`level2` is `steady` seeing only two moves ahead. Those below it see no more, and some ignore
something: `thrifty` the magic objects, `solitary` the others' collections, `careless` sets and
objects.
"""


def get_bot(name: str) -> Bot:
    """The bot of that name, a key of BOTS; raises ArgumentError if there is none.

    >>> import ksm_widgets as ksm
    >>> list(ksm.BOTS)[:2], ksm.get_bot("level2").max_moves
    (['random', 'cautious'], 2)
    """
    if name not in BOTS:
        raise ArgumentError("argument.choice", name="player", found=found(name), expected=[*BOTS])
    return BOTS[name]
