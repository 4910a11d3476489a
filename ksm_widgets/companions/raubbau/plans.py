"""The plans of Raubbau, and the other moves of the planning phase (B9-B17).

A plan is what a meeple on its field, or on the stairs, is about to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.places import Field


@dataclass(frozen=True, slots=True)
class Reached:
    """A field that is reached from the side `way`; empty in a draft where no tunnel leads there."""

    field: Field
    way: str

    @property
    def origin(self) -> Field:
        """The tunnel from which the field is reached."""
        return self.field.next(self.way)


@dataclass(frozen=True, slots=True)
class Dig(Reached):
    """A dig on a field that is reached from the side `way` (B12)."""

    def fields(self) -> tuple[Field, ...]:
        """The field alone."""
        return (self.field,)


@dataclass(frozen=True, slots=True)
class Blast(Reached):
    """A blast of a field that is reached from the side `way`, and of its two neighbours (B15)."""

    def fields(self) -> tuple[Field, ...]:
        """The row of three."""
        return self.field.row(self.way)


@dataclass(frozen=True, slots=True)
class Leave:
    """Going: the meeple is on the stairs (B17)."""

    def fields(self) -> tuple[Field, ...]:
        """No field."""
        return ()


Plan = Dig | Blast | Leave
"""The next act of a meeple, which is also the move that plans it."""


@dataclass(frozen=True, slots=True)
class Scare:
    """Discard a spider: take the field of another player's dig, by the side `way` (B16)."""

    victim: int
    way: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the plan; without one, wait (B9-B11)."""


Move = Plan | Scare | Pass
"""A move of a seat in the planning phase (B9)."""
