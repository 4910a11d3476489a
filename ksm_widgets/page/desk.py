"""A desk: a page without a kernel, for a phone that sends what was done, and gets what to show.

It is the same value and the same panels as a page of widgets. What goes either way is plain data.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path
from secrets import randbits
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from ksm_widgets.draw import paint_svg
from ksm_widgets.page.html import Child, joined
from ksm_widgets.page.messages import boxes_of, glide, places_of, tell
from ksm_widgets.page.state import ForgedValue, S, refused
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Mapping

_STATIC = Path(__file__).with_name("static")
STYLES = (_STATIC / "page.css", _STATIC / "layout.css")
"""The style sheets of every desk."""
SCRIPTS = MappingProxyType(
    {
        "panel.js": (_STATIC / "panel.js",),
        "board.js": (_STATIC / "pointing.js", _STATIC / "board.js"),
        "desk.js": (_STATIC / "desk.js",),
    }
)
"""The scripts of a desk by their name, each of several files."""
BOARD = ".ksm-board"
"""The board, to be brought into sight; `desk.js` knows it by this name."""
_MOST_MESSAGE = 16_000
"""Bytes; a phone may have an answer to come back to."""
_LONGEST_ACT = 100
_LONGEST_KEPT = 10_000
_REMEMBERED = 50
"""The latest messages that are known when they are sent again; other devices may speak between."""


def message_of(body: bytes) -> dict[str, Any] | None:
    """The message that a phone has sent; None if it is no message."""
    try:
        content = read_json(body.decode("utf-8")) if len(body) <= _MOST_MESSAGE else None
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


class Desk(Generic[S]):
    """A page of which `panels` are shown; it listens to what is done there.

    `fresh` is whether nothing has been done yet: then the phone may know better where they were.
    """

    panels: ClassVar[Mapping[str, Any]]

    def __init__(self, page: S) -> None:
        self.page, self.fresh = page, True
        self.look = ""
        """What is to be brought into sight on the phone, as a selector."""
        self.file: tuple[str, str] | None = None
        """A file that the phone is to save: its name and its text."""
        # Another number at each start: a phone that was here before has none of these pictures.
        self._pictures = randbits(40)
        self._before: S | None = None
        self._numbers = deque[int](maxlen=_REMEMBERED)
        self._places = self._seen()

    def receive(self, content: Any) -> None:
        """Take a message of the phone; one that makes no sense is dropped.

        The first one says what the phone has kept, and whether it is dark.
        """
        self.look, self.file = "", None
        number = content.get("number") if isinstance(content, dict) else None
        if isinstance(number, int):
            if number in self._numbers:
                return  # Only the answer got lost on the way.
            self._numbers.append(number)
        fresh, self.fresh = self.fresh, False
        match content:
            case {"kept": str(kept), "theme": "dark" | "light" as around}:
                self.page_theme(around)
                if fresh and len(kept) <= _LONGEST_KEPT:
                    self.bring_back(kept)
            case {"act": str(name), "value": str(value)} if len(name + value) <= _LONGEST_ACT:
                self._act(name, value)
            case {"focus": _} | {"here": _} | {"paste": _} | {"news": _}:
                pass
            case _:
                tell(self, content, self._places)
        self._places = self._seen()

    def _seen(self) -> Mapping[str, Any]:
        board = self.page.board
        return {} if board is None else places_of(board.picture.scene())

    # What a feature adds.

    def bring_back(self, kept: str) -> None:
        """Continue where the phone was."""

    def act(self, name: str, value: str) -> None:
        """Do what a control asks for; KsmError or ForgedValue if that is not allowed."""
        raise NotImplementedError

    def speak(self, language: str, look: str) -> None:
        """Continue in another language or other colours."""
        if (language, look) != (self.page.language, self.page.look):
            self.page = replace(self.page, language=language, look=look)

    # What is done on the board: what every page makes of it.

    def tap(self, place: Any) -> None:
        """A place was touched."""
        self.page = self.page.pressed(place).released(place)

    def press(self, place: Any) -> None:
        """A drag began."""
        self.page = self.page.pressed(place)

    def release(self, place: Any | None) -> None:
        """The drag has ended."""
        self.page = self.page.released(place)

    def point(self, place: Any | None) -> None:
        """The pointer came to another place."""
        self.page = self.page.pointed(place)

    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key was pressed on the board."""
        act = self.page.shortcut(key, command=command, shift=shift)
        if act is not None:
            self._act(*act)
        elif not command:
            self.page = self.page.keyed(key)

    def paste(self, text: str | None) -> None:
        """There is nothing to paste."""

    def focused(self, on: bool) -> None:
        """The board got or lost the focus."""

    def page_theme(self, name: str) -> None:
        """The phone is dark or light."""
        self.page = replace(self.page, around=name)

    def at_address(self, address: str) -> None:
        """The page has this address."""

    def failed(self, error: Exception) -> None:
        """Show an unexpected error."""
        self.page = self.page.failed(repr(error))

    def _act(self, name: str, value: str) -> None:
        """Do what a control asks for; what the game does not allow is told."""
        self.page = replace(self.page, trouble="")
        try:
            self.act(name, value)
        except (KsmError, ForgedValue) as error:
            self.page = refused(self.page, error)

    # What the phone shows.

    def shown(self, pictures: int) -> dict[str, Any]:
        """The data to show on a phone that has got so many pictures."""
        page = self.page
        board = page.board
        assert board is not None
        before = None if self._before is None else self._before.board
        motion = None
        if before is None or before.picture != board.picture:
            self._pictures += 1
            if before is not None and pictures == self._pictures - 1:
                motion = before.picture.motion_to(board.picture)
        self._before = page
        scene = board.picture.scene()
        traits = {
            "label": board.label,
            "help": board.help,
            "text": board.text,
            "held": dict(board.held),
            "names": dict(board.names),
            "width": scene.width,
            "places": boxes_of(scene),
            "said": page.announcement,
        }
        return {
            "panels": {name: joined(self._panel(name)) for name in self.panels},
            "board": traits,
            "pictures": self._pictures,
            "picture": None if pictures == self._pictures else paint_svg(scene),
            "glide": None if motion is None else glide(motion),
            "theme": page.theme.name,
            "look": self.look,
            "file": self.file,
            "kept": page.kept,
        }

    def _panel(self, name: str) -> Child:
        found: Child = self.panels[name](self)
        return found
