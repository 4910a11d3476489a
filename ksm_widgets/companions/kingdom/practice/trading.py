"""Tasks about fortune cards and the market of Kingdom of Solomon (S21-S24)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import TRADES, Build, Buy, Pass, Sell
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.goods import GOODS, added, one_cube
from ksm_widgets.companions.kingdom.naming import card_phrase, cubes_phrase, good_phrase
from ksm_widgets.companions.kingdom.places import SeatBoard, Shown, Stall
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.practice.arranged import (
    played_out,
    with_cubes_in_stock,
    with_random_hand,
)
from ksm_widgets.companions.kingdom.practice.positions import position_where
from ksm_widgets.companions.kingdom.practice.table import because, table, who
from ksm_widgets.companions.kingdom.rules import apply, legal, price, trade_fault
from ksm_widgets.companions.kingdom.telling import did_phrase
from ksm_widgets.companions.kingdom.works import building_acts
from ksm_widgets.companions.tasks import only
from ksm_widgets.companions.telling import player_phrase
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import between, chosen, shuffled, some_of
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.position import ActRefused
    from ksm_widgets.companions.tasks import Topic


def selling(rng: Random, topic: Topic) -> Numbers:
    """The points for several cubes, and the price of the last of them (S23)."""
    position, kind = until(lambda: _cubes_to_sell(rng))
    good, level, printed = GOODS[kind], position.market[kind], position.box.prices[kind]
    prices, after = _sales(position, good)
    back = price(after, Buy(good))
    assert back is not None
    end = level + len(prices)
    following = printed[end] if end < LEVELS else 0
    return Numbers(
        **topic.ask("sell", seat=position.turn, count=len(prices), good=good_phrase(good)),
        table=table(position, Stall(good)),
        fields=(
            topic.field(
                "got",
                "sell_got",
                sum(prices),
                "S23",
                {prices[0] * len(prices): "same", sum(printed[: len(prices)]): "filled"},
                " + ".join(map(str, prices)),
            ),
            topic.field("back", "sell_back", back, "S23", {prices[0]: "first", following: "next"}),
        ),
    )


def _cubes_to_sell(rng: Random) -> tuple[Position, int] | None:
    """A position in which a player has several cubes of a kind, for all of which there is room."""
    position = position_where(rng, Phase.MARKET)
    kinds = [kind for kind, level in enumerate(position.market) if level < LEVELS - 1]
    if not kinds:
        return None
    kind = chosen(rng, kinds)
    goods = list(position.cubes(position.turn))
    goods[kind] = between(rng, 2, min(3, LEVELS - position.market[kind]))
    placed = with_cubes_in_stock(position, position.turn, tuple(goods))
    return None if placed is None else (placed, kind)


def _sales(position: Position, good: str) -> tuple[list[int], Position]:
    """The points for each cube of a kind that can be sold, if nobody else trades; the end of it."""
    after, prices = replace(position, done=position.others(position.turn)), []
    while trade_fault(after, Sell(good)) is None:
        before, after = after, apply(after, Sell(good))
        prices.append(after.points(position.turn) - before.points(position.turn))
    return prices, after


def _lost_if_sold_before(position: Position) -> dict[str, int]:
    """The points lost for each kind one has if somebody sells a cube of it before."""
    lost = {}
    for kind, good in enumerate(GOODS):
        if position.cubes(position.turn)[kind]:
            later = replace(position, market=added(position.market, one_cube(kind)))
            lost[good] = sum(_sales(position, good)[0]) - sum(_sales(later, good)[0])
    return lost


def first_sale(rng: Random, topic: Topic) -> Choose:
    """The kind to sell first, if somebody else may sell, too (S23, S24)."""
    wanted = chosen(rng, GOODS[:-1])  # Food, the cheapest, is seldom the one.

    def make() -> tuple[Position, dict[str, int]] | None:
        position = _few_cubes(rng)
        if position is None:
            return None
        lost = _lost_if_sold_before(position)
        most = max(lost.values(), default=0)
        clear = len(lost) > 1 and [*lost.values()].count(most) == 1
        return (position, lost) if clear and lost.get(wanted) == most else None

    position, lost = until(make)
    return Choose(
        **topic.ask("first", seat=position.turn),
        table=table(position, *(Stall(good) for good in lost)),
        options=tuple(
            Option(good, good_phrase(good), good == wanted, _why_first(position, good, less))
            for good, less in lost.items()
        ),
    )


def _few_cubes(rng: Random) -> Position | None:
    """A position of a player with cubes of a few kinds, for all of which there is room."""
    position = position_where(rng, Phase.MARKET, lambda one: max(one.market) > 1)
    open_ = [kind for kind, level in enumerate(position.market) if level < LEVELS]
    goods = [0] * len(GOODS)
    for kind in some_of(rng, open_, 3):
        goods[kind] = between(rng, 1, min(2, LEVELS - position.market[kind]))
    return with_cubes_in_stock(position, position.turn, tuple(goods))


def _why_first(position: Position, good: str, lost: int) -> Phrase:
    """The points lost if a kind is sold later: the first price, for the next one or none."""
    kind = GOODS.index(good)
    level, printed = position.market[kind], position.box.prices[kind]
    end = level + position.cubes(position.turn)[kind]
    params = {"good": good_phrase(good), "lost": lost, "first": printed[level]}
    if end < LEVELS:
        return because("first_why", "S23", next=printed[end], **params)
    return because("first_why_full", "S23", **params)


def may_trade(rng: Random, topic: Topic) -> Choose:
    """The trades that are possible now (S24, S23)."""
    position, shown = until(lambda: _trades_to_judge(rng))
    return Choose(
        **topic.ask("trade", seat=position.turn, points=position.points(position.turn)),
        praise=because("trade_right", "S23"),
        table=table(position),
        options=tuple(_trade_option(act, fault) for act, fault in shown.items()),
        several=True,
    )


def _trades_to_judge(rng: Random) -> tuple[Position, dict[Sell | Buy, ActRefused | None]] | None:
    """A position of a player with few points, and some trades with what is wrong with each."""
    position = position_where(rng, Phase.MARKET, lambda one: sum(one.market) > 2)
    position = position.with_points(position.turn, between(rng, 0, 3))
    faults = {act: trade_fault(position, act) for act in TRADES}
    right = [act for act, fault in faults.items() if fault is None]
    poor = [act for act, fault in faults.items() if fault and fault.rule == "S24"]
    others = [act for act, fault in faults.items() if fault and fault.rule != "S24"]
    shown = [*some_of(rng, right, 2), *some_of(rng, poor, 1), *some_of(rng, others, 2)]
    if not right or not poor or len(shown) < 4:
        return None
    return position, {act: faults[act] for act in shuffled(rng, shown)}


def _trade_option(act: Sell | Buy, fault: ActRefused | None) -> Option:
    """A trade, and why it is possible or not."""
    key = "sell" if isinstance(act, Sell) else "buy"
    label = Phrase(f"kingdom_task.trade_{key}", {"good": good_phrase(act.good)})
    why = because("trade_fine", "S23") if fault is None else Phrase.why(fault)
    return Option(f"{key} {act.good}", label, fault is None, why)


def trades_next(rng: Random, topic: Topic) -> Choose:
    """The player who trades next (S24, S7)."""
    case = chosen(rng, ("trade", "pass", "last"))

    def acts(position: Position) -> list[Sell | Buy | Pass]:
        fitting: list[Sell | Buy | Pass] = []
        for act in legal(position):
            if not isinstance(act, Sell | Buy | Pass):
                continue
            going_on = apply(position, act).phase is Phase.MARKET
            kind = "trade" if not isinstance(act, Pass) else "pass" if going_on else "last"
            if kind == case:
                fitting.append(act)
        return fitting

    position = position_where(
        rng, Phase.MARKET, lambda one: bool(one.done) and bool(acts(one)), players=(3, 4)
    )
    act = chosen(rng, acts(position))
    after = apply(position, act)
    over = after.phase is not Phase.MARKET
    return who(
        topic.ask(
            "trader",
            seat=position.turn,
            act=did_phrase(position, position.turn, act),
            done=[*map(player_phrase, position.done)],
            order=[*position.order],
        ),
        position,
        "trader_none" if over else after.turn,
        because("trader_over_why" if over else "trader_why", "S24"),
        "trader_none",
    )


def end_of_round(rng: Random, topic: Topic) -> Numbers:
    """Cards discarded and put on display at the end of a round (S30, S21)."""

    def make() -> tuple[Position, Position] | None:
        position = position_where(rng, Phase.BUILD, lambda one: not one.ending)
        seat = position.turn
        position = with_random_hand(rng, position, seat, between(rng, 2, 6))
        after = played_out(position)
        return (position, after) if after.phase is Phase.PLACE else None

    position, after = until(make)
    seat = position.turn
    held, kept = len(position.hand(seat)), len(after.hand(seat))
    gaps = len(after.display) - len(position.display)
    return Numbers(
        **topic.ask("end_round", seat=seat),
        praise=because("end_round_right", "S30"),
        table=table(position, SeatBoard(seat)),
        fields=(
            topic.field(
                "discards",
                "end_round_discards",
                held - kept,
                "S21",
                {held: "all", min(held, position.box.hand_limit): "kept"},
            ),
            topic.field("cards", "end_round_cards", gaps, "S30", {position.box.display: "whole"}),
        ),
    )


def can_pay(rng: Random, topic: Topic) -> Choose:
    """The building cards that cubes and fortune cards pay for (S22, S27)."""

    def make() -> tuple[Position, set[int]] | None:
        position = _nearly_paid(rng)
        if position is None:
            return None
        able = {act.card for act in only(Build, building_acts(position, position.turn))}
        return (position, able) if 0 < len(able) < len(position.display) else None

    position, able = until(make)
    options = []
    for number in position.display:
        cost = cubes_phrase(position.box.buildings[number].cost)
        right = number in able
        why = because("pay_fine", "S22") if right else because("pay_short", "S27", goods=cost)
        options.append(Option(str(number), card_phrase(position, number), right, why))
    return Choose(
        **topic.ask("pay", seat=position.turn),
        praise=because("pay_fine", "S22"),
        table=table(position, *(Shown(number) for number in position.display)),
        options=tuple(options),
        several=True,
    )


def _nearly_paid(rng: Random) -> Position | None:
    """A position of a player who lacks one or two cubes for a card, and has fortune cards."""
    position = position_where(
        rng, Phase.BUILD, lambda one: len(one.display) > 2 and not one.bought and not one.ending
    )
    goods = list(position.box.buildings[chosen(rng, position.display)].cost)
    for kind in some_of(rng, [kind for kind, count in enumerate(goods) if count], 2):
        goods[kind] -= 1
    placed = with_cubes_in_stock(position, position.turn, tuple(goods))
    return (
        None if placed is None else with_random_hand(rng, placed, position.turn, between(rng, 2, 3))
    )
