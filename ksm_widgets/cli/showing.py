"""`ksm show`: a board as text, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.cli.out_of_reach import unwritable
from ksm_widgets.cli.streams import complain, put_line, standard_input
from ksm_widgets.draw import board_scene, paint_svg
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.rules.position import Position
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["show"]

_LONGEST = 10_000
"""Bytes; no board has as many."""
_OTHER_PICTURES = (".gif", ".jpeg", ".jpg", ".pdf", ".png", ".webp")


def show(board: str, *, svg: Path | None, language: str, near: bool = False) -> int:
    """Print a board as six rows and as one line, and draw it to a file if one is named.

    The board is read from standard input if it is `-`; with `near` it is only what lies at the
    entrance, as for Position.near. Returns the exit status: 1 for a board that the rules or the
    box refuse, 2 for input that is no text and for a picture that is to be no SVG or cannot be
    written. More tiles of a kind than assumed (R2) are only remarked upon.
    """
    if svg is not None and svg.suffix.lower() in _OTHER_PICTURES:
        complain(sentence("cli.only_svg", language, file=svg))
        return 2
    try:
        text = _read() if board == "-" else board
    except TextError as error:
        complain(error.sentence(language))
        return 2
    try:
        position = Position.near(text) if near else Position.parse(text)
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
        return unwritable(svg, error, language)
    return 0


def _read() -> str:
    """A board from standard input; raises TextError for what is no text."""
    try:
        return standard_input().read(_LONGEST).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TextError("cli.unreadable", file="-", reason=reason_of(error)) from error
