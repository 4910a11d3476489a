"""What a task about the mine lays before the learner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.draw import Marks, board_scene, card_scene
from ksm_widgets.draw.together import beside
from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.deck import Card
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.solver.problem import Problem
from ksm_widgets.tutor.tasks.mine.seat import Hand, MineSeat
from ksm_widgets.tutor.tasks.said import TaskError, expect_each

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.rules.shapes import Shape
    from ksm_widgets.solver.problem import Slot, Values
    from ksm_widgets.tutor.reader import Reader

__all__ = ["MineTable"]


@dataclass(frozen=True, slots=True)
class MineTable:
    """The mine, a card, powers spent, money held.

    `marked` quarries are pointed out from the start. `open` shows covered tiles as well (R33).
    """

    position: Position
    card: Card | None = None
    powers: frozenset[Power] = frozenset()
    money: int | None = None
    variant: Variant = Variant.STANDARD
    marked: tuple[Quarry, ...] = ()
    open: bool = False

    def __post_init__(self) -> None:
        """Refuse another kind of thing than expected, by ArgumentError."""
        expect("position", self.position, Position)
        if self.card is not None:
            expect("card", self.card, Card)
        expect_each("powers", self.powers, frozenset, Power)
        if self.money is not None:
            expect("money", self.money, int)
        expect("variant", self.variant, Variant)
        expect_each("marked", self.marked, tuple, Quarry)

    @property
    def shape(self) -> Shape:
        """The card's shape; raises TaskError if there is no card, and so nothing to dig."""
        if self.card is None:
            raise TaskError("task.no_card")
        return self.card.shape

    @property
    def coins(self) -> int:
        """The money; raises TaskError if it is not told, and so no turn can be paid."""
        if self.money is None:
            raise TaskError("task.no_money")
        return self.money

    def problem(self, values: Values, wanted: tuple[Slot, ...] = ()) -> Problem:
        """The dig problem of this table: what nets most, or takes the wanted tiles."""
        return Problem(
            position=self.position,
            shape=self.shape,
            powers=self.powers,
            money=self.coins,
            values=values,
            wanted=wanted,
            variant=self.variant,
        )

    def seat(self, hands: tuple[Hand, ...] = ()) -> MineSeat:
        """A seat at the table, its cursor on what is pointed out; without hands only to look."""
        hand = hands[0] if hands else Hand.LOOK
        cursor = self.marked[0] if self.marked else QUARRIES[0]
        return MineSeat(table=self, hands=hands, hand=hand, cursor=cursor)

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        """The board as the task begins, and the card beside it."""
        board = board_scene(
            self.position,
            Marks(area=self.marked),
            open_view=self.open,
            theme=theme,
            edition=reader.played,
            language=reader.language,
        )
        if self.card is None:
            return board
        both = beside(board, card_scene(self.card, theme=theme, language=reader.language))
        return replace(both, title=board.title, description=board.description)

    def text(self, reader: Reader) -> str:
        """The mine, the card and what is pointed out, as text."""
        parts = [str(self.position if self.open else covered(self.position))]
        if self.card is not None:
            shape = str(self.card.shape).replace("/", "\n")
            parts.append(f"{reader.text('lesson_view.card', number=self.card.number)}\n{shape}")
        if self.marked:
            parts.append(reader.text("lesson_view.marked", quarries=list(self.marked)))
        return "\n\n".join(parts)

    def settled(self, reader: Reader) -> tuple[str, ...]:
        """Powers spent, money, and the variant if it is not the usual one."""
        lines = []
        if self.powers:
            powers = [reader.edition.power_term(power) for power in sorted(self.powers, key=str)]
            lines.append(reader.text("lesson_view.spent", powers=powers))
        if self.money is not None:
            lines.append(reader.text("lesson_view.money", money=self.money))
        if self.variant is Variant.BEGINNER:
            lines.append(reader.text("lesson_view.variant"))
        return tuple(lines)
