"""The chart of the best net for each number of moves."""

from __future__ import annotations

from decimal import Decimal

from ksm_widgets.draw import Rect, Text
from ksm_widgets.draw.charts import frontier_scene

NETS = [Decimal(0), Decimal("8.5"), Decimal(11), Decimal(12)]


def test_nets_are_above_their_bars_and_moves_below() -> None:
    scene = frontier_scene(NETS, chosen=3)
    assert (scene.width, scene.height) == (280, 190)
    _, *bars = (item for item in scene.items if isinstance(item, Rect))
    texts = [item for item in scene.items if isinstance(item, Text)]
    base = max(bar.y + bar.height for bar in bars)
    for bar, net, moves in zip(bars, ("0", "8.5", "11", "12"), range(4), strict=True):
        middle = bar.x + bar.width / 2
        here = {item.text: item.y for item in texts if abs(item.x - middle) < 0.01}
        if net == str(moves):  # The net and the number of moves are both 0.
            assert len([item for item in texts if item.text == net]) == 2
            continue
        assert 12 < here[net] < bar.y
        assert base < here[str(moves)] < scene.height
