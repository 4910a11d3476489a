"""A reader's choices for all pages, such as language and colours, and where they are kept."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from ksm_widgets.page.part import served
from ksm_widgets.progress.progress import Progress, data_folder

if TYPE_CHECKING:
    from collections.abc import Collection


def chosen(name: str, possible: Collection[str], usual: str) -> str:
    """The reader's choice of `language` or `look`, if that is possible, else the usual one.

    Nothing is written, not even an empty file, for readers who have never chosen.
    """
    choices = [os.environ.get(f"KSM_{name.upper()}")]
    if not served() and kept_before():
        with closing(Progress.of_user()) as progress:
            choices.insert(0, progress.setting(name))
    return next((choice for choice in choices if choice in possible and choice is not None), usual)


def keep_chosen(name: str, value: str) -> None:
    """Keep what the reader has chosen; in the app that is the page's to do."""
    if not served():
        with closing(Progress.of_user()) as progress:
            progress.set(name, value)


def setting(name: str) -> str:
    """The text kept with the reader's progress under a name; empty for none."""
    if not kept_before():
        return ""
    with closing(Progress.of_user()) as progress:
        return progress.setting(name) or ""


def kept_before() -> bool:
    """Whether this computer has progress of an earlier visit."""
    try:
        return (data_folder() / "progress.sqlite3").is_file()
    except (RuntimeError, OSError):  # there is no home
        return False
