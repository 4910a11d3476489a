"""`ksm show`: a board as text, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.cli.streams import complain, put_line
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
        complain(error.sentence(language))
        return 1
    for warning in position.warnings():
        complain(warning.sentence(language))
    put_line(str(position))
    put_line()
    put_line(position.text)
    if svg is None:
        return 0
    try:
        svg.write_text(paint_svg(board_scene(position)), encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or error
        complain(sentence("cli.unwritable", language, file=svg, reason=reason))
        return 2
    return 0
