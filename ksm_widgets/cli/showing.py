"""`ksm show`: a board as text, and as a picture."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ksm_widgets.draw import board_scene, paint_svg
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import Position
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["show"]


def show(board: str, *, svg: Path | None, language: str) -> int:
    """Print a board as six rows and as one line, and draw it to a file if one is named.

    Returns the exit status: 1 for a board that the rules or the box refuse, 2 for a picture that
    cannot be written. More tiles of a kind than assumed (R2) are only remarked upon.
    """
    try:
        position = Position.parse(board)
        position.check()
    except KsmError as error:
        print(error.sentence(language), file=sys.stderr)
        return 1
    for warning in position.warnings():
        print(warning.sentence(language), file=sys.stderr)
    print(position)
    print()
    print(position.text)
    if svg is None:
        return 0
    try:
        svg.write_text(paint_svg(board_scene(position)), encoding="utf-8")
    except OSError as error:
        print(
            sentence("cli.unwritable", language, file=svg, reason=error.strerror or error),
            file=sys.stderr,
        )
        return 2
    return 0
