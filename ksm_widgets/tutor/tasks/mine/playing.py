"""Tasks that are answered by playing: moves alone, or a whole turn checked by the solver."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, Self, TypeVar

from ksm_widgets.draw import account_scene
from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.digs import takings
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.turns import Turn, account
from ksm_widgets.solver import solve
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.origins import slots_dug
from ksm_widgets.solver.problem import Slot, Values
from ksm_widgets.tutor.phrases import Phrase, move_told
from ksm_widgets.tutor.tasks.form import Form, Switch
from ksm_widgets.tutor.tasks.mine.marking import LAY_HOW
from ksm_widgets.tutor.tasks.mine.seat import Hand, MineSeat
from ksm_widgets.tutor.tasks.mine.task import MineTask
from ksm_widgets.tutor.tasks.said import TaskError, expect_callable
from ksm_widgets.tutor.tasks.task import MOST_STARS, Answering, Feedback, stars_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Account
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.mine.table import MineTable

__all__ = ["PlayTurn", "Playing", "Shift", "TurnLaidOut", "turn_hands"]

A = TypeVar("A")


@dataclass(frozen=True, kw_only=True)
class Shift(MineTask[Turn]):
    """Move tiles until something is reached: any way counts, a shorter one earns more stars.

    `missing` says what is still missing in the position after the moves, None if it is reached.
    `way` is one shortest way.
    """

    missing: Callable[[Turn, Position], Phrase | None]
    way: Turn

    def __post_init__(self) -> None:
        """Refuse a way that a rule forbids, by that rule's own error, or that leads elsewhere."""
        super().__post_init__()
        expect_callable("missing", self.missing)
        expect("way", self.way, Turn)
        moved(self.table.position, self.way.moves, self.table.variant)
        if not self.check(self.way).right:
            raise TaskError("task.way", way=str(self.way))

    def solution(self) -> Turn:
        """A shortest way."""
        return self.way

    def check(self, answer: Turn) -> Feedback:
        """Right if every move is legal and the aim is reached."""
        if not answer.moves:
            return self.unanswered("feedback.nothing_moved")
        if answer.dig is not None:
            return self.wrong(Phrase("feedback.no_dig_wanted"))
        try:
            after = moved(self.table.position, answer.moves, self.table.variant)
        except RuleError as error:
            return self.wrong(Phrase.why(error))
        missing = self.missing(answer, after)
        if missing is not None:
            expect("missing", missing, Phrase)
            return self.wrong(missing)
        over = len(answer.moves) - len(self.way.moves)
        if over > 0:
            shorter = Phrase("feedback.shorter", {"count": len(self.way.moves)}, "R14")
            return self.right(stars_for(over), shorter)
        return self.right()

    def begun(self) -> Playing:
        """Nothing moved yet."""
        return Playing(task=self, seat=self.table.seat((Hand.MOVE,)))


@dataclass(frozen=True, kw_only=True)
class PlayTurn(MineTask[Turn]):
    """Play a turn: move, then dig. Checked by the solver, so every way that is as good counts.

    With `wanted` the dig must take those tiles, with as few moves as can be; without, the turn
    must net the most, with `values` saying what tiles are worth. `slack` coins may be lost against
    the best and the answer still is right; each coin lost costs a star.
    """

    wanted: tuple[Slot, ...] = ()
    values: Values = field(default_factory=Values)
    slack: int = 0

    def __post_init__(self) -> None:
        """Refuse a table without a card or money, and what the solver cannot be asked."""
        super().__post_init__()
        expect("slack", self.slack, int)
        _ = self.problem

    @property
    def problem(self) -> Problem:
        """What the solver is asked."""
        return self.table.problem(self.values, self.wanted)

    def best(self) -> Plan:
        """The solver's best turn, proven; raises TaskError if no turn does what is asked."""
        plan = solve(self.problem).plan
        if plan is None:
            raise TaskError("task.nothing_right")
        return plan

    def solution(self) -> Turn:
        """The solver's best turn."""
        return self.best().turn

    def check(self, answer: Turn) -> Feedback:
        """Right if the turn is legal, can be paid, does what is asked and costs no more than slack.

        Powers are those on the table: an answer does not bring its own.
        """
        turn = replace(answer, powers=self.table.powers)
        if not turn.moves and turn.dig is None:
            return self.unanswered("feedback.nothing_played")
        try:
            plan = plan_of(self.problem, turn)
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
        more = len(turn.moves) - len(best.turn.moves)
        over = more if self.wanted else ceil(best.net - plan.net)
        if over <= 0:
            return self.right(MOST_STARS)
        if self.wanted:
            worse = Phrase("feedback.fewer_moves", {"yours": len(turn.moves), "over": over})
        else:
            worse = self._worse(plan, best)
        return self.wrong(worse) if over > self.slack else self.right(stars_for(over), worse)

    def _worse(self, plan: Plan, best: Plan) -> Phrase:
        """Where the coins were lost: on the way to this very dig, or by the choice of the dig."""
        slots = slots_dug(self.table.position, plan.turn)
        same = solve(replace(self.problem, wanted=tuple(sorted(slots)))).plan
        nets: dict[str, object] = {"net": plan.net, "best": best.net}
        if same is not None and len(same.turn.moves) < len(plan.turn.moves):
            saved = len(plan.turn.moves) - len(same.turn.moves)
            return Phrase("feedback.same_tiles_cheaper", {**nets, "saved": saved}, "R14")
        return Phrase("feedback.better_dig", nets)

    def begun(self) -> Playing:
        """Nothing moved and nothing dug yet."""
        return Playing(task=self, seat=self.table.seat(turn_hands(self.table)), pays=True)


def turn_hands(table: MineTable) -> tuple[Hand, Hand]:
    """The hands that play a turn; with the seal quarries are marked, for no shape is laid (R23)."""
    return Hand.MOVE, Hand.MARK if Power.SEAL in table.powers else Hand.LAY


@dataclass(frozen=True, kw_only=True)
class TurnLaidOut(Answering[A]):
    """A turn laid out on the board; `pays` is whether its account is of interest."""

    seat: MineSeat
    pays: bool = False

    @property
    def turn(self) -> Turn:
        """The moves made, and the dig if it is marked."""
        return Turn(self.seat.moves, self.seat.marked or None)

    @property
    def taken(self) -> tuple[Tile, ...]:
        """The topmost tiles of the quarries marked."""
        position = self.seat.position
        return takings(position, filter(position.height, self.seat.marked))

    @property
    def account(self) -> Account:
        """What the turn costs so far."""
        table = self.seat.table
        return account(len(self.seat.moves), self.taken, table.powers, table.money or 0)

    def form(self) -> Form:
        """Which hand touches the board, what was moved, and the account."""
        seat = self.seat
        several = len(seat.hands) > 1
        moves = [move_told(move) for move in seat.moves]
        return Form(
            how=(LAY_HOW,) if seat.hand is Hand.LAY else (),
            switches=tuple(
                Switch(hand.value, Phrase(f"lesson_view.{hand.value}"), seat.hand is hand)
                for hand in (seat.hands if several else ())
            ),
            done=Phrase("lesson_view.moves_made", {"moves": moves}) if moves else None,
            undo=Phrase("lesson_view.back"),
            turns=seat.may_turn,
            picture=self._account_scene if self.pays else None,
        )

    def _account_scene(self, reader: Reader, theme: Theme) -> Scene:
        return account_scene(self.account, theme=theme, language=reader.language)


@dataclass(frozen=True, kw_only=True)
class Playing(TurnLaidOut[Turn]):
    """A turn being played, and nothing else asked."""

    @property
    def answer(self) -> Turn:
        """The turn so far."""
        return self.turn

    def answered(self, answer: Turn) -> Self:
        """With these moves made, and this dig marked."""
        seat = replace(self.seat, moves=answer.moves, marked=answer.dig or ())
        return replace(self, seat=seat, feedback=None)
