"""The browser: where it is found, and how it is started."""

from __future__ import annotations

import os
import shutil

__all__ = ["ARGUMENTS", "find_chromium"]

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """The browser's executable, if there is one."""
    return os.environ.get("KSM_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
