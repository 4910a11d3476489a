"""The board: a scene on an ipycanvas canvas, and everything the canvas lacks.

It knows no game: places are the targets of the scene's hit areas, and messages name them by text.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import ipycanvas
import ipywidgets
import numpy
import traitlets
from ipycanvas import hold_canvas

from ksm_widgets.draw import paint_canvas
from ksm_widgets.page.html import legible
from ksm_widgets.page.messages import boxes_of, glide, places_of, tell
from ksm_widgets.page.part import LONGEST_TEXT, STATIC, Part

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from ksm_widgets.draw import Scene
    from ksm_widgets.draw.showing import BoardView, Picture
    from ksm_widgets.page.messages import Listener


_SCALE = 2
"""Canvas pixels to a unit: the picture is shown at half its size, so that it is sharp."""


_HIGH = 1.25
"""How many times as high as wide a picture is that a page doesn't show whole beside a question."""


class _Frame(Part):
    """Label, role, pointers, keys, live region and saving for the canvas beside it."""

    scripts = (STATIC / "pointing.js", STATIC / "board.js")
    label = traitlets.Unicode("").tag(sync=True)
    help = traitlets.Unicode("").tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    places = traitlets.Dict().tag(sync=True)
    width = traitlets.Float(1).tag(sync=True)
    held = traitlets.Dict().tag(sync=True)
    names = traitlets.Dict().tag(sync=True)
    longest = traitlets.Int(LONGEST_TEXT).tag(sync=True)


class Board(ipywidgets.Box):  # type: ignore[misc]
    """A canvas for a board's scene; everything done on it goes to `listener`."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._picture: Picture | None = None
        self._scene: Scene | None = None
        self._painted: Scene | None = None
        self._places: dict[str, Any] = {}
        # It takes its size from the first picture; without one it takes no room in a browser.
        self._canvas = ipycanvas.Canvas(width=1, height=1)
        self._canvas.layout.width = "100%"
        self._canvas.layout.height = "auto"
        self._frame = _Frame()
        super().__init__([self._canvas, self._frame])
        self.add_class("ksm-board")
        self._canvas.on_client_ready(self._repaint)
        self._frame.on_msg(self._receive)

    def show(self, view: BoardView | None) -> bool:
        """Show a board, or None for now; returns whether it was painted again."""
        self._frame.held = {} if view is None else dict(view.held)
        self._frame.names = {} if view is None else dict(view.names)
        if view is None:
            return False
        # In a covered mine the text can change while the picture stays the same.
        with self._frame.hold_sync():
            self._frame.text, self._frame.label, self._frame.help = view.text, view.label, view.help
        if view.picture == self._picture:
            return False
        motion = None if self._picture is None else self._picture.motion_to(view.picture)
        if motion is not None:
            self._frame.send({"glide": glide(motion)})
        before, self._scene = self._scene, view.picture.scene()
        self._picture = view.picture
        if before is None or before.hits != self._scene.hits:
            self._lay_out(self._scene)
        self._paint(self._painted)
        return True

    def announce(self, words: str) -> None:
        """Have a screen reader say something."""
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

    def look_at(self) -> None:
        """Have the page scrolled to the board, if that is out of sight."""
        self._frame.send({"sight": True})

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

    def _lay_out(self, scene: Scene) -> None:
        """Take over a scene's size and places."""
        self._places = places_of(scene)
        self._canvas.width = int(scene.width * _SCALE)
        self._canvas.height = int(scene.height * _SCALE)
        (self.add_class if scene.height > _HIGH * scene.width else self.remove_class)("ksm-high")
        with self._frame.hold_sync():
            self._frame.width = scene.width
            self._frame.places = boxes_of(scene)

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Take a message of the frame, and have errors shown: nobody would see them otherwise."""
        try:
            tell(self._listener, content, self._places)
        except Exception as error:
            self._listener.failed(error)
        if isinstance(content, dict) and "point" in content:
            self._frame.send({"through": True})


def _shift(points: array[float], x: float, y: float) -> None:
    """Move points, as the painter does on its own, in a tenth of the time."""
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
