"""The link to a question about the mine: mine, card, what a player has. The explorer opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING
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


def letters(tiles: Iterable[Tile]) -> str:
    """Tiles as the parts `holding` and `gone` have them."""
    return "".join(tile.letter for tile in tiles)
