"""The worth of goods for the rest of a round of Kingdom of Solomon, with any hand one may draw.

Worths are whole numbers of parts of a point (`search.scales`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.search.pawns.hands import Hands
from ksm_widgets.companions.kingdom.search.pawns.needs import Needs
from ksm_widgets.companions.kingdom.search.pawns.packing import pack
from ksm_widgets.companions.kingdom.search.scales import NEVER, UNKNOWN

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.goods import Cubes
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.search.pawns.hands import Outcomes
    from ksm_widgets.companions.kingdom.search.pawns.needs import CodedCards
    from ksm_widgets.companions.kingdom.search.pawns.packing import Packed
    from ksm_widgets.companions.kingdom.search.round.held import Held
    from ksm_widgets.companions.kingdom.search.round.spending import Spending
    from ksm_widgets.companions.kingdom.search.scales import Parts, Shifted, Units

_SHIFT = 1 << 14
"""Where points may be short, worths are multiplied by it, and points added (`Needs`)."""


@dataclass(slots=True)
class GoodsWorths:
    """The worth of a seat's goods with its cards; it draws up to `most_cards` more."""

    position: Position
    seat: int
    spending: Spending
    most_cards: int
    scale: int = field(init=False)
    """The number of parts in a point, such that prices are whole numbers of parts."""
    is_rich: bool = field(init=False)
    """Whether the seat can buy all that is on the market: then points are never short."""
    hands: Hands = field(init=False)
    needs: Needs = field(init=False)
    _shift: int = field(init=False)
    _worths: dict[tuple[Cubes, Held, int], Parts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        worths = self.spending.worths
        parts = (worths.keep, worths.token, worths.card, worths.road)
        self.scale = 2 * lcm(*(Fraction(part).denominator for part in parts))
        market = zip(self.position.box.prices, self.position.market, strict=True)
        all_there_is = sum(sum(prices[:level]) for prices, level in market)
        self.is_rich = self.position.points(self.seat) >= all_there_is
        self._shift = 1 if self.is_rich else _SHIFT
        self.hands = Hands(self.position, self.seat, self.most_cards, self.scale, self.is_rich)
        self.needs = Needs(self.spending, self.scale, self._shift)

    @property
    def unit(self) -> int:
        """The number of units in a point; means over hands are in units."""
        return self.hands.unit

    def in_parts(self, units: float) -> Parts:
        """Units in whole parts, rounded down."""
        return int(units / (self.unit // self.scale))

    @property
    def card_kept(self) -> Parts:
        """The worth of a card of goods that is kept."""
        return int(self.spending.worths.card_kept * self.scale)

    def outcomes(self, cards: int) -> Outcomes:
        """Every hand after this many cards are drawn."""
        return self.hands.after(cards)

    def rounded(self, worth: Shifted) -> Parts:
        """A worth of `Needs` in parts."""
        return (worth + self._shift // 2) // self._shift

    def promised(self, goods: Packed, codes: list[Packed]) -> Parts:
        """The most that goods can be worth with a hand, by the codes of its cards."""
        return self.rounded(max([self.needs.promise(goods + code) for code in codes]))

    def promised_before(self, goods: Packed, codes: list[Packed]) -> Parts:
        """The same, as far as it has been worked out."""
        tops = self.needs.promises
        return self.rounded(max([tops.get(goods + code, UNKNOWN) for code in codes]))

    def worth(self, goods: Cubes, hand: Held, ways: list[CodedCards], points: int) -> Parts:
        """The worth of goods with a hand whose cards count in these ways.

        `points` were got before; they only matter where points may be short.
        """
        key = goods, hand, (0 if self.is_rich else points)
        worth = self._worths.get(key)
        if worth is None:
            worth = self._best_way(goods, ways)
            if not self.is_rich:
                score = self.position.points(self.seat) + points + hand.points
                worth = self._afforded(goods, hand, worth, score)
            self._worths[key] = worth
        return worth

    def _best_way(self, goods: Cubes, ways: list[CodedCards]) -> Shifted:
        """The worth of goods with cards that count in these ways, if points are not short."""
        packed, best = pack(goods), NEVER
        promised = sorted(
            [(self.needs.promise(packed + way[1]), way) for way in ways], reverse=True
        )
        for top, way in promised:
            if top <= best:
                break
            best = max(best, self.needs.worth(goods, way))
        return best

    def _afforded(self, goods: Cubes, hand: Held, worth: Shifted, points: int) -> Parts:
        """The worth with these points to pay with: `worth` (one of `Needs`) if they are enough."""
        whole = self.rounded(worth)
        if points + worth - whole * _SHIFT >= 0:
            return whole
        return int(self.spending.worth(goods, hand, points) * self.scale)

    def plain(self, goods: Cubes) -> Units:
        """The worth of goods with the hand one has."""
        outcomes = self.outcomes(0)
        [[(hand, ways, _)]] = [alike.hands for alike in outcomes.alike]
        return outcomes.mean([self.worth(goods, hand, ways, 0)])
