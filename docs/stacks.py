"""Draw the small pictures of how the solver works, which are text in the source.

    level 1 · counted 1 · needs 1
    1  -  Ao  B  →  o  A  B
       a  b   c     a  b  c

On the left the mine, on the right the mine ready to dig, each quarry a stack seen from the side. In
the source and on a code-hosting page they are text, which the tests read; here it is drawn.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

PAGE = "docs/how-the-solver-works"
_FACTS = re.compile(r"^(?:any )?level\b")
_ARROW = "→"
_WIDE, _HIGH, _GAP, _BETWEEN = 30, 18, 6, 54
"""A tile, from one quarry to the next, and from one mine to the other, in pixels."""
_SHELF = 22
"""Below each row of quarries: its floor, and the letters of the columns."""

_Row = tuple[str, list[str]]
"""A row's number and the tiles on its quarries, from the bottom up."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx to draw them."""
    app.connect("doctree-read", _draw_all)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _draw_all(app: Sphinx, page: nodes.document) -> None:
    if app.env.docname != PAGE or app.builder.format != "html":
        return
    for block in list(page.findall(nodes.literal_block)):
        if _FACTS.match(block.astext()):
            block.parent.replace(block, nodes.raw("", drawn(block.astext()), format="html"))


def drawn(text: str) -> str:
    """A picture as a figure in HTML: the drawing, the text for screen readers, the facts."""
    facts, *lines, _ = text.rstrip("\n").splitlines()
    rows = [_row(line) for line in lines]
    columns = len(rows[0][1]) // 2
    heights = [max(2, *(len(stack) for stack in stacks)) * _HIGH for _, stacks in rows]
    width = 2 * columns * (_WIDE + _GAP) + _BETWEEN + _WIDE
    height = sum(heights) + len(rows) * (_SHELF + _GAP)
    parts = "".join(_parts(rows, heights, columns))
    return (
        f'<figure class="ksm-stacks"><svg viewBox="0 0 {width} {height}" width="{width}" '
        f'role="img" aria-label="{escape(text, quote=True)}">{parts}</svg>'
        f"<figcaption>{escape(facts)}</figcaption></figure>"
    )


def _row(line: str) -> _Row:
    number, *stacks = line.replace(_ARROW, " ").split()
    return number, ["" if stack == "-" else stack for stack in stacks]


def _parts(rows: list[_Row], heights: list[int], columns: int) -> Iterator[str]:
    floor = 0
    for (number, stacks), high in zip(rows, heights, strict=True):
        floor += high + _GAP
        yield f'<text x="{_WIDE / 3}" y="{floor - 4}">{number}</text>'
        for place, stack in enumerate(stacks):
            x = _WIDE + place * (_WIDE + _GAP) + (_BETWEEN if place >= columns else 0)
            yield f'<path class="floor" d="M{x} {floor}h{_WIDE}"/>'
            for level, tile in enumerate(stack, start=1):
                kind = "chosen" if tile.isupper() else "other"
                y = floor - level * _HIGH
                yield (
                    f'<rect class="{kind}" x="{x + 1}" y="{y}" rx="3" width="{_WIDE - 2}" '
                    f'height="{_HIGH - 2}"/>'
                )
                if tile.isupper():
                    yield f'<text class="name" x="{x + _WIDE / 2}" y="{y + 12}">{tile}</text>'
            column = "abcdef"[place % columns]
            yield f'<text class="column" x="{x + _WIDE / 2}" y="{floor + 15}">{column}</text>'
        floor += _SHELF
    between = _WIDE + columns * (_WIDE + _GAP) + _BETWEEN / 2 - _GAP / 2
    yield f'<text class="arrow" x="{between}" y="{floor / 2 + 4}">{_ARROW}</text>'
