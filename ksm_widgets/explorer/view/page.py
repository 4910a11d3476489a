"""The explorer's page as a value: the session, and all that undo does not touch."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.draw.board import MinePicture
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.explorer import playing
from ksm_widgets.explorer.links import link_of
from ksm_widgets.explorer.playing import pointer_notice
from ksm_widgets.explorer.session import Mode, Session, Tool
from ksm_widgets.explorer.view.keeping import kept_text
from ksm_widgets.explorer.view.marks import marks_of
from ksm_widgets.page.state import PageState
from ksm_widgets.rules.deck import Shape
from ksm_widgets.rules.quarries import SIDE, Quarry
from ksm_widgets.telling.phrases import Notice, Reader, Tone
from ksm_widgets.telling.plans import read_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.explorer.situation import Query
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.solver.answer import Answer, Plan, SearchProgress


@dataclass(frozen=True, slots=True)
class Draft:
    """A card's shape being drawn in the editor: cells as (row, column), row 0 nearest."""

    number: int = 1
    cells: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of(cls, card: Card) -> Draft:
        """Begin with a card's shape, in the middle of the grid."""
        shape = card.shape
        row, column = (SIDE - shape.rows) // 2, (SIDE - shape.columns) // 2
        return cls(card.number, frozenset((r + row, c + column) for r, c in shape.cells))

    def shape(self) -> Shape:
        """The shape drawn; raises ShapeTextError for none or too many quarries."""
        return Shape(tuple(sorted(self.cells)))


@dataclass(frozen=True, slots=True)
class Running:
    """A search that is running; `progress` is None while there is nothing to show yet."""

    what: str
    late: bool = False
    progress: SearchProgress | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """The answer for each card of a hand, best first, and the question that they answer.

    With each is its plan as a whole turn, None for a card that can do nothing affordable.
    """

    question: Query
    found: tuple[tuple[Answer, Plan | None], ...]

    @classmethod
    def of(cls, question: Query, answers: Iterable[Answer]) -> Options:
        """The options with their turns from the start."""

        def whole(answer: Answer) -> Plan | None:
            if answer.plan is None:
                return None
            return question.with_card(answer.problem.hand[0].number).whole(answer.plan)

        return cls(question, tuple((answer, whole(answer)) for answer in answers))

    def answer(self, question: Query) -> bool:
        """Whether they answer a question, whichever card it is about."""
        return question.with_card(self.question.situation.number) == self.question


@dataclass(frozen=True, slots=True)
class Page(PageState):
    """The session and how it is looked at.

    `sizes` filters the gallery (0 shows all); `options` are what the hand was found to be able to
    do; `keys` is whether the list of keys is shown, `coded` whether the QR code of the link is;
    `gathering` is whether a touch on a card adds it to the hand; `unsaved` is whether the cards of
    the user's own game could not be saved; `auto` is whether a plan is playing step by step.
    """

    session: Session = field(default_factory=Session)
    sizes: int = 0
    seed: int = 1
    draft: Draft | None = None
    running: Running | None = None
    options: Options | None = None
    keys: bool = False
    coded: bool = False
    gathering: bool = False
    unsaved: bool = False
    auto: bool = False

    @property
    def drawn(self) -> Draft:
        """The shape in the card editor: an empty grid until something is marked."""
        return Draft() if self.draft is None else self.draft

    @property
    def hand(self) -> tuple[tuple[Answer, Plan | None], ...]:
        """The options of the hand on this board; empty until they are asked for."""
        if self.options is None or not self.options.answer(self.session.question):
            return ()
        return self.options.found

    def with_session(self, session: Session) -> Page:
        """The page with another session; one with another state stops a plan that plays."""
        auto = self.auto and session.state is self.session.state
        return replace(self, session=session, auto=auto)

    def telling(self, notice: Notice | None) -> Page:
        """The page with something to tell."""
        return replace(self, session=self.session.telling(notice))

    def failed(self, error: str) -> Page:
        """The page after an unexpected error, with nothing running any more."""
        return replace(self, trouble=error, running=None, auto=False)

    # What it shows.

    @property
    def reader(self) -> Reader:
        """The reader of the page, with the edition of their language."""
        return Reader(self.language)

    @property
    def picture(self) -> MinePicture:
        """The board's picture."""
        session = self.session
        return MinePicture(
            session.seen_position,
            marks_of(session),
            open_view=not session.covered,
            theme=self.theme,
            edition=self.edition,
            language=self.language,
        )

    @property
    def board(self) -> BoardView:
        """The board, with the card under the pointer if one is to be laid."""
        session = self.session
        held = session.hand.covers(session.playable) if session.holds_card else {}
        return BoardView(
            self.picture,
            text=session.position.text,
            label=self.text("touch.board_label", cursor=self.at_cursor),
            help=self.text("explorer.board_help"),
            held=held,
        )

    @property
    def at_cursor(self) -> str:
        """The tiles at the cursor, in words."""
        cursor = self.session.hand.cursor
        stack = self.session.seen_position.stack(cursor)
        return read_out(cursor, stack, self.reader)

    @property
    def notice(self) -> Notice | None:
        """The current notice: about the last command, faults, or the place pointed at."""
        session = self.session
        if session.notice is not None:
            return session.notice
        if session.faults:
            return Notice(session.faults, Tone.WARNING)
        return pointer_notice(session)

    @property
    def announcement(self) -> str:
        """The text that screen readers read out when it changes."""
        return "" if self.notice is None else self.notice.text(self.reader)

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet: while a mine is entered, its keys take the foot of a phone."""
        entering = self.session.tool is Tool.TABLE
        return super(Page, self).classes | (
            frozenset({"ksm-entering"}) if entering else frozenset()
        )

    @property
    def link(self) -> str:
        """The query string that opens this situation."""
        return link_of(self.session.situation)

    @property
    def kept(self) -> str:
        """The session as text, with the turn so far and the plan."""
        return kept_text(self.session)

    # What a touch on the board makes of it.

    def pressed(self, place: Quarry) -> Page:
        """The button or a finger went down."""
        return self.with_session(playing.press(self.session, place))

    def released(self, place: Quarry | None) -> Page:
        """The button or finger was lifted at a quarry, or beside the mine."""
        return self.with_session(playing.release(self.session, place))

    def pointed(self, place: Quarry | None) -> Page:
        """The pointer came to another quarry, or left the board."""
        return self.with_session(playing.point(self.session, place))

    def keyed(self, key: str) -> Page:
        """A key was pressed."""
        return self.with_session(playing.key(self.session, key))

    def unfocused(self) -> Page:
        """The board lost the keyboard's focus: the cursor is not shown."""
        hand = replace(self.session.hand, keyboard=False)
        return replace(self, session=replace(self.session, hand=hand))

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """Ctrl and Z or Y, ? and Escape for the list of keys."""
        if command and key.lower() in ("z", "y"):
            return ("undo" if key.lower() == "z" and not shift else "redo"), ""
        if key == "?" and self.session.mode is Mode.PLAY:
            return "keys", "" if self.keys else "on"
        return ("keys", "") if key == "Escape" and self.keys else None

    def read_out(self, before: Page) -> str:
        """The tiles at the cursor after it has moved, and whether the card can be dug there."""
        here, there = self.session, before.session
        if here.hand.cursor == there.hand.cursor or here.notice != there.notice:
            return ""
        notice = pointer_notice(here)
        dig = "" if notice is None else f". {notice.text(self.reader)}"
        return f"{self.at_cursor}{dig}"
