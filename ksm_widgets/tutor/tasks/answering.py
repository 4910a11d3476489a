"""An answer to a task as far as it has come: what is marked, moved, chosen, and what was said.

A value; every touch makes the next one. The widget only shows it and hands touches on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.draw.marks import Marks
from ksm_widgets.rules.digs import takings
from ksm_widgets.rules.errors import MoveError
from ksm_widgets.rules.moves import Move, moved, targets
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Quarry
from ksm_widgets.rules.shapes import around
from ksm_widgets.rules.turns import Account, Turn, account
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.kinds import Choose, Mark, Numbers, Order, PlaceCard
from ksm_widgets.tutor.tasks.turn_kinds import PlayTurn, Shift

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.tutor.tasks.task import Feedback, Table, Task

__all__ = ["Answering", "Hand", "hands_of", "may_turn"]

_ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}


class Hand(Enum):
    """What a touch on the board does."""

    MARK = "mark"
    LAY = "lay"
    MOVE = "move"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Answering:
    """A task with the answer so far. `hints` are those asked for, `tries` the answers checked.

    `pointed` is where the pointer is, `turned` by how many quarters the mirror has turned the card.
    `shown` is whether the answer was given away, `refused` a move that was just not allowed, with
    `notice` saying why.
    """

    task: Task
    hand: Hand = Hand.LOOK
    moves: tuple[Move, ...] = ()
    marked: tuple[Quarry, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    chosen: tuple[str, ...] = ()
    picked: Quarry | None = None
    cursor: Quarry = QUARRIES[0]
    pointed: Quarry | None = None
    turned: int = 0
    hints: int = 0
    tries: int = 0
    shown: bool = False
    feedback: Feedback | None = None
    notice: Phrase | None = None
    refused: Move | None = None

    @classmethod
    def of(cls, task: Task) -> Answering:
        """Begin to answer a task."""
        hands = hands_of(task)
        start = task.table.marked[0] if task.table is not None and task.table.marked else None
        return cls(task, hands[0] if hands else Hand.LOOK, cursor=start or QUARRIES[0])

    @property
    def table(self) -> Table:
        """What the task lays before the learner; asked for only where there is something."""
        assert self.task.table is not None, "the task lays nothing on the table"
        return self.task.table

    @property
    def position(self) -> Position:
        """How the mine lies after the moves so far."""
        return moved(self.table.position, self.moves, self.table.variant)

    @property
    def answer(self) -> object:
        """The answer as the task's check takes it."""
        match self.task:
            case Mark() | PlaceCard():
                return frozenset(self.marked)
            case Shift() | PlayTurn():
                return Turn(self.moves, self.marked or None)
            case Numbers():
                return {name: _whole(text) for name, text in self.numbers.items()}
            case Order():
                return self.chosen
            case _:
                return frozenset(self.chosen)

    @property
    def account(self) -> Account | None:
        """What the turn costs so far, where the task is one that is paid."""
        if not isinstance(self.task, PlayTurn):
            return None
        position = self.position
        full = [quarry for quarry in self.marked if position.height(quarry)]
        money = self.table.money or 0
        return account(len(self.moves), takings(position, full), self.table.powers, money)

    def marks(self, *, keyboard: bool = False) -> Marks:
        """What the board points out now."""
        said = self.feedback if self.feedback is not None and not self.feedback.right else None
        wrong = tuple(q for q in said.quarries if q in self.marked) if said is not None else ()
        hinted = self.task.hints[self.hints - 1].quarries if self.hints else ()
        at = self.cursor if keyboard else self.pointed
        done = self.feedback is not None and self.feedback.right
        held = self.hand is Hand.LAY and at is not None and not done
        return Marks(
            picked=self.picked,
            targets=self._reach(),
            dig=tuple(quarry for quarry in self.marked if quarry not in wrong),
            not_diggable=wrong,
            ghost=self._laid(at) if held and at is not None else (),
            ghost_ok=None,
            path=self.moves,
            bare=self._bared(),
            illegal=self.refused,
            focus=self.cursor if keyboard else None,
            area=tuple(dict.fromkeys((*self.table.marked, *hinted))),
        )

    def _laid(self, quarry: Quarry) -> Placement:
        """The card, turned as far as it has been, laid around a quarry."""
        return around(self.table.shape.turned(self.turned), quarry)

    def _reach(self) -> tuple[Quarry, ...]:
        if self.picked is None:
            return ()
        return targets(self.position, self.picked, self.table.variant)

    def _bared(self) -> tuple[Quarry, ...]:
        if not self.moves or not self.position.height(self.moves[-1].source):
            return ()
        return (self.moves[-1].source,)

    def touch(self, quarry: Quarry) -> Answering:
        """Touch a quarry: mark it or not, lay the card there, pick its tile up, or put one down."""
        here = replace(self, cursor=quarry, notice=None, refused=None)
        if self.hand is Hand.LOOK:
            return here
        if self.hand is Hand.MARK:
            marks = set(self.marked) ^ {quarry}
            return replace(here, marked=tuple(sorted(marks)), feedback=None)
        if self.hand is Hand.LAY:
            laid = tuple(sorted(self._laid(quarry)))
            return replace(here, marked=laid, pointed=quarry, feedback=None)
        if self.picked is not None:
            return here.drop(quarry)
        if not self.position.height(quarry):
            return replace(here, notice=Phrase("feedback.is_empty", {"quarry": quarry}))
        return replace(here, picked=quarry, feedback=None)

    def drop(self, quarry: Quarry) -> Answering:
        """Put the tile in hand down; where that is not allowed, say why and keep it in hand."""
        if self.picked is None or self.picked == quarry:
            return replace(self, picked=None)
        move = Move(self.picked, quarry)
        try:
            moved(self.position, move, self.table.variant)
        except MoveError as error:
            return replace(self, notice=Phrase.why(error), refused=move)
        return replace(
            self, moves=(*self.moves, move), picked=None, feedback=None, notice=None, refused=None
        )

    def key(self, name: str) -> Answering:
        """A key on the board: arrows walk, Enter touches, Escape lets go, m and g change hands.

        With the mirror, r turns the card.
        """
        if name in _ARROWS:
            rows, columns = _ARROWS[name]
            row = max(0, min(SIDE - 1, self.cursor.row + rows))
            column = max(0, min(SIDE - 1, self.cursor.column + columns))
            return replace(self, cursor=QUARRIES[row * SIDE + column])
        if name in ("Enter", " "):
            return self.touch(self.cursor)
        if name == "Escape":
            return replace(self, picked=None, notice=None, refused=None)
        if name == "Backspace":
            return self.back()
        if name == "r":
            return self.turn()
        digs = next((hand for hand in hands_of(self.task) if hand is not Hand.MOVE), Hand.MARK)
        hands = {"m": Hand.MOVE, "g": digs}
        return self.take(hands[name]) if name in hands else self

    def turn(self) -> Answering:
        """Turn the card a quarter, if the mirror is spent (R21); what lies there is lifted."""
        if not may_turn(self.task):
            return self
        return replace(self, turned=(self.turned + 1) % 4, marked=(), feedback=None)

    def take(self, hand: Hand) -> Answering:
        """Take up another hand, if the task has a use for it."""
        if hand not in hands_of(self.task):
            return self
        return replace(self, hand=hand, picked=None, notice=None, refused=None)

    def back(self) -> Answering:
        """Take back what is marked or laid, or else the last move."""
        loose = replace(self, picked=None, feedback=None, notice=None, refused=None)
        if self.marked:
            return replace(loose, marked=())
        return replace(loose, moves=self.moves[:-1])

    def cleared(self) -> Answering:
        """Begin the answer anew; hints and tries are kept."""
        fresh = Answering.of(self.task)
        return replace(fresh, hints=self.hints, tries=self.tries, cursor=self.cursor)

    def choose(self, name: str) -> Answering:
        """Choose an option, or let go of it; of one right option only the last chosen counts."""
        options = getattr(self.task, "options", ())
        if name not in {option.name for option in options}:
            return self
        if name in self.chosen:
            chosen = tuple(other for other in self.chosen if other != name)
        elif isinstance(self.task, Choose) and not self.task.several:
            chosen = (name,)
        else:
            chosen = (*self.chosen, name)
        return replace(self, chosen=chosen, feedback=None)

    def fill(self, name: str, text: str) -> Answering:
        """Fill in a number."""
        numbers = {**self.numbers, name: text.strip()[:12]}
        return replace(self, numbers=MappingProxyType(numbers), feedback=None)

    def hinted(self) -> Answering:
        """Ask for one more hint; past the last the answer itself is shown."""
        if self.hints < len(self.task.hints):
            return replace(self, hints=self.hints + 1)
        return self.given_away()

    def given_away(self) -> Answering:
        """Show a right answer."""
        clear = replace(self.cleared(), shown=True)
        solution = self.task.solution()
        match self.task, solution:
            case _, Turn(moves=moves, dig=dig):
                return replace(clear, moves=moves, marked=dig or ())
            case Numbers(), dict():
                texts = {str(name): str(value) for name, value in solution.items()}
                return replace(clear, numbers=MappingProxyType(texts))
            case Order(), tuple():
                return replace(clear, chosen=solution)
            case ((Mark() | PlaceCard()), frozenset()):
                return replace(clear, marked=tuple(sorted(solution)))
            case _, frozenset():
                return replace(clear, chosen=tuple(sorted(solution)))
            case _:
                return clear

    def checked(self) -> Answering:
        """Have the answer checked; the way stays open."""
        said = self.task.check(self.answer)
        loose = replace(self, picked=None, notice=None, refused=None)
        return replace(loose, feedback=said, tries=self.tries + 1)


def hands_of(task: Task) -> tuple[Hand, ...]:
    """What touches on a task's board can do; nothing where the board is only to be looked at."""
    match task:
        case Mark():
            return (Hand.MARK,)
        case PlaceCard():
            return (Hand.LAY,) if task.laid else (Hand.MARK,)
        case Shift():
            return (Hand.MOVE,)
        case PlayTurn():
            return (Hand.MOVE, Hand.MARK if Power.SEAL in task.table.powers else Hand.LAY)
        case _:
            return ()


def may_turn(task: Task) -> bool:
    """Whether the task's card may be turned: it is laid as a whole, and the mirror is spent."""
    spent = task.table is not None and Power.MIRROR in task.table.powers
    return spent and Hand.LAY in hands_of(task)


def _whole(text: str) -> int | None:
    """A whole number as it was typed, or None if it is none."""
    digits = text.removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdigit()):
        return None
    return int(digits) if digits == text else -int(digits)
