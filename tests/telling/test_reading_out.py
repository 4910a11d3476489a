"""What lies on a quarry, as it is read out."""

from __future__ import annotations

import pytest

from ksm_widgets.rules import Position, Quarry
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.plans import read_out

MINE = Position.parse("-,-,-,-,-,-/" * 5 + "a1Cx,?C,C,-,-,-")


@pytest.mark.parametrize(
    ("name", "reader", "more", "told"),
    [
        ("d1", Reader("en"), {}, "d1: empty"),
        ("d1", Reader("de"), {"brief": True}, "d1: leer"),
        (
            "a1",
            Reader("en"),
            {},
            "a1: a mask, level 4; below it, from the top: a carpet, a treasure of 1, a parchment α",
        ),
        (
            "a1",
            Reader("en"),
            {"brief": True},
            "a1: African mask, level 4; below it: flying carpet, treasure of 1, parchment α",
        ),
        ("a1", Reader("en"), {"brief": True, "deep": False}, "a1: African mask, level 4"),
        ("a1", Reader("en"), {"deep": False}, "a1: a mask, level 4"),
        ("b1", Reader("en"), {}, "b1: a carpet, level 2"),
        ("c1", Reader("en", "de"), {"brief": True}, "c1: magic axe, level 1"),
        ("c1", Reader("en", "de"), {}, "c1: a magic axe, level 1"),
    ],
)
def test_a_quarry_is_read_out(name: str, reader: Reader, more: dict[str, bool], told: str) -> None:
    """The topmost tile and its level, then those below; an unseen one is not spoken of."""
    quarry = Quarry.parse(name)
    assert read_out(quarry, MINE.stack(quarry), reader, **more) == told
