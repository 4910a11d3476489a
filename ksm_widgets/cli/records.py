"""Records of games as commands are given them: a file, or what was kept of the game played last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.cli.out_of_reach import unreadable
from ksm_widgets.cli.streams import complain
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.table.record import read_match
from ksm_widgets.tutor.table.shelf import Shelf
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from pathlib import Path

    from ksm_widgets.tutor.table.match import Match

__all__ = ["given_match"]

_LARGEST = 1_000_000
"""Bytes of a record."""
_NO_RECORD = 1
"""The exit status."""


def given_match(file: Path | None, language: str) -> Match | int:
    """The match of a record, without a file the one played last that is over.

    If there is none, why is told, and the exit status comes back: 1 for what is no record, or if
    there is no such game, 2 for a file out of reach.
    """
    if file is None:
        return _last_one(language)
    try:
        with file.open("rb") as opened:
            text = opened.read(_LARGEST).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        return unreadable(file, error, language)
    try:
        return read_match(text, language=language)
    except KsmError as error:
        complain(error.sentence(language))
        return _NO_RECORD


def _last_one(language: str) -> Match | int:
    progress = Progress.of_user()
    try:
        kept = Shelf(progress).matches(language)
    finally:
        progress.close()
    match = next((one.match for one in kept if one.match.over), None)
    if match is None:
        complain(sentence("cli_match.none_over", language))
        return _NO_RECORD
    return match
