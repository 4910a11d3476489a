"""The chart of the lead over a whole game, which tells luck and cost apart.

A line leads from choice to choice: what showed, and what others did. Where a choice was worse than
another it drops, straight down, to a dot that is the larger the more it cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from ksm_widgets.draw.scales import HEIGHT, WIDTH, Scale, lines, points_between, scale_of
from ksm_widgets.draw.shapes import Circle, HitArea, Item, Path, Rect, Scene, Text, panel
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.words import coins, sentence

_FINGER = 44.0
"""Room for a finger: a choice that cost something has so much for itself."""

_LEFT, _TOP = 46.0, 28.0
"""Room at the left for the word below the levels, and at the top for what they are."""
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

    One spot more is the end of the game. Choices are hit as `choice:` and their number, from side
    to side: one that cost something by a whole finger, and not at all one that is too near to it.
    The one that is `chosen` is ringed.
    """
    levels = _levels(spots)
    # The end comes after the last choice.
    scale = scale_of(levels, choices + 1, left=_LEFT, top=_TOP)
    above, below = (sentence(f"draw.{key}", language) for key in ("points_ahead", "rounds"))
    items: list[Item] = [
        panel(WIDTH, HEIGHT, theme),
        *lines(levels, scale, theme),
        *_rounds(spots, scale, theme),
        Text(8, 14, above, 11, theme.soft_ink),
        Text(scale.left - 6, scale.low + _BELOW, below, 11, theme.soft_ink, "end"),
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
