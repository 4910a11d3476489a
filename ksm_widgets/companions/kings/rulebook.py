"""The rulebook of Kings under Mountains, K1 to K21."""

from __future__ import annotations

from ksm_widgets.companions.rulebook import rulebook

RULEBOOK = rulebook("kings", "K", {"box": range(1, 6), "turn": range(6, 19), "end": range(19, 22)})
"""The rules in words; `rules.py` plays by them."""
