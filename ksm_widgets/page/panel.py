"""A part of the page: HTML made in Python, whose buttons and fields send what was done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import traitlets

from ksm_widgets.page.part import STATIC, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


LONGEST_TEXT = 5_000_000
"""Bytes of a text that the page sends, pasted, typed or from a file: all that one message holds."""


class Panel(Part):
    """HTML that is kept up to date in place, so that focus, scroll and open details stay.

    An element with `data-act` sends its act when it is pressed or changed, with its value, that
    of its `data-value`, or that of the field named by `data-from`; None if that is too long.
    """

    scripts = (STATIC / "panel.js",)
    styles: ClassVar[Sequence[Path]] = (STATIC / "page.css", STATIC / "layout.css")
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
