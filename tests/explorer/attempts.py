"""A learner's attempts for the tests of his progress, and what others find of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ONE", "TWO", "WRONG", "lasts", "read_back", "text_with"]

ONE = Attempted("moving.targets", 3, "en", 1000, True, 2, 1, "R13")
TWO = Attempted("moving.targets", 4, "en", 1001, True, 3)
WRONG = Attempted("dig.where", 0, "de", 999, False, 0, 0, "R9")


def read_back(file: Path) -> tuple[Attempted, ...]:
    """What lies in the file, as whoever opens it next will find it."""
    progress = Progress(file)
    try:
        assert progress.waiting == 0
        return progress.attempts()
    finally:
        progress.close()


def lasts(progress: Progress) -> bool:
    """Asked anew, whatever it was a moment ago."""
    return progress.lasting


def text_with(**changes: object) -> str:
    """One attempt as it travels, but for what is changed."""
    progress = Progress()
    progress.record(ONE)
    data = {**json.loads(progress.text()), **changes}
    progress.close()
    return json.dumps(data)
