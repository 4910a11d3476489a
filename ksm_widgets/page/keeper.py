"""All that outlasts a page: progress, language and colours, kept by the browser or a file.

Progress is kept by the browser where no disk would keep it. In the page without a server, one page
follows the other in the same kernel: `leave` and `arrive` are the change.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, ClassVar

import ipycanvas.canvas
import ipywidgets

from ksm_widgets.page.background import Debounced
from ksm_widgets.page.part import STATIC, Part
from ksm_widgets.page.pulse import served
from ksm_widgets.progress.progress import Progress, ProgressTextError, data_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


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


def chosen(name: str, possible: Collection[str], usual: str) -> str:
    """The reader's choice of `language` or `look`, if that is possible, else the usual one.

    Nothing is written, not even an empty file, for readers who have never chosen.
    """
    choices = [os.environ.get(f"KSM_{name.upper()}")]
    if not served() and kept_before():
        with closing(Progress.of_user()) as progress:
            choices.insert(0, progress.setting(name))
    return next((choice for choice in choices if choice in possible and choice is not None), usual)


def keep_chosen(name: str, value: str) -> None:
    """Keep what the reader has chosen; in the app that is the page's to do."""
    if not served():
        with closing(Progress.of_user()) as progress:
            progress.set(name, value)


def setting(name: str) -> str:
    """The text kept with the reader's progress under a name; empty for none."""
    if not kept_before():
        return ""
    with closing(Progress.of_user()) as progress:
        return progress.setting(name) or ""


def kept_before() -> bool:
    """Whether this computer has progress of an earlier visit."""
    try:
        return (data_folder() / "progress.sqlite3").is_file()
    except (RuntimeError, OSError):  # there is no home
        return False


_TOLD = ("KSM_LANGUAGE", "KSM_LOOK", "QUERY_STRING")
"""The names in the environment by which the app tells a page of its visitor."""


def leave() -> None:
    """End a page: its widgets go, so that the next one meets none but its own."""
    ipywidgets.Widget.close_all()


def arrive(told: str) -> None:
    """Begin a page; `told` is JSON with what it is to know of its visitor.

    That is a text for each name, and as `kept` the progress that the browser has.

    Raises ValueError if that is not a text for each name.
    """
    surroundings = json.loads(told)
    if not all(isinstance(surroundings.get(name, ""), str) for name in _TOLD):
        raise ValueError(told[:100])
    kept = surroundings.get("kept", "")
    if kept:
        # What is not ours stays where it is; the page's keeper sees to it.
        with suppress(ProgressTextError):
            Progress.of_user().salvage(kept, Keeper.agreed)
    for name in _TOLD:
        # Without what no environment can hold; its reader knows what else makes sense.
        text = surroundings.get(name, "").encode("utf-8", "ignore").decode()
        os.environ[name] = text.replace("\0", "")
    # All canvases draw through this one widget, which belongs to no page.
    ipycanvas.canvas._CANVAS_MANAGER.open()
