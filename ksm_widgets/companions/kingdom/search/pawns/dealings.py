"""Thefts and deals with traders on the way through a resolution of Kingdom of Solomon (S18, S19).

Together they change the cubes that a seat has gathered. There are few such changes, and mostly the
same ones whatever was gathered: so they are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import mul
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, added, total
from ksm_widgets.companions.kingdom.places import Action
from ksm_widgets.companions.kingdom.search.pawns.deals import (
    TRADERS,
    Dealers,
    changes_by,
    deals_of,
    enough_for,
    required,
)
from ksm_widgets.companions.kingdom.search.pawns.packing import (
    BITS,
    GUARD,
    Packed,
    greatest,
    lots_of,
    pack,
    smaller,
    supply,
    unpack,
)

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.search.pawns.deals import Change
    from ksm_widgets.companions.kingdom.search.pawns.packing import Supply

_GUARD = supply(GUARD, GUARD)
"""The highest bit of each byte of a supply: it is lost where less is there than needed."""
_MOST_GIVEN = pack((len(TRADERS),) * len(GOODS))
"""The most cubes of a kind that deals give: one for each trader."""
_Start = tuple[Dealers, Cubes, tuple[Packed, Packed], Packed]
"""The key of changes: dealers, taxes, the cubes held and in the stock, those the stock lacked.

Of cubes it counts no more than any change needs.
"""


@dataclass(slots=True)
class Dealings:
    """The thefts of a seat, and its deals with traders.

    `caps` are the cubes of each kind that it can have from its holdings and the stock.
    """

    position: Position
    seat: int
    caps: Cubes
    _caps: Packed = field(init=False)
    _stolen: list[int] = field(init=False)
    """The kinds of cubes that others have."""
    _made: dict[_Start, tuple[Packed, ...]] = field(default_factory=dict)
    _needs: dict[tuple[Dealers, Packed, Packed], tuple[Supply, ...]] = field(default_factory=dict)
    _gains: dict[tuple[Dealers, tuple[float, ...]], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._caps = pack(self.caps)
        seats = enumerate(self.position.goods, start=1)
        others = total(held for other, held in seats if other != self.seat)
        self._stolen = [kind for kind, count in enumerate(others) if count]

    def gain(self, dealers: Dealers, prices: tuple[float, ...]) -> float:
        """The most that some actions gain at these prices."""
        key = dealers, prices
        if key not in self._gains:
            gain = 0.0
            if Action.THIEF in dealers:
                gain = max([prices[kind] for kind in self._stolen], default=0.0)
            for trader in TRADERS & dealers:
                deals = deals_of(trader, self.position.box.master_trader)
                gains = (sum(map(mul, got, prices)) - prices[give] for give, got in deals)
                gain += max(0.0, *gains)
            self._gains[key] = gain
        return self._gains[key]

    def reached(
        self, gathered: Packed, taxed: Cubes, dealers: Dealers
    ) -> tuple[Packed, tuple[Packed, ...]]:
        """All that thefts and deals make of goods and taxes, but for what is less.

        That is what there is before, and the changes of it. Taxes come from others, first of all.
        """
        held, surplus = smaller(gathered, self._caps), 0
        if held != gathered:
            surplus = gathered - held
        whole = held + pack(taxed)
        if not dealers:
            return whole, (0,)
        return whole, self._changes(dealers, whole, self._caps - held, surplus, taxed)

    def _changes(
        self, dealers: Dealers, whole: Packed, stock: Packed, surplus: Packed, taxed: Cubes
    ) -> tuple[Packed, ...]:
        """The changes of all there is, the same wherever enough is held and in the stock.

        What the stock lacked can be had after all, if a cube of the kind was given before.
        """
        traders = dealers & TRADERS
        enough = enough_for(traders, self.position.box.master_trader)
        held, in_stock = lots_of(enough)
        there = smaller(whole, held), smaller(stock, in_stock)
        is_rich = supply(*there) == enough
        key = dealers, taxed, there, smaller(surplus, _MOST_GIVEN)
        found = self._made.get(key)
        if found is None:
            if traders != dealers and self._stolen:  # A theft needs nothing, so it may come first.
                ends = set()
                for kind in self._stolen:
                    more = 1 << BITS * kind
                    made = self._changes(traders, whole + more, stock, surplus, taxed)
                    ends.update([whole + more + change for change in made])
            else:
                changes = changes_by(traders, self.position.box.master_trader)
                if not is_rich:
                    changes = self._possible(traders, whole, stock, surplus, taxed)
                ends = {smaller(whole + surplus + one.cubes, whole + stock) for one in changes}
            found = self._made[key] = tuple(sorted([end - whole for end in greatest(ends)]))
        return found

    def _possible(
        self, traders: Dealers, whole: Packed, stock: Packed, surplus: Packed, taxed: Cubes
    ) -> list[Change]:
        """The changes for which there is an order of one of their ways in which all can be done."""
        there, found = supply(whole, stock) | _GUARD, []
        own = added(self.position.cubes(self.seat), taxed)
        pairs = zip(unpack(surplus), own, strict=True)
        spilt = pack(tuple(count if have else 0 for count, have in pairs))
        for change in changes_by(traders, self.position.box.master_trader):
            needs, some = change.needs, smaller(spilt, change.given)
            if some:
                needs += self._required(traders, change, some)
            for need in needs:
                if there - need & _GUARD == _GUARD:
                    found.append(change)
                    break
        return found

    def _required(self, traders: Dealers, change: Change, spilt: Packed) -> tuple[Supply, ...]:
        key = traders, change.cubes, spilt
        found = self._needs.get(key)
        if found is None:
            found = self._needs[key] = required(change, spilt)
        return found
