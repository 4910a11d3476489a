"""The players: how many there may be, what each is dealt, and what each has (R4)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.rules.payment import Holding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.deck import Card

__all__ = ["CARDS_EACH", "COINS_EACH", "COINS_IN_BOX", "Player"]

CARDS_EACH: Mapping[int, int] = MappingProxyType({2: 12, 3: 8, 4: 6, 5: 5})
"""How many digging cards each player gets, by the number of players; as many rounds are played."""
COINS_EACH: Mapping[int, int] = MappingProxyType({2: 10, 3: 10, 4: 10, 5: 8})
"""How many coins each player gets, by the number of players."""
COINS_IN_BOX = 40
"""What is not dealt is the first change (R2, R4)."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the cards in hand by number, the one lying face down or revealed, the holding."""

    hand: tuple[Card, ...]
    holding: Holding
    chosen: Card | None = None
