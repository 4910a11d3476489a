"""The board of a game: it shows one's own hand on the mine, or what was done last, and says it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.draw import Marks
from ksm_widgets.tutor.reading_out import read_out
from ksm_widgets.tutor.table.steps import Kind
from ksm_widgets.tutor.touch import bared
from ksm_widgets.widgets.board import Board, Touched
from ksm_widgets.widgets.looks import Looks
from ksm_widgets.widgets.parts.at_table import announced

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.views import View
    from ksm_widgets.widgets.coach_page import Coaching
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["TableBoard", "at_cursor"]


def _help(page: TablePage) -> str:
    """What the keys do, by its key in the catalogue."""
    if page.notes is not None and page.notes.place is not None:
        return "noting.board_help"
    return (
        "coach.board_help"
        if page.coach is not None and page.phase is None
        else "at_table.board_help"
    )


class TableBoard(Board):
    """The mine of a game, painted as a page has it; what there is to say is said aloud too."""

    def __init__(self, listener: Touched) -> None:
        super().__init__(listener)
        self._looks: Looks | None = None
        self._spoken: tuple[str, ...] = ()

    @property
    def looks(self) -> Looks | None:
        """How the board looks, None before a game."""
        return self._looks

    def show_page(self, page: TablePage, *, playable: bool) -> None:
        """Show the page's mine; `playable` is whether a touch on it means anything now."""
        mine, seen = page.mine, page.seen
        if mine is None:
            self._looks = None
            return
        self.hold(page.hand.shape(seen) if seen is not None and playable else None)
        self._paint_looks(page, looks_of(page, mine, playable=playable))
        words = announced(page)
        if words and words != self._spoken:
            self.announce(" ".join(words))
        self._spoken = words

    def _paint_looks(self, page: TablePage, looks: Looks) -> None:
        before, self._looks = self._looks, looks
        if looks == before:
            return
        way = None if before is None else before.glide_to(looks)
        if way is not None:
            self.glide(way, theme=page.theme, edition=page.edition)
        self.show(
            looks.scene(),
            text=looks.position.text,
            label=page.text("explorer.board_label", cursor=at_cursor(page)),
            help_=page.text(_help(page)),
        )


def at_cursor(page: TablePage) -> str:
    """What lies where the cursor is, in words; nothing before a game."""
    if page.mine is None:
        return ""
    cursor = page.hand.cursor
    return read_out(cursor, page.mine.stack(cursor), page.reader)


def looks_of(page: TablePage, mine: Position, *, playable: bool) -> Looks:
    """The board with a mine."""
    marks = _marks(page, playable=playable)
    return Looks(mine, marks, False, page.theme, page.edition, page.language)


def _marks(page: TablePage, *, playable: bool) -> Marks:
    """What the board points out."""
    advised = () if page.told is None else page.told.quarries
    if page.notes is not None and page.notes.place is not None:
        advised = (page.notes.place,)
    # Whoever is asked whether they mean a turn that cannot be paid still sees where it digs.
    if page.seen is not None and (playable or page.asks == "broke"):
        marks = page.hand.on_board(page.seen, keyboard=page.keyboard)
        if advised and page.hand.at(keyboard=page.keyboard) is None:
            marks = replace(marks, ghost=())  # Two things pointed out at once are none.
        return replace(marks, area=advised)
    focus = page.hand.cursor if page.keyboard else None
    if page.coach is not None and page.seen is not None:
        return _shown_by(page.coach, page.seen, focus)
    step = page.step
    if step is None:
        return Marks(focus=focus, area=advised)
    if step.kind in (Kind.DUG, Kind.PAID, Kind.SHARED_OUT):
        dug = step.game.records[-1].turn.dig
        return Marks(bare=dug or (), focus=focus, area=advised)
    path = tuple(begun.move for begun in step.game.begun)
    return Marks(path=path, bare=bared(path), focus=focus, area=advised)


def _shown_by(coach: Coaching, seen: View, focus: Quarry | None) -> Marks:
    """The turn that the coach shows: its moves, and the dig where it ends."""
    dig = None if coach.turn is None else coach.turn.dig
    return Marks(path=seen.begun, bare=bared(seen.begun), dig=dig or (), focus=focus)
