"""The search for the best spots of Kingdom of Solomon, and for the best ones without each of them.

Every choice of spots that bring no goods of their own is put to the sums that the other pawns can
bring, both sorted by what they promise, so that mostly few are looked at. What was worked out for
one search is there for the next ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.search.choosing import Choosing, both
from ksm_widgets.companions.kingdom.search.sending import Extra
from ksm_widgets.companions.kingdom.search.sums import spots_of
from ksm_widgets.companions.kingdom.spending import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.companions.kingdom.places import Spot
    from ksm_widgets.companions.kingdom.search.choosing import Choice, Sum
    from ksm_widgets.companions.kingdom.search.sending import Sending
    from ksm_widgets.companions.kingdom.trading import Number


@dataclass(frozen=True, slots=True)
class Sent:
    """The best spots for pawns, and the worth of what they bring with all that one has before.

    `without` is, for each of the spots, the worth of the best ones if it is taken away;
    `uncontested` is that if all spots that others want are.
    """

    worth: Number
    spots: tuple[Spot, ...]
    without: dict[Spot, Number] = field(hash=False)
    uncontested: Number | None = None
    bound: float | None = None
    """No set is worth more than this; None if the best one is proven to be so."""
    is_sure: bool = True
    """False if there may be sets worth more than `without` and `uncontested`."""


def best_spots(
    sending: Sending,
    without: Collection[Spot] = (),
    *,
    wanted: Collection[Spot] = (),
    alone: bool = False,
) -> Sent:
    """The best spots for the pawns, but for some spots; `alone` without what each of them counts.

    `without` of the answer is empty then. `wanted` are spots that others want.
    """
    open_ = [spot for spot in sending.open if spot not in without]
    bits = {spot: 1 << at for at, spot in enumerate(open_)}
    # One more bit is cleared by all that is wanted.
    marks = {spot: bit | (spot in wanted) << len(open_) for spot, bit in bits.items()}
    extras = [extra for spot in open_ if (extra := sending.extra(spot, marks[spot])) is not None]
    always = [extra for spot in sending.fixed if (extra := sending.extra(spot, 0)) is not None]
    choosing = Choosing(
        sending,
        sending.places(sending.fixed, {}),
        sending.places(open_, marks),
        extras,
        reduce(both, always, Extra()),
    )
    return _Search(choosing).found(bits, wanted, alone=alone)


_MARGIN = Fraction(3, 10)
"""The points by which a set is taken to be worth less than it promises, until it is worked out."""
_MOST_LOOKS = 100_000
"""Worths that are worked out before a search is cut short, as soon as it has found anything."""


class _Found(NamedTuple):
    """The best set so far: its worth, its spots, the mask of the spots that it does without.

    `order` is the number of sets before.
    """

    worth: int
    spots: tuple[Spot, ...]
    mask: int
    order: int = 0


class _Hope(NamedTuple):
    """A set to be worked out: at most its worth, the number of those before, what it is.

    `bits` are those of the spots without which it may be the best one.
    """

    top: int
    order: int
    found: Sum
    choice: Choice
    bits: int


@dataclass(slots=True)
class _Search:
    """The search among all choices of spots."""

    choosing: Choosing
    _tried: list[_Found] = field(default_factory=list)
    """The sets that were the best ones for something once."""
    _open: float | None = None
    """The bound that the last pass left: no set is worth more."""
    _begun: int = 0

    def found(self, bits: dict[Spot, int], wanted: Collection[Spot], *, alone: bool) -> Sent:
        """The best set, and the worths of those without each of its spots, and without all wanted.

        `alone` without the former.
        """
        choices = self.choosing.choices()
        sending, unit = self.choosing.sending, self.choosing.sending.weighing.unit
        lowest = _Found(IMPOSSIBLE * unit, (), 0)
        any_ = 2 << len(bits)  # No spot clears it.
        self._begun = sending.weighing.needs.looks
        # The first pass has half of all looks, the next ones have what is left.
        best = self._best(choices, {any_: lowest}, _MOST_LOOKS)[any_]
        bound, is_sure = self._open, True
        others: dict[int, _Found] = {}
        while True:
            asked = {} if alone else {spot: bits[spot] for spot in bits if spot in best.spots}
            several = [*asked.values(), *([1 << len(bits)] if wanted else [])]
            if not several:
                break
            floors = {bit: self._known(bit, lowest) for bit in several}
            others = self._best(choices, floors, 2 * _MOST_LOOKS)
            is_sure = is_sure and self._open is None
            more = max(others.values(), key=lambda found: found.worth)
            if more.worth <= best.worth:
                break
            best = more  # The first pass was cut short, and this one found more.

        def worth(bit: int, gone: Collection[Spot]) -> Number:
            if others[bit].worth > lowest.worth:
                return Fraction(others[bit].worth, unit)
            # There are no more spots than pawns: one pawn has no place then.
            return best_spots(sending, gone, alone=True).worth

        return Sent(
            Fraction(best.worth, unit),
            tuple(spot for spot in bits if spot in best.spots),
            {spot: worth(bit, (spot,)) for spot, bit in asked.items()},
            worth(1 << len(bits), wanted) if wanted else None,
            None if bound is None else bound / unit,
            is_sure,
        )

    def _known(self, bit: int, lowest: _Found) -> _Found:
        """The best set so far without some spots."""
        known = [found for found in self._tried if found.mask & bit]
        return max(known, key=lambda found: found.worth, default=lowest)

    def _best(
        self, choices: list[tuple[float, int, Extra]], floors: dict[int, _Found], most: int
    ) -> dict[int, _Found]:
        """For each bit the best set that has it in its mask, if it is worth more than its floor.

        Of sets that are worth as much it is the one that comes first.
        """
        best, unit = {**floors}, self.choosing.sending.weighing.unit
        # Where cards are drawn, sets that promise most are worked out last: so most never are.
        # If none is worth what was taken for granted, the next pass puts nothing off.
        for puts_off in (True, False):
            hoped = dict.fromkeys(best, IMPOSSIBLE * unit - 1)
            hopes = self._hopes(choices, best, hoped, self._begun + most, puts_off=puts_off)
            for hope in sorted(hopes, key=lambda one: (-one.top, one.order)):
                several = [one for bit, one in best.items() if bit & hope.bits]
                floor = min(one.worth - (one.order > hope.order) for one in several)
                if hope.top > floor:
                    worth = self.choosing.value(hope.found, hope.choice, floor)
                    if worth > floor:
                        self._keep(hope._replace(top=worth), best)
            if self._open is not None or all(best[bit].worth > hoped[bit] for bit in best):
                break
        return best

    def _hopes(
        self,
        choices: list[tuple[float, int, Extra]],
        best: dict[int, _Found],
        hoped: dict[int, int],
        most: int,
        *,
        puts_off: bool,
    ) -> list[_Hope]:
        """The sets that draw cards and promise more than the best ones; others are kept in `best`.

        Each is taken for `hoped` to be worth what it promises but for a margin. Unless the search
        `puts_off`, all are kept.
        """
        choosing, weighing = self.choosing, self.choosing.sending.weighing
        lowest, margin = IMPOSSIBLE * weighing.unit, int(_MARGIN * weighing.unit)
        hopes, count = list[_Hope](), 0
        self._open = None

        def least(mask: int) -> int:
            return min([max(one.worth, hoped[bit]) for bit, one in best.items() if bit & mask])

        asked = sum(best)
        for top, pawns, extra in choices:
            if top <= least(asked):
                break
            wanted = asked & ~extra.bits
            if not wanted or top <= least(wanted):
                continue
            choice = choosing.choice(pawns, extra)
            low, lows = least(wanted), dict[int, int]()
            if choice.top <= low:
                continue
            more = choice.more + choice.gain
            is_exact = not (puts_off and extra.draws)
            for found in choosing.row(choice):
                if found.price + more <= low:
                    break
                mask = found.mask & wanted
                if not mask:
                    continue
                if mask not in lows:
                    lows[mask] = least(mask)
                if found.price + more <= lows[mask]:
                    continue
                if weighing.needs.looks > most and least(asked) > lowest:
                    self._open = max(top, *(float(least(bit)) for bit in best))
                    return hopes
                count += 1
                worth = choosing.value(found, choice, lows[mask], is_exact=is_exact)
                if worth > lows[mask]:
                    hope = _Hope(worth, count, found, choice, mask)
                    if is_exact:
                        self._keep(hope, best)
                    else:
                        hopes.append(hope)
                        for bit, before in hoped.items():
                            if bit & mask:
                                hoped[bit] = max(before, worth - margin)
                    low, lows = least(wanted), {}
        return hopes

    def _keep(self, hope: _Hope, best: dict[int, _Found]) -> None:
        """Keep a set with its worth where it is better than the best ones, or comes before them."""
        extra = hope.choice.extra
        spots = (*spots_of(hope.found.spots), *extra.spots)
        one = _Found(hope.top, spots, hope.found.mask & ~extra.bits, hope.order)
        self._tried.append(one)
        for bit, other in best.items():
            if bit & hope.bits and (one.worth, -one.order) > (other.worth, -other.order):
                best[bit] = one
