"""Chances of Raubbau's hidden cards: the faces of those drawn, and the next tunnel."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import KINDS, Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ksm_widgets.companions.raubbau.search.unseen import Unseen

ONE = Fraction(1)


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
    else:
        cave_in = {Face.CAVE_IN: own.cave_in(), Face.UNSEEN: ONE - own.cave_in()}
        chances = own.faces_in_stacks() if detailed else cave_in
        named = [(face, chance, own.without_top(face)) for face, chance in chances.items()]
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


def next_tunnels(position: Position) -> list[tuple[Tunnel, Fraction]]:
    """Each kind of tunnel that may be the next, and its chance."""
    if position.tunnels[-1] is not None:
        return [(position.tunnels[-1], ONE)]
    laid = Counter(tunnel.kind for tunnel in position.tunnels_laid)
    left = {Tunnel(ends): position.box.tunnels[kind] - laid[kind] for kind, ends in KINDS.items()}
    total = sum(left.values())
    return [(tunnel, Fraction(count, total)) for tunnel, count in left.items() if count > 0]
