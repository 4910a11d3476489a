"""Sharing the app on the local network: its key, its address, and the address as a QR code."""

from __future__ import annotations

import io
import os
import re
import socket
from secrets import token_urlsafe
from typing import TYPE_CHECKING

import segno

from ksm_widgets.tutor.course.progress import data_folder

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["kept_key", "own_address", "qr_code"]

_KEY = re.compile("[A-Za-z0-9_-]{32}")
_FILE = "app-key"
# A documentation network (RFC 5737): asked for the way there, the system names our own address.
_SOMEWHERE = ("192.0.2.1", 9)


def kept_key(*, anew: bool = False, folder: Path | None = None) -> str:
    """The key of this user's app, the same at every start, so that a tablet's bookmark goes on.

    It is made at first, with `anew`, and where the file holds no key; only its user can read it.
    Without a disk to keep it on it holds for this start.
    """
    file = (data_folder() if folder is None else folder) / _FILE
    if not anew:
        try:
            kept = file.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            kept = ""
        if _KEY.fullmatch(kept):
            return kept
    key = token_urlsafe(24)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
            opened.write(f"{key}\n")
    except OSError:
        pass
    return key


def own_address() -> str:
    """This computer's address on the local network; its name where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)  # Sends nothing: datagrams know no connection.
            address = str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
    return address


def qr_code(text: str) -> str:
    """A text as a QR code for the terminal, two of its rows a line."""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
