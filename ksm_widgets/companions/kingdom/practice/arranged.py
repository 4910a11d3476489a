"""Positions of Kingdom of Solomon arranged for tasks: cubes from the stock, cards from the pile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Discard, Pass
from ksm_widgets.companions.kingdom.goods import NONE, Cubes, added, less, one_cube, read_cubes
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, standing
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.tasks import only
from ksm_widgets.rules.chance import chosen, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from ksm_widgets.companions.kingdom.places import Spot

_FREE = "f"
"""The cubes of any kind with which a block is paid for: food."""


def sent(position: Position, seat: int, spots: Iterable[Spot]) -> Position:
    """The position in which only this seat's pawns stand on spots, and it resolves them next."""
    return with_next_pawns(position, seat, tuple(Pawn(spot, seat) for spot in spots))


def with_next_pawns(position: Position, seat: int, pawns: tuple[Pawn, ...]) -> Position:
    """The position with these pawns, all others at home, in which a seat resolves next."""
    return replace(
        position,
        phase=Phase.RESOLVE,
        turn=seat,
        done=position.order[: position.order_number(seat) - 1],
        pawns=pawns,
        left=(0,) * position.players,
        stood=standing(position.box, pawns),
        owing=(),
        collector=None,
        bought=False,
    )


def with_cubes_in_stock(position: Position, seat: int, goods: Cubes) -> Position | None:
    """The position in which a seat has exactly these cubes; None if there are too few."""
    position = position.with_cubes(seat, goods)
    return position if min(position.stock) >= 0 else None


def with_block(position: Position, *more: Cubes) -> Position | None:
    """The position in which the seat whose turn it is can just pay for the next block, and more.

    None if there are too few.
    """
    step = position.box.steps[position.temple]
    free = read_cubes(_FREE * step.free)
    return with_cubes_in_stock(position, position.turn, added(step.cost, free, *more))


def block_of(position: Position, *, token: bool) -> Block:
    """The next block, paid as `with_block` has it."""
    return Block(token=token, free=_FREE * position.box.steps[position.temple].free)


def with_random_cubes(rng: Random, position: Position, seat: int, count: int) -> Position:
    """The position in which a seat has this many cubes, as far as the stock goes."""
    goods = NONE
    bare = position.with_cubes(seat, goods)
    for _ in range(count):
        stock = less(bare.stock, goods)
        kinds = [kind for kind, left in enumerate(stock) if left > 0]
        if kinds:
            goods = added(goods, one_cube(chosen(rng, kinds)))
    return bare.with_cubes(seat, goods)


def with_random_hand(rng: Random, position: Position, seat: int, count: int) -> Position:
    """The position in which a seat has this many fortune cards from the pile, the others none."""
    hands = [card for hand in position.fortune for card in hand]
    cards = shuffled(rng, sorted([*position.pile, *hands]))
    hand, pile = tuple(sorted(cards[:count])), tuple(cards[count:])
    bare = replace(position, fortune=((),) * position.players, pile=pile)
    return bare.with_hand(seat, hand)


def with_random_tokens(rng: Random, position: Position, count: int) -> Position:
    """The position in which players have taken `count` tokens, each at random."""
    tokens, temple = (0,) * position.players, max(position.temple, count)
    bare = replace(position, tokens=tokens, favour=None, temple=temple)
    for _ in range(count):
        seat = chosen(rng, position.seats)
        bare = bare.with_tokens(seat, bare.token_count(seat) + 1)
    return bare


def played_out(position: Position) -> Position:
    """The position after everybody is done building, and has discarded what is too much."""
    while position.phase in (Phase.BUILD, Phase.DISCARD):
        discards = only(Discard, legal(position))
        position = apply(position, discards[0] if discards else Pass())
    return position
