"""What a reader has chosen once for all boards: language and colours.

In the app the browser keeps it, and the server tells the kernel; elsewhere it is kept with the
reader's progress on this computer.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ksm_widgets.tutor.course.progress import Progress, data_folder
from ksm_widgets.widgets.kernel import served

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["chosen", "keep_chosen"]


def chosen(name: str, possible: Collection[str], usual: str) -> str:
    """What the reader has chosen for `language` or `look`, if that is possible, else the usual.

    Nothing is written, not even an empty file, for who has never chosen.
    """
    wishes = [os.environ.get(f"KSM_{name.upper()}")]
    if not served() and _kept_before():
        with_progress = Progress.of_user()
        wishes.insert(0, with_progress.setting(name))
        with_progress.close()
    return next((wish for wish in wishes if wish in possible and wish is not None), usual)


def keep_chosen(name: str, value: str) -> None:
    """Keep what the reader has chosen; in the app that is the page's to do."""
    if not served():
        with_progress = Progress.of_user()
        with_progress.set(name, value)
        with_progress.close()


def _kept_before() -> bool:
    try:
        return (data_folder() / "progress.sqlite3").is_file()
    except (RuntimeError, OSError):  # there is no home
        return False
