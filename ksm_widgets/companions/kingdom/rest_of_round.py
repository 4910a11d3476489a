"""The rest of a seat's round of Kingdom of Solomon: the best use of what it has, as a plan told.

Others are taken to leave the market alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.companions.kingdom.acts import Build
from ksm_widgets.companions.kingdom.answers import CardPlan, Option
from ksm_widgets.companions.kingdom.goods import GOODS, added, read_cubes, total
from ksm_widgets.companions.kingdom.held import parted
from ksm_widgets.companions.kingdom.naming import good_phrase
from ksm_widgets.companions.kingdom.planning import acts_of
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.spending import Spending
from ksm_widgets.companions.telling import numeral
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.costs import Works, Worths
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.spending import Spend
    from ksm_widgets.companions.kingdom.trading import Trade


@dataclass(frozen=True, slots=True)
class Rest:
    """The rest of a seat's round from a position on, and what counts.

    `pulse` is called now and then while the best use is searched for, and may raise to stop.
    """

    position: Position
    seat: int
    worths: Worths
    pulse: Callable[[], None]

    def counting(self, **worths: Any) -> Self:
        """The same, where something else counts."""
        return replace(self, worths=replace(self.worths, **worths))

    def changed(self, **changes: Any) -> Self:
        """The same from another position on."""
        return replace(self, position=replace(self.position, **changes))

    def best(self) -> Spend | None:
        """The best use of what the seat has; None if there is none with so many tokens."""
        position, seat = self.position, self.seat
        goods, hand = position.goods[seat - 1], parted(position.fortune[seat - 1])
        wild = (hand.wild,) * len(GOODS)
        most = added(goods, hand.singles, total(map(read_cubes, hand.several)), wild)
        passed = position.phase is Phase.MARKET and seat in position.done
        may_trade = position.phase is not Phase.BUILD and not passed
        spending = Spending(position, seat, self.worths, may_trade, most, pulse=self.pulse)
        return spending.best(goods, hand, position.scores[seat - 1] + hand.points)

    def ends(self, use: Spend) -> bool:
        """Whether what is built brings the end of the game about (S34)."""
        position, box, works = self.position, self.position.box, use.works
        put = works.card is not None and box.buildings[works.card].builds and not position.ending
        return (
            position.temple + works.blocks >= len(box.steps)
            or position.buildings(self.seat) + put >= box.most_buildings
            or len(position.sites) + put >= len(box.sites)
        )

    def option(self, use: Spend, firsts: Sequence[int] = ()) -> Option:
        """A use as a plan; `firsts` are the kinds to trade, the most urgent first."""
        position, value = self.position, use.worth
        if self.worths.last:  # The final score has these cubes in it already.
            value -= position.box.cube * sum(position.goods[self.seat - 1])
        rest = value - use.works.points - sum(trade.points for trade in use.trades)
        acts = acts_of(position, self.seat, use, firsts)
        why = [*_trades_told(use.trades), *_works_told(position.box, use.works)]
        if rest:
            key = "rest_last" if self.worths.last else "rest"
            why.append(Phrase(f"kingdom_ask.{key}", {"worth": numeral(rest)}))
        sites = [act.site for act in acts if isinstance(act, Build) and act.site is not None]
        why += (Phrase("kingdom_ask.site", {"site": site}) for site in sites)
        if use.within:
            why.append(Phrase("kingdom_ask.short"))
        return Option(CardPlan(use.works.card), value, acts, tuple(why))


# The parts that the worth of a plan is the sum of.


def _trades_told(trades: Sequence[Trade]) -> Iterator[Phrase]:
    """The points for the cubes of each kind that are sold, and the cost of those bought."""
    for good, trade in zip(GOODS, trades, strict=True):
        if trade.sold:
            key = "sell" if trade.sold > 0 else "buy"
            count, points = abs(trade.sold), abs(trade.points)
            params = {"count": count, "good": good_phrase(good), "points": points}
            yield Phrase(f"kingdom_ask.{key}", params)


def _works_told(box: Box, works: Works) -> Iterator[Phrase]:
    """The things built, with the points that they bring at once."""
    points = works.points
    if works.card is not None:
        card = box.buildings[works.card]
        points -= card.points
        yield Phrase("kingdom_ask.card", {"card": card.told, "points": card.points})
    blocks = works.blocks - works.tokens
    if blocks > 0:
        yield Phrase(counted("kingdom_ask.blocks", blocks), {"count": blocks, "points": points})
    if works.tokens:
        yield Phrase(counted("kingdom_ask.tokens", works.tokens), {"count": works.tokens})
    if works.roads:
        yield Phrase(counted("kingdom_ask.roads", works.roads), {"count": works.roads})


def objective(position: Position, worths: Worths) -> str:
    """The assumption that says what counts: `ends` if the best plan itself ends the game."""
    if not worths.last:
        return "worths"
    return "last" if position.ending else "ends"
