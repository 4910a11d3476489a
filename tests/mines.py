"""The mine on which many tests play."""

from __future__ import annotations

__all__ = ["CURSED", "FAR"]

FAR = "-,-,-,-,-,-/" * 4
"""Four empty rows; the two at the entrance are still to be said."""
CURSED = f"{FAR}-,-,-,-,-,-/5,4,3z,-,-,-"
"""A mummy stands on the third of three treasures at the entrance; card 1 digs three in a row."""
