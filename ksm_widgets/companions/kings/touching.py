"""The places that acts of Kings under Mountains are touched at, and pointed out at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.rules import Draw, Play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.rules import Act


def touch_places(position: Position, act: Act) -> tuple[Place, ...]:
    """The places whose touch means an act: of a play the card, then the mine."""
    match act:
        case Play(unit, place):
            cards = [card for card, held in position.held(position.turn) if held == unit]
            return (*cards, place)
        case Draw(place):
            return (place,)
    return ()


def places_of_acts(acts: Iterable[Act]) -> tuple[Place, ...]:
    """The mines and piles of some acts, to point them out."""
    return tuple(act.place for act in acts if isinstance(act, Play | Draw))
