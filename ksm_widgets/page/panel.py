"""A part of the page: HTML made in Python, whose buttons and fields send what was done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

if TYPE_CHECKING:
    from collections.abc import Callable


STATIC = Path(__file__).parent / "static"
"""The scripts and style sheets that all pages share."""
LONGEST_TEXT = 5_000_000
"""Bytes of a text that the page sends, pasted, typed or from a file: all that one message holds."""


def joined_files(*files: Path) -> str:
    """Several scripts or style sheets as one text."""
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


class Panel(anywidget.AnyWidget):
    """HTML that is kept up to date in place, so that focus, scroll and open details stay.

    An element with `data-act` sends its act when it is pressed or changed, with its value, that
    of its `data-value`, or that of the field named by `data-from`; None if that is too long.
    """

    _esm = STATIC / "panel.js"
    _css = joined_files(STATIC / "explorer.css", STATIC / "layout.css")
    html = traitlets.Unicode("").tag(sync=True)
    part = traitlets.Unicode("").tag(sync=True)
    longest = traitlets.Int(LONGEST_TEXT).tag(sync=True)

    def __init__(
        self,
        part: str,
        on_act: Callable[[str, str | None], None],
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__(part=part)
        self._on_act, self._failed = on_act, failed
        self.on_msg(self._receive)

    def save(self, name: str, text: str) -> None:
        """Give the reader a text as a file."""
        self.send({"save": name, "text": text})

    def look(self, at: str = "") -> None:
        """Have the page scrolled to here, if this is out of sight; or to what `at` selects here.

        If nothing here is like that, the page stays where it is.
        """
        self.send({"look": at or True})

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Take an act from the page; what does not look like one is dropped."""
        if not isinstance(content, dict):
            return
        act, value = content.get("act"), content.get("value")
        if isinstance(act, str) and isinstance(value, (str, type(None))):
            try:
                self._on_act(act[:100], value)
            except Exception as error:
                self._failed(error)
