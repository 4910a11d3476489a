"""The chart of the best net with at most so many moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from ksm_widgets.draw.scales import Scale
from ksm_widgets.draw.shapes import Circle, HitArea, Item, Path, Rect, Scene, Text, panel
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.words import coins, rough, sentence

_WIDTH, _HEIGHT = 280.0, 190.0
_LEFT, _TOP, _RIGHT, _LOW = 12.0, 44.0, 12.0, 46.0


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
    right, low = _WIDTH - _RIGHT, _HEIGHT - _LOW
    least, most = min([*heights, 0.0]), max([*heights, 1.0])
    scale = Scale(_LEFT, right, _TOP, low, max(1, len(nets)), least, most)
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
        items.append(Text(x, _HEIGHT - 26, str(first + moves), size, theme.ink, "middle"))
    hits = tuple(
        HitArea(_LEFT + scale.step * at, 0, scale.step, _HEIGHT, f"frontier:{at}")
        for at in range(len(nets))
    )
    words = "\n".join(
        sentence("draw.frontier_point", language, moves=moves, net=net)
        for moves, net in enumerate(nets, start=first)
    )
    title = sentence("draw.frontier", language)
    return Scene(_WIDTH, _HEIGHT, tuple(items), hits, title, words)


def _bar_ground(scale: Scale, theme: Theme, language: str) -> Iterator[Item]:
    """The panel, the line that the bars stand on, and the names of both scales."""
    width, height, ink = _WIDTH, _HEIGHT, theme.soft_ink
    yield panel(width, height, theme)
    yield Text(14, 20, sentence("draw.net", language), 13, ink)
    yield Text(width - 14, height - 10, sentence("draw.moves", language), 13, ink, "end")
    base = f"{scale.y(0):.2f}"
    yield Path(f"M{_LEFT} {base} L{width - _RIGHT} {base}", None, ink, 1.4)


def _bar(scale: Scale, moves: int, net: float, theme: Theme, *, gains: bool) -> Rect:
    """The bar of a number of moves, empty unless it gains on the one before."""
    y, base, width = scale.y(net), scale.y(0), min(30.0, scale.step * 0.66)
    gold = theme.treasure
    face, edge = (gold.face, gold.edge) if gains else (None, theme.soft_ink)
    left, high = scale.x(moves) - width / 2, max(abs(base - y), 1)
    return Rect(left, min(y, base), width, high, 3, face, edge)
