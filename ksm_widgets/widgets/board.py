"""The board one can touch: a scene on an ipycanvas canvas, and everything the canvas lacks."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import anywidget
import ipycanvas
import ipywidgets
import numpy
import traitlets
from ipycanvas import hold_canvas

from ksm_widgets.draw import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CELL,
    TILE_FACE,
    Scene,
    paint_canvas,
    paint_svg,
    tile_scene,
)
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.widgets.markup import legible

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from ksm_widgets.draw import Glide, Theme
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.shapes import Shape

__all__ = ["Board", "Touched"]

_STATIC = Path(__file__).parent / "static"
_LONGEST_ADDRESS = 500
_NAMED = {str(quarry): quarry for quarry in QUARRIES}
_SCALE = 2
"""Canvas pixels to a unit: the picture is shown at half its size, so that it is sharp."""


class Touched(Protocol):
    """Who listens to a board."""

    def tap(self, quarry: Quarry) -> None:
        """A quarry was touched: pressed and released at one place, by mouse or finger."""

    def press(self, quarry: Quarry) -> None:
        """A drag began on a quarry; where it ends is told by `release`."""

    def release(self, quarry: Quarry | None) -> None:
        """The drag ended on a quarry, or beside them."""

    def point(self, quarry: Quarry | None) -> None:
        """The pointer came to another quarry, or left the board, with a card held over it."""

    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key was pressed while the board had the focus; `command` is Ctrl or Cmd."""

    def paste(self, text: str) -> None:
        """A text was pasted on the board."""

    def focused(self, on: bool) -> None:
        """The board got or lost the keyboard's focus."""

    def page_theme(self, name: str) -> None:
        """The page around is `dark` or `light`."""

    def at_address(self, address: str) -> None:
        """The page is served by itself at this address, without a query."""

    def failed(self, error: Exception) -> None:
        """Something in here went wrong; a canvas would swallow it."""


class _Frame(anywidget.AnyWidget):
    """Label, role, pointers, keys, live region and saving for the canvas beside it."""

    _esm = "\n".join(
        (_STATIC / name).read_text(encoding="utf-8") for name in ("pointing.js", "board.js")
    )
    label = traitlets.Unicode("").tag(sync=True)
    help = traitlets.Unicode("").tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    grid = traitlets.Dict().tag(sync=True)
    held: traitlets.List[list[int]] = traitlets.List().tag(sync=True)


class Board(ipywidgets.Box):  # type: ignore[misc]
    """A canvas for a board's scene; what is done on it is told to `listener`."""

    def __init__(self, listener: Touched) -> None:
        self._listener = listener
        self._scene: Scene | None = None
        self._painted: Scene | None = None
        self._canvas = ipycanvas.Canvas(
            width=int(BOARD_WIDTH * _SCALE), height=int(BOARD_HEIGHT * _SCALE)
        )
        self._canvas.layout.width = "100%"
        self._canvas.layout.height = "auto"
        self._frame = _Frame()
        super().__init__([self._canvas, self._frame])
        self.add_class("ksm-board")
        self._canvas.on_client_ready(self._repaint)
        self._frame.on_msg(self._receive)

    def hold(self, card: Shape | None) -> None:
        """Let a card's shape hang under the pointer, or nothing.

        Only with one is the listener told where that is; what else there is to show of the
        pointer the browser shows by itself.
        """
        self._frame.held = [] if card is None else [list(cell) for cell in card.cells]

    def show(self, scene: Scene, *, text: str, label: str, help_: str) -> None:
        """Paint a scene; `text` is what copying on the board gives, the rest is read out."""
        if scene is not self._scene:
            before, self._scene = self._painted, scene
            self._paint(before)
        if not self._frame.grid:
            first = next(area for area in scene.hits if area.target == QUARRIES[30])
            self._frame.grid = {
                "left": first.x,
                "top": first.y,
                "side": first.width,
                "width": scene.width,
            }
        with self._frame.hold_sync():
            self._frame.text, self._frame.label, self._frame.help = text, label, help_

    def glide(self, way: Glide, *, theme: Theme, edition: str) -> None:
        """Let a tile go its way over the picture; to be said before the new one is shown."""
        scene = tile_scene(way.tile, theme=theme, edition=edition)
        # A tile's scene has a margin round the face.
        margin_x, margin_y = TILE_FACE
        (from_x, from_y), (to_x, to_y) = way.source, way.target
        content = {
            "tile": paint_svg(scene),
            "size": scene.width,
            "source": [from_x - margin_x, from_y - margin_y],
            "target": [to_x - margin_x, to_y - margin_y],
            "cell": list(way.cell),
            "side": CELL,
            "width": BOARD_WIDTH,
        }
        self._frame.send({"glide": content})

    def announce(self, words: str) -> None:
        """Let the live region speak."""
        self._frame.said = legible(words)

    def save_text(self, name: str, text: str, type_: str) -> None:
        """Give the reader a text as a file."""
        self._frame.send({"save": "text", "name": name, "text": text, "type": type_})

    def save_picture(self, name: str) -> None:
        """Give the reader the board as it is painted as a PNG file."""
        self._frame.send({"save": "picture", "name": name})

    def set_address(self, query: str) -> None:
        """Show another query string in the page's address, without loading it."""
        self._frame.send({"address": query})

    def take_focus(self) -> None:
        """Move the keyboard's focus to the board, and the board into sight."""
        self._frame.send({"focus": True})

    def _paint(self, before: Scene | None = None) -> None:
        """Paint the scene: all of it, or what is other than `before`, which is on the canvas."""
        if self._scene is None:
            return
        self._painted = None  # Should it go wrong, nobody knows what is on the canvas.
        with _held(self._canvas):
            paint_canvas(
                self._scene, self._canvas, float(_SCALE), numpy.asarray, _shift, before=before
            )
        self._painted = self._scene

    def _repaint(self) -> None:
        """Paint for a client that has just come: it has seen nothing yet."""
        try:
            self._paint()
        except Exception as error:
            self._listener.failed(error)

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Take what the frame has noticed; what does not look like it is dropped."""
        match content:
            case {"tap": str(name)} if name in _NAMED:
                self._listener.tap(_NAMED[name])
            case {"press": str(name)} if name in _NAMED:
                self._listener.press(_NAMED[name])
            case {"release": str() | None as name} if name is None or name in _NAMED:
                self._listener.release(None if name is None else _NAMED[name])
            case {"point": str() | None as name} if name is None or name in _NAMED:
                self._listener.point(None if name is None else _NAMED[name])
                self._frame.send({"through": True})
            case {"key": str(key), "command": bool(command), "shift": bool(shift)}:
                self._listener.key(key[:20], command=command, shift=shift)
            case {"paste": str(text)}:
                self._listener.paste(text[:5000])
            case {"focus": bool(on)}:
                self._listener.focused(on)
            case {"theme": "dark" | "light" as name}:
                self._listener.page_theme(name)
            case {"here": str(address)}:
                self._listener.at_address(address[:_LONGEST_ADDRESS])
            case _:
                return


def _shift(points: array[float], x: float, y: float) -> None:
    """Move points, as the painter does by itself, in a tenth of the time."""
    numpy.frombuffer(points, numpy.float32).reshape(-1, 2)[:] += (x, y)


@contextmanager
def _held(canvas: ipycanvas.Canvas) -> Iterator[None]:
    """Send what is drawn as one message; after an error draw nothing of it, but go on drawing.

    hold_canvas itself would hold for good, and with it every other canvas.
    """
    manager = canvas._canvas_manager
    # A client that has just come must be told which canvas is meant.
    manager._current_canvas = None
    try:
        with hold_canvas():
            yield
    except BaseException:
        manager._caching = False
        manager._commands_cache = []
        manager._buffers_cache = []
        raise
