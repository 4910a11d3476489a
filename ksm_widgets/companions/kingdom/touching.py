"""The acts of Kingdom of Solomon that a touch of a place means, or of two in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.acts import (
    Block,
    Build,
    Buy,
    Copy,
    Discard,
    Give,
    Pave,
    Put,
    Score,
    Sell,
    Steal,
    Swap,
    Use,
)
from ksm_widgets.companions.kingdom.places import TEMPLE, SeatBoard, Shown, Stall

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.kingdom.position import Position


def touch_places(position: Position, act: Act) -> tuple[Place, ...]:
    """The places whose touch means an act."""
    match act:
        case Put(spot) | Use(spot):
            return (spot,)
        case Sell(good) | Buy(good):
            return (Stall(good),)
        case Pave(one, other):
            return (one, other)
        case Block():
            return (TEMPLE,)
        case Build(card, site):
            return (Shown(card), *([] if site is None else [site]))
        case Score() | Discard() | Give():
            return (SeatBoard(position.turn),)
    return ()


class Pair(NamedTuple):
    """Two places, touched one after the other."""

    first: Place
    second: Place


def aims(act: Act) -> tuple[Pair, ...]:
    """The pairs of places whose touch one after the other means an act."""
    match act:
        case Use(spot, Steal(seat)):
            return (Pair(spot, SeatBoard(seat)),)
        case Use(spot, Swap(got=got)):
            return tuple(Pair(spot, Stall(good)) for good in dict.fromkeys(got))
        case Use(spot, Copy(places)):
            return tuple(Pair(spot, place) for place in dict.fromkeys(places))
        case Pave(one, other):
            return Pair(one, other), Pair(other, one)
        case Build(card, site) if site is not None:
            return (Pair(Shown(card), site),)
    return ()
