"""Tasks that are answered by playing: moves alone, or a whole turn checked by the solver."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from math import ceil
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.turns import Turn, play
from ksm_widgets.solver import solve
from ksm_widgets.solver.answer import net_of
from ksm_widgets.solver.origins import slots_dug
from ksm_widgets.solver.problem import Problem, Slot, Values
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.task import MOST_STARS, Feedback, Table, Task, stars_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.position import Position
    from ksm_widgets.solver.answer import Plan

__all__ = ["PlayTurn", "Shift"]


@dataclass(frozen=True, kw_only=True)
class Shift(Task):
    """Move tiles until something is reached: any way counts, a shorter one earns more stars.

    `missing` says what is still missing in the position after the moves, None if it is reached.
    `way` is one shortest way.
    """

    table: Table
    missing: Callable[[Turn, Position], Phrase | None]
    way: Turn

    def solution(self) -> Turn:
        """A shortest way."""
        return self.way

    def check(self, answer: object) -> Feedback:
        """Right if every move is legal and the aim is reached."""
        turn = answer if isinstance(answer, Turn) else Turn()
        if not turn.moves:
            return self.unanswered("feedback.nothing_moved")
        if turn.dig is not None:
            return self.wrong(Phrase("feedback.no_dig_wanted"))
        try:
            after = moved(self.table.position, turn.moves, self.table.variant)
        except RuleError as error:
            return self.wrong(Phrase.why(error))
        missing = self.missing(turn, after)
        if missing is not None:
            return self.wrong(missing)
        over = len(turn.moves) - len(self.way.moves)
        if over > 0:
            shorter = Phrase("feedback.shorter", {"count": len(self.way.moves)}, "R14")
            return self.right(stars_for(over), shorter)
        return self.right()


@dataclass(frozen=True, kw_only=True)
class PlayTurn(Task):
    """Play a turn: move, then dig. Checked by the solver, so every way that is as good counts.

    With `wanted` the dig must take those tiles, with as few moves as can be; without, the turn
    must net the most, with `values` saying what tiles are worth. `slack` coins may be lost against
    the best and the answer still is right; each coin lost costs a star.
    """

    table: Table
    wanted: tuple[Slot, ...] = ()
    values: Values = field(default_factory=Values)
    slack: int = 0

    @property
    def problem(self) -> Problem:
        """What the solver is asked."""
        return Problem(
            position=self.table.position,
            shape=self.table.shape,
            powers=self.table.powers,
            money=self._money,
            values=self.values,
            wanted=self.wanted,
            variant=self.table.variant,
        )

    @property
    def _money(self) -> int:
        assert self.table.money is not None, "a turn is played with money at hand"
        return self.table.money

    def best(self) -> Plan:
        """The solver's best turn, proven; a task that has none is no task."""
        plan = solve(self.problem).plan
        assert plan is not None, "the turn that the task asks for is impossible"
        return plan

    def solution(self) -> Turn:
        """The solver's best turn."""
        return self.best().turn

    def check(self, answer: object) -> Feedback:
        """Right if the turn is legal, can be paid, does what is asked and costs no more than slack.

        Powers are those on the table: an answer does not bring its own.
        """
        given = answer if isinstance(answer, Turn) else Turn()
        turn = Turn(given.moves, given.dig, self.table.powers)
        if not turn.moves and turn.dig is None:
            return self.unanswered("feedback.nothing_played")
        try:
            played = play(
                self.table.position,
                turn,
                self.table.shape,
                money=self._money,
                variant=self.table.variant,
            )
        except RuleError as error:
            return self.wrong(Phrase.why(error))
        if turn.dig is None:
            return self.wrong(Phrase("feedback.no_dig"))
        taken = slots_dug(self.table.position, turn)
        for slot in self.wanted:
            if slot not in taken:
                params = {"slot": str(slot), "quarry": slot.quarry}
                return self.wrong(Phrase("feedback.wanted_left", params, None, (slot.quarry,)))
        best = self.best()
        if self.wanted:
            over = len(turn.moves) - len(best.turn.moves)
            worse = Phrase("feedback.fewer_moves", {"yours": len(turn.moves), "over": over})
        else:
            net = net_of(self.problem, played)
            over = ceil(best.net - net)
            worse = self._worse(turn, net, best)
        if over > self.slack:
            return self.wrong(worse)
        if over > 0:
            return self.right(stars_for(over), worse)
        return self.right(MOST_STARS)

    def _worse(self, turn: Turn, net: Decimal, best: Plan) -> Phrase:
        """Where the coins were lost: on the way to this very dig, or by the choice of the dig."""
        slots = slots_dug(self.table.position, turn)
        same = solve(
            Problem(
                position=self.table.position,
                shape=self.table.shape,
                powers=self.table.powers,
                money=self._money,
                values=self.values,
                wanted=tuple(sorted(slots)),
                variant=self.table.variant,
            )
        ).plan
        nets: dict[str, object] = {"net": net, "best": best.net}
        if same is not None and len(same.turn.moves) < len(turn.moves):
            saved = len(turn.moves) - len(same.turn.moves)
            return Phrase("feedback.same_tiles_cheaper", {**nets, "saved": saved}, "R14")
        return Phrase("feedback.better_dig", nets)
