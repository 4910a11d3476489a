"""The file of results, part by part: each command writes its own, and leaves the others alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.companions.shelf import GAMES
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["others_of", "put_section", "table"]

_BY_OTHERS = (
    "The bots' ratings",
    "Good at once",
    "Looking while one digs",
    "Doors",
    "Worth from holdings",
    "Whole games",
    "Which card?",
    "The coach",
    "Whether it comes true",
    "The oracle",
    "Grades of puzzles",
    *(sentence(f"companion_{name}.name") for name in GAMES),
)
"""The headings of the parts that `python -m benchmarks` does not measure itself, in order."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; all columns but the first are aligned to the right."""
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def put_section(file: Path, heading: str, text: str) -> None:
    """Write one of these parts, in its place; what else stands in the file stays as it is."""
    assert heading in _BY_OTHERS, heading
    whole = file.read_text(encoding="utf-8") if file.exists() else "# What was measured\n"
    parts = _parts(whole)
    parts[heading] = f"## {heading}\n\n{text.strip()}\n"
    own = whole
    for name in _BY_OTHERS:
        own = own.replace(_parts(own).get(name, ""), "")
    told = [
        own.strip() + "\n",
        *(f"{parts[name].strip()}\n" for name in _BY_OTHERS if name in parts),
    ]
    file.write_text("\n".join(told), encoding="utf-8")


def others_of(file: Path) -> list[str]:
    """The parts of a file that other commands have written."""
    parts = _parts(file.read_text(encoding="utf-8")) if file.exists() else {}
    return [parts[name].strip() for name in _BY_OTHERS if name in parts]


def _parts(whole: str) -> dict[str, str]:
    """Those parts by their headings, each up to the next heading of its rank."""
    found = {}
    for name in _BY_OTHERS:
        match = re.search(
            rf"^## {re.escape(name)}\n.*?(?=^## |\Z)", whole, re.DOTALL | re.MULTILINE
        )
        if match:
            found[name] = match.group()
    return found
