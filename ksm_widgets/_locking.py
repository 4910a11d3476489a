"""Locks on files, which the operating system releases when their process dies, however it dies."""

from __future__ import annotations

import sys

# A browser has neither; nobody shares its files there.
if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":
    import fcntl


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another process has locked it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        elif sys.platform != "emscripten":
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
