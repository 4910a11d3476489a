"""Chances of Raubbau's hidden cards: faces drawn, cave-ins by the choice of stacks, tunnels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.raubbau.box import KINDS, Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.tuples import with_item

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ksm_widgets.companions.raubbau.search.unseen import Unseen

ONE = Fraction(1)
HARMLESS = Face.SULPHUR
"""The face that stands for any that is neither gem nor danger, where a card is named by chance."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A worth between the worst and the best of what others choose; mostly these are equal."""

    low: Fraction
    high: Fraction

    @classmethod
    def sure(cls, value: Fraction | int) -> Worth:
        """A worth that depends on nobody's choice."""
        return cls(Fraction(value), Fraction(value))

    @classmethod
    def mean(cls, parts: Iterable[tuple[Fraction, Worth]]) -> Worth:
        """The mean of some worths with their chances."""
        low = high = Fraction(0)
        for chance, worth in parts:
            low += chance * worth.low
            high += chance * worth.high
        return cls(low, high)

    @classmethod
    def of_choice(cls, worths: Iterable[Worth], *, own: bool) -> Worth:
        """The worth of a choice: your own best, or anything between others' worst and best."""
        many = list(worths)
        low = max if own else min
        return cls(low(one.low for one in many), max(one.high for one in many))


def faces_drawn(
    cards: tuple[Treasure, ...], unseen: Mapping[str, Unseen], *, detailed: bool
) -> Iterator[tuple[tuple[Treasure, ...], Fraction]]:
    """Cards from the stacks with the cave-ins among them named; `detailed`, with all faces.

    A card that is neither cave-in, dragon nor gem is then HARMLESS, whatever it is.
    """
    if not cards:
        yield (), ONE
        return
    card, rest = cards[0], cards[1:]
    own = unseen[card.set]
    named: list[tuple[Face, Fraction, Unseen]]
    if card.face is not Face.UNSEEN:
        named = [(card.face, ONE, own)]
    elif not detailed:
        cave_in = own.cave_in()
        after = replace(own, stacks=own.stacks - 1)
        named = [
            (Face.CAVE_IN, cave_in, replace(after, cave_ins=own.cave_ins - 1)),
            (Face.UNSEEN, ONE - cave_in, replace(after, mine=own.mine + 1)),
        ]
    else:
        cave_in = own.cave_in()
        dragon = (ONE - cave_in) * own.dragon() if cave_in < 1 else Fraction(0)
        harmless = ONE - cave_in - dragon
        gem = harmless * own.gem() if harmless else Fraction(0)
        after = replace(own, stacks=own.stacks - 1)
        named = [
            (Face.CAVE_IN, cave_in, replace(after, cave_ins=own.cave_ins - 1)),
            (Face.DRAGON, dragon, replace(after, dragons=own.dragons - 1)),
            (Face.GEM, gem, replace(after, gems=own.gems - 1)),
            (HARMLESS, harmless - gem, replace(after, others=own.others - 1)),
        ]
    for face, chance, left in named:
        if chance:
            for others, more in faces_drawn(rest, {**unseen, card.set: left}, detailed=detailed):
                yield (replace(card, face=face), *others), chance * more


def dragons_named(
    found: Iterable[tuple[tuple[Treasure, ...], Fraction]], unseen: Mapping[str, Unseen]
) -> Iterator[tuple[tuple[Treasure, ...], Fraction]]:
    """A card from a stack that a blast shows, with the dragon among what it may be."""
    for (card,), chance in found:
        if card.face is not Face.UNSEEN:
            yield (card,), chance
            continue
        dragon = unseen[card.set].dragon()
        for face, one in ((Face.DRAGON, dragon), (Face.UNSEEN, ONE - dragon)):
            if one:
                yield (replace(card, face=face),), chance * one


def with_cave_in(
    chances: tuple[Fraction, Fraction], fell: Worth, stood: Worth, *, own: bool
) -> Worth:
    """The worth when a cave-in has a chance between these two, as its digger chooses."""
    worths = [Worth.mean([(chance, fell), (ONE - chance, stood)]) for chance in chances]
    return Worth.of_choice(worths, own=own)


class Stacked(NamedTuple):
    """A set by what of it is in the stacks: how many cards, and how many of them are cave-ins."""

    name: str
    cave_ins: int
    stacks: int


def stacked(cards: Mapping[str, Unseen]) -> tuple[Stacked, ...]:
    """The sets by what of them is in the stacks."""
    return tuple(Stacked(name, unseen.cave_ins, unseen.stacks) for name, unseen in cards.items())


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
    sets = stacked(cards)
    return _range_of(sets, _tops_of(position, sets, draws), draws)


def _tops_of(position: Position, sets: tuple[Stacked, ...], draws: int) -> _Tops:
    """The tops of the stacks before the first of this many draws."""
    tops = tuple(
        sorted(_Top(stack[-1].set, min(len(stack), draws)) for stack in position.stacks if stack)
    )
    below = tuple(one.stacks - sum(top.set == one.name for top in tops) for one in sets)
    return _Tops(tops, below, (0,) * len(sets))


def _first_seen(sets: tuple[Stacked, ...], stacks: _Tops) -> Iterator[tuple[Fraction, _Tops]]:
    """What the first top, which nobody has seen, may be: all that is below is equally likely."""
    total = sum(stacks.below)
    for number, (one, count) in enumerate(zip(sets, stacks.below, strict=True), start=1):
        if count:
            yield Fraction(count, total), stacks.first_named(one.name, number)


def _drawn_one(sets: tuple[Stacked, ...], stacks: _Tops, draws: int) -> Iterator[_Tops]:
    """The tops after each of the draws there are, all backs being seen."""
    numbers = {one.name: number for number, one in enumerate(sets, start=1)}
    for at, top in enumerate(stacks.tops):
        if top not in stacks.tops[:at]:
            yield stacks.without(at, numbers[top.set], last=draws == 1)


@lru_cache(maxsize=8192)
def _range_of(sets: tuple[Stacked, ...], stacks: _Tops, draws: int) -> tuple[Fraction, Fraction]:
    """The least and the greatest chance of a cave-in, with this many draws still to come."""
    if not draws or not stacks.tops:
        chance = cave_in_among(sets, stacks.drawn)
        return chance, chance
    # In order, unseen tops come first.
    if not stacks.tops[0].set:
        low = high = Fraction(0)
        for chance, seen in _first_seen(sets, stacks):
            found = _range_of(sets, seen, draws)
            low, high = low + chance * found[0], high + chance * found[1]
        return low, high
    ranges = [_range_of(sets, one, draws - 1) for one in _drawn_one(sets, stacks, draws)]
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def cave_in_among(sets: tuple[Stacked, ...], drawn: Iterable[int]) -> Fraction:
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
    sets = stacked(cards)
    worths = tuple(gems[one.name] for one in sets)
    chance, without = _safest_of(sets, worths, _tops_of(position, sets, draws), draws)
    return chance, -without


def _safest_of(
    sets: tuple[Stacked, ...], gems: tuple[Fraction, ...], stacks: _Tops, draws: int
) -> tuple[Fraction, Fraction]:
    """The least chance of a cave-in and, as a number below 0, the gems that go with it.

    There are this many draws still to come.
    """
    if not draws or not stacks.tops:
        found = sum(map(mul, gems, stacks.drawn), Fraction(0))
        return cave_in_among(sets, stacks.drawn), -found
    if stacks.tops[0].set:
        return min(
            _safest_of(sets, gems, one, draws - 1) for one in _drawn_one(sets, stacks, draws)
        )
    parts = [
        (chance, _safest_of(sets, gems, one, draws)) for chance, one in _first_seen(sets, stacks)
    ]
    return (
        sum((chance * cave_in for chance, (cave_in, _) in parts), Fraction(0)),
        sum((chance * without for chance, (_, without) in parts), Fraction(0)),
    )


def next_tunnels(position: Position) -> list[tuple[Tunnel, Fraction]]:
    """Each kind of tunnel that may be the next, and its chance."""
    if position.tunnels[-1] is not None:
        return [(position.tunnels[-1], ONE)]
    laid = Counter(tunnel.kind for tunnel in position.tunnels_laid)
    left = {Tunnel(ends): position.box.tunnels[kind] - laid[kind] for kind, ends in KINDS.items()}
    total = sum(left.values())
    return [(tunnel, Fraction(count, total)) for tunnel, count in left.items() if count > 0]
