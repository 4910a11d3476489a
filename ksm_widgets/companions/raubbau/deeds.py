"""The deeds of Raubbau's action phase: the steps in which a plan is carried out (B20-B30)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.cards import Tunnel
    from ksm_widgets.companions.raubbau.places import Field


@dataclass(frozen=True, slots=True)
class Go:
    """Carry out the plan, up to the first choice (B21, B22, B28)."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the tunnel drawn with these ends; `unlooked` are cards not looked at (B22, B24)."""

    ends: Tunnel
    unlooked: frozenset[Field] = frozenset()


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top of a stack, counted from 1; in a blast for a field of the row (B23, B29)."""

    stack: int
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Put the cards drawn on these fields, in the order of drawing (B26)."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """Put the meeple on a treasure at an end of the new tunnel (B27)."""

    field: Field


@dataclass(frozen=True, slots=True)
class Take:
    """Take the treasure from a field of the row, or one for the draw (B29, B46)."""

    field: Field


Deed = Go | Lay | Draw | Put | Stand | Take
"""A step of the seat whose action it is, or a card drawn for the win (B46)."""
