"""The packs that come with the project, and what they are made of."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import TYPE_CHECKING, Any

from ksm_widgets.puzzles.pack import parse_pack

if TYPE_CHECKING:
    from ksm_widgets.puzzles.pack import Pack

__all__ = ["PACKS", "recipes", "shipped_pack"]

PACKS = ("puzzles", "lessons")
"""Five hundred puzzles over all themes, and a hundred for the lessons' rules."""
_DATA = files("ksm_widgets.puzzles") / "data"


@cache
def shipped_pack(name: str = PACKS[0]) -> Pack:
    """A pack that comes with the project; KeyError for a name there is none of.

    >>> len(shipped_pack("puzzles")), len(shipped_pack("lessons"))
    (500, 100)
    """
    if name not in PACKS:
        raise KeyError(name)
    return parse_pack((_DATA / f"{name}.jsonl").read_bytes(), f"{name}.jsonl")


def recipes() -> dict[str, Any]:
    """What the packs are made of, as data."""
    return loads((_DATA / "recipes.toml").read_text(encoding="utf-8"))
