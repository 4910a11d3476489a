"""The table of tasks about the mine, and a learner's seat at it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from ksm_widgets.draw import Marks, board_scene, card_scene
from ksm_widgets.draw.board import MinePicture
from ksm_widgets.draw.shapes import beside
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.mine.hand import Hand, HandMode, Marked, Playable
from ksm_widgets.mine.links import question_link
from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.deck import Card
from ksm_widgets.rules.given import covered
from ksm_widgets.rules.position import Position, dig_fault, moved
from ksm_widgets.rules.quarries import QUARRIES, Move, Quarry, Variant
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver.problem import DEFAULT_MONEY, Problem
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.tasks.arguments import TaskError, expect_each
from ksm_widgets.tasks.task import BoardSeat
from ksm_widgets.telling.phrases import Notice
from ksm_widgets.telling.plans import read_out

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.mine.hand import Wish
    from ksm_widgets.rules.deck import Placement, Shape
    from ksm_widgets.rules.errors import DigError
    from ksm_widgets.rules.values import Values
    from ksm_widgets.telling.phrases import Reader


@dataclass(frozen=True, slots=True)
class MineTable:
    """A table with the mine, a card, powers spent and money.

    `marked` quarries are pointed out from the start, and so are the tiles that are `wanted`,
    wherever they are moved. `open` shows covered tiles as well (R33). With `snaps` the card
    comes to lie where it can be dug, as in a game; not where that is what a task asks.
    """

    position: Position
    card: Card | None = None
    powers: frozenset[Power] = frozenset()
    money: int | None = None
    variant: Variant = Variant.STANDARD
    marked: tuple[Quarry, ...] = ()
    open: bool = False
    wanted: tuple[Slot, ...] = ()
    snaps: bool = False

    def __post_init__(self) -> None:
        """Raise ArgumentError for an argument of the wrong type."""
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
        """The card's shape; raises TaskError if there is no card."""
        if self.card is None:
            raise TaskError("mine_task.no_card")
        return self.card.shape

    @property
    def coins(self) -> int:
        """The money; raises TaskError if there is none, as no turn could be paid."""
        if self.money is None:
            raise TaskError("mine_task.no_money")
        return self.money

    def problem(self, values: Values, wanted: tuple[Slot, ...] = ()) -> Problem:
        """The dig problem of this table: to net the most, or to take the wanted tiles."""
        return Problem(
            position=self.position,
            shape=self.shape,
            powers=self.powers,
            money=self.coins,
            values=values,
            wanted=wanted,
            variant=self.variant,
        )

    @property
    def _pointed(self) -> tuple[Quarry, ...]:
        """The quarries pointed out before any move."""
        return (*self.marked, *dict.fromkeys(slot.quarry for slot in self.wanted))

    def seat(self, modes: tuple[HandMode, ...] = ()) -> MineSeat:
        """A seat with the cursor on the first marked quarry; without modes it is only to look."""
        hand = Hand(cursor=(*self._pointed, QUARRIES[0])[0])
        return MineSeat(table=self, modes=modes, mode=(*modes, HandMode.LOOK)[0], hand=hand)

    @property
    def link(self) -> str:
        """The question what is best here; empty without a card."""
        if self.card is None:
            return ""
        seen = self.position if self.open else covered(self.position)
        money = DEFAULT_MONEY if self.money is None else self.money
        return question_link(seen, self.card, powers=self.powers, money=money, variant=self.variant)

    def scene(self, reader: Reader, theme: Theme) -> Scene:
        """The board as the task begins, and the card beside it."""
        board = board_scene(
            self.position,
            Marks(area=self._pointed),
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
        """The mine, the card and the marked quarries as text."""
        parts = [str(self.position if self.open else covered(self.position))]
        if self.card is not None:
            shape = str(self.card.shape).replace("/", "\n")
            parts.append(f"{reader.text('mine_view.card', number=self.card.number)}\n{shape}")
        if self._pointed:
            parts.append(reader.text("mine_view.marked", quarries=list(self._pointed)))
        return "\n\n".join(parts)

    def settled(self, reader: Reader) -> tuple[str, ...]:
        """Powers spent, money, and the variant if it is not the standard one."""
        lines = []
        if self.powers:
            powers = sorted(self.powers, key=str)
            lines.append(reader.text("mine_view.spent", powers=powers))
        if self.money is not None:
            lines.append(reader.text("mine_view.money", money=self.money))
        if self.variant is Variant.BEGINNER:
            lines.append(reader.text("mine_view.variant"))
        if self.open:
            lines.append(reader.text("mine_view.stacks_open"))
        return tuple(lines)


@lru_cache(maxsize=64)
def _names(position: Position, is_open: bool, reader: Reader) -> Mapping[str, str]:
    """Describe each quarry in words."""
    return {
        str(quarry): read_out(quarry, position.stack(quarry), reader, brief=True, deep=is_open)
        for quarry in QUARRIES
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class MineSeat(BoardSeat):
    """A learner's hand at a table, and the moves made there.

    `modes` are what the task lets the hand do, `mode` is what it does now.
    """

    table: MineTable
    modes: tuple[HandMode, ...] = ()
    mode: HandMode = HandMode.LOOK
    hand: Hand = field(default_factory=Hand)
    moves: tuple[Move, ...] = ()
    notice: Notice | None = None

    @property
    def position(self) -> Position:
        """The mine after the moves so far."""
        return moved(self.table.position, self.moves, self.table.variant)

    def _place_of(self, tile: Slot) -> Quarry:
        """Where a tile is after the moves so far, by its slot before them."""
        mine = self.table.position
        for move in self.moves:
            if tile == Slot(move.source, mine.height(move.source)):
                tile = Slot(move.target, mine.height(move.target) + 1)
            mine = moved(mine, (move,), self.table.variant)
        return tile.quarry

    @property
    def marked(self) -> Placement:
        """The quarries marked, or those the card lies on."""
        return self.hand.marked

    @property
    def busy(self) -> bool:
        """Whether a tile is in hand, or there is something to say."""
        return self.hand.picked is not None or self.notice is not None

    @property
    def may_turn(self) -> bool:
        """Whether the card may be turned: it is laid as a whole, and the mirror is spent (R21)."""
        return Power.MIRROR in self.table.powers and HandMode.LAY in self.modes

    @property
    def playable(self) -> Playable:
        """The hand's possibilities here."""
        table, position = self.table, self.position
        playable = Playable(
            position=position,
            mode=self.mode,
            variant=table.variant,
            powers=table.powers,
            moves=self.moves,
        )
        if table.card is None:
            return playable
        shape = table.card.shape

        def fault(placement: Placement) -> DigError | None:
            return dig_fault(position, placement, shape, table.powers)

        return replace(playable, shape=shape, fault=fault if table.snaps else None)

    # What it shows.

    def aside(self, reader: Reader, theme: Theme) -> Scene | None:
        """The card, turned as far as it has been."""
        card = self.table.card
        if card is None:
            return None
        return card_scene(card, quarters=self.hand.turned, theme=theme, language=reader.language)

    def text(self) -> str:
        """The mine after the moves so far, as text."""
        return str(self.position if self.table.open else covered(self.position))

    def board(
        self,
        reader: Reader,
        theme: Theme,
        *,
        hinted: Collection[Hashable] = (),
        wrong: Collection[Hashable] = (),
        done: bool = False,
    ) -> BoardView:
        """The mine, with the card under the pointer if it is to be laid."""
        playable = self.playable
        laying = self.mode is HandMode.LAY and not done
        marks = self.hand.marks(playable)
        area = dict.fromkeys((*self.table.marked, *map(self._place_of, self.table.wanted), *hinted))
        wrong = (*wrong, *(() if self.notice is None else self.notice.places))
        marks = replace(
            marks,
            dig=tuple(quarry for quarry in self.marked if quarry not in wrong),
            not_diggable=tuple(quarry for quarry in self.marked if quarry in wrong),
            ghost=marks.ghost if laying else (),
            illegal=None if self.notice is None else self.notice.arrow,
            area=tuple(quarry for quarry in area if isinstance(quarry, Quarry)),
        )
        language, is_open = reader.language, self.table.open
        picture = MinePicture(
            playable.position,
            marks,
            open_view=is_open,
            theme=theme,
            edition=reader.played,
            language=language,
        )
        help_ = "board_look" if self.mode is HandMode.LOOK else "board_help"
        return BoardView(
            picture,
            text=playable.position.text,
            label=reader.text("mine_view.board_label", cursor=self._at_cursor(reader)),
            help=reader.text(f"mine_view.{help_}"),
            held=self.hand.covers(playable) if laying else {},
            names=_names(playable.position, is_open, reader),
        )

    def _at_cursor(self, reader: Reader) -> str:
        cursor = self.hand.cursor
        stack = self.position.stack(cursor)
        return read_out(cursor, stack, reader, brief=True, deep=self.table.open)

    def read_out(self, before: MineSeat, reader: Reader) -> str:
        """The stack that the cursor came to, or the quarries marked, in words."""
        if self.hand.cursor != before.hand.cursor:
            return self._at_cursor(reader)
        if self.marked and self.marked != before.marked:
            return reader.text("mine_view.marked", quarries=list(self.marked))
        return ""

    # What a touch, a key or a control makes of it.

    def pressed(self, place: Quarry) -> Self:
        """The seat after the button or a finger went down: a tile to be moved is picked up."""
        return self._done(*self.hand.press(self.playable, place))

    def released(self, place: Quarry | None) -> Self:
        """The seat after it was lifted at a quarry, or beside the mine."""
        return self._done(*self.hand.release(self.playable, place))

    def touch(self, quarry: Quarry) -> Self:
        """The seat after a quarry was touched, down and up."""
        return self._done(*self.hand.touch(self.playable, quarry))

    def pointed(self, place: Quarry | None) -> Self:
        """The seat with the pointer at another quarry, if a card hangs under it."""
        if self.mode is not HandMode.LAY:
            return self
        return replace(self, hand=self.hand.point(place))

    def unfocused(self) -> Self:
        """The seat without the cursor of the keys."""
        return replace(self, hand=replace(self.hand, keyboard=False))

    def keyed(self, key: str, *, done: bool = False) -> Self:
        """The seat after a key: besides those of the hand, m and g change what it does."""
        if done:
            return replace(self, hand=replace(self.hand.walk(key), keyboard=True))
        seat = self
        match key:
            case "m" | "g":
                wanted = (mode for mode in self.modes if (mode is HandMode.MOVE) == (key == "m"))
                seat = self.take(next(wanted, self.mode))
            case "Backspace":
                seat = self.back()
            case "Escape":
                seat = self.at_rest()
            case "r":
                seat = self._turned() if self.may_turn else self
            case _:
                return self._done(*self.hand.key(self.playable, key))
        return replace(seat, hand=replace(seat.hand, keyboard=True))

    def acted(self, name: str, value: str) -> Self:
        """The seat after a control: `hand` changes what it does, `back` takes back, `turn` turns.

        Any other changes nothing.
        """
        match name:
            case "hand":
                return self.take(
                    next((mode for mode in HandMode if mode.value == value), self.mode)
                )
            case "back":
                return self.back()
            case "turn" if self.may_turn:
                return self._turned()
            case _:
                return self

    def _turned(self) -> Self:
        """The seat with the card turned a quarter; one that lies in the mine is turned in place.

        Where the table lets it snap, it is turned on to where it can be dug.
        """
        before, playable = self.hand, self.playable
        seat = self._done(*before.turn(playable))
        if not before.marked:
            return seat
        tapped = before.cursor
        if tapped not in before.marked:
            tapped = before.marked[len(before.marked) // 2]
        turned = seat.hand.fitting(playable, tapped)
        if turned.card(playable) == before.card(playable):
            return replace(self, notice=Notice.of("mine_view.only_so", quarry=tapped))
        hand = replace(turned, marked=tuple(sorted(turned.card_at(playable, tapped))))
        return replace(seat, hand=hand, notice=_beside(playable, hand, tapped))

    def _done(self, hand: Hand, wish: Wish) -> Self:
        """Carry out what the hand asks for."""
        seat = replace(self, hand=hand)
        match wish:
            case None:
                return seat
            case Move():
                return replace(seat, moves=(*self.moves, wish), notice=None)
            case Marked():
                return replace(seat, notice=_beside(self.playable, hand, wish.quarry))
            case _:
                return replace(seat, notice=wish if isinstance(wish, Notice) else None)

    def at_rest(self) -> Self:
        """The seat with no tile in hand and nothing to say."""
        return replace(self, hand=replace(self.hand, picked=None), notice=None)

    def cleared(self) -> Self:
        """The seat as it was at first, the cursor apart."""
        fresh: Self = self.table.seat(self.modes)  # type: ignore[assignment] # there is one kind
        return replace(fresh, hand=replace(fresh.hand, cursor=self.hand.cursor))

    def take(self, mode: HandMode) -> Self:
        """The seat with the hand doing something else, if the task has a use for it."""
        return replace(self.at_rest(), mode=mode) if mode in self.modes else self

    def laid(self, moves: tuple[Move, ...] = (), marked: Placement = ()) -> Self:
        """The seat with these moves made and these quarries marked."""
        seat = self.at_rest()
        return replace(seat, moves=moves, hand=replace(seat.hand, marked=marked))

    def with_marked(self, places: Collection[Quarry]) -> Self:
        """The seat with these quarries marked."""
        return self.laid(marked=tuple(sorted(places)))

    def back(self) -> Self:
        """The seat without what is marked or laid, or else without the last move."""
        return self.laid(self.moves if self.marked else self.moves[:-1])


def _beside(playable: Playable, hand: Hand, quarry: Quarry) -> Notice | None:
    """Say so where the card, held as it is, can't cover the quarry that was touched."""
    lays = playable.mode is HandMode.LAY and not playable.one_by_one
    if not lays or quarry in hand.marked:
        return None
    return Notice.of("mine_view.beside", quarry=quarry)
