"""The page of a game as a value: the position set up, the question, what was found, a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from ksm_widgets.companions.answering import FoundT, Looked
from ksm_widgets.companions.cursor import ENTER, Cursor
from ksm_widgets.companions.drafting import ERASE
from ksm_widgets.companions.links import QueryT, is_link
from ksm_widgets.companions.match import MatchT
from ksm_widgets.companions.position import AnyPlace, PositionT
from ksm_widgets.companions.view.board import board_of, marks_of, read_out
from ksm_widgets.page.state import PageState
from ksm_widgets.telling.phrases import Notice, Reader, Tone, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.drafting import ShelfDraft
    from ksm_widgets.companions.marking import Marks
    from ksm_widgets.companions.match import AnyMatch
    from ksm_widgets.companions.picture import TablePicture
    from ksm_widgets.companions.pulse import PartDone, Pulse
    from ksm_widgets.companions.view.searching import Running
    from ksm_widgets.draw.showing import BoardView
    from ksm_widgets.telling.phrases import Phrase


_ERASING = dict.fromkeys(("Delete", "Backspace"), ERASE)
"""The keys that take the eraser in hand."""


class Mode(Enum):
    """What the page is used for: to set up and ask, or to play."""

    SET = "set"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class ShelfPage(PageState, ABC, Generic[PositionT, QueryT, FoundT, MatchT]):
    """A position being set up, what is asked and found, and a game that is played.

    `notice` is about the last act, `looked` is what was found, `running` the search under way.
    `match` is the game under way, or None; `players` and `people` are those of one to begin, and
    `resumable` is whether one has been saved. `aside` is the draft and the question that come back
    after a question about the game. `coded` is whether the QR code shows, `solved` has the lessons
    with every task solved.

    A game says in a subclass the kinds of its positions, questions, findings and matches; it
    begins `draft`, `cursor` and `query`.
    """

    match_type: ClassVar[type[AnyMatch]]
    tool_keys: ClassVar[Mapping[str, str]]
    """The tools by the key that takes each in hand, besides those of the eraser."""

    draft: ShelfDraft[PositionT]
    cursor: Cursor[AnyPlace]
    query: QueryT
    mode: Mode = Mode.SET
    notice: Notice | None = None
    looked: Looked[FoundT] | None = None
    running: Running | None = None
    coded: bool = False
    match: MatchT | None = None
    players: int = 0
    people: int = 1
    resumable: bool = False
    solved: frozenset[str] = frozenset()
    aside: tuple[ShelfDraft[PositionT], QueryT] | None = None

    def __post_init__(self) -> None:
        """Offer a game to begin of as many players as there must be, unless more are chosen."""
        object.__setattr__(self, "players", max(self.players, self.sizes[0]))

    # What a game must say.

    @property
    @abstractmethod
    def picture(self) -> TablePicture[AnyPlace]:
        """The board's picture."""

    @property
    @abstractmethod
    def tool_help(self) -> tuple[Phrase, ...]:
        """The sentence on the tool in hand; if it is long, a second phrase has the rest."""

    @staticmethod
    @abstractmethod
    def find(position: PositionT, query: QueryT, pulse: Pulse, part_done: PartDone, /) -> FoundT:
        """Answer a query; may raise what `pulse` raises, and KsmError.

        `part_done` gets the number of the parts that are done.
        """

    @staticmethod
    @abstractmethod
    def place_told(position: PositionT, place: AnyPlace, language: str, /) -> str:
        """A place and everything at it, in words."""

    # What a game may say.

    def with_key(self, key: str) -> ShelfDraft[PositionT] | None:
        """The draft after a key that is none of `tool_keys`; None if it means nothing."""
        return None

    def fitting(self) -> tuple[str, ...]:
        """The questions to try about a game's position: the first that has an answer is asked."""
        return self.query.questions

    # What all games share.

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.query.name

    @property
    def sizes(self) -> range:
        """The numbers of players that the game can have."""
        return self.match_type.game_type.sizes

    @property
    def position(self) -> PositionT:
        """The position that is set up."""
        return self.draft.position

    @property
    def playing(self) -> MatchT | None:
        """The game that is shown; None while a position is set up, and before a game."""
        return self.match if self.mode is Mode.PLAY else None

    @property
    def starting(self) -> bool:
        """Whether a game is to be begun: there is no board yet."""
        return self.mode is Mode.PLAY and self.match is None

    @property
    def shown(self) -> PositionT:
        """The position that is shown: of a row looked at, the one after some of its acts."""
        shown: PositionT = self.position
        if self.playing is not None:
            shown = self.playing.view
        elif self.looked is not None:
            shown = self.looked.position
        return shown

    @property
    def setting_up(self) -> bool:
        """Whether the position that is set up is shown, and not a game or a row looked at."""
        return self.looked is None and self.playing is None

    def opened(self, start: str) -> Self:
        """The page with the position and the question of a text or a link; raises KsmError."""
        if is_link(start):
            position, query = self.query.parse(start)
        else:
            position, query = self.draft.read(start).position, self.query
        return self.with_draft(replace(self.draft, position=position)).with_query(query)

    def with_match(self, match: MatchT | None) -> Self:
        """The page with another game, or after another act of it."""
        return replace(self.in_mode(Mode.PLAY), match=match)

    def in_mode(self, mode: Mode) -> Self:
        """The page in another mode; a table that made way for a game's comes back."""
        page = self if self.aside is None else self._back(*self.aside)
        return replace(page, mode=mode, notice=None)

    def _back(self, draft: ShelfDraft[PositionT], query: QueryT) -> Self:
        return replace(self, draft=draft, query=query, aside=None, looked=None)

    def studying(self, position: PositionT) -> Self:
        """The page with a position of the game to ask about, in place of the table set up."""
        draft = replace(self.draft, position=position, past=(), future=())
        page = replace(self, mode=Mode.SET, aside=(self.draft, self.query))
        return page.with_draft(draft)

    def with_draft(self, draft: ShelfDraft[PositionT]) -> Self:
        """The page with another draft and no notice; an answer to another position goes."""
        same = draft.position == self.draft.position
        return replace(self, draft=draft, notice=None, looked=self.looked if same else None)

    def holding(self, tool: str, **further: Any) -> Self:
        """The page with a tool in hand; what it puts down is in further fields of the draft."""
        return self.with_draft(self.draft.changed(tool=tool, **further))

    def with_query(self, query: QueryT) -> Self:
        """The page with another question."""
        return replace(self, query=query, looked=None, notice=None)

    def telling(self, notice: Notice | None) -> Self:
        """The page with something to tell."""
        return replace(self, notice=notice)

    def failed(self, error: str) -> Self:
        """The page after an unexpected error, with nothing running any more."""
        return replace(self, trouble=error, running=None)

    # What it shows.

    @property
    def marks(self) -> Marks[AnyPlace]:
        """Faults, the next act of the row looked at, and the cursor; in a game what is open."""
        return marks_of(self)

    @property
    def board(self) -> BoardView:
        """The board, with words for its places and for the place of the cursor."""
        return board_of(self)

    @property
    def here(self) -> AnyPlace:
        """The place of the cursor, or the first one if this table doesn't have that place."""
        return self.cursor.within(self.picture.boxes())

    def told(self, place: AnyPlace) -> str:
        """A place of the table that is shown, in words."""
        return self.place_told(self.shown, place, self.language)

    @property
    def link(self) -> str:
        """The query string that opens this position with its question."""
        return self.query.link(self.position)

    @property
    def reader(self) -> Reader:
        """The reader of the page."""
        return Reader(self.language)

    @property
    def announcement(self) -> str:
        """The text that screen readers read out when it changes."""
        if self.message is None and self.playing is not None:
            return " ".join(map(self.reader.say, self.playing.news))
        return "" if self.message is None else self.message.text(self.reader)

    @property
    def message(self) -> Notice | None:
        """The notice; without one, the faults of the position that is set up."""
        if self.notice is not None or self.mode is Mode.PLAY:
            return self.notice
        faults = self.draft.faults
        return Notice(faults, Tone.WARNING) if faults else None

    @property
    def kept(self) -> str:
        """The text that brings the page back after its program has ended: its link, and a game."""
        draft, query = (self.draft, self.query) if self.aside is None else self.aside
        link = query.link(draft.position)
        match = self.playing if self.aside is None else self.match
        return link if match is None else f"{link}\n{match.text()}"

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet."""
        common = super(ShelfPage, self).classes
        return common | {"ksm-starting"} if self.starting else common

    # What a touch on the board makes of it.

    def released(self, place: AnyPlace | None) -> Self:
        """Use the tool where the finger was lifted."""
        if place is None:
            return self
        page = replace(self, cursor=Cursor(place))
        if page.playing is not None:
            return page._match_touched(page.playing, place)
        if page.starting:  # The game that begins has another board.
            return page
        return page._draft_touched(place)

    def _draft_touched(self, place: AnyPlace) -> Self:
        """The page after a touch of the position that is set up."""
        draft, notice = self.draft.touched(place)
        if notice is None and draft == self.draft:
            notice = Notice.of("shelf_page.no_change")
        return self.with_draft(draft).telling(notice)

    def _match_touched(self, match: MatchT, place: AnyPlace) -> Self:
        """The page after a touch in a game; one that does nothing is explained."""
        refused = match.refusal(place)
        if refused is not None:
            return self.telling(Notice.refusal(refused))
        after = match.touched(place)
        page = self.gone_on(match, after, place)
        idle = bool(match.open_acts) and after == match and page.notice is None
        return page.telling(Notice.of("shelf_play.no_use")) if idle else page

    def gone_on(self, before: MatchT, after: MatchT, place: AnyPlace | None = None) -> Self:
        """The page after a touch or a button in a game, with what the game remarks on it."""
        page = self.with_match(after)
        remark = None if after.game != before.game else after.remark(place)
        if remark is None:
            return page
        told = () if place is None else (plain(page.told(place) + "."),)
        return page.telling(Notice((*told, remark), rule=remark.rule))

    def keyed(self, key: str) -> Self:
        """Arrows move the cursor, Enter uses the tool; letters and digits choose one."""
        draft = None if self.mode is Mode.PLAY else self._keyed_draft(key)
        if key in ENTER:
            page = self.released(self.here)
        elif draft is not None:
            page = self.with_draft(draft)
        else:
            return replace(self, cursor=self.cursor.walk(key, self.picture.boxes()))
        # What it was at may be gone by now.
        return replace(page, cursor=replace(page.cursor, place=page.here).shown())

    def _keyed_draft(self, key: str) -> ShelfDraft[PositionT] | None:
        """The draft with the tool of a key in hand; None for a key that has none."""
        tool = {**_ERASING, **self.tool_keys}.get(key)
        return self.with_key(key) if tool is None else self.draft.changed(tool=tool)

    def read_out(self, before: Self) -> str:
        """The place of the cursor, after it has moved or what is there has changed."""
        return read_out(self, before)

    def unfocused(self) -> Self:
        """The board lost the keyboard's focus: the cursor is not shown."""
        return replace(self, cursor=self.cursor.shown(keyboard=False))

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """Ctrl and Z or Y undo and redo."""
        if command and self.mode is Mode.SET and key.lower() in ("z", "y"):
            return ("undo" if key.lower() == "z" and not shift else "redo"), ""
        return None


AnyPage = ShelfPage[Any, Any, Any, Any]
PageT = TypeVar("PageT", bound=AnyPage)
