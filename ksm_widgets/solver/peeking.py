"""A bound on plans that look: as if one hidden tile were known from the start.

A plan that looks once looks at one tile. Whatever it does until then, and then for each tile that
may show, is a fixed plan for whoever knows that tile beforehand. So no plan with one look nets more
than the best fixed plan, or, for some hidden tile, the mean over what it can be of the best fixed
plan that knows it. With more looks, the others' luck is added to that.

There are hundreds of such fixed problems, a tile with a kind each, and most are never solved. What
a known tile can add to the best plan is known roughly; the hidden tile that promises most is looked
into first, one kind after the other, until what it promises is no more than what is already had.
The rest is a search: what still promises more is looked into on every board that is a move on,
where the moves made so far have to do for all kinds. Where the tile is uncovered, its promise comes
true.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.position import legal_moves, moved
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.luck import choices_of, gain, luck, richest
from ksm_widgets.solver.problem import unseen_worth
from ksm_widgets.solver.problem_reading import Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.policy import Policy
    from ksm_widgets.solver.problem import Problem


_TURNS = 4
"""Turns that are tried again on the next problem."""


@dataclass(slots=True, eq=False)
class _Peek:
    """A hidden tile after some moves, and the most that the best plan nets for each kind of it."""

    slot: Slot
    position: Position
    moves: tuple[Move, ...]
    most: dict[Tile, Fraction]
    left: list[Tile]
    """The kinds for which that is only known roughly, the most promising last."""
    turns: list[Turn] = field(default_factory=list)
    """The rest of the turn that is best for each kind."""

    @property
    def uncovered(self) -> bool:
        """Whether the tile is on top, and can be looked at."""
        return self.position.height(self.slot.quarry) == self.slot.level


Way = tuple["Position", tuple["Move", ...], "Quarry"]
"""A look: the mine, the moves that led there, and the quarry looked at."""


class Peeking:
    """The bound by what a hidden tile would be worth knowing; it falls as it is looked into.

    The problem must have a look and a `?`; `fixed` is the best of its plans without any look, and
    `search` solves a problem without looks, from plans that are known to be legal.
    """

    def __init__(
        self,
        problem: Problem,
        fixed: Policy,
        search: Callable[[Problem, Iterable[Plan]], Answer],
    ) -> None:
        self._problem = problem
        self._search = search
        self._fixed = fixed.bound
        self._turns = [] if fixed.plan is None else [fixed.plan.turn]
        """The turns that were best lately: a good one makes the next proof shorter."""
        self._further = (problem.reactions or 0) - 1
        self._slots = [*_hidden(problem)]
        self._chance = _chances(problem)
        self._kinds: dict[Tile, _Kind] = {}
        self._heap: list[tuple[Fraction, int, _Peek]] | None = None
        self._number = count()
        self._reached: dict[tuple[Position, Slot], int] = {}
        self._blind: dict[Position, Fraction | None] = {}
        self.settled = False
        """Whether the bound cannot fall any further."""

    @property
    def bound(self) -> Fraction | None:
        """The proven bound, once it is `begun`; None if no plan at all can be paid."""
        top = [-most for most, _, _ in (self._heap or ())[:1]]
        return max((one for one in [self._fixed, *top] if one is not None), default=None)

    @property
    def begun(self) -> bool:
        """Whether there is a bound yet."""
        return self._heap is not None

    def step(self, stopped: Callable[[], bool]) -> list[Way]:
        """Look further into the most promising hidden tile; return looks that are worth trying.

        With one look, what a look is worth is then known, and no part of the bound any more.
        """
        if self._heap is None:
            self._begin(stopped)
            return []
        if not self._heap:
            self.settled = True
            return []
        most, _, peek = self._heap[0]
        if self._fixed is not None and -most <= self._fixed:
            self.settled = True
        elif peek.left:
            self._look_into(peek, stopped)
        elif not peek.uncovered:
            heappop(self._heap)
            self._move_on(peek, stopped)
            return [*self._on_the_ways(peek)]
        else:
            if self._further:
                self.settled = True
            else:
                heappop(self._heap)
            return [(peek.position, peek.moves, peek.slot.quarry)]
        return []

    def _push(self, peek: _Peek) -> None:
        assert self._heap is not None
        heappush(self._heap, (-self._mean(peek.most), next(self._number), peek))

    def _on_the_ways(self, peek: _Peek) -> Iterator[Way]:
        """The looks at a hidden tile that plans which know it pass by."""
        for turn in peek.turns:
            position = peek.position
            for made, move in enumerate(turn.moves, start=1):
                position = moved(position, move, self._problem.variant)
                if position.height(peek.slot.quarry) == peek.slot.level:
                    yield position, (*peek.moves, *turn.moves[:made]), peek.slot.quarry
                    break

    def _move_on(self, peek: _Peek, stopped: Callable[[], bool]) -> None:
        """Put the boards a move on in place of this one."""
        made = len(peek.moves) + 1
        if self._problem.max_moves is not None and made > self._problem.max_moves:
            return
        for move in legal_moves(peek.position, self._problem.variant):
            position = moved(peek.position, move, self._problem.variant)
            key = position, peek.slot
            if self._reached.get(key, made + 1) <= made:
                continue
            self._reached[key] = made
            most = dict(peek.most)
            if position not in self._blind and not stopped():
                self._blind[position] = self._blindly(position, made)
            if position in self._blind:
                blind = self._blind[position]
                if blind is None:
                    continue
                for tile, kind in self._kinds.items():
                    more = blind - made + kind.drift + kind.gain + kind.lucky
                    most[tile] = min(most[tile], more)
            left = sorted(most, key=self._chance.__getitem__)
            self._push(_Peek(peek.slot, position, (*peek.moves, move), most, left))

    def _blindly(self, position: Position, made: int) -> Fraction | None:
        """A bound on plans that know nothing, but can pay with anything, before moves made."""
        more = richest(self._problem)
        bound = self._solved(self._left(position, made, more=more)).bound
        return None if bound is None else Fraction(bound)

    def _left(self, position: Position, made: int, more: int = 0) -> Problem:
        """The problem that is left after some moves."""
        most = self._problem.max_moves
        return replace(
            self._problem,
            position=position,
            money=self._problem.money - made + more,
            max_moves=None if most is None else most - made,
        )

    def _begin(self, stopped: Callable[[], bool]) -> None:
        """Bound the next kind roughly; with all of them, every hidden tile has a bound."""
        for tile in self._chance:
            if tile not in self._kinds:
                kind = self._roughly(tile)
                if not stopped():
                    self._kinds[tile] = kind
                return
        self._heap = []
        most = {
            tile: kind.base + kind.gain
            for tile, kind in self._kinds.items()
            if kind.base is not None
        }
        if len(most) == len(self._kinds):
            left = sorted(most, key=lambda tile: self._chance[tile] * self._kinds[tile].gain)
            for slot in self._slots:
                self._reached[self._problem.position, slot] = 0
                self._push(_Peek(slot, self._problem.position, (), dict(most), [*left]))

    def _roughly(self, tile: Tile) -> _Kind:
        """What is known of such a tile wherever it is, from the best plan that does not know it."""
        problem = self._problem
        known = _with_known(problem, self._slots[0], tile)
        choices = choices_of(known)
        means = tuple(unseen_worth(one).total for one in choices)
        lucky = Fraction(0)
        if self._further and len(self._slots) > 1:
            lucky = luck(known, self._further)
        before = (unseen_worth(one).total for one in choices_of(problem))
        most = max(after - mean for after, mean in zip(means, before, strict=True))
        drift = Fraction(max(0, most) * problem.shape.size, 1000)
        base, above = problem, drift
        if sum(number for _, number in known.unseen or ()) >= len(self._slots):
            base, above = replace(problem, unseen=known.unseen), Fraction(0)
        paid = replace(base, money=base.money + tile.treasure)
        bound = self._solved(paid).bound
        least = None if bound is None else Fraction(bound) + above + lucky
        return _Kind(least, Fraction(gain(choices, tile), 1000), means, lucky, drift)

    def _look_into(self, peek: _Peek, stopped: Callable[[], bool]) -> None:
        """Solve the problem that knows a hidden tile to be of the next kind."""
        assert self._heap is not None
        tile = peek.left[-1]
        made = len(peek.moves)
        known = _with_known(self._left(peek.position, made), peek.slot, tile)
        answer = self._solved(known)
        if stopped() and answer.bound is None:
            return
        peek.left.pop()
        heappop(self._heap)
        if answer.bound is None:
            return  # Nobody looks there who cannot pay whatever shows.
        if answer.plan is not None:
            peek.turns.append(answer.plan.turn)
        lucky = self._kinds[tile].lucky
        found = Fraction(answer.bound) - made
        peek.most[tile] = min(peek.most[tile], found + lucky)
        for other in peek.left:
            peek.most[other] = min(peek.most[other], self._by(tile, found, other))
        self._push(peek)

    def _by(self, tile: Tile, found: Fraction, other: Tile) -> Fraction:
        """A bound for one kind by that for a dearer one: who digs it has so much less.

        Who does not dig it has no more than who knows nothing of it.
        """
        kind, its = self._kinds[tile], self._kinds[other]
        assert its.base is not None
        less = self._dearer(tile, other)
        if less is None:
            return its.base + its.gain
        drift = max(0, *(one - mean for one, mean in zip(its.means, kind.means, strict=True)))
        drift *= self._problem.shape.size - 1
        return max(its.base, found - Fraction(less - drift, 1000) + its.lucky)

    def _dearer(self, tile: Tile, other: Tile) -> int | None:
        """The thousandths by which any dig nets more with one kind than with the other.

        None if that depends on the rest of the dig, or if it pays less.
        """
        problem = self._problem
        if tile.treasure and other.treasure:
            less = 1000 * (tile.treasure - other.treasure)
        elif problem.stakes is None and Power.AMULET not in problem.may_spend:
            free = Power.AMULET in problem.powers
            worth, its = (
                (problem.values.of(one) or 0) - (0 if free else 1000 * one.curse)
                for one in (tile, other)
            )
            less = worth - its
        else:
            return None
        purse = tile.treasure - tile.curse
        return less if less >= 0 and purse >= other.treasure - other.curse else None

    def _mean(self, most: dict[Tile, Fraction]) -> Fraction:
        return sum((self._chance[tile] * one for tile, one in most.items()), Fraction(0))

    def _solved(self, problem: Problem) -> Answer:
        """Solve a fixed problem, paid as well with what may show at the looks that are left."""
        more = richest(self._problem) * min(self._further, problem.shape.size)
        paid = replace(problem, reactions=None, money=problem.money + more)
        known = []
        most = paid.max_moves
        for turn in () if paid.chooses else self._turns:
            if most is None or len(turn.moves) <= most:
                with suppress(RuleError):  # It cannot be paid with what the tile turns out to be.
                    plan = plan_of(paid, turn)
                    # A search begins with what it is given, and takes doing nothing for no better.
                    if plan.net > 0 or paid.money < 0:
                        known.append(plan)
        answer = self._search(paid, known)
        if answer.plan is not None and answer.plan.dig is not None:
            turn = answer.plan.turn
            self._turns = [turn, *(one for one in self._turns if one != turn)][:_TURNS]
        return answer


@dataclass(frozen=True, slots=True)
class _Kind:
    """The gain that knowing some tile of a kind can bring, wherever it is.

    `base` bounds the best plan that has one tile of this kind fewer to draw, and knows of none;
    None if none can be paid. A known one adds at most `gain` to it. `means` of a `?` are by choice
    of objects, `drift` is the most by which these exceed the mean before in a dig, and `lucky` is
    the luck of the other looks.
    """

    base: Fraction | None
    gain: Fraction
    means: tuple[int, ...]
    lucky: Fraction
    drift: Fraction


def _chances(problem: Problem) -> dict[Tile, Fraction]:
    """The chances of the kinds that a hidden tile can be; kinds that are worth the same are one."""
    counts = dict(problem.unseen or ())
    total = sum(counts.values())
    first: dict[object, Tile] = {}
    chance: dict[Tile, Fraction] = {}
    for tile, number in counts.items():
        alike: object = tile
        if problem.stakes is None:
            alike = tile.treasure, tile.curse, problem.values.of(tile)
        elif tile.group is Group.MAGIC:
            alike = tile.group
        one = first.setdefault(alike, tile)
        chance[one] = chance.get(one, Fraction(0)) + Fraction(number, total)
    return chance


def _hidden(problem: Problem) -> Iterator[Slot]:
    for quarry in QUARRIES:
        for level, tile in enumerate(problem.position.stack(quarry), start=1):
            if tile is Tile.UNSEEN:
                yield Slot(quarry, level)


def _with_known(problem: Problem, slot: Slot, tile: Tile) -> Problem:
    """The problem of a player who knows a hidden tile."""
    stack = problem.position.stack(slot.quarry)
    shown = (*stack[: slot.level - 1], tile, *stack[slot.level :])
    left = tuple((one, count - (one is tile)) for one, count in problem.unseen or ())
    position = problem.position.with_stack(slot.quarry, shown)
    return replace(problem, position=position, unseen=left, reactions=None)
