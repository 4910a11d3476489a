"""What the solver is asked in the midst of a turn: the best way on from the board as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.solver.rest import rest_of, turn_after, whole_turn

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.tutor.sitting.situation import Situation

__all__ = ["Query"]


@dataclass(frozen=True, slots=True)
class Query:
    """A situation at the start of a turn, and the moves of it that are made already."""

    situation: Situation
    made: tuple[Move, ...] = ()

    def problem(
        self, *, best: int = 0, frontier: bool = False, reactions: int | None = None
    ) -> Problem:
        """The dig problem that is left; raises as that of the situation does."""
        asked = self.situation.problem(best=best, frontier=frontier, reactions=reactions)
        return rest_of(asked, self.made)

    def turn(self, rest: Plan) -> Turn:
        """The whole turn of a plan for what is left."""
        return turn_after(self.made, rest.turn)

    def whole(self, rest: Plan) -> Plan:
        """A plan for what is left, as a plan for the whole turn."""
        return whole_turn(self.situation.problem(), self.made, rest) if self.made else rest
