"""Dealing: the players' cards and coins (R4)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from ksm_widgets.rules.deck import Card

CARDS_EACH: Mapping[int, int] = MappingProxyType({2: 12, 3: 8, 4: 6, 5: 5})
"""How many digging cards each player gets, by the number of players; as many rounds are played."""
COINS_EACH: Mapping[int, int] = MappingProxyType({2: 10, 3: 10, 4: 10, 5: 8})
"""How many coins each player gets, by the number of players."""
COINS_IN_BOX = 40
"""The coins that are not dealt are the first change (R2, R4)."""


def deal_out(
    rng: Random, deck: Sequence[Card], players: int, known: Sequence[Sequence[Card]] = ()
) -> tuple[tuple[Card, ...], ...]:
    """Everybody's hand, sorted by number: the cards known to be in it, the rest at random (R4)."""
    each = CARDS_EACH[players]
    placed = [one for hand in known for one in hand]
    left = shuffled(rng, (one for one in deck if one not in placed))
    hands = []
    for player in range(players):
        hand = known[player] if player < len(known) else ()
        if len(hand) > each:
            raise GameError("game.hand_full", "R4", player=player + 1, most=each)
        lacking = each - len(hand)
        hands.append(tuple(sorted((*hand, *left[:lacking]), key=lambda one: one.number)))
        left = left[lacking:]
    return tuple(hands)
