"""A reader's progress, kept by the browser where no disk would keep it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from ksm_widgets.page.background import Debounced
from ksm_widgets.page.part import STATIC, Part
from ksm_widgets.progress.progress import Progress, ProgressTextError

if TYPE_CHECKING:
    from collections.abc import Callable


_ASIDE = re.compile("ksm-progress-damaged(-[0-9]{1,6})?")
_REST = 0.3
"""Seconds in which what is new is gathered, so that a run of answers is written once."""


class Keeper(Part):
    """Has the browser keep a progress, and joins with it what the browser has kept before.

    `changed` is called when there is something new to show: progress that came from the browser,
    or word on whether it is kept. `failed` gets its errors.
    """

    scripts = (STATIC / "keeper.js",)
    agreed: ClassVar[dict[str, str]] = {}
    """The settings that the browser and this process, one page after the other, last agreed on."""
    aside: ClassVar[str] = ""
    """The name that damaged progress was last given in the browser, on any page of this process."""

    def __init__(
        self,
        progress: Progress,
        changed: Callable[[], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        super().__init__()
        self._progress, self._changed, self._failed = progress, changed, failed
        self._heard = self._due = self._damaged = False
        self._sent = self._kept = 0
        self._offered: dict[str, str] = {}
        self._replaced: set[int] = set()
        self._later = Debounced(self._write, _REST)
        self.on_msg(self._receive)
        progress.watch(self._have_it_kept)

    @classmethod
    def where_needed(
        cls,
        progress: Progress,
        changed: Callable[[], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> Keeper | None:
        """A keeper for progress that no lasting disk has; None where one has."""
        return None if progress.lasting else cls(progress, changed, failed)

    @property
    def keeps(self) -> bool:
        """Whether the browser has said that it keeps all that was reached."""
        return self._heard and not self._due and self._kept == self._sent

    @property
    def leaves_damaged(self) -> bool:
        """Whether the browser has damaged progress that nothing can take the place of."""
        return self._damaged and not self._heard

    def _have_it_kept(self) -> None:
        self._due = True
        if self._heard and not self._later.schedule():
            self._write()

    def _write(self) -> None:
        self._due = False
        self._sent += 1
        self._offered = self._progress.portable_settings()
        self.send({"keep": self._progress.text(), "number": self._sent})

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Take what the browser tells; what does not look like it is dropped."""
        match content:
            case {"there": str(text)}:
                self._join(text)
            case {"kept": int(number)}:
                self._kept = number
                if number == self._sent:
                    self.agreed.update(self._offered)
            case {"aside": str(name)} if _ASIDE.fullmatch(name):
                Keeper.aside, self._damaged = name, False
            case {"failed": True}:
                self._heard = False
            case _:
                return
        try:
            self._changed()
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)

    def _join(self, text: str) -> None:
        """Join what the browser has; it is given back if that is not all there is.

        If another page puts the same there again, it has the last word: else none would ever rest.
        """
        self._heard = self._damaged = False  # What is read in now need not be written for that.
        if text:
            try:
                sound = not self._progress.salvage(text, self.agreed)
            except ProgressTextError:
                sound = False
            if not sound:
                self._damaged = True
                self.send({"aside": True})
        self._heard = True
        self._later.cancel()
        if text == self._progress.text() or (text and hash(text) in self._replaced):
            self._due, self._kept = False, self._sent
        else:
            self._replaced.add(hash(text))
            self._write()
