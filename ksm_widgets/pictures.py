"""Pictures in notebooks: values that have one derive from Pictured, the front door says who paints.

This module imports no other, so the rules can use it without knowing of any drawing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_painters: list[Callable[[object], str]] = []


def paint_with(painter: Callable[[object], str]) -> None:
    """Set the function that makes an SVG of a Pictured value."""
    _painters[:] = [painter]


class Pictured:
    """A value that notebooks show as a picture, or as text where there are no pictures."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        # IPython looks for it in the class itself, beside the class's own __repr__.
        setattr(cls, "_repr_pretty_", Pictured._repr_pretty_)  # noqa: B010

    def _repr_svg_(self) -> str:
        return _painters[0](self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))
