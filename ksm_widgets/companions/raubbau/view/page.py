"""The page of Raubbau as a value: the position set up, the question, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau import editing
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.editing import Draft
from ksm_widgets.companions.raubbau.hand import ENTER, Hand, board_of
from ksm_widgets.companions.raubbau.links import Query, link_of
from ksm_widgets.companions.raubbau.scene import Marks, MinePicture
from ksm_widgets.companions.raubbau.telling import place_told, touch_places
from ksm_widgets.page.state import PageState
from ksm_widgets.telling.phrases import Notice, Reader, Tone

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.answering import Found
    from ksm_widgets.companions.raubbau.match import Match
    from ksm_widgets.companions.raubbau.position import Field, Position
    from ksm_widgets.companions.raubbau.scene import Place
    from ksm_widgets.draw.showing import BoardView


class Mode(Enum):
    """The use of the page."""

    SET = "set"
    PLAY = "play"


_TUNNEL_KEYS = {"i": "straight", "l": "bend", "t": "t", "x": "cross", "#": "down"}
_SETS = "rgv"


@dataclass(frozen=True, slots=True)
class Page(PageState):
    """A position being set up, what is asked, and what was found.

    `row` is the plan looked at, `done` how much of a running search is done (None: none runs),
    `late` whether it shows yet, `coded` whether the QR code does.
    """

    draft: Draft = field(default_factory=lambda: Draft.of_example("last"))
    hand: Hand = field(default_factory=Hand)
    mode: Mode = Mode.SET
    query: Query = field(default_factory=Query)
    found: Found | None = None
    row: int = 0
    done: int | None = None
    late: bool = False
    coded: bool = False
    match: Match | None = None
    players: int = 3
    people: int = 1

    @property
    def position(self) -> Position:
        """The position that is set up."""
        return self.draft.position

    @property
    def playing(self) -> Match | None:
        """The game that is shown; None while a position is set up, and before a game."""
        return self.match if self.mode is Mode.PLAY else None

    @property
    def seen(self) -> Position:
        """The position that is shown."""
        return self.position if self.playing is None else self.playing.view

    def with_match(self, match: Match | None) -> Page:
        """The page with another game, or after another act of it."""
        return replace(self, match=match, mode=Mode.PLAY, draft=replace(self.draft, notice=None))

    def with_draft(self, draft: Draft) -> Page:
        """The page with another draft; an answer to another position goes."""
        same = draft.position == self.draft.position
        return replace(
            self, draft=draft, found=self.found if same else None, row=self.row if same else 0
        )

    def with_query(self, query: Query) -> Page:
        """The page with another question."""
        return replace(self, query=query, found=None, row=0, draft=replace(self.draft, notice=None))

    def telling(self, notice: Notice | None) -> Page:
        """The page with something to tell."""
        return replace(self, draft=self.draft.telling(notice))

    def failed(self, error: str) -> Page:
        """The page after an unexpected error, with nothing running any more."""
        return replace(self, trouble=error, done=None, late=False)

    # What it shows.

    @property
    def reader(self) -> Reader:
        """The reader of the page."""
        return Reader(self.language)

    @property
    def notice(self) -> Notice | None:
        """The current notice: about the last act, or the faults."""
        if self.draft.notice is not None:
            return self.draft.notice
        if self.mode is Mode.PLAY:
            return None
        faults = self.draft.faults
        return Notice(faults, Tone.WARNING, None, _places(faults)) if faults else None

    @property
    def marks(self) -> Marks:
        """Faults, the plan that is looked at, and the cursor."""
        if self.playing is not None:
            here = self.playing.place
            allowed = tuple(place for place in places_of(self.playing) if place != here)
            return Marks(
                chosen=() if here is None else (here,), allowed=allowed, focus=self.hand.focus
            )
        wrong = _places(self.draft.faults)
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
            self.hand,
            self.language,
            self.text(f"raubbau_page.{help_}"),
            self.text("raubbau_page.board_at", place=here),
        )

    @property
    def announcement(self) -> str:
        """The text that screen readers read out when it changes."""
        if self.notice is None and self.playing is not None:
            return " ".join(map(self.reader.say, self.playing.told))
        return "" if self.notice is None else self.notice.text(self.reader)

    @property
    def link(self) -> str:
        """The query string that opens this position with its question."""
        return link_of(self.position, self.query)

    @property
    def kept(self) -> str:
        """What brings the page back after its program has ended: its link, and a game."""
        return self.link if self.playing is None else f"{self.link}\n{self.playing.text()}"

    # What a touch on the board makes of it.

    def released(self, place: Place | None) -> Page:
        """Use the tool where the finger was lifted."""
        if place is None:
            return self
        if self.playing is not None:
            return replace(self, hand=Hand(place)).with_match(touched(self.playing, place))
        return replace(self, hand=Hand(place)).with_draft(self.draft.touched(place))

    def keyed(self, key: str) -> Page:
        """Arrows move the cursor, Enter uses the tool; letters choose a tool and use it."""
        if self.playing is not None:
            if key in ENTER:
                page = self.with_match(touched(self.playing, self.hand.cursor))
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

    def unfocused(self) -> Page:
        """The board lost the keyboard's focus: the cursor is not shown."""
        return replace(self, hand=replace(self.hand, keyboard=False))

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """Ctrl and Z or Y undo and redo."""
        if command and self.playing is None and key.lower() in ("z", "y"):
            return ("undo" if key.lower() == "z" and not shift else "redo"), ""
        return None

    def read_out(self, before: Page) -> str:
        """The place of the cursor, after it has moved or what is there has changed."""
        here = place_told(self.seen, self.hand.cursor, self.language)
        if self.notice is not None and self.notice != before.notice:
            return ""
        there = place_told(before.seen, before.hand.cursor, self.language)
        return "" if here == there else here


def places_of(match: Match) -> tuple[Place, ...]:
    """The places whose touch does something now."""
    found = [place for act in match.acts for place in touch_places(match.view, act)]
    return tuple(dict.fromkeys(found))


def touched(match: Match, place: Place) -> Match:
    """The game after a touch: the only act of a place is done, of several one is to be chosen."""
    acts = [act for act in match.acts if place in touch_places(match.view, act)]
    if len(acts) == 1:
        return match.after(acts[0])
    return replace(match, place=place if acts and match.place != place else None)


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


def _places(faults: tuple[object, ...]) -> tuple[Field, ...]:
    found = [place for fault in faults for place in getattr(fault, "places", ())]
    return tuple(dict.fromkeys(found))
