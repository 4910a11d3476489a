"""The messages between a page and the script of its board.

What is done on a board comes from outside: `tell` checks each message and calls the `Listener`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ksm_widgets.draw import paint_svg

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.draw import Scene
    from ksm_widgets.draw.showing import Motion


_LONGEST_ADDRESS = 500


class Listener(Protocol):
    """Receiver of everything that is done on a board."""

    def tap(self, place: Any) -> None:
        """A place was touched: pressed and released there, by mouse or finger."""

    def press(self, place: Any) -> None:
        """A drag began at a place; `release` says where it ended."""

    def release(self, place: Any | None) -> None:
        """The drag ended at a place, or beside all of them."""

    def point(self, place: Any | None) -> None:
        """The pointer came to another place, or left the board, with something in hand."""

    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key was pressed while the board had the focus; `command` is Ctrl or Cmd."""

    def paste(self, text: str | None) -> None:
        """A text was pasted on the board, None for one that is too long."""

    def focused(self, on: bool) -> None:
        """The board got or lost the keyboard's focus."""

    def page_theme(self, name: str) -> None:
        """The page around is `dark` or `light`."""

    def at_address(self, address: str) -> None:
        """The address of a page without a notebook around it, without its query string."""

    def failed(self, error: Exception) -> None:
        """Show an unexpected error; a canvas would swallow it."""


def places_of(scene: Scene) -> dict[str, Any]:
    """The places of a board by the names that messages use."""
    return {str(area.target): area.target for area in scene.hits}


def boxes_of(scene: Scene) -> dict[str, list[float]]:
    """Where the script finds each place: x, y, width and height in the scene."""
    return {str(area.target): [area.x, area.y, area.width, area.height] for area in scene.hits}


def tell(listener: Listener, content: Any, places: Mapping[str, Any]) -> None:
    """Tell the listener what a message says; one that makes no sense is dropped.

    `places` are those of the board: `places_of` its scene.
    """
    match content:
        case {"tap": str(name)} if name in places:
            listener.tap(places[name])
        case {"press": str(name)} if name in places:
            listener.press(places[name])
        case {"release": str() | None as name} if name is None or name in places:
            listener.release(None if name is None else places[name])
        case {"point": str() | None as name} if name is None or name in places:
            listener.point(None if name is None else places[name])
        case {"key": str(key), "command": bool(command), "shift": bool(shift)}:
            listener.key(key[:20], command=command, shift=shift)
        case {"paste": str() | None as text}:
            listener.paste(text)
        case {"focus": bool(on)}:
            listener.focused(on)
        case {"theme": "dark" | "light" as name}:
            listener.page_theme(name)
        case {"here": str(address)}:
            listener.at_address(address[:_LONGEST_ADDRESS])
        case _:
            return


def glide(motion: Motion) -> dict[str, object]:
    """The message that lets a piece move over the picture; to be sent before the new picture is."""
    return {
        "piece": paint_svg(motion.piece),
        "size": motion.piece.width,
        "source": motion.source,
        "target": motion.target,
        "cell": motion.cell,
        "side": motion.side,
    }
