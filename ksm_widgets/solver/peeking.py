"""A bound on plans that look: as if one hidden tile were known from the start.

A plan that looks once looks at one tile. Whatever it does until then, and then for each tile that
may show, is a fixed plan for whoever knows that tile beforehand. So no plan with one look nets more
than the best fixed plan, or, for some hidden tile, the mean over what it can be of the best fixed
plan that knows it. With more looks, the others' luck is added to that.

There are hundreds of such fixed problems, a tile with a kind each, and most are never solved. What
a known tile can add to the best plan is known roughly; the hidden tile that promises most is looked
into first, one kind after the other, until what it promises is no more than what is already had.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver.luck import choices_of, gain, luck, richest
from ksm_widgets.solver.problem import Slot
from ksm_widgets.solver.worth import unseen_worth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.solver.answer import Answer, Plan
    from ksm_widgets.solver.problem import Problem


@dataclass(slots=True, eq=False)
class _Peek:
    """A hidden tile, and the most that the best plan nets for each kind it may turn out to be."""

    slot: Slot
    most: dict[Tile, Fraction]
    left: list[Tile]
    """The kinds for which that is only known roughly, the most promising last."""
    plans: list[Plan] = field(default_factory=list)


class Peeking:
    """The bound by what a hidden tile would be worth knowing; it falls as it is looked into.

    The problem must have a look and a `?`; `fixed` is the bound on its plans without any look, and
    `search` solves a problem without looks.
    """

    def __init__(
        self, problem: Problem, fixed: Fraction | None, search: Callable[[Problem], Answer]
    ) -> None:
        self._problem = problem
        self._search = search
        self._fixed = fixed
        self._further = (problem.reactions or 0) - 1
        counts = dict(problem.unseen or ())
        total = sum(counts.values())
        self._chance = {tile: Fraction(count, total) for tile, count in counts.items()}
        self._slots = [*_hidden(problem)]
        self._kinds: dict[Tile, _Kind] = {}
        self._heap: list[tuple[Fraction, int, _Peek]] | None = None

    @property
    def bound(self) -> Fraction | None:
        """The proven bound, once it is `begun`; None if no plan at all can be paid."""
        top = [-most for most, _, _ in (self._heap or ())[:1]]
        return max((one for one in [self._fixed, *top] if one is not None), default=None)

    @property
    def begun(self) -> bool:
        """Whether there is a bound yet."""
        return self._heap is not None

    def go_on(self, enough: Fraction | None, solves: int, stopped: Callable[[], bool]) -> bool:
        """Solve so many more problems; whether the bound is `enough`, or cannot fall further."""
        for _ in range(solves):
            if stopped():
                return False
            if self._heap is None:
                self._begin(stopped)
            elif self._settled(enough):
                return True
            else:
                self._look_into(self._heap[0][2], stopped)
        return False

    def _settled(self, enough: Fraction | None) -> bool:
        """Whether the most promising hidden tile promises no more than `enough`, or exactly."""
        if not self._heap:
            return True
        most, _, peek = self._heap[0]
        return not peek.left or (enough is not None and -most <= enough)

    def plans(self) -> Iterator[tuple[Slot, Plan]]:
        """Plans found for the hidden tile that promises most, each with that tile known."""
        for _, _, peek in (self._heap or ())[:1]:
            yield from ((peek.slot, plan) for plan in peek.plans)

    def _begin(self, stopped: Callable[[], bool]) -> None:
        """Bound the next kind roughly; with all of them, every hidden tile has a bound."""
        for tile in self._chance:
            if tile not in self._kinds:
                kind = self._roughly(tile)
                if not stopped():
                    self._kinds[tile] = kind
                return
        heap: list[tuple[Fraction, int, _Peek]] = []
        most = {
            tile: kind.base + kind.gain
            for tile, kind in self._kinds.items()
            if kind.base is not None
        }
        if len(most) == len(self._kinds):
            mean = self._mean(most)
            left = sorted(most, key=lambda tile: self._chance[tile] * self._kinds[tile].gain)
            for number, slot in enumerate(self._slots):
                heappush(heap, (-mean, number, _Peek(slot, dict(most), [*left])))
        self._heap = heap

    def _roughly(self, tile: Tile) -> _Kind:
        """What is known of such a tile wherever it is, from the best plan that does not know it."""
        problem = self._problem
        known = _with_known(problem, self._slots[0], tile)
        choices = choices_of(known)
        means = tuple(unseen_worth(one).total for one in choices)
        lucky = Fraction(0)
        if self._further and len(self._slots) > 1:
            lucky = luck(known, self._further)
        drift = Fraction(0)
        base = problem
        if sum(count for _, count in known.unseen or ()) >= len(self._slots):
            base = replace(problem, unseen=known.unseen)
        else:  # All are on the board: a `?` counts the mean with this tile among them.
            before = (unseen_worth(one).total for one in choices_of(problem))
            most = max(after - mean for after, mean in zip(means, before, strict=True))
            drift = Fraction(max(0, most) * problem.shape.size, 1000)
        paid = replace(base, money=base.money + tile.treasure)
        bound = self._search(self._paid(paid)).bound
        least = None if bound is None else Fraction(bound) + drift + lucky
        return _Kind(least, Fraction(gain(choices, tile), 1000), means, lucky)

    def _look_into(self, peek: _Peek, stopped: Callable[[], bool]) -> None:
        """Solve the problem that knows a hidden tile to be of the next kind."""
        assert self._heap is not None
        tile = peek.left[-1]
        answer = self._search(self._paid(_with_known(self._problem, peek.slot, tile)))
        if stopped() and answer.bound is None:
            return
        peek.left.pop()
        number = heappop(self._heap)[1]
        if answer.bound is None:
            return  # Nobody looks there who cannot pay whatever shows.
        if answer.plan is not None and answer.plan.dig is not None:
            peek.plans.append(answer.plan)
        lucky = self._kinds[tile].lucky
        found = peek.most[tile] = min(peek.most[tile], Fraction(answer.bound) + lucky)
        for other in peek.left:
            peek.most[other] = min(peek.most[other], self._by(tile, found - lucky, other))
        heappush(self._heap, (-self._mean(peek.most), number, peek))

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

    def _paid(self, problem: Problem) -> Problem:
        """The fixed problem, paid as well with what may show at the looks that are left."""
        more = richest(self._problem) * min(self._further, problem.shape.size)
        return replace(problem, reactions=None, money=problem.money + more)


@dataclass(frozen=True, slots=True)
class _Kind:
    """The gain that knowing some tile of a kind can bring, wherever it is.

    `base` bounds the best plan that has one tile of this kind fewer to draw, and knows of none;
    None if none can be paid. A known one adds at most `gain` to it. `means` of a `?` are by choice
    of objects, and `lucky` is the luck of the other looks.
    """

    base: Fraction | None
    gain: Fraction
    means: tuple[int, ...]
    lucky: Fraction


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
