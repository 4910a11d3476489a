"""Raubbau's rulebook, B1 to B46."""

from __future__ import annotations

from ksm_widgets.companions.rulebook import rulebook

RULEBOOK = rulebook(
    "raubbau",
    "B",
    {
        "box": range(1, 8),
        "planning": range(8, 20),
        "action": range(20, 31),
        "cave_in": range(31, 37),
        "end": range(37, 47),
    },
)
"""The rules in words; `rules.py` plays by them."""
