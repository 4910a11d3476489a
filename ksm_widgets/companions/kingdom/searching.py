"""The search for the best spots of Kingdom of Solomon, and for the best ones without each of them.

Every choice of spots that bring no goods of their own is put to the sums that the other pawns can
bring, both sorted by what they promise, so that mostly few are looked at. What was worked out for
one search is there for the next ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.choosing import Choice, Choosing, together
from ksm_widgets.companions.kingdom.country import free_spots
from ksm_widgets.companions.kingdom.goods import total
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE
from ksm_widgets.companions.kingdom.sums import Copies, layers_of, spots_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.kingdom.sending import Sending
    from ksm_widgets.companions.kingdom.trading import Number


@dataclass(frozen=True, slots=True)
class Sent:
    """The best spots for pawns, and the worth of what they bring with all that one has before.

    `without` is, for each of the spots, the worth of the best ones if it is taken away.
    """

    worth: Number
    spots: tuple[str, ...]
    without: dict[str, Number] = field(hash=False)
    bound: float | None = None
    """No set is worth more than this; None if the best one is proven to be so."""
    is_sure: bool = True
    """Whether nothing better than `without` is to be had for any of the spots."""


def best_spots(sending: Sending, without: Collection[str] = (), *, alone: bool = False) -> Sent:
    """The best spots for the pawns, but for some spots; `alone` without what each of them counts.

    `without` of the answer is empty then.
    """
    position, seat = sending.position, sending.seat
    open_ = [spot for spot in free_spots(position, seat) if spot not in without]
    bits = {spot: 1 << at for at, spot in enumerate(open_)}
    extras = [extra for spot in open_ if (extra := sending.extra(spot, bits[spot])) is not None]
    always = [extra for spot in sending.fixed if (extra := sending.extra(spot, 0)) is not None]
    copies = any(extra.copies for extra in (*extras, *always))
    kinds = sorted({land.goods for land in position.box.lands.values()}) if copies else []
    places = sending.places(open_, bits, kinds)
    fixed = sending.places(sending.fixed, {}, kinds)
    start = total((position.goods[seat - 1], *(place.goods for place in fixed)))
    layers = layers_of(start, fixed, places, sending.count)
    choosing = Choosing(sending, layers, Copies(kinds), extras, together(always))
    return _Search(choosing).found({} if alone else bits, bits)


_MOST_LOOKS = 100_000
"""Worths that are worked out before a search is cut short, as soon as it has found anything."""

_Tried = list[tuple[int, int]]
"""Sets by their worth, with the mask of the spots that they can do without."""


@dataclass(slots=True)
class _Search:
    """The search among all choices of spots."""

    choosing: Choosing
    _open: float | None = None
    """The bound that the last search left: no set is worth more."""
    _begun: int = 0

    def found(self, counted: Collection[str], bits: dict[str, int]) -> Sent:
        """The best set, and the worths of those without each of its spots that is counted."""
        choices = self.choosing.choices()
        weighing = self.choosing.sending.weighing
        lowest = IMPOSSIBLE * weighing.unit
        self._begun = weighing.looks
        tried: _Tried = []
        best, spots = self._best(choices, lowest, tried)
        bound, is_sure = self._open, True
        without: dict[str, Number] = {}
        left = [spot for spot in counted if spot in spots]
        while left:
            spot = left.pop(0)
            floor = max((worth for worth, mask in tried if mask & bits[spot]), default=lowest)
            worth, others = self._best(choices, floor, tried, bits[spot])
            is_sure = is_sure and self._open is None
            if worth > best:  # The first search was cut short, and this one found more.
                best, spots, without = worth, others, {}
                left = [spot for spot in counted if spot in spots]
            elif worth > lowest:
                without[spot] = Fraction(worth, weighing.unit)
            else:
                # There are no more spots than pawns: one pawn has no place then.
                without[spot] = best_spots(self.choosing.sending, (spot,), alone=True).worth
        whole = None if bound is None else bound / weighing.unit
        chosen = tuple(spot for spot in bits if spot in spots)
        return Sent(Fraction(best, weighing.unit), chosen, without, whole, is_sure)

    def _best(
        self, choices: list[Choice], floor: int, tried: _Tried, bit: int = 0
    ) -> tuple[int, tuple[str, ...]]:
        """The best set, of those that can do without a spot, if it is worth more than `floor`."""
        best = floor
        spots: tuple[str, ...] = ()
        self._open = None
        value, weighing = self.choosing.value, self.choosing.sending.weighing
        # The first search has half of all, those without a place have what is left.
        most = self._begun + (2 if bit else 1) * _MOST_LOOKS
        for choice in choices:
            if choice.top <= best:
                break
            if choice.extra.bits & bit:
                continue
            more = choice.more + choice.changes[0].gain
            for found in choice.row:
                if found.price + more <= best:
                    break
                if bit and not found.mask & bit:
                    continue
                if weighing.looks > most and best > IMPOSSIBLE * weighing.unit:
                    self._open = max(choice.top, float(best))
                    return best, spots
                worth = value(found, choice, best)
                if worth is not None:
                    tried.append((worth, found.mask & ~choice.extra.bits))
                    best, spots = worth, (*spots_of(found.spots), *choice.extra.spots)
        return best, spots
