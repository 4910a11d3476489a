"""A small chart of the frontier: the best net with at most so many moves."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from ksm_widgets.draw.shapes import Circle, HitArea, Item, Path, Rect, Scene, Text
from ksm_widgets.draw.themes import DARK, Theme
from ksm_widgets.words import coins, rough, sentence

__all__ = ["frontier_scene"]

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
    most, least = max([*heights, 1.0]), min([*heights, 0.0])
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _LOW
    step = wide / max(1, len(nets))

    def at(moves: int, net: float) -> tuple[float, float]:
        return _LEFT + step * (moves + 0.5), _TOP + high * (most - net) / (most - least)

    base = at(0, 0)[1]
    items: list[Item] = [
        Rect(0.5, 0.5, _WIDTH - 1, _HEIGHT - 1, 12, theme.panel, theme.panel_rim),
        Text(14, 20, sentence("draw.net", language), 13, theme.soft_ink),
        Text(
            _WIDTH - 14, _HEIGHT - 10, sentence("draw.moves", language), 13, theme.soft_ink, "end"
        ),
        Path(f"M{_LEFT} {base:.2f} L{_WIDTH - _RIGHT} {base:.2f}", None, theme.soft_ink, 1.4),
    ]
    hits = []
    bar = min(30.0, step * 0.66)
    size = 13 if step >= 28 else 11
    for moves, net in enumerate(heights):
        x, y = at(moves, net)
        gains = moves == 0 or net > heights[moves - 1]
        items.append(
            Rect(
                x - bar / 2,
                min(y, base),
                bar,
                max(abs(base - y), 1),
                3,
                theme.treasure.face if gains else None,
                theme.treasure.edge if gains else theme.soft_ink,
            )
        )
        if moves == chosen:
            items += [
                Circle(x, y, 9, theme.panel, theme.gold, 3),
                Circle(x, y, 4, theme.gold),
            ]
        if gains or moves == chosen:
            lift = 14 if moves == chosen else 5
            told = coins(rough(nets[moves]), language)
            items.append(Text(x, y - lift, told, size, theme.ink, "middle", bold=True))
        items.append(Text(x, _HEIGHT - 26, str(first + moves), size, theme.ink, "middle"))
        hits.append(HitArea(_LEFT + step * moves, 0, step, _HEIGHT, f"frontier:{moves}"))
    points = (
        sentence("draw.frontier_point", language, moves=moves, net=net)
        for moves, net in enumerate(nets, start=first)
    )
    return Scene(
        _WIDTH,
        _HEIGHT,
        tuple(items),
        tuple(hits),
        sentence("draw.frontier", language),
        "\n".join(points),
    )
