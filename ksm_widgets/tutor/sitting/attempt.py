"""A player's own turn, as far as it has come."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.digs import dig_fault, takings
from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.turns import Account, Turn, account, cost_fault
from ksm_widgets.tutor.coach.steps import turn_phrases

if TYPE_CHECKING:
    from ksm_widgets.rules.errors import RuleError
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.tutor.phrases import Phrase
    from ksm_widgets.tutor.sitting.situation import Situation

__all__ = ["Attempt", "account_with", "dig_refusal"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """Moves made and the dig, if it was done, from a situation; always legal so far.

    `positions` are the start, the position after each move and the one after the dig, reckoned
    once and for all. Raises MoveError for moves that are not legal there.
    """

    situation: Situation
    moves: tuple[Move, ...] = ()
    dig: Placement | None = None
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the moves and the dig on the situation's mine."""
        positions = [self.situation.position]
        for move in self.moves:
            positions.append(moved(positions[-1], move, self.situation.variant))
        if self.dig is not None:
            positions.append(positions[-1].lifted(self.dig))
        object.__setattr__(self, "positions", tuple(positions))

    @property
    def position(self) -> Position:
        """How the mine lies now."""
        return self.positions[-1]

    @property
    def ground(self) -> Position:
        """How the mine lies, or lay, for the dig: after the last move."""
        return self.positions[len(self.moves)]

    @property
    def taken(self) -> tuple[Tile, ...]:
        """The tiles dug, in the order of the dig's quarries."""
        return takings(self.ground, self.dig or ())

    @property
    def account(self) -> Account:
        """What the turn costs so far."""
        return account(len(self.moves), self.taken, self.situation.powers, self.situation.money)

    def moving(self, move: Move) -> Attempt:
        """The attempt with one more move; raises MoveError for an illegal one."""
        return replace(self, moves=(*self.moves, move))

    def digging(self, quarries: Placement) -> Attempt:
        """The attempt with its dig; raises DigError or Unaffordable."""
        fault = dig_refusal(self, quarries)
        if fault is not None:
            raise fault
        return replace(self, dig=tuple(sorted(set(quarries))))

    def phrases(self) -> tuple[Phrase, ...]:
        """The turn so far in words, step by step."""
        return turn_phrases(self.positions, self.turn, self.taken, self.account.curses)

    @property
    def turn(self) -> Turn:
        """The attempt as a turn."""
        return Turn(self.moves, self.dig, self.situation.powers)


def dig_refusal(attempt: Attempt, quarries: Placement) -> RuleError | None:
    """Why these quarries cannot be dug now, money included, or None if they can."""
    situation, chosen = attempt.situation, tuple(sorted(set(quarries)))
    fault = dig_fault(attempt.ground, chosen, situation.card.shape, situation.powers)
    if fault is not None:
        return fault
    taken, reckoned = takings(attempt.ground, chosen), account_with(attempt, chosen)
    return cost_fault(chosen, taken, reckoned, unseen=situation.digs_unseen)


def account_with(attempt: Attempt, quarries: tuple[Quarry, ...]) -> Account:
    """The account as it would be if these quarries, none of them empty, were dug now."""
    taken = takings(attempt.ground, quarries)
    return account(len(attempt.moves), taken, attempt.situation.powers, attempt.situation.money)
