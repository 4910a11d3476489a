"""Widgets with scripts and style sheets of their own, which a page of the app loads only once.

A page's panels are such parts: HTML made in Python, whose buttons and fields send what was done.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import traitlets
from ipywidgets import Widget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


STATIC = Path(__file__).parent / "static"
"""The scripts and style sheets that all pages share."""
PACKAGE = Path(__file__).parents[1]
"""The folder below which the app serves scripts and style sheets."""
SERVED_AT = "KSM_PARTS"
"""The environment variable that says at which path of the app they are."""


def served() -> bool:
    """Whether the page is one of the app, without a notebook around it."""
    return "QUERY_STRING" in os.environ


# The addresses are whole ones, as a script that came as text has no place to start from.
_LOADER = """
const at = (path) => new URL(path, document.baseURI).href;
const sheets = (globalThis.ksmSheets ??= new Map());
const sheet = (href) => new Promise((done) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  link.onload = link.onerror = done;
  document.head.append(link);
});
export default async () => {
  await Promise.all(STYLES.map((path) => {
    const href = at(path);
    if (!sheets.has(href)) sheets.set(href, sheet(href));
    return sheets.get(href);
  }));
  const widget = (await import(at(SCRIPT))).default;
  return typeof widget === "function" ? widget() : widget;
};
"""


class Part(anywidget.AnyWidget):
    """A widget with scripts and style sheets from files of this package.

    It brings them along, wherever it is shown. Only a page of the app, which is made for it, knows
    where to load them: there dozens of widgets share them, and the browser keeps them.
    """

    scripts: ClassVar[Sequence[Path]] = ()
    styles: ClassVar[Sequence[Path]] = ()

    def __init__(self, **traits: Any) -> None:
        place = os.environ.get(SERVED_AT)
        if place is None:
            self._esm, self._css = joined_files(*self.scripts), joined_files(*self.styles)
        else:
            self._esm, self._css = _loader(place, *map(tuple, (self.scripts, self.styles))), ""
        super().__init__(**traits)


@contextmanager
def passing() -> Iterator[None]:
    """Close all widgets that are made meanwhile, with all that is in them."""
    made: list[Widget] = []
    Widget.on_widget_constructed(made.append)
    try:
        yield
    finally:
        Widget.on_widget_constructed(None)
        for widget in made:
            widget.close()


@cache
def joined_files(*files: Path) -> str:
    """Several scripts or style sheets as one text."""
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def digest(text: str) -> str:
    """A short name for a text, which changes whenever it does."""
    return sha256(text.encode()).hexdigest()[:16]


def _loader(place: str, scripts: tuple[Path, ...], styles: tuple[Path, ...]) -> str:
    """A script that loads scripts as one, and style sheets, from the app."""
    each = [_address(place, (file,)) for file in styles]
    whole = json.dumps(_address(place, scripts))
    return f"const STYLES = {json.dumps(each)};\nconst SCRIPT = {whole};{_LOADER}"


@cache
def _address(place: str, files: tuple[Path, ...]) -> str:
    names = "+".join(file.relative_to(PACKAGE).as_posix() for file in files)
    return f"{place}{names}?v={digest(joined_files(*files))}"


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
