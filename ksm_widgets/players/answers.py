"""The cards that another player is likely to lay down, as one player sees it (R6, R33)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.players.knowledge import cards_held

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.players.outlook import Outlook
    from ksm_widgets.rules import Card

__all__ = ["Answer", "likely_answers"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A card that another may lay down, and how likely that is among those thought of."""

    player: int
    card: Card
    chance: float


def likely_answers(
    outlook: Outlook, other: int, most: int, *, pulse: Callable[[], object] = lambda: None
) -> tuple[Answer, ...]:
    """The cards another may lay down, that with which he would gain most first; 1 in all.

    Nobody's hand is known: he may have any card not seen. Of his hand he is taken to lay down the
    card with which he would gain most as the mine lies now. Empty if he has none to lay down.
    `pulse` is called after each card that is thought of.
    """
    view = outlook.view
    held = cards_held(view, other)
    if not held:
        return ()
    seen = {*view.hand, view.chosen, *(record.card for record in view.records)}
    unknown = [card for card in view.deck if card not in seen]
    gains = {}
    for card in unknown:
        gains[card] = outlook.gain(view.position, other, card)
        pulse()
    ranked = sorted(unknown, key=lambda card: (-gains[card], card.number))
    chances, none_yet = [], 1.0
    for place in range(min(most, len(ranked))):
        has = min(1.0, held / (len(ranked) - place))
        chances.append(none_yet * has)
        none_yet *= 1 - has
    whole = sum(chances)
    return tuple(
        Answer(other, card, chance / whole) for card, chance in zip(ranked, chances, strict=False)
    )
