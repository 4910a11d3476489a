"""Files that several processes share, or that a full disk must not spoil."""

from __future__ import annotations

import os
import sys
from errno import EACCES
from typing import TYPE_CHECKING

# A browser has neither; nobody shares its files there.
if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":
    import fcntl

if TYPE_CHECKING:
    from pathlib import Path


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another process has locked it.

    The operating system releases it when its process dies, however it dies.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        elif sys.platform != "emscripten":
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def write_whole(file: Path, data: bytes) -> None:
    """Write a file beside its place and put it there, so that a full disk loses nothing.

    Raises OSError, or ValueError for a name that no file can have.
    """
    if file.exists() and not os.access(file, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(file))
    unfinished = file.with_name(f".{file.name}.part")
    # Somebody else's folder may have a link of that name, to any file of the reader's.
    unfinished.unlink(missing_ok=True)
    try:
        with unfinished.open("xb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        unfinished.replace(file)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
