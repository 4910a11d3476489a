"""Compile the solver's kernel into the user's cache: `python -m ksm_widgets.solver`."""

from __future__ import annotations

import sys

from ksm_widgets.solver import jit
from ksm_widgets.solver.engine import BUSY
from ksm_widgets.words import sentence


def main() -> int:
    """Compile the kernel unless the cache has it; return the exit status.

    If another process is compiling, say so and return status 75. Raises OSError if there is no
    place for a cache, NoCompiler without a numba.
    """
    try:
        jit.load_or_compile(wait=False)
    except jit.Busy:
        sys.stderr.write(sentence("compiling.busy") + "\n")
        return BUSY
    return 0


if __name__ == "__main__":
    sys.exit(main())
