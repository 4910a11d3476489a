"""The chart of points game by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ksm_widgets.draw.scales import HEIGHT, WIDTH, lines, points_between, scale_of
from ksm_widgets.draw.shapes import Circle, Item, Path, Scene, Text, panel
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.words import sentence


class OnResults(Protocol):
    """A game that is over: one's own points, the best of the others' points, whether it was won."""

    @property
    def own(self) -> int:
        """One's own points."""

    @property
    def best_other(self) -> int:
        """The most points of another player."""

    @property
    def won(self) -> bool:
        """Whether nobody had more."""


def results_scene(
    games: Sequence[OnResults], *, theme: Theme = DARK, language: str = "en"
) -> Scene:
    """Points game by game, 348 by 168: a dot for one's own, a short line for the best other's."""
    points = [0, *(one for game in games for one in (game.own, game.best_other))]
    levels = points_between(min(points), max(points))
    scale = scale_of(levels, max(1, len(games)))
    below = sentence("draw.results_below", language)
    items: list[Item] = [
        panel(WIDTH, HEIGHT, theme),
        *lines(levels, scale, theme, signed=False),
        Text(scale.left, HEIGHT - 9, below, 11, theme.soft_ink),
    ]
    half = min(9.0, scale.step * 0.36)
    for number, game in enumerate(games):
        x, y, other = scale.x(number), scale.y(game.own), scale.y(game.best_other)
        thin = theme.soft_ink
        items.append(Path(f"M{x:.2f} {y:.2f} L{x:.2f} {other:.2f}", None, thin, 1.2))
        across = f"M{x - half:.2f} {other:.2f} L{x + half:.2f} {other:.2f}"
        items.append(Path(across, None, thin, 2.4))
        face = theme.gold if game.won else theme.panel
        items.append(Circle(x, y, min(5.5, half + 1), face, theme.gold, 2))
    words = (
        sentence(
            "draw.results_won" if game.won else "draw.results_lost",
            language,
            number=number,
            own=game.own,
            other=game.best_other,
        )
        for number, game in enumerate(games, start=1)
    )
    title = sentence("draw.results", language)
    return Scene(WIDTH, HEIGHT, tuple(items), (), title, "\n".join(words))
