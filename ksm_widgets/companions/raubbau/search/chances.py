"""Chances of Raubbau's hidden cards: faces drawn, cave-ins by the choice of stacks, tunnels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import KINDS, Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.position import Position

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


def cave_in_range(
    position: Position, cards: Mapping[str, Unseen], draws: int
) -> tuple[Fraction, Fraction]:
    """The least and the greatest chance of a cave-in among cards drawn, by the choice of stacks."""
    names = tuple(cards)
    tops = tuple(
        sorted((stack[-1].set, min(len(stack), draws)) for stack in position.stacks if stack)
    )
    left = [cards[name].stacks for name in names]
    for top, _ in tops:
        if top:
            left[names.index(top)] -= 1
    caves = tuple((cards[name].cave_ins, cards[name].stacks) for name in names)
    return _cave_in_range(names, caves, tops, tuple(left), (0,) * len(names), draws)


@lru_cache(maxsize=8192)
def _cave_in_range(
    names: tuple[str, ...],
    caves: tuple[tuple[int, int], ...],
    tops: tuple[tuple[str, int], ...],
    left: tuple[int, ...],
    drawn: tuple[int, ...],
    draws: int,
) -> tuple[Fraction, Fraction]:
    """The same for stacks by tops and heights; `left` are the cards below, `drawn` those so far."""
    if not draws or not tops:
        none = prod(
            (
                ONE - Fraction(cave_ins * here, stacks)
                for (cave_ins, stacks), here in zip(caves, drawn, strict=True)
                if here
            ),
            start=ONE,
        )
        return ONE - none, ONE - none
    at = next((at for at, (top, _) in enumerate(tops) if not top), None)
    if at is not None:
        low = high = Fraction(0)
        for name, count in zip(names, left, strict=True):
            if count:
                chance = Fraction(count, sum(left))
                shown = tuple(sorted((*tops[:at], (name, tops[at][1]), *tops[at + 1 :])))
                below = tuple(n - (one == name) for one, n in zip(names, left, strict=True))
                found = _cave_in_range(names, caves, shown, below, drawn, draws)
                low, high = low + chance * found[0], high + chance * found[1]
        return low, high
    ranges = []
    for at, (top, height) in enumerate(tops):
        if (top, height) in tops[:at]:
            continue
        under = (("", height - 1),) if height > 1 else ()
        more = tuple(n + (one == top) for one, n in zip(names, drawn, strict=True))
        rest = tuple(sorted((*tops[:at], *under, *tops[at + 1 :])))
        if draws == 1:
            rest = ()
        ranges.append(_cave_in_range(names, caves, rest, left, more, draws - 1))
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def next_tunnels(position: Position) -> list[tuple[Tunnel, Fraction]]:
    """Each kind of tunnel that may be the next, and its chance."""
    if position.tunnels[-1] is not None:
        return [(position.tunnels[-1], ONE)]
    laid = Counter(tunnel.kind for tunnel in position.tunnels_laid)
    left = {Tunnel(ends): position.box.tunnels[kind] - laid[kind] for kind, ends in KINDS.items()}
    total = sum(left.values())
    return [(tunnel, Fraction(count, total)) for tunnel, count in left.items() if count > 0]
