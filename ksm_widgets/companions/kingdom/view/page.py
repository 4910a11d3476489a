"""The page of Kingdom of Solomon as a value: the table, the question, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from ksm_widgets.companions.kingdom.box import FEWEST_PLAYERS, MOST_PLAYERS
from ksm_widgets.companions.kingdom.editing import (
    BUILDING,
    CUBE,
    ERASE,
    PAWN,
    ROAD,
    TOKEN,
    Draft,
)
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.links import NAME, Query, link_of
from ksm_widgets.companions.kingdom.match import KingdomMatch
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.telling import place_told
from ksm_widgets.companions.kingdom.text import position_text
from ksm_widgets.companions.marking import ENTER, Marks
from ksm_widgets.companions.picture import Hand, board_of
from ksm_widgets.companions.view.page import TablePage, places_of

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.draw.showing import BoardView

_FIRST = Hand("Lebanon")


@dataclass(frozen=True, slots=True)
class Page(TablePage):
    """A table being set up, what is asked, and what was found."""

    name: ClassVar = NAME
    table_sizes: ClassVar = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    matches: ClassVar = KingdomMatch

    draft: Draft = field(default_factory=lambda: Draft.of_example("trade"))
    hand: Hand[str] = _FIRST
    query: Query = field(default_factory=Query)

    @property
    def seen(self) -> Position:
        """The position that is shown: of a plan looked at, the one after some of its acts."""
        if self.playing is None and self.found is not None:
            after: Position = self.found.after(self.row, self.step)
            return after
        shown: Position = self.position if self.playing is None else self.playing.view
        return shown

    @property
    def marks(self) -> Marks[str]:
        """Faults, the next act of the plan that is looked at, and the cursor."""
        if self.playing is not None:
            here = self.playing.place
            chosen = () if here is None else (str(here),)
            allowed = tuple(place for place in self.playing.open_places if place != here)
            return Marks(chosen=chosen, allowed=allowed, focus=self.hand.focus)
        wrong = tuple(map(str, places_of(self.draft.faults)))
        next_ = () if self.found is None else self.found.places(self.row, self.step)
        end = () if self.draft.end is None else (self.draft.end,)
        return Marks(chosen=(*next_, *end), wrong=wrong, focus=self.hand.focus)

    @property
    def picture(self) -> KingdomPicture:
        """The board's picture."""
        return KingdomPicture(self.seen, self.theme, self.marks, self.language)

    @property
    def board(self) -> BoardView:
        """The board."""
        here = place_told(self.seen, self.hand.cursor, self.language)
        help_ = "play_help" if self.playing is not None else "board_help"
        return board_of(
            self.picture,
            position_text(self.seen),
            lambda place: place_told(self.seen, place, self.language),
            self.text(f"kingdom_page.{help_}"),
            self.text("kingdom_page.board_at", place=here),
        )

    @property
    def link(self) -> str:
        """The query string that opens this position with its question."""
        return link_of(self.position, self.query)

    # What a touch on the board makes of it.

    def released(self, place: str | None) -> Page:
        """Use the tool where the finger was lifted."""
        if place is None:
            return self
        page = replace(self, hand=Hand(place))
        if self.playing is not None:
            return page.with_match(self.playing.touched(place))
        return page.with_draft(self.draft.touched(place))

    def keyed(self, key: str) -> Page:
        """Arrows move the cursor, Enter uses the tool; letters and digits choose one."""
        if key in ENTER:
            page = self.released(self.hand.cursor)
            return replace(page, hand=replace(self.hand, keyboard=True))
        draft = None if self.playing is not None else tool_of_key(self.draft, key)
        if draft is not None:
            return replace(self, hand=replace(self.hand, keyboard=True)).with_draft(draft)
        return replace(self, hand=self.hand.walk(key, self.picture))

    def read_out(self, before: Page) -> str:
        """The place of the cursor, after it has moved or what is there has changed."""
        here = place_told(self.seen, self.hand.cursor, self.language)
        if self.notice is not None and self.notice != before.notice:
            return ""
        there = place_told(before.seen, before.hand.cursor, self.language)
        return "" if here == there else here


_KEYS = {"b": BUILDING, "p": PAWN, "r": ROAD, "t": TOKEN}


def tool_of_key(draft: Draft, key: str) -> Draft | None:
    """The draft with the tool of a key in hand, None for any other key."""
    bare = replace(draft, end=None, notice=None)
    if key in ("Delete", "Backspace"):
        return replace(bare, tool=ERASE)
    if key in _KEYS:
        return replace(bare, tool=_KEYS[key])
    if len(key) == 1 and key in GOODS:
        return replace(bare, tool=CUBE, good=key)
    if len(key) == 1 and key in "1234"[: draft.position.players]:
        return replace(bare, seat=int(key))
    return None
