"""What exercises draw their tasks with: mines, cards and places that suit what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import Card, cards
from ksm_widgets.rules.digs import legal_digs, takings
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES, Quarry
from ksm_widgets.rules.stages import Stage
from ksm_widgets.rules.turns import account
from ksm_widgets.tutor.tasks.mine.table import MineTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ksm_widgets.rules.tiles import Group, Tile


__all__ = [
    "PLAYERS",
    "card_of",
    "coin_worth",
    "count_of",
    "filled",
    "flat",
    "legal_dig",
    "mine",
    "names",
    "tops",
    "uneven",
    "until",
]

PLAYERS = ("Anna", "Bruno", "Carlo", "Davide")
"""The players of the rulebooks' examples."""
_FIVE = (*PLAYERS, "Elena")
_MOST_TRIES = 400

T = TypeVar("T")


def until(make: Callable[[], T | None]) -> T:
    """Draw until something suits; RuntimeError if nothing ever does."""
    for _ in range(_MOST_TRIES):
        made = make()
        if made is not None:
            return made
    raise RuntimeError("nothing that suits could be drawn")


def mine(rng: Random, stage: Stage = Stage.MIDDLE) -> Position:
    """A mine as it may look early, midway or late in a game."""
    return Position.random(below(rng, 10**9), stage)


def filled(rng: Random) -> Position:
    """A mine just filled (R3)."""
    return Position.set_up(rng)


def flat(rng: Random, level: int) -> Position:
    """A mine where every quarry is so many tiles high."""
    return Position(tuple(stack[:level] for stack in Position.set_up(rng).stacks))


def uneven(rng: Random, *heights: int) -> Position:
    """A mine whose quarries have one of these heights each, drawn in no time.

    A height that stands among them several times is as many times as frequent.
    """
    likely = heights or tuple(range(1, FULL_HEIGHT + 1))
    full = Position.set_up(rng).stacks
    return Position(tuple(stack[: chosen(rng, likely)] for stack in full))


def card_of(rng: Random, *sizes: int) -> Card:
    """A card with one of these numbers of quarries."""
    return chosen(rng, [card for card in cards() if card.shape.size in sizes])


def tops(position: Position, fits: Callable[[Tile, int], bool]) -> frozenset[Quarry]:
    """The quarries whose topmost tile and its level fit."""
    return frozenset(
        quarry
        for quarry in QUARRIES
        if (tile := position.top(quarry)) is not None and fits(tile, position.height(quarry))
    )


def names(rng: Random, count: int) -> list[str]:
    """So many players in a random order."""
    return shuffled(rng, _FIVE)[:count]


def coin_worth(tiles: tuple[Tile, ...]) -> int:
    """What a dig brings in coins at once: treasures less curses (R16, R17)."""
    return account(0, tiles, frozenset(), 0).left


def count_of(tiles: tuple[Tile, ...], group: Group) -> int:
    """How many of the tiles belong to a group."""
    return sum(tile.group is group for tile in tiles)


def legal_dig(
    rng: Random,
    fits: Callable[[tuple[Tile, ...]], bool],
    *sizes: int,
    lie: Callable[[Random], Position] = mine,
) -> tuple[MineTable, tuple[Tile, ...]]:
    """A table whose marked quarries can be dug with its card, and the tiles of that dig.

    `lie` draws the mine.
    """

    def draw() -> tuple[MineTable, tuple[Tile, ...]] | None:
        position, drawn = lie(rng), card_of(rng, *sizes)
        digs = [d for d in legal_digs(position, drawn.shape) if fits(takings(position, d))]
        if not digs:
            return None
        dig = chosen(rng, digs)
        return MineTable(position, drawn, marked=dig), takings(position, dig)

    return until(draw)
