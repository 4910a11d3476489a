"""The worth of what may happen in Raubbau: a number, or a range by what others choose."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Worth:
    """A worth between the worst and the best of what others choose; mostly these are equal."""

    low: Fraction
    high: Fraction

    @classmethod
    def sure(cls, value: Fraction | int) -> Worth:
        """A worth that depends on nobody's choice."""
        return cls(Fraction(value), Fraction(value))

    @property
    def varies(self) -> bool:
        """Whether it depends on what others choose."""
        return self.low != self.high

    @classmethod
    def mean(cls, parts: Iterable[tuple[Fraction, Worth]]) -> Worth:
        """The mean of some worths with their chances."""
        low = high = Fraction(0)
        for chance, worth in parts:
            low += chance * worth.low
            high += chance * worth.high
        return cls(low, high)

    @classmethod
    def of_choice(cls, worths: Iterable[Worth], *, own: bool) -> Worth:
        """The worth of a choice: your own best, or anything between others' worst and best."""
        many = list(worths)
        surely = max if own else min
        return cls(surely(worth.low for worth in many), max(worth.high for worth in many))
