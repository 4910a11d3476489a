"""A learner's progress in the reader's browser, for where no disk would keep it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget

from ksm_widgets.tutor.course.progress import ProgressTextError
from ksm_widgets.widgets.later import Later

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.tutor.course.progress import Progress

__all__ = ["Keeper"]

_STATIC = Path(__file__).parent / "static"
_REST = 0.3
"""Seconds in which what is new is gathered, so that a run of answers is written once."""


class Keeper(anywidget.AnyWidget):
    """Has the browser keep a progress, and joins with it what the browser has kept before.

    `changed` is called when there is something new to show: progress that came from the browser,
    or word on whether it is kept.
    """

    _esm = _STATIC / "keeper.js"

    def __init__(self, progress: Progress, changed: Callable[[], None]) -> None:
        super().__init__()
        self._progress, self._changed = progress, changed
        self._heard = self._due = False
        self._sent = self._kept = 0
        self._later = Later(self._write, _REST)
        self.on_msg(self._receive)
        progress.watch(self._have_it_kept)

    @classmethod
    def where_needed(cls, progress: Progress, changed: Callable[[], None]) -> Keeper | None:
        """A keeper for progress that no lasting disk has; None where one has."""
        return None if progress.lasting else cls(progress, changed)

    @property
    def keeps(self) -> bool:
        """Whether the browser has said that it keeps all that was reached."""
        return self._heard and not self._due and self._kept == self._sent

    def _have_it_kept(self) -> None:
        self._due = True
        if self._heard and not self._later.ask():
            self._write()

    def _write(self) -> None:
        self._due = False
        self._sent += 1
        self.send({"keep": self._progress.text(), "number": self._sent})

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Take what the browser tells; what does not look like it is dropped."""
        match content:
            case {"there": str(text)}:
                self._join(text)
            case {"kept": int(number)}:
                self._kept = number
            case {"failed": True}:
                self._heard = False
            case _:
                return
        self._changed()

    def _join(self, text: str) -> None:
        """Join what the browser has; it is given back if that is not all there is."""
        self._heard = False  # What is read in now need not be written for that.
        if text:
            try:
                self._progress.read_in(text)
            except ProgressTextError:
                self.send({"aside": True})
        self._heard = True
        self._later.cancel()
        if text == self._progress.text():
            self._due, self._kept = False, self._sent
        else:
            self._write()
