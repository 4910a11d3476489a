"""The page of Raubbau as a value: the position set up, the question, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from ksm_widgets.companions.marking import ENTER, Marks
from ksm_widgets.companions.picture import Hand, board_of
from ksm_widgets.companions.raubbau import editing
from ksm_widgets.companions.raubbau.box import FEWEST_PLAYERS, MOST_PLAYERS, Face
from ksm_widgets.companions.raubbau.editing import Draft
from ksm_widgets.companions.raubbau.links import NAME, Query, link_of
from ksm_widgets.companions.raubbau.match import MineMatch
from ksm_widgets.companions.raubbau.position import ENTRY
from ksm_widgets.companions.raubbau.scene import MinePicture, Place
from ksm_widgets.companions.raubbau.telling import place_told
from ksm_widgets.companions.raubbau.text import position_text
from ksm_widgets.companions.view.page import TablePage, places_of

if TYPE_CHECKING:
    from ksm_widgets.draw.showing import BoardView


_TUNNEL_KEYS = {"i": "straight", "l": "bend", "t": "t", "x": "cross", "#": "down"}
_SETS = "rgv"


_FIRST: Hand[Place] = Hand(ENTRY)


@dataclass(frozen=True, slots=True)
class Page(TablePage):
    """A mine being set up, what is asked, and what was found."""

    name: ClassVar = NAME
    table_sizes: ClassVar = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    matches: ClassVar = MineMatch
    draft: Draft = field(default_factory=lambda: Draft.of_example("last"))
    hand: Hand[Place] = _FIRST
    query: Query = field(default_factory=Query)
    players: int = 3

    @property
    def marks(self) -> Marks[Place]:
        """Faults, the plan that is looked at, and the cursor."""
        if self.playing is not None:
            here = self.playing.place
            allowed = tuple(place for place in self.playing.open_places if place != here)
            return Marks(
                chosen=() if here is None else (here,), allowed=allowed, focus=self.hand.focus
            )
        wrong = places_of(self.draft.faults)
        chosen: tuple[Place, ...] = ()
        if self.found is not None:
            chosen = self.found.places(self.row)
        return Marks(
            chosen=tuple(place for place in chosen if place not in wrong),
            wrong=wrong,
            focus=self.hand.focus,
        )

    @property
    def picture(self) -> MinePicture:
        """The board's picture, with room to build on while a position is set up."""
        room = self.found is None and self.playing is None
        return MinePicture(self.seen, self.theme, self.marks, room=room)

    @property
    def board(self) -> BoardView:
        """The board."""
        here = place_told(self.seen, self.hand.cursor, self.language)
        help_ = "play_help" if self.playing is not None else "board_help"
        return board_of(
            self.picture,
            position_text(self.seen),
            lambda place: place_told(self.seen, place, self.language),
            self.text(f"raubbau_page.{help_}"),
            self.text("raubbau_page.board_at", place=here),
        )

    @property
    def link(self) -> str:
        """The query string that opens this position with its question."""
        return link_of(self.position, self.query)

    # What a touch on the board makes of it.

    def released(self, place: Place | None) -> Page:
        """Use the tool where the finger was lifted."""
        if place is None:
            return self
        if self.playing is not None:
            return replace(self, hand=Hand(place)).with_match(self.playing.touched(place))
        return replace(self, hand=Hand(place)).with_draft(self.draft.touched(place))

    def keyed(self, key: str) -> Page:
        """Arrows move the cursor, Enter uses the tool; letters choose a tool and use it."""
        if self.playing is not None:
            if key in ENTER:
                page = self.with_match(self.playing.touched(self.hand.cursor))
                return replace(page, hand=replace(self.hand, keyboard=True))
            return replace(self, hand=self.hand.walk(key, self.picture))
        if key in ENTER:
            page = self.with_draft(self.draft.touched(self.hand.cursor))
            return replace(page, hand=replace(self.hand, keyboard=True))
        draft = tool_of_key(self.draft, key)
        if draft is not None:
            page = self.with_draft(draft.touched(self.hand.cursor))
            return replace(page, hand=replace(self.hand, keyboard=True))
        return replace(self, hand=self.hand.walk(key, self.picture))

    def read_out(self, before: Page) -> str:
        """The place of the cursor, after it has moved or what is there has changed."""
        here = place_told(self.seen, self.hand.cursor, self.language)
        if self.notice is not None and self.notice != before.notice:
            return ""
        there = place_told(before.seen, before.hand.cursor, self.language)
        return "" if here == there else here


def tool_of_key(draft: Draft, key: str) -> Draft | None:
    """The draft with the tool of a key in hand, None for any other key."""
    if key in _TUNNEL_KEYS:
        return replace(draft, tool=_TUNNEL_KEYS[key])
    if key in ("Delete", "Backspace"):
        return replace(draft, tool=editing.ERASE)
    if key == "*":
        return replace(draft, tool=editing.BLAST)
    if key in _SETS:
        return replace(draft, tool=editing.CARD, set=key)
    if key == "!":
        return replace(draft, tool=editing.CARD, face=Face.CAVE_IN)
    if len(key) == 1 and key in "GDUPS?":
        return replace(draft, tool=editing.CARD, face=Face(key))
    if len(key) == 1 and key in "12345":
        return replace(draft, tool=f"meeple{key}")
    return None
