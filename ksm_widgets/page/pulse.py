"""The pulse of the kernel behind a page: it is asked for signs of life, and missed if none come."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import traitlets

from ksm_widgets.page.part import STATIC, Part, served
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

THIS_RUN = uuid4().hex
"""Another one each time the program starts: a kernel that is restarted keeps its name."""
_NUMBERS: dict[str, count[int]] = {}
"""The number of places asked for by the cell that is run; of the last run only."""


def kernel_name() -> str:
    """The name by which a Jupyter server knows this kernel; empty where there is none."""
    # The module is there if this is a kernel of IPython's; to import it would not make it one.
    app = getattr(sys.modules.get("ipykernel.kernelapp"), "IPKernelApp", None)
    if app is None or not app.initialized():
        return ""
    return Path(app.instance().connection_file).stem.removeprefix("kernel-")


def place_in_notebook() -> str:
    """The place of the next output: notebook, cell and number in it; empty if nobody knows."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)
    notebook = os.environ.get("JPY_SESSION_NAME", "")
    if kernel is None or not notebook:
        return ""
    request = kernel.get_parent("shell")
    cell = request.get("metadata", {}).get("cellId")
    run = request.get("header", {}).get("msg_id")
    if not isinstance(cell, str) or not isinstance(run, str):
        return ""
    if run not in _NUMBERS:
        _NUMBERS.clear()
        _NUMBERS[run] = count()
    return f"{notebook} {cell} {next(_NUMBERS[run])}"


_LONGEST = 20_000
"""Characters of what a page may have kept."""
_IN_APP = count()
"""A number for each page of the app that comes back: the same after each start."""


class Pulse(Part):
    """A pulse that a kernel answers; where none does, the page says how to continue.

    With `restore` the page also keeps what `keep` was given, and brings it back once after the
    kernel has been restarted: to the same cell, begun in the same way (`start`). In the app the
    page loads itself again as soon as a server answers, but not twice within a minute.
    """

    scripts = (STATIC / "pulse.js",)
    styles = (STATIC / "pulse.css",)
    kernel = traitlets.Unicode("").tag(sync=True)
    run = traitlets.Unicode("").tag(sync=True)
    place = traitlets.Unicode("").tag(sync=True)
    kept = traitlets.Unicode("").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        language: str,
        *,
        start: str = "",
        restore: Callable[[str], None] | None = None,
    ) -> None:
        if restore is None:
            place = ""
        elif served():
            place = f"ksm app {next(_IN_APP)}"
        else:
            found = place_in_notebook()
            place = f"ksm {found} {start}" if found else ""
        super().__init__(kernel=kernel_name(), run=THIS_RUN, place=place)
        self._restore = restore
        self.speak(language)
        self.on_msg(self._receive)

    def speak(self, language: str) -> None:
        """Say it in a language from now on."""
        where = "app" if served() else "notebook"
        back = self._restore is not None
        words = {
            what: " ".join(
                sentence(f"pulse.{key}", language)
                for key in (f"{what}_{where}", *(("back",) if back else ()))
            )
            for what in ("kernel", "server")
        }
        if served():
            words["reload"] = sentence("pulse.reload", language)
            words["returning"] = sentence("pulse.returning_app", language)
        self.words = words

    def keep(self, text: str) -> None:
        """Have the page keep a text, to be handed to `restore` after a new start."""
        if self.place:
            self.kept = text

    def remember(self, name: str, value: str) -> None:
        """In the app: have the browser keep what was chosen, and the page around follow."""
        if served():
            self.send({"remember": name, "value": value})

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Answer the page; what is no question of ours is dropped."""
        match content:
            case {"ask": int(number)}:
                self.send({"here": number})
            case {"restore": str(text)} if self._restore is not None:
                self._restore(text[:_LONGEST])
            case _:
                return
