"""The link to a question about the mine: mine, card, what a player has. The explorer opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlencode

from ksm_widgets.rules.deck import cards, own_cards
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver.problem import DEFAULT_MONEY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.tiles import Tile

MISSING = "?"
"""The sign for what another player has, where nobody knows."""


def question_link(
    position: Position,
    card: Card | None,
    *,
    hand: Iterable[Card] = (),
    powers: Iterable[Power] = (),
    money: int = DEFAULT_MONEY,
    variant: Variant = Variant.STANDARD,
    more: Mapping[str, str] | None = None,
) -> str:
    """The query string of a question, without the parts that have their standard values.

    Without a card none is chosen yet. Cards that are not among the built-in ones bring their
    shapes; `more` are the parts for what tiles are worth.

    >>> from ksm_widgets.rules import Position
    >>> question_link(Position.near("5"), cards()[2], money=4)[-19:]
    ',-,-&card=3&money=4'
    """
    parts = {"board": position.text}
    if card is not None:
        parts["card"] = str(card.number)
        if card not in cards():
            parts["shape"] = str(card.shape)
    if held := tuple(hand):
        parts["hand"] = ",".join(str(one.number) for one in held)
    if own := [one for one in own_cards(held) if one != card]:
        parts["shapes"] = ",".join(f"{one.number}:{one.shape}" for one in own)
    owned = frozenset(powers)
    if owned:
        parts["powers"] = ",".join(power.value for power in Power if power in owned)
    if money != DEFAULT_MONEY:
        parts["money"] = str(money)
    if more:
        parts |= more
    if variant is not Variant.STANDARD:
        parts["variant"] = variant.value
    return urlencode(parts, safe=",/?:")


class _Other(Protocol):
    """Another player's collections, as far as they are known."""

    @property
    def curses(self) -> int | None:
        """Curse points."""

    @property
    def magic(self) -> int | None:
        """Magic objects."""

    @property
    def to_dig(self) -> bool:
        """Whether this player still digs before the end."""


def held_parts(
    holding: Iterable[Tile],
    others: Iterable[_Other] | None,
    rounds_left: int | None,
    players: int | None,
    *,
    gone: Iterable[Tile] = (),
) -> dict[str, str]:
    """The parts for what a player holds, which tiles are gone, and how near the end is.

    On the last dig that is what the `others` have; before it, how many rounds and players.
    """
    parts = {"holding": _letters(holding)}
    if lost := _letters(gone):
        parts["gone"] = lost
    if others is None:
        return parts | {"rounds_left": str(rounds_left), "players": str(players)}
    told = (
        f"{_size(other.curses)}:{_size(other.magic)}{':1' if other.to_dig else ''}"
        for other in others
    )
    return parts | {"others": ",".join(told)}


def _letters(tiles: Iterable[Tile]) -> str:
    return "".join(tile.letter for tile in tiles)


def _size(known: int | None) -> str:
    return MISSING if known is None else str(known)
