"""Files that several processes share, or that a full disk must not spoil."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from errno import EACCES
from typing import TYPE_CHECKING

# A browser has neither; nobody shares its files there.
if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
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


@contextmanager
def locked(file: Path, patience: float) -> Iterator[None]:
    """Be the only process that holds this lock; the file for it is made, and stays.

    Raises OSError if it can't be made, or another process holds it for so many seconds.
    """
    until = time.monotonic() + patience
    with open(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "rb") as opened:
        while not try_lock(opened.fileno()):
            if time.monotonic() >= until:
                raise TimeoutError(EACCES, os.strerror(EACCES), str(file))
            time.sleep(0.01)
        yield


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
