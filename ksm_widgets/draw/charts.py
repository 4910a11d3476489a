"""Charts: the lead over a whole game, net against moves, and points game by game.

The first tells luck and cost apart. A line leads from choice to choice: what showed, and what
others did. Where a choice was worse than another it drops, straight down, to a dot that is the
larger the more it cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from math import ceil, floor
from typing import Protocol

from ksm_widgets.draw.shapes import Circle, HitArea, Item, Path, Rect, Scene, Text, panel
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.words import coins, rough, sentence

WIDTH, HEIGHT = 348.0, 168.0
"""The size of a chart over a game, or over games."""
_LEFT, _TOP, _RIGHT, _LOW = 38.0, 16.0, 14.0, 24.0
_STEPS = (2, 5, 10, 20, 50, 100, 200)
"""Points between two lines."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scales of a chart: columns from `left` to `right`, values from `low` up to `top`."""

    left: float
    right: float
    top: float
    low: float
    columns: int
    least: float
    most: float

    @property
    def step(self) -> float:
        """The width of a column."""
        return (self.right - self.left) / self.columns

    def x(self, column: float) -> float:
        """The middle of a column, counted from 0."""
        return self.left + self.step * (column + 0.5)

    def y(self, value: float) -> float:
        """The y of a value."""
        return self.top + (self.low - self.top) * (self.most - value) / (self.most - self.least)


def scale_of(levels: range, columns: int, *, left: float = _LEFT, top: float = _TOP) -> Scale:
    """The scale of a chart of that size, with lines at these numbers of points."""
    return Scale(left, WIDTH - _RIGHT, top, HEIGHT - _LOW, columns, levels[0], levels[-1])


def points_between(least: float, most: float) -> range:
    """The numbers of points at which a line is drawn, from `least` or below to above `most`."""
    apart = next((one for one in _STEPS if (most - least) / one <= 4), _STEPS[-1])
    first = floor(least / apart) * apart
    last = max(ceil(most / apart) * apart, first + apart)
    return range(first, last + 1, apart)


def lines(levels: range, scale: Scale, theme: Theme, *, signed: bool = True) -> Iterator[Item]:
    """Draw a thin line every so many points, a thick one at 0: there nobody is ahead."""
    for points in levels:
        y = scale.y(points)
        line = f"M{scale.left} {y:.2f} L{scale.right} {y:.2f}"
        yield Path(line, None, theme.soft_ink if points == 0 else theme.panel_rim, 1)
        sign = "−" if points < 0 else "+" if points and signed else ""
        yield Text(scale.left - 6, y + 4, f"{sign}{abs(points)}", 12, theme.soft_ink, "end")


_FINGER = 44.0
"""Room for a finger: a choice that cost something has so much for itself."""

_CURVE_LEFT, _CURVE_TOP = 46.0, 28.0
"""Room at the left for the word below the levels, and at the top for what they are."""
_DOT = 10.0
"""Room between the levels' numbers and the first choice, whose dot may be a large one."""
_BELOW = 18.0
"""The way from the lowest level down to the rounds, clear of its number."""


class OnCurve(Protocol):
    """A choice on the curve, or the end: points expected ahead of the others' mean.

    `before` is with the best choice, `after` with what was done; at the end both are what it came
    to, and nothing is `flawed`.
    """

    @property
    def round(self) -> int:
        """The round, from 1."""

    @property
    def before(self) -> float:
        """Points ahead with the best choice."""

    @property
    def after(self) -> float:
        """Points ahead with the choice made."""

    @property
    def flawed(self) -> bool:
        """Whether another was better beyond the error."""


def curve_scene(
    spots: Sequence[OnCurve],
    choices: int,
    *,
    chosen: int | None = None,
    theme: Theme = DARK,
    language: str = "en",
) -> Scene:
    """The curve, 348 by 168, with room for so many choices: `spots` are those known by now.

    One spot more is the end of the game. Each choice can be hit as `choice:` and its number. A
    mistake's area is as wide as a finger; the others share the rest, and one too close to a mistake
    has none. The one that is `chosen` is ringed.
    """
    levels = _levels(spots)
    # The end comes after the last choice.
    grid = scale_of(levels, choices + 1, left=_CURVE_LEFT, top=_CURVE_TOP)
    scale = replace(grid, left=grid.left + _DOT)
    above, below = (sentence(f"draw.{key}", language) for key in ("points_ahead", "rounds"))
    items: list[Item] = [
        panel(WIDTH, HEIGHT, theme),
        *lines(levels, grid, theme),
        *_rounds(spots, scale, theme),
        Text(8, 14, above, 11, theme.soft_ink),
        Text(grid.left - 6, grid.low + _BELOW, below, 11, theme.soft_ink, "end"),
        *_line(spots, scale, theme),
    ]
    for number, spot in enumerate(spots):
        x, y = scale.x(number), scale.y(spot.after)
        if number == chosen:
            items.append(Circle(x, y, _radius(spot) + 5, theme.panel, theme.gold, 3))
        if number == choices:
            items.append(Rect(x - 4, y - 4, 8, 8, 1, theme.ink))
        elif spot.flawed:
            items.append(Circle(x, y, _radius(spot), theme.bad, theme.panel, 1.5))
        else:
            items.append(Circle(x, y, _radius(spot), theme.soft_ink))
    words = (
        sentence(
            "draw.curve_flawed" if spot.flawed else "draw.curve_point",
            language,
            round=spot.round,
            before=coins(round(spot.before), language),
            after=coins(round(spot.after), language),
        )
        for spot in spots
    )
    title = sentence("draw.curve", language)
    hits = tuple(_places(spots[:choices], scale))
    return Scene(WIDTH, HEIGHT, tuple(items), hits, title, "\n".join(words))


def _levels(spots: Sequence[OnCurve]) -> range:
    """The numbers of points at which a line is drawn, from below all spots to above."""
    points = [0.0, *(one for spot in spots for one in (spot.before, spot.after))]
    return points_between(min(points), max(points))


def _radius(spot: OnCurve) -> float:
    return 5 + min(6.0, (spot.before - spot.after) / 2) if spot.flawed else 2.6


def _rounds(spots: Sequence[OnCurve], scale: Scale, theme: Theme) -> Iterator[Item]:
    """The number of each round below its first choice, as far as there is room."""
    free = last = 0.0
    for number, spot in enumerate(spots):
        x = scale.x(number)
        if spot.round != last and x >= free:
            yield Text(x, scale.low + _BELOW, str(spot.round), 12, theme.ink, "middle")
            free = x + 17
        last = spot.round


def _line(spots: Sequence[OnCurve], scale: Scale, theme: Theme) -> Iterator[Item]:
    """Luck from choice to choice, and each choice's own way down."""
    for number, (spot, then) in enumerate(pairwise(spots)):
        x, after = scale.x(number), scale.x(number + 1)
        luck = f"M{x:.2f} {scale.y(spot.after):.2f} L{after:.2f} {scale.y(then.before):.2f}"
        yield Path(luck, None, theme.ink, 1.8, dash=(1, 4))
    for number, spot in enumerate(spots):
        x, high, low = scale.x(number), scale.y(spot.before), scale.y(spot.after)
        if abs(high - low) >= 1:
            colour, width = (theme.bad, 4.0) if spot.flawed else (theme.soft_ink, 1.4)
            yield Path(f"M{x:.2f} {high:.2f} L{x:.2f} {low:.2f}", None, colour, width)


def _places(spots: Sequence[OnCurve], scale: Scale) -> Iterator[HitArea]:
    """The areas to choose a choice: side by side over the whole width, mistakes wider."""
    wide = [scale.x(at) for at, spot in enumerate(spots) if spot.flawed]
    free = (_FINGER + scale.step) / 2
    reach = [
        (at, _FINGER / 2 if spot.flawed else 0.0)
        for at, spot in enumerate(spots)
        if spot.flawed or all(abs(scale.x(at) - x) > free for x in wide)
    ]
    # Half of the gap between two goes to each, or half of their overlap.
    edges = [
        (scale.x(one) + of_one + scale.x(other) - of_other) / 2
        for (one, of_one), (other, of_other) in pairwise(reach)
    ]
    edges = [scale.left, *edges, scale.left + scale.step * len(spots)]
    for (at, _), (begin, end) in zip(reach, pairwise(edges), strict=False):
        yield HitArea(begin, 0, end - begin, HEIGHT, f"choice:{at}")


_BARS_WIDTH, _BARS_HEIGHT = 280.0, 190.0
_BARS_LEFT, _BARS_TOP, _BARS_RIGHT, _BARS_LOW = 12.0, 44.0, 12.0, 46.0


def frontier_scene(
    nets: Sequence[Decimal],
    *,
    first: int = 0,
    chosen: int | None = None,
    theme: Theme = DARK,
    language: str = "en",
) -> Scene:
    """Net against moves, 280 by 190: `nets[m]` is the best net with at most m more than `first`.

    Each point is hit as `frontier:` and m; that of the m that is `chosen` is ringed.
    """
    heights = [float(net) for net in nets]
    right, low = _BARS_WIDTH - _BARS_RIGHT, _BARS_HEIGHT - _BARS_LOW
    least, most = min([*heights, 0.0]), max([*heights, 1.0])
    scale = Scale(_BARS_LEFT, right, _BARS_TOP, low, max(1, len(nets)), least, most)
    items: list[Item] = [*_bar_ground(scale, theme, language)]
    size = 13 if scale.step >= 28 else 11
    for moves, net in enumerate(heights):
        x, y = scale.x(moves), scale.y(net)
        gains = moves == 0 or net > heights[moves - 1]
        items.append(_bar(scale, moves, net, theme, gains=gains))
        if moves == chosen:
            items += [Circle(x, y, 9, theme.panel, theme.gold, 3), Circle(x, y, 4, theme.gold)]
        if gains or moves == chosen:
            lift = 14 if moves == chosen else 5
            label = coins(rough(nets[moves]), language)
            items.append(Text(x, y - lift, label, size, theme.ink, "middle", bold=True))
        items.append(Text(x, _BARS_HEIGHT - 26, str(first + moves), size, theme.ink, "middle"))
    hits = tuple(
        HitArea(_BARS_LEFT + scale.step * at, 0, scale.step, _BARS_HEIGHT, f"frontier:{at}")
        for at in range(len(nets))
    )
    words = "\n".join(
        sentence("draw.frontier_point", language, moves=moves, net=net)
        for moves, net in enumerate(nets, start=first)
    )
    title = sentence("draw.frontier", language)
    return Scene(_BARS_WIDTH, _BARS_HEIGHT, tuple(items), hits, title, words)


def _bar_ground(scale: Scale, theme: Theme, language: str) -> Iterator[Item]:
    """The panel, the line that the bars stand on, and the names of both scales."""
    width, height, ink = _BARS_WIDTH, _BARS_HEIGHT, theme.soft_ink
    yield panel(width, height, theme)
    yield Text(14, 20, sentence("draw.net", language), 13, ink)
    yield Text(width - 14, height - 10, sentence("draw.moves", language), 13, ink, "end")
    base = f"{scale.y(0):.2f}"
    yield Path(f"M{_BARS_LEFT} {base} L{width - _BARS_RIGHT} {base}", None, ink, 1.4)


def _bar(scale: Scale, moves: int, net: float, theme: Theme, *, gains: bool) -> Rect:
    """The bar of a number of moves, empty unless it gains on the one before."""
    y, base, width = scale.y(net), scale.y(0), min(30.0, scale.step * 0.66)
    gold = theme.treasure
    face, edge = (gold.face, gold.edge) if gains else (None, theme.soft_ink)
    left, high = scale.x(moves) - width / 2, max(abs(base - y), 1)
    return Rect(left, min(y, base), width, high, 3, face, edge)


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
