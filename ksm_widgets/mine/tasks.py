"""Kinds of task on the mine: mark quarries, lay the card, move tiles, or play a whole turn."""

from __future__ import annotations

from collections.abc import Collection, Set
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from ksm_widgets import solver
from ksm_widgets.draw import account_scene
from ksm_widgets.mine.hand import HandMode
from ksm_widgets.mine.rulebook import RULES
from ksm_widgets.mine.table import MineSeat, MineTable
from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.position import dig_fault, legal_digs, moved, takings
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.tiles import Power
from ksm_widgets.rules.turns import Turn, account
from ksm_widgets.rules.values import Values
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.solver.turn_parts import slots_dug
from ksm_widgets.tasks.arguments import TaskError, expect_callable, expect_each
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.task import Answering, Feedback, Form, Switch, Task, stars_for
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import move_told
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Account
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.telling.phrases import Reader


LAY_HOW = Phrase("mine_view.lay_how")
TURN = Phrase("mine_view.turn")

A = TypeVar("A")


@dataclass(frozen=True, kw_only=True)
class MineTask(Task[A]):
    """A task on the mine, about rules of its rulebook."""

    table: MineTable

    def __post_init__(self) -> None:
        """Refuse another kind of table, and rules that are not in the rulebook."""
        super().__post_init__()
        expect("table", self.table, MineTable)
        for rule in self.rules:
            if rule not in RULES:
                raise TaskError("mine_task.rule", found=rule[:20], first=RULES[0], last=RULES[-1])


@dataclass(frozen=True, kw_only=True)
class Mark(MineTask[Collection[Quarry]], MarkPlaces[Quarry]):
    """Mark all the right quarries; with `one`, any one of them.

    `why_not` says of a quarry wrongly marked why it does not belong.
    """

    words: ClassVar[str] = "mine_feedback"
    clear: ClassVar[Phrase] = Phrase("mine_view.clear")
    kind: ClassVar[type] = Quarry

    why_not: Callable[[Quarry], Phrase] = field(
        default=lambda quarry: Phrase("mine_feedback.not_this_one", {"quarry": quarry})
    )

    def seat(self) -> MineSeat:
        """A seat that marks quarries."""
        return self.table.seat((HandMode.MARK,))


@dataclass(frozen=True, kw_only=True)
class PlaceCard(MineTask[Collection[Quarry]]):
    """Lay the card where it can be dug; every legal dig that takes all of `takes` is right.

    With `worth` the dig must also be one worth the most; it says what tiles are worth. `less` is
    said to a legal dig that is not; by default both worths are. `singly` has quarries marked one by
    one, to learn how a card is held.
    """

    singly: bool = False
    takes: frozenset[Quarry] = frozenset()
    worth: Callable[[tuple[Tile, ...]], int] | None = None
    less: Phrase | None = None

    def __post_init__(self) -> None:
        """Refuse a table without a card, and a task without a legal dig."""
        super().__post_init__()
        if self.less is not None:
            expect("less", self.less, Phrase)
        expect_each("takes", self.takes, Set, Quarry)
        if self.worth is not None:
            expect_callable("worth", self.worth)
        if not self._digs():
            raise TaskError("task.nothing_right")

    @property
    def laid(self) -> bool:
        """Whether the card is laid as a whole; with the seal it has no shape to lay (R23)."""
        return not self.singly and Power.SEAL not in self.table.powers

    def solutions(self) -> tuple[Placement, ...]:
        """Every dig that is right."""
        digs = self._digs()
        if self.worth is None:
            return digs
        worths = {dig: self.worth(takings(self.table.position, dig)) for dig in digs}
        return tuple(dig for dig in digs if worths[dig] == max(worths.values()))

    def _digs(self) -> tuple[Placement, ...]:
        """Every legal dig that takes all of `takes`."""
        legal = legal_digs(self.table.position, self.table.shape, self.table.powers)
        return tuple(dig for dig in legal if self.takes <= set(dig))

    def solution(self) -> Collection[Quarry]:
        """One dig that is right."""
        return frozenset(self.solutions()[0])

    def check(self, answer: Collection[Quarry]) -> Feedback:
        """Feedback to a dig: legal or not, and whether it is one of those asked for."""
        marked = tuple(sorted(set(answer)))
        if not marked:
            return self.unanswered(f"mine_feedback.nothing_{'laid' if self.laid else 'marked'}")
        fault = dig_fault(self.table.position, marked, self.table.shape, self.table.powers)
        if fault is not None:
            return self.wrong(Phrase.why(fault))
        left = sorted(self.takes - set(marked))
        if left:
            params = {"quarries": [str(quarry) for quarry in left]}
            return self.wrong(Phrase("mine_feedback.not_taken", params, None, tuple(left)))
        if self.worth is not None and marked not in self.solutions():
            worths: dict[str, object] = {
                "worth": self.worth(takings(self.table.position, marked)),
                "best": self.worth(takings(self.table.position, self.solutions()[0])),
            }
            return self.wrong(self.less or Phrase("mine_feedback.dig_worth", worths))
        return self.right()

    def begun(self) -> LayingCard:
        """The card not laid yet."""
        return LayingCard(
            task=self, seat=self.table.seat((HandMode.LAY if self.laid else HandMode.MARK,))
        )


@dataclass(frozen=True, kw_only=True)
class LayingCard(Answering[Collection[Quarry]]):
    """The card being laid, or its quarries being marked."""

    seat: MineSeat

    @property
    def answer(self) -> Collection[Quarry]:
        """The quarries marked."""
        return frozenset(self.seat.marked)

    def form(self) -> Form:
        """No more than how to use the board."""
        how = (LAY_HOW,) if self.seat.mode is HandMode.LAY else ()
        turn = TURN if self.seat.may_turn else None
        return Form(how=how, undo=Phrase("mine_view.clear"), turn=turn)

    def answered(self, answer: Collection[Quarry]) -> Self:
        """The same with these quarries marked."""
        return replace(self, seat=self.seat.with_marked(answer), feedback=None)


@dataclass(frozen=True, kw_only=True)
class Shift(MineTask[Turn]):
    """Move tiles to reach a goal; any way is right, a shorter one earns more stars.

    `missing` says what is still missing in the position after the moves, None if it is reached.
    `way` is one shortest way.
    """

    missing: Callable[[Turn, Position], Phrase | None]
    way: Turn

    def __post_init__(self) -> None:
        """Refuse a way that is illegal, by its rule's error, or that misses the goal."""
        super().__post_init__()
        expect_callable("missing", self.missing)
        expect("way", self.way, Turn)
        moved(self.table.position, self.way.moves, self.table.variant)
        if not self.check(self.way).right:
            raise TaskError("mine_task.way", way=str(self.way))

    def solution(self) -> Turn:
        """A shortest way."""
        return self.way

    def check(self, answer: Turn) -> Feedback:
        """Feedback to the moves: legal or not, goal reached or not."""
        if not answer.moves:
            return self.unanswered("mine_feedback.nothing_moved")
        if answer.dig is not None:
            return self.wrong(Phrase("mine_feedback.no_dig_wanted"))
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
            count = len(self.way.moves)
            shorter = Phrase(counted("mine_feedback.shorter", count), {"count": count}, "R14")
            return self.right(stars_for(over), shorter)
        return self.right()

    def begun(self) -> Playing:
        """Nothing moved yet."""
        return Playing(task=self, seat=self.table.seat((HandMode.MOVE,)))


@dataclass(frozen=True, kw_only=True)
class PlayTurn(MineTask[Turn]):
    """Play a turn: move, then dig. The solver checks it, so every turn that is as good is right.

    With `wanted` the dig must take those tiles, with as few moves as can be; without, the turn
    must net the most, with `values` saying what tiles are worth. `slack` coins may be lost against
    the best and the answer still is right; each coin lost costs a star.
    """

    wanted: tuple[Slot, ...] = ()
    values: Values = field(default_factory=Values)
    slack: int = 0

    def __post_init__(self) -> None:
        """Refuse a table without a card or money, or without a valid problem."""
        super().__post_init__()
        expect("slack", self.slack, int)
        _ = self.problem

    @property
    def problem(self) -> Problem:
        """The problem for the solver."""
        return self.table.problem(self.values, self.wanted)

    def best(self) -> Plan:
        """The solver's best turn, proven; raises TaskError if no turn does what is asked."""
        plan = solver.solve(self.problem).plan
        if plan is None:
            raise TaskError("task.nothing_right")
        return plan

    def solution(self) -> Turn:
        """The solver's best turn."""
        return self.best().turn

    def check(self, answer: Turn) -> Feedback:
        """Feedback to a turn: legal and payable or not, and how much it loses against the best.

        Powers are those on the table: an answer does not bring its own.
        """
        turn = replace(answer, powers=self.table.powers)
        if not turn.moves and turn.dig is None:
            return self.unanswered("mine_feedback.nothing_played")
        try:
            plan = plan_of(self.problem, turn)
        except RuleError as error:
            return self.wrong(Phrase.why(error))
        if turn.dig is None:
            return self.wrong(Phrase("mine_feedback.no_dig"))
        taken = slots_dug(self.table.position, turn)
        for slot in self.wanted:
            if slot not in taken:
                params = {"slot": str(slot), "quarry": slot.quarry}
                return self.wrong(Phrase("mine_feedback.wanted_left", params, None, (slot.quarry,)))
        best = self.best()
        more = len(turn.moves) - len(best.turn.moves)
        over = more if self.wanted else ceil(best.net - plan.net)
        if over <= 0:
            return self.right()
        if self.wanted:
            worse = Phrase("mine_feedback.fewer_moves", {"yours": len(turn.moves), "over": over})
        else:
            worse = self._worse(plan, best)
        return self.wrong(worse) if over > self.slack else self.right(stars_for(over), worse)

    def _worse(self, plan: Plan, best: Plan) -> Phrase:
        """The reason why coins were lost: the way to the same dig, or the choice of the dig."""
        slots = slots_dug(self.table.position, plan.turn)
        same = solver.solve(replace(self.problem, wanted=tuple(sorted(slots)))).plan
        nets: dict[str, object] = {"net": plan.net, "best": best.net}
        if same is not None and len(same.turn.moves) < len(plan.turn.moves):
            saved = len(plan.turn.moves) - len(same.turn.moves)
            key = counted("mine_feedback.same_tiles_cheaper", saved)
            return Phrase(key, {**nets, "saved": saved}, "R14")
        return Phrase("mine_feedback.better_dig", nets)

    def begun(self) -> Playing:
        """Nothing moved and nothing dug yet."""
        return Playing(task=self, seat=self.table.seat(turn_modes(self.table)), pays=True)


def turn_modes(table: MineTable) -> tuple[HandMode, HandMode]:
    """The hand's modes in a turn; with the seal, quarries are marked instead of a shape (R23)."""
    return HandMode.MOVE, HandMode.MARK if Power.SEAL in table.powers else HandMode.LAY


@dataclass(frozen=True, kw_only=True)
class TurnLaidOut(Answering[A]):
    """A turn on the board; `pays` says whether to show its account."""

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
        """The cost of the turn so far."""
        table = self.seat.table
        return account(len(self.seat.moves), self.taken, table.powers, table.money or 0)

    def form(self) -> Form:
        """The hand's modes, the moves so far, and the account."""
        seat = self.seat
        several = len(seat.modes) > 1
        moves = [move_told(move) for move in seat.moves]
        return Form(
            how=(LAY_HOW,) if seat.mode is HandMode.LAY else (),
            switches=tuple(
                Switch(mode.value, Phrase(f"mine_view.{mode.value}"), seat.mode is mode)
                for mode in (seat.modes if several else ())
            ),
            done=Phrase("mine_view.moves_made", {"moves": moves}) if moves else None,
            undo=Phrase("mine_view.back"),
            turn=TURN if seat.may_turn else None,
            picture=self._account_scene if self.pays else None,
        )

    def _account_scene(self, reader: Reader, theme: Theme) -> Scene:
        return account_scene(self.account, theme=theme, language=reader.language)


@dataclass(frozen=True, kw_only=True)
class Playing(TurnLaidOut[Turn]):
    """A turn being played."""

    @property
    def answer(self) -> Turn:
        """The turn so far."""
        return self.turn

    def answered(self, answer: Turn) -> Self:
        """The same with these moves made and this dig marked."""
        return replace(self, seat=self.seat.laid(answer.moves, answer.dig or ()), feedback=None)
