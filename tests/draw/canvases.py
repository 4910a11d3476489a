"""A canvas that only writes down what is asked of it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Recorded:
    """Has the names of the ipycanvas interface that the painter uses, and no others."""

    font: str = ""
    fill_style: str = ""
    text_align: str = ""
    commands: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)

    def clear_rect(self, x: float, y: float, width: float, height: float) -> None:
        self.commands.append(("clear_rect", (x, y, width, height)))

    def fill_styled_polygons(
        self, points: Any, color: Any, alpha: Any, points_per_polygon: Any
    ) -> None:
        self.commands.append(("polygons", (points, color, alpha, points_per_polygon)))

    def save(self) -> None:
        self.commands.append(("save", ()))

    def restore(self) -> None:
        self.commands.append(("restore", ()))

    def begin_path(self) -> None:
        self.commands.append(("begin_path", ()))

    def rect(self, x: float, y: float, width: float, height: float) -> None:
        self.commands.append(("rect", (x, y, width, height)))

    def clip(self) -> None:
        self.commands.append(("clip", ()))

    def fill_text(self, text: str, x: float, y: float) -> None:
        self.commands.append((f"text {text}", (x, y)))

    @property
    def polygons(self) -> list[tuple[list[tuple[float, float]], tuple[int, ...], float]]:
        """Every polygon: its points, its colour and its alpha."""
        found = []
        for name, arguments in self.commands:
            if name == "polygons":
                points, colours, alphas, counts = arguments
                at = 0
                for index, count in enumerate(counts):
                    flat = points[2 * at : 2 * (at + count)]
                    pairs = list(zip(flat[::2], flat[1::2], strict=True))
                    colour = tuple(colours[3 * index : 3 * index + 3])
                    found.append((pairs, colour, alphas[index]))
                    at += count
        return found


def plain(numbers: array[Any]) -> array[Any]:
    """Stands for numpy.asarray."""
    assert isinstance(numbers, array)
    return numbers
