"""A board as it is shown: its picture, what moves in it, and words for those who cannot see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.draw.shapes import Scene

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Motion:
    """A piece that moves over the board, and where it is before and after, as (x, y).

    Until it has arrived the square `cell`, so many units wide, looks as it did.
    """

    piece: Scene
    source: Point
    target: Point
    cell: Point
    side: float


class Picture(Protocol):
    """The look of a board; two that are equal look alike."""

    def scene(self) -> Scene:
        """The picture to paint, with its hit areas."""

    def motion_to(self, after: Any, /) -> Motion | None:
        """The piece that moves if another picture comes next; None if nothing moves."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as it is shown: its picture, and words for those who cannot see it.

    `text` is what copying on the board gives. `held` names, for each place, the places that what
    is in hand would cover there; empty if nothing hangs under the pointer. `names` says in words
    what is at a place, for a pointer that rests there or a finger that holds it.
    """

    picture: Picture
    text: str
    label: str
    help: str
    held: Mapping[str, Sequence[str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
