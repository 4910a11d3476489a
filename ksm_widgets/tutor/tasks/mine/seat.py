"""A learner's seat at the mine: what touches, keys and the pointer do on a task's board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.draw import card_scene
from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.errors import MoveError
from ksm_widgets.rules.moves import Move, moved
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.touch import Gesture, Touch, bared

if TYPE_CHECKING:
    from collections.abc import Collection

    from ksm_widgets.draw import Marks, Scene, Theme
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.shapes import Placement, Shape
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.mine.table import MineTable
    from ksm_widgets.tutor.touch import Press

__all__ = ["Hand", "MineSeat"]


class Hand(Enum):
    """What a touch on the board does."""

    MARK = "mark"
    LAY = "lay"
    MOVE = "move"
    LOOK = "look"


@dataclass(frozen=True, slots=True, kw_only=True)
class MineSeat(Touch):
    """What is marked, laid and moved at a table.

    `hands` are those the task has a use for, `hand` is the one in use.
    `refused` is a move that was just not allowed, with `notice` saying why.
    """

    table: MineTable
    hands: tuple[Hand, ...] = ()
    hand: Hand = Hand.LOOK
    moves: tuple[Move, ...] = ()
    notice: Phrase | None = None
    refused: Move | None = None

    @property
    def position(self) -> Position:
        """How the mine lies after the moves so far."""
        return moved(self.table.position, self.moves, self.table.variant)

    @property
    def busy(self) -> bool:
        """Whether a tile is in hand, or something was just refused."""
        return self.picked is not None or self.notice is not None

    @property
    def may_turn(self) -> bool:
        """Whether the card may be turned: it is laid as a whole, and the mirror is spent (R21)."""
        return Power.MIRROR in self.table.powers and Hand.LAY in self.hands

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        """The card, turned as far as it has been."""
        card = self.table.card
        if card is None:
            return None
        return card_scene(card, quarters=self.turned, theme=theme, language=reader.language)

    def text(self) -> str:
        """The mine after the moves so far, as text."""
        return str(self.position if self.table.open else covered(self.position))

    def on_board(
        self,
        *,
        keyboard: bool = False,
        hinted: Collection[object] = (),
        wrong: Collection[object] = (),
        done: bool = False,
    ) -> Marks:
        """What the board points out: besides what was done, places of a hint and of mistakes.

        Once the task is done no card hangs under the pointer any more.
        """
        mistaken = tuple(quarry for quarry in self.marked if quarry in wrong)
        at = self.at(keyboard=keyboard)
        held = self.hand is Hand.LAY and at is not None and not done
        area = dict.fromkeys((*self.table.marked, *hinted))
        return replace(
            self.marks(keyboard=keyboard),
            targets=self.reach(self.position, self.table.variant),
            dig=tuple(quarry for quarry in self.marked if quarry not in mistaken),
            not_diggable=mistaken,
            ghost=self._laid(at) if held and at is not None else (),
            ghost_ok=None,
            path=self.moves,
            bare=bared(self.moves),
            illegal=self.refused,
            area=tuple(quarry for quarry in area if isinstance(quarry, Quarry)),
        )

    @property
    def card_laid(self) -> Shape | None:
        """The card as it hangs under the pointer, to be laid; None while the hand does else."""
        if self.hand is not Hand.LAY:
            return None
        return self.card_held(self.table.shape, self.table.powers)

    def _laid(self, quarry: Quarry) -> Placement:
        return self.held_over(quarry, self.table.shape, self.table.powers)

    def at_rest(self) -> Self:
        """With no tile in hand, and no word about what was refused."""
        return replace(self, picked=None, notice=None, refused=None)

    def cleared(self) -> Self:
        """As it was at first, the cursor apart."""
        fresh: Self = self.table.seat(self.hands)  # type: ignore[assignment]
        return replace(fresh, cursor=self.cursor)

    def released(self, began: Press, quarry: Quarry | None) -> Self:
        """After a press was lifted on a quarry, or beside them."""
        match began.lifted(quarry, moving=self.hand is Hand.MOVE):
            case Gesture.LET_GO:
                return replace(self, picked=None)
            case Gesture.CARRY if quarry is not None and self.position.height(began.quarry):
                return replace(self, picked=began.quarry).drop(quarry)
            case Gesture.CARRY | Gesture.DROP if quarry is not None:
                return replace(self, cursor=quarry).drop(quarry)
            case Gesture.TOUCH if quarry is not None:
                return self.touch(quarry)
            case _:
                return self

    def touch(self, quarry: Quarry) -> Self:
        """Touch a quarry: mark it or not, lay the card there, pick its tile up, or put one down."""
        here = replace(self, cursor=quarry, notice=None, refused=None)
        match self.hand:
            case Hand.LOOK:
                return here
            case Hand.MARK:
                return replace(here, marked=self.toggled(quarry))
            case Hand.LAY:
                return replace(here, marked=tuple(sorted(self._laid(quarry))), pointed=quarry)
            case Hand.MOVE:
                if self.picked is not None:
                    return here.drop(quarry)
                if not self.position.height(quarry):
                    return replace(here, notice=Phrase("feedback.is_empty", {"quarry": quarry}))
                return replace(here, picked=quarry)

    def drop(self, quarry: Quarry) -> Self:
        """Put the tile in hand down; where that is not allowed, say why and keep it in hand."""
        if self.picked is None or self.picked == quarry:
            return replace(self, picked=None)
        move = Move(self.picked, quarry)
        try:
            moved(self.position, move, self.table.variant)
        except MoveError as error:
            return replace(self, notice=Phrase.why(error), refused=move)
        return replace(self.at_rest(), moves=(*self.moves, move))

    def key(self, name: str) -> Self:
        """A key on the board: arrows walk, Enter touches, Escape lets go, m and g change hands.

        With the mirror, r turns the card.
        """
        walked = self.walked(name)
        if walked is not None:
            return walked
        match name:
            case "Enter" | " ":
                return self.touch(self.cursor)
            case "Escape":
                return self.at_rest()
            case "Backspace":
                return self.back()
            case "r":
                return self.turn()
            case "m" | "g":
                wanted = (hand for hand in self.hands if (hand is Hand.MOVE) == (name == "m"))
                return self.take(next(wanted, self.hand))
            case _:
                return self

    def acted(self, name: str, value: str) -> Self:
        """After a control beside the board: another `hand`, `back`, or `turn` the card."""
        match name:
            case "hand":
                return self.take(next((hand for hand in Hand if hand.value == value), self.hand))
            case "back":
                return self.back()
            case "turn":
                return self.turn()
            case _:
                return self

    def take(self, hand: Hand) -> Self:
        """Take up another hand, if the task has a use for it."""
        if hand not in self.hands:
            return self
        return replace(self.at_rest(), hand=hand)

    def turn(self) -> Self:
        """Turn the card a quarter, if the mirror is spent (R21); what lies there is lifted."""
        if not self.may_turn:
            return self
        return replace(self, turned=(self.turned + 1) % 4, marked=())

    def back(self) -> Self:
        """Take back what is marked or laid, or else the last move."""
        if self.marked:
            return replace(self.at_rest(), marked=())
        return replace(self.at_rest(), moves=self.moves[:-1])
