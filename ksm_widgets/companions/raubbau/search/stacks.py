"""The chance of a cave-in among cards drawn in Raubbau, by the choice of stacks (B23, B31)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.search.chances import ONE
from ksm_widgets.companions.tuples import with_item

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ksm_widgets.companions.raubbau.search.unseen import Unseen

_Pair = tuple[Fraction, Fraction]


class StackedSet(NamedTuple):
    """A set by what of it is in the stacks: how many cards, and how many of them are cave-ins."""

    name: str
    cave_ins: int
    stacks: int


def _stacked_sets(cards: Mapping[str, Unseen]) -> tuple[StackedSet, ...]:
    """The sets by what of them is in the stacks."""
    return tuple(StackedSet(name, unseen.cave_ins, unseen.stacks) for name, unseen in cards.items())


class _Top(NamedTuple):
    """The top of a stack: its set, empty if nobody has seen its back, and the height it is at."""

    set: str
    height: int


class _Tops(NamedTuple):
    """The tops of the stacks in order; by set, the cards `below` them and those `drawn` so far."""

    tops: tuple[_Top, ...]
    below: tuple[int, ...]
    drawn: tuple[int, ...]

    def first_named(self, name: str, number: int) -> _Tops:
        """The same with the first top seen: it is of this set, the one with this number."""
        first, *others = self.tops
        tops = tuple(sorted((_Top(name, first.height), *others)))
        return _Tops(tops, with_item(self.below, number, self.below[number - 1] - 1), self.drawn)

    def without(self, at: int, number: int, *, last: bool) -> _Tops:
        """The same after a top was drawn, of the set with this number; no top matters if `last`."""
        height = self.tops[at].height - 1
        under = (_Top("", height),) if height else ()
        tops = () if last else tuple(sorted((*self.tops[:at], *under, *self.tops[at + 1 :])))
        return _Tops(tops, self.below, with_item(self.drawn, number, self.drawn[number - 1] + 1))


def cave_in_range(
    position: Position, cards: Mapping[str, Unseen], draws: int
) -> tuple[Fraction, Fraction]:
    """The least and the greatest chance of a cave-in among cards drawn, by the choice of stacks."""
    sets = _stacked_sets(cards)
    return _mean_of(sets, _tops_of(position, sets, draws), draws, _chance_twice, _widest)


def _tops_of(position: Position, sets: tuple[StackedSet, ...], draws: int) -> _Tops:
    """The tops of the stacks before the first of this many draws."""
    tops = tuple(
        sorted(_Top(stack[-1].set, min(len(stack), draws)) for stack in position.stacks if stack)
    )
    below = tuple(one.stacks - sum(top.set == one.name for top in tops) for one in sets)
    return _Tops(tops, below, (0,) * len(sets))


def _first_seen(sets: tuple[StackedSet, ...], stacks: _Tops) -> Iterator[tuple[Fraction, _Tops]]:
    """What the first top, which nobody has seen, may be: all that is below is equally likely."""
    total = sum(stacks.below)
    for number, (one, count) in enumerate(zip(sets, stacks.below, strict=True), start=1):
        if count:
            yield Fraction(count, total), stacks.first_named(one.name, number)


def _drawn_one(sets: tuple[StackedSet, ...], stacks: _Tops, draws: int) -> Iterator[_Tops]:
    """The tops after each of the draws there are, all backs being seen."""
    numbers = {one.name: number for number, one in enumerate(sets, start=1)}
    for at, top in enumerate(stacks.tops):
        if top not in stacks.tops[:at]:
            yield stacks.without(at, numbers[top.set], last=draws == 1)


@lru_cache(maxsize=8192)
def _mean_of(
    sets: tuple[StackedSet, ...],
    stacks: _Tops,
    draws: int,
    end: Callable[[tuple[StackedSet, ...], tuple[int, ...]], _Pair],
    choice: Callable[[Sequence[_Pair]], _Pair],
) -> _Pair:
    """The mean of two numbers over all that unseen backs may be, with so many draws to come.

    `end` has the numbers for the cards drawn of each set, `choice` those of a choice among draws.
    """
    if not draws or not stacks.tops:
        return end(sets, stacks.drawn)
    # In order, unseen tops come first.
    if stacks.tops[0].set:
        after = _drawn_one(sets, stacks, draws)
        return choice([_mean_of(sets, one, draws - 1, end, choice) for one in after])
    first = second = Fraction(0)
    for chance, seen in _first_seen(sets, stacks):
        found = _mean_of(sets, seen, draws, end, choice)
        first, second = first + chance * found[0], second + chance * found[1]
    return first, second


def _chance_twice(sets: tuple[StackedSet, ...], drawn: tuple[int, ...]) -> _Pair:
    """The chance of a cave-in among cards drawn, as the least and as the greatest."""
    chance = cave_in_among(sets, drawn)
    return chance, chance


def _widest(ranges: Sequence[_Pair]) -> _Pair:
    """The range from the least to the greatest chance of all."""
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def cave_in_among(sets: tuple[StackedSet, ...], drawn: Iterable[int]) -> Fraction:
    """The chance of a cave-in among cards drawn from the stacks, so many of each set."""
    none = (
        Fraction(comb(one.stacks - one.cave_ins, count), comb(one.stacks, count))
        for one, count in zip(sets, drawn, strict=True)
        if count
    )
    return ONE - prod(none, start=ONE)


def safest_draws(
    position: Position, cards: Mapping[str, Unseen], draws: int, gems: Mapping[str, Fraction]
) -> tuple[Fraction, Fraction]:
    """The least chance of a cave-in among cards drawn, and the most gems that go with it.

    `gems` is the mean number of gems on a card of each set. Each card is drawn from any stack, with
    the backs seen that earlier ones have uncovered.
    """
    sets = _stacked_sets(cards)
    end = _ChanceAndGems(tuple(gems[one.name] for one in sets))
    chance, without = _mean_of(sets, _tops_of(position, sets, draws), draws, end, min)
    return chance, -without


class _ChanceAndGems(NamedTuple):
    """The chance of a cave-in among cards drawn, and their gems as a number below 0.

    The least such pair is then the safest, and among those as safe the one with the most gems. It
    is a value, and not a closure, so that what was found with the same gems is found again.
    """

    gems: tuple[Fraction, ...]

    def __call__(self, sets: tuple[StackedSet, ...], drawn: tuple[int, ...]) -> _Pair:
        return cave_in_among(sets, drawn), -sum(map(mul, self.gems, drawn), Fraction(0))
