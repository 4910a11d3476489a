"""A bound on plans that look: as if one hidden tile were known from the start.

A plan that looks once looks at one tile. Whatever it does until then, and then for each tile that
may show, is a fixed plan for whoever knows that tile beforehand. So no plan with one look nets more
than the best fixed plan, or, for some hidden tile, the mean over what it can be of the best fixed
plan that knows it.

Such a plan digs the tile, or it might as well know nothing. What those that know nothing net is
found once. So all that is asked about a hidden tile, for each kind that it can be, is the best plan
that digs it, and only if that nets more: few plans do. A dear kind bounds the others, and most are
never asked about. The hidden tile that promises most is looked into first, until what it promises
is no more than what is already had. The rest is a search: what still promises more is looked into
on every board that is a move on, where the moves made so far have to do for all kinds. Where the
tile is uncovered, its promise comes true.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import ceil
from typing import TYPE_CHECKING

from ksm_widgets.rules.position import legal_moves, moved
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver.hidden import (
    End,
    Found,
    Kind,
    Peek,
    Way,
    alike,
    drawn_from,
    ends_of,
    hidden_slots,
    made_first,
    still_apart,
    weights,
    with_shown,
)
from ksm_widgets.solver.luck import added, choices_of, luck, richest
from ksm_widgets.solver.problem import unseen_worth, worth_apart
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.solver.state import Only
from ksm_widgets.solver.turn_parts import slots_dug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move
    from ksm_widgets.solver.answer import Answer
    from ksm_widgets.solver.policy import Policy
    from ksm_widgets.solver.problem import Problem

_PAIR = 2
"""Tiles that must be left over for another draw to be bounded at its worst."""
_LESS = 1000
"""Thousandths by which plans that avoid a tile may net less before it makes no difference."""


class Peeking:
    """The bound by what a hidden tile would be worth knowing; it falls as it is looked into.

    The problem must have a look and a `?`; `fixed` is the best of its plans without any look, and
    `search` solves a problem without looks, if need be only for some of its digs.
    """

    def __init__(
        self,
        problem: Problem,
        fixed: Policy,
        search: Callable[[Problem, Only | None], Answer],
    ) -> None:
        self._problem = problem
        further = (problem.reactions or 0) - 1
        # What is still to show may pay, too.
        paid = replace(
            problem, money=problem.money + richest(problem) * min(further, problem.shape.size)
        )
        self._choices = choices_of(paid)
        self._search = search
        self._fixed = fixed.bound
        self._plan = fixed.plan
        self._further = further
        self._slots = [*hidden_slots(problem)]
        self._alike = alike(problem)
        self._weight = weights(problem, self._alike)
        self._total = sum(self._weight.values())
        spare = sum(self._weight.values()) - len(self._slots)
        self._pairs = further == 1 and len(self._choices) == 1 and spare >= _PAIR
        """Whether a second look is bounded by what it may be at, and not by its luck alone."""
        self._drawn = drawn_from(problem)
        if self._pairs:
            # The bounds have to hold after another draw, whatever it is.
            self._drawn = {
                tile: ends_of(replace(problem, unseen=left))[0][0].unseen or ()
                for tile, left in self._drawn.items()
            }
        self._roots: dict[Slot, Peek] = {}
        self._todo: list[Peek] = []
        self._kinds: dict[Tile, Kind] = {}
        self._less: dict[tuple[Tile, Tile], int | None] = {}
        self._scarce, self._plenty = ends_of(problem)
        if self._pairs:
            self._scarce = ends_of(replace(problem, unseen=self._scarce[0].unseen))[0]
        now = (unseen_worth(one).total for one in choices_of(problem))
        self._range = max(
            0, *(mean - end.mean for mean, end in zip(now, self._plenty, strict=True))
        )
        self._ends: list[list[Found]] = []
        self._heap: list[tuple[int, int, Peek]] | None = None
        self._ranked: list[tuple[int, int, Peek]] = []
        self._unranked: list[Peek] = []
        self._number = count()
        self._reached: dict[tuple[Position, Slot], int] = {}
        self._often_dug = frozenset[Slot]()
        """The tiles that good plans dig which know nothing."""
        self._blind: dict[tuple[Position, int, Slot | None], Found] = {}
        self.settled = False
        """Whether the bound cannot fall any further."""

    @property
    def bound(self) -> Fraction | None:
        """The proven bound, once it is `begun`; None if no plan at all can be paid."""
        top = [self._in_coins(-most) for most, _, _ in (self._heap or ())[:1]]
        return max((one for one in [self._fixed, *top] if one is not None), default=None)

    def _in_coins(self, most: int) -> Fraction:
        return Fraction(most, 1000 * self._total)

    @property
    def begun(self) -> bool:
        """Whether there is a bound yet."""
        return self._heap is not None

    def step(self, stopped: Callable[[], bool], least: Fraction | None = None) -> list[Way]:
        """Look further into the most promising hidden tile; return looks that are worth trying.

        With one look, what a look is worth is then known, and no part of the bound any more. No
        bound needs to be lower than `least`, which is known to be possible.
        """
        if self._todo:
            self._look_everywhere()
            return []
        if self._heap is None:
            self._begin(stopped)
            return []
        if not self._heap:
            self.settled = True
            return []
        most, _, peek = self._heap[0]
        if self._fixed is not None and self._in_coins(-most) <= self._fixed:
            self.settled = True
        elif peek.left:
            self._look_into(peek)
            heappop(self._heap)
            self._push(peek)
        elif not peek.uncovered:
            heappop(self._heap)
            self._move_on(peek, -most, stopped, least)
            return [*self._on_the_ways(peek)]
        elif peek.looked:
            heappop(self._heap)
        else:
            # Its promise holds until the look has been tried, which may be stopped.
            peek.looked = True
            self.settled = self._further > 0
            return [self._way(peek, peek.position, ())]
        return []

    def _look_everywhere(self) -> None:
        """Look into the next hidden tile or kind; what one look brings, the other one may."""
        peek = self._todo[-1]
        self._keep_left(peek)
        if peek.left:
            self._look_into(peek)
            return
        self._todo.pop()
        if not self._todo:
            self._unranked = [*self._roots.values()]

    def _push(self, peek: Peek, most: int | None = None) -> None:
        """Put a hidden tile into the heap, with the most it promises if that is known."""
        self._keep_left(peek)
        if most is None:
            after = self._after_another if self._pairs else Peek.most
            most = sum(weight * after(peek, tile) for tile, weight in self._weight.items())
        heappush(self._ranked, (-most, next(self._number), peek))

    def _keep_left(self, peek: Peek) -> None:
        """Look no further into kinds with which no plan that digs the tile is of use."""
        peek.left = {tile for tile in peek.left if peek.digs[tile] > peek.blind[tile]}

    def _after_another(self, peek: Peek, tile: Tile) -> int:
        """The most for a kind if there is one more look.

        That is at one tile. What follows it digs neither of the two, one, or both: then it nets no
        more than a plan that digs one and knows nothing of the other, plus what the other adds at
        most, less the mean that this `?` counted. The means are those after the draws that leave
        the best tiles, so no `?` that stays counts more, whatever was drawn; and what a tile adds
        is the most with any tiles that there are. So each tile that the second look may show has
        no more than said, and the chances of these don't depend on the plan.
        """
        most, kind, here = peek.most(tile), self._kinds[tile], peek.digs[tile]
        chances = []
        for other, weight in self._weight.items():
            its = self._kinds[other]
            adds = here + its.adds[0] - kind.means[0]
            chances.append((other, weight - (other is tile), adds, kind.adds[0] - its.means[0]))
        best = most * (self._total - 1)
        for slot, root in self._roots.items():
            if slot != peek.slot:
                digs, total = root.digs, 0
                for other, weight, adds, more in chances:
                    alone = digs[other]
                    total += weight * max(most, alone, min(adds, alone + more))
                best = max(best, total)
        return -(-best // (self._total - 1))

    def _way(self, peek: Peek, position: Position, moves: tuple[Move, ...]) -> Way:
        """The look at a hidden tile after further moves."""
        made = len(peek.moves) + len(moves)
        most = {tile: Fraction(peek.most(kind), 1000) + made for tile, kind in self._alike.items()}
        turns = tuple(
            replace(turn, moves=turn.moves[len(moves) :])
            for turn in peek.turns.values()
            if turn.moves[: len(moves)] == moves
        )
        return Way(position, (*peek.moves, *moves), peek.slot.quarry, most, turns)

    def _on_the_ways(self, peek: Peek) -> Iterator[Way]:
        """The looks at a hidden tile that plans which know it pass by."""
        for turn in peek.turns.values():
            position = peek.position
            for made, move in enumerate(turn.moves, start=1):
                position = moved(position, move, self._problem.variant)
                if position.height(peek.slot.quarry) == peek.slot.level:
                    yield self._way(peek, position, turn.moves[:made])
                    break

    def _move_on(
        self, peek: Peek, promised: int, stopped: Callable[[], bool], least: Fraction | None
    ) -> None:
        """Put the boards a move on in place of this one."""
        made = len(peek.moves) + 1
        if self._problem.max_moves is not None and made > self._problem.max_moves:
            return
        floor = self._harmless(peek, least) + 1000 * made
        for move in legal_moves(peek.position, self._problem.variant):
            position = moved(peek.position, move, self._problem.variant)
            key = position, peek.slot
            if self._reached.get(key, made + 1) <= made:
                continue
            apart = still_apart(peek.apart, move)
            if position.height(peek.slot.quarry) == peek.slot.level and len(apart) > 1:
                continue  # The others might as well be made after the look.
            self._reached[key] = made
            blind = dict(peek.blind)
            ended = stopped()
            if not ended:
                most = self._without(position, made, peek.slot, floor) - 1000 * made
                self._lower(blind, most)
            # A plan that may begin with this move is still the best.
            turns = {
                tile: replace(turn, moves=rest)
                for tile, turn in peek.turns.items()
                if (rest := made_first(turn.moves, move)) is not None
            }
            moves = (*peek.moves, move)
            left = {*self._kinds} - {*turns}
            digs = dict(peek.digs)
            after = Peek(peek.slot, position, moves, blind, digs, left, turns, apart)
            self._push(after, promised if ended else None)

    def _lower(self, blind: dict[Tile, int], most: int) -> None:
        """Lower the bounds of plans that don't dig a tile to what those net that know nothing."""
        for tile, kind in self._kinds.items():
            blind[tile] = min(blind[tile], most + kind.drift + kind.lucky)

    def _harmless(self, peek: Peek, least: Fraction | None) -> int:
        """The most that plans that don't dig the tile may net with the bound no more than `least`.

        If there is no such number, one below which these plans make no difference.
        """
        more = {tile: kind.drift + kind.lucky for tile, kind in self._kinds.items()}
        low = min(peek.digs[tile] - more[tile] for tile in more)
        high = max(peek.blind[tile] - more[tile] for tile in more)
        if self._pairs:
            return max(low, high - _LESS)
        known = max((one for one in (least, self._fixed) if one is not None), default=None)
        if known is None:
            return min(low, high)
        enough = int(known * 1000 * self._total)
        while low < high:
            middle = (low + high + 1) // 2
            total = sum(
                weight * max(middle + more[tile], peek.digs[tile])
                for tile, weight in self._weight.items()
            )
            if total <= enough:
                low = middle
            else:
                high = middle - 1
        return low

    def _without(self, position: Position, made: int, slot: Slot, floor: int) -> int:
        """A bound on plans that know nothing and don't dig a tile, before the moves made.

        It is no lower than `floor`.
        """
        if slot in self._often_dug:
            return self._blindly(position, made, slot, floor).most
        found = self._blindly(position, made, None, floor)
        if found.most > floor and found.digs(slot):
            found = self._blindly(position, made, slot, floor)
        return found.most

    def _blindly(self, position: Position, made: int, avoided: Slot | None, floor: int) -> Found:
        """A bound on plans that know nothing, and don't dig a tile, if one is to be avoided."""
        floor = max(0, floor)
        key = position, made, avoided
        found = self._blind.get(key)
        if found is None or found.most == found.floor > floor:
            only = Only(in_coins(floor), avoided, taken=False)
            each = self._each(position, made, only, self._scarce)
            self._blind[key] = found = max(each, key=lambda one: one.most)
        return found

    def _begin(self, stopped: Callable[[], bool]) -> None:
        """Bound plans that know nothing, with a worst tile drawn, or a best one; then begin.

        The most that they net is a convex function of the mean that a `?` counts, so these two
        bound what is between.
        """
        if not self._kinds:
            self._kinds = {tile: self._roughly(tile) for tile in self._weight}
        position = self._problem.position
        if self._fixed is None and self._is_hopeless():
            self._heap = []
            return
        floor = int(1000 * (self._fixed or 0))
        low = floor - self._range * self._problem.shape.size
        for unseen, least, more in (
            (self._scarce, floor, 0),
            (self._plenty, low, 0),
            (self._scarce, floor, richest(self._problem)),
        )[len(self._ends) :]:
            found = self._each(position, 0, Only(in_coins(least)), unseen, more)
            if not stopped():
                self._ends.append(found)
            return
        if self._roots:
            # One after the other: with a second look each takes some thousandths of a second.
            self._push(self._unranked.pop())
            if not self._unranked:
                self._heap = self._ranked
            return
        bases = {tile: self._base(kind) for tile, kind in self._kinds.items()}
        for plan in (self._plan, *(found.plan for found in self._ends[0])):
            if plan is not None:
                self._often_dug |= slots_dug(position, plan.turn)
        for slot in self._slots:
            blind = dict(bases)
            if slot in self._often_dug and not stopped():
                floor = max(bases.values()) - _LESS
                self._lower(blind, self._blindly(position, 0, slot, floor).most)
            most = max(found.most for found in self._ends[-1])
            digs = {
                tile: most + kind.drift + kind.lucky + kind.gain
                for tile, kind in self._kinds.items()
            }
            self._reached[position, slot] = 0
            self._roots[slot] = Peek(slot, position, (), blind, digs, {*self._kinds})
        self._unranked = [*self._roots.values()]
        if self._pairs:
            self._todo, self._unranked = self._unranked, []

    def _is_hopeless(self) -> bool:
        """Whether a tile may show with which no plan can be paid, even with what shows later."""
        problem = replace(self._problem, reactions=None, money=self._choices[0].money)
        rich = (replace(problem, money=problem.money + tile.treasure) for tile in self._kinds)
        return any(self._search(one, None).bound is None for one in rich)

    def _roughly(self, tile: Tile) -> Kind:
        """The kind of such a tile, as far as it is known wherever it is."""
        slot = self._slots[0]
        position = with_shown(self._problem.position, slot, tile)
        known = replace(self._problem, position=position, unseen=self._drawn[tile])
        choices = choices_of(known)
        means = tuple(unseen_worth(one).total for one in choices)
        # A tile that another draw takes away may be one that this one makes a set with.
        left = drawn_from(self._problem)[tile]
        adds = tuple(
            added(replace(one, unseen=left), tile)
            - (0 if Power.AMULET in one.powers else 1000 * tile.curse)
            for one in choices
        )
        lucky = 0
        if self._further and not self._pairs and len(self._slots) > 1:
            lucky = ceil(1000 * luck(known, self._further))
        most = max(mean - end.mean for mean, end in zip(means, self._scarce, strict=True))
        drift = max(0, most) * self._problem.shape.size
        gain = max(0, *(add - mean for add, mean in zip(adds, means, strict=True)))
        return Kind(gain, means, adds, drift, lucky)

    def _base(self, kind: Kind) -> int:
        """A bound on plans that know nothing if a tile of a kind was drawn."""
        most = []
        ends = zip(self._scarce, self._plenty, *self._ends[:2], kind.means, strict=True)
        for scarce, plenty, high, low, mean in ends:
            bound, spread = high.most, scarce.mean - plenty.mean
            if spread > 0 and low.most < bound:
                share = min(mean, scarce.mean) - plenty.mean
                bound = low.most + (bound - low.most) * share // spread
            most.append(int(bound))
        return max(most) + kind.drift + kind.lucky

    def _look_into(self, peek: Peek) -> None:
        """Find the best plan that digs a hidden tile if it is of the kind that is of most use."""
        tile = max(peek.left, key=lambda one: (self._promise(peek, one), one.letter))
        made = len(peek.moves)
        above = peek.blind[tile] - self._kinds[tile].lucky + 1000 * made
        known = with_shown(peek.position, peek.slot, tile)
        left = [End(self._drawn[tile], 0)] * len(self._choices)
        each = self._each(known, made, Only(in_coins(above), peek.slot), left)
        found = max(each, key=lambda one: one.most)
        peek.left.discard(tile)
        if found.plan is not None:
            peek.turns[tile] = found.plan.turn
        for other in peek.left | {tile}:
            most = self._by(tile, found.most - 1000 * made, other)
            if most is not None:
                peek.digs[other] = min(peek.digs[other], most)

    def _promise(self, peek: Peek, tile: Tile) -> int:
        """By how much the bound falls if no plan that digs a tile of this kind is of use."""
        total = 0
        least = peek.blind[tile] - self._kinds[tile].lucky
        for other in peek.left:
            most = self._by(tile, least, other)
            if most is not None:
                fall = peek.digs[other] - max(most, peek.blind[other])
                total += self._weight[other] * max(0, fall)
        return total

    def _by(self, tile: Tile, found: int, other: Tile) -> int | None:
        """A bound for one kind by that of plans that dig another: they have so much less."""
        if (tile, other) not in self._less:
            self._less[tile, other] = 0 if other is tile else self._dearer(tile, other)
        less = self._less[tile, other]
        return None if less is None else found - less + self._kinds[other].lucky

    def _dearer(self, tile: Tile, other: Tile) -> int | None:
        """The least thousandths by which a dig nets more with one kind than with the other.

        None if that depends on the rest of the dig, or if it pays less.
        """
        problem = self._problem
        kind, its = self._kinds[tile], self._kinds[other]
        if problem.stakes is not None and not tile.treasure:
            return None
        free = Power.AMULET in problem.powers
        for paid in {free, free or Power.AMULET in problem.may_spend}:
            purse = tile.treasure - (0 if paid else tile.curse)
            if purse < other.treasure - (0 if paid else other.curse):
                return None
        drift = max(0, *(one - mean for one, mean in zip(its.means, kind.means, strict=True)))
        less = min(one - another for one, another in zip(kind.adds, its.adds, strict=True))
        return less - drift * (problem.shape.size - 1)

    def _each(
        self, position: Position, made: int, only: Only, ends: Sequence[End], more: int = 0
    ) -> list[Found]:
        """The bound of what is left after some moves, with so much money more, for some digs.

        It is found for each choice of objects.
        """
        found = []
        for choice, end in zip(self._choices, ends, strict=True):
            limit = choice.max_moves
            here = replace(
                choice,
                position=position,
                money=choice.money + more - made,
                max_moves=None if limit is None else limit - made,
                unseen=end.unseen,
            )
            kept = worth_apart(choice, choice.powers - self._problem.powers)
            # Whoever digs nothing has nothing.
            above = max(Decimal(0), only.above)
            answer = self._search(here, replace(only, above=above + kept))
            assert answer.bound is not None
            floor, most = int(1000 * above), int(1000 * (answer.bound - kept))
            found.append(Found(most, floor, position, answer.plan))
        return found
