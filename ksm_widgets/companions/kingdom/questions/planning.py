"""Plans for the rest of a round of Kingdom of Solomon as acts of the rules, one after another.

Nobody else trades or builds meanwhile. Sales come before purchases, a building before the block
that ends the game, and every card before it is needed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Build, Buy, Pass, Pave, Put, Score, Sell
from ksm_widgets.companions.kingdom.country import goods_of, open_roads
from ksm_widgets.companions.kingdom.fortune import ANY, points_of, used_as
from ksm_widgets.companions.kingdom.goods import GOODS, less
from ksm_widgets.companions.kingdom.paying import covered
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.rules import apply
from ksm_widgets.companions.kingdom.search.round.rest import may_still_trade
from ksm_widgets.companions.kingdom.works import Work, sites_for, with_building, with_road

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.fortune import Paid
    from ksm_widgets.companions.kingdom.places import LandName
    from ksm_widgets.companions.kingdom.position import Road
    from ksm_widgets.companions.kingdom.search.round.costs import PaidWork
    from ksm_widgets.companions.kingdom.search.round.spending import Spend


_ORDER: tuple[type[Work], ...] = (Build, Pave, Block)
"""The order in which a plan builds."""


def alone(position: Position, seat: int) -> Position:
    """The position in which nobody but a seat trades or builds any more this round."""
    if position.phase is Phase.PLACE:
        return replace(position, turn=seat)
    phase = Phase.MARKET if may_still_trade(position, seat) else Phase.BUILD
    bought = position.bought and position.turn == seat and phase is Phase.BUILD
    return replace(
        position,
        phase=phase,
        turn=seat,
        done=position.others(seat),
        bought=bought,
        pawns=(),
        stood=(),
        owing=(),
        collector=None,
    )


def after(position: Position, act: Act, seat: int) -> Position:
    """The position after an act of a seat that is alone; it goes on from the market to building."""
    if isinstance(act, Put):
        return replace(apply(position, act), turn=seat, phase=Phase.PLACE)
    if isinstance(act, Sell | Buy):  # Whoever has passed may be back in the market then (S24).
        return replace(apply(position, act), turn=seat, done=position.others(seat))
    if isinstance(act, Pass) and position.phase is Phase.MARKET:
        return replace(position, phase=Phase.BUILD, bought=False)
    return apply(position, act)


def acts_of(position: Position, seat: int, use: Spend, firsts: Sequence[int]) -> tuple[Act, ...]:
    """The acts of a use; `firsts` are the kinds to trade, the most urgent first."""
    here = alone(position, seat)
    acts = _traded(here, seat, use, firsts)
    for act in acts:
        here = after(here, act, seat)
    if here.phase is Phase.MARKET and use.built.works:
        acts.append(Pass())
        here = after(here, Pass(), seat)
    for act in _built(here, seat, use):
        acts.append(act)
        here = after(here, act, seat)
    return tuple(acts)


def _traded(position: Position, seat: int, use: Spend, firsts: Sequence[int]) -> list[Act]:
    """The trades, in the order of what is urgent as far as the points last."""
    order = [*firsts, *(kind for kind in range(len(GOODS)) if kind not in firsts)]
    sales = [Sell(GOODS[kind]) for kind in order for _ in range(max(0, use.trades[kind].sold))]
    bought = [Buy(GOODS[kind]) for kind in order for _ in range(max(0, -use.trades[kind].sold))]
    points = position.points(seat) + sum(trade.points for trade in use.trades)
    acts: list[Act] = []
    for card in sorted(position.known(seat)):
        if points < 0 and points_of(card):
            acts.append(Score(card))
            points += points_of(card)
    return [*acts, *sales, *bought]


def _built(position: Position, seat: int, use: Spend) -> list[Act]:
    """The works: a card, roads, then blocks, of which those of least points are tokens."""
    built = use.built
    works = sorted(built.works, key=lambda work: _ORDER.index(work.kind))
    hand = [card for card in position.known(seat) if len(card) == 1]
    stood = [*use.singles]
    acts: list[Act] = []
    steps = [*enumerate(position.box.steps)][position.temple :][: built.blocks]
    tokens = {at for at, _ in sorted(steps, key=lambda pair: pair[1].points)[: built.tokens]}
    temple = position.temple
    for work in works:
        paid = (*work.paid, *_singles(work, stood, hand))
        if work.kind is Build:
            assert built.card is not None
            site = best_site(position, seat, built.card)
            acts.append(Build(built.card, site, paid))
            if site is not None:
                position = with_building(position, seat, site)
        elif work.kind is Pave:
            road = best_road(position, seat)
            acts.append(Pave(*road, paid))
            position = with_road(position, road)
        else:
            acts.append(Block(temple in tokens, work.free, paid))
            temple += 1
    return acts


def _singles(work: PaidWork, stood: list[int], hand: list[str]) -> Paid:
    """The cards of one good, or of any, that pay for what the other cards leave."""
    rest = less(work.cost, covered(work.cost, work.paid))
    cards = []
    for kind, good in enumerate(GOODS):
        for _ in range(min(rest[kind], stood[kind])):
            stood[kind] -= 1
            card = good if good in hand else ANY
            hand.remove(card)
            cards.append(used_as(card, good))
    return tuple(cards)


def best_site(position: Position, seat: int, card: int) -> LandName | None:
    """The free site with most roads to come, then goods; None if no building is put there."""

    def worth(site: LandName) -> tuple[int, int]:
        built = with_building(position, seat, site)
        return len(open_roads(built, seat)), sum(goods_of(built, site, seat))

    return max(sites_for(position, card), key=worth, default=None)


def best_road(position: Position, seat: int) -> Road:
    """The road that a seat may build that adds most to what its pawns there would bring."""

    def worth(road: Road) -> int:
        built = with_road(position, road)
        return sum(sum(goods_of(built, end, seat)) for end in road)

    return max(open_roads(position, seat), key=worth)
