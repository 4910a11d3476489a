"""Compile the kernel into the user's cache: `python -m ksm_widgets.solver.compile`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ksm_widgets.solver.cache_folder import Busy, cache_folder
from ksm_widgets.solver.engine import AGAIN, BUSY, keep_compiled
from ksm_widgets.words import sentence

__all__ = ["main"]


def main(arguments: Sequence[str] = ()) -> int:
    """Compile the kernel and keep it, unless it is kept already; returns the exit status.

    With `--again` numba is asked in any case for what it does not load. If another process compiles
    just now, this one says so and ends at once with status 75. Raises OSError if nothing can be
    kept, ImportError without numba.
    """
    folder = cache_folder()
    try:
        with folder.lock():
            if AGAIN in arguments or not folder.whole():
                keep_compiled(folder)
    except Busy:
        sys.stderr.write(sentence("compiling.busy") + "\n")
        return BUSY
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
