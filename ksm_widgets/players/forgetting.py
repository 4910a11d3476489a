"""What tiles are worth to players who forget something: sets, or what the others collect."""

from __future__ import annotations

from dataclasses import dataclass

from ksm_widgets.rules import USUAL_VALUES, Stakes

__all__ = ["StakesWithoutBonuses", "StakesWithoutSets"]


@dataclass(frozen=True, slots=True)
class StakesWithoutSets(Stakes):
    """Stakes of a player who forgets that four symbols make a set (R28)."""

    def of_sets(self, symbols: tuple[int, ...]) -> int:
        """What so many parchments usually bring, whichever they are, in thousandths."""
        return USUAL_VALUES.parchment * sum(symbols)


@dataclass(frozen=True, slots=True)
class StakesWithoutBonuses(Stakes):
    """Stakes of a player who forgets that the bonuses hang on what the others collect (R29)."""

    def of_curses(self, points: int) -> int:
        """What so many points of curses usually bring, in thousandths."""
        return USUAL_VALUES.curse * points

    def of_magic(self, number: int) -> int:
        """What so many magic objects usually bring, in thousandths."""
        return USUAL_VALUES.magic * number
