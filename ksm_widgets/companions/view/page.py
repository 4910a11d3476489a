"""The page of a game as a value: the position set up, the question, what was found, a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ksm_widgets.page.state import PageState
from ksm_widgets.telling.phrases import Notice, Reader, Tone

if TYPE_CHECKING:
    from ksm_widgets.companions.match import Match


class Mode(Enum):
    """The use of the page."""

    SET = "set"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class TablePage(PageState):
    """A position being set up, what is asked, and what was found.

    `row` is the plan looked at, `step` how many of its acts are shown, `done` how much of a running
    search is done (None: none runs), `late` whether it shows yet, `coded` whether the QR code
    does. A game gives `draft`, `hand` and `query` their own kinds, and has a `name` and the numbers
    of its players.
    """

    name: ClassVar[str]
    table_sizes: ClassVar[range]
    matches: ClassVar[type[Match]]

    draft: Any = None
    hand: Any = None
    query: Any = None
    mode: Mode = Mode.SET
    found: Any = None
    row: int = 0
    step: int = 0
    done: int | None = None
    late: bool = False
    coded: bool = False
    match: Match | None = None
    players: int = 2
    people: int = 1

    @property
    def position(self) -> Any:
        """The position that is set up."""
        return self.draft.position

    @property
    def playing(self) -> Match | None:
        """The game that is shown; None while a position is set up, and before a game."""
        return self.match if self.mode is Mode.PLAY else None

    @property
    def seen(self) -> Any:
        """The position that is shown."""
        return self.position if self.playing is None else self.playing.view

    def with_match(self, match: Match | None) -> Self:
        """The page with another game, or after another act of it."""
        return replace(self, match=match, mode=Mode.PLAY, draft=replace(self.draft, notice=None))

    def with_draft(self, draft: Any) -> Self:
        """The page with another draft; an answer to another position goes."""
        same = draft.position == self.draft.position
        return replace(
            self,
            draft=draft,
            found=self.found if same else None,
            row=self.row if same else 0,
            step=self.step if same else 0,
        )

    def with_query(self, query: Any) -> Self:
        """The page with another question."""
        return replace(
            self, query=query, found=None, row=0, step=0, draft=replace(self.draft, notice=None)
        )

    def telling(self, notice: Notice | None) -> Self:
        """The page with something to tell."""
        return replace(self, draft=self.draft.telling(notice))

    def failed(self, error: str) -> Self:
        """The page after an unexpected error, with nothing running any more."""
        return replace(self, trouble=error, done=None, late=False)

    # What it shows.

    @property
    def picture(self) -> Any:
        """The board's picture."""
        raise NotImplementedError

    @property
    def reader(self) -> Reader:
        """The reader of the page."""
        return Reader(self.language)

    @property
    def notice(self) -> Notice | None:
        """The current notice: about the last act, or the faults."""
        said: Notice | None = self.draft.notice
        if said is not None:
            return said
        if self.mode is Mode.PLAY:
            return None
        faults = self.draft.faults
        return Notice(faults, Tone.WARNING, None, places_of(faults)) if faults else None

    @property
    def announcement(self) -> str:
        """The text that screen readers read out when it changes."""
        if self.notice is None and self.playing is not None:
            return " ".join(map(self.reader.say, self.playing.told))
        return "" if self.notice is None else self.notice.text(self.reader)

    @property
    def kept(self) -> str:
        """The text that brings the page back after its program has ended: its link, and a game."""
        return self.link if self.playing is None else f"{self.link}\n{self.playing.text()}"

    def unfocused(self) -> Self:
        """The board lost the keyboard's focus: the cursor is not shown."""
        return replace(self, hand=replace(self.hand, keyboard=False))

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """Ctrl and Z or Y undo and redo."""
        if command and self.playing is None and key.lower() in ("z", "y"):
            return ("undo" if key.lower() == "z" and not shift else "redo"), ""
        return None


def places_of(faults: tuple[object, ...]) -> tuple[Any, ...]:
    """The places that faults are about."""
    found = [place for fault in faults for place in getattr(fault, "places", ())]
    return tuple(dict.fromkeys(found))
