"""Letting the page's events be handled in the midst of some work, where there are no threads.

Python in a browser has one thread, and an event loop that belongs to the browser. Where the browser
can suspend WebAssembly, work may pause there for as long as it takes to handle what has come in.
"""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["breath", "in_browser"]


def in_browser() -> bool:
    """Whether Python itself runs in a browser: without threads, and with a disk that is memory."""
    return sys.platform == "emscripten"


def breath() -> Callable[[float], None] | None:
    """What lets the browser handle its events for so many seconds; None where it cannot.

    With 0 it is those that have come in already. To be asked for where it is used: whether the
    work can pause depends on who called it.
    """
    try:
        ffi = import_module("pyodide.ffi")
    except ImportError:
        return None
    if not ffi.can_run_sync():
        return None

    def breathe(seconds: float) -> None:
        ffi.run_sync(asyncio.sleep(seconds))

    return breathe
