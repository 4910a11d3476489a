"""Compile the kernel into the user's cache: `python -m ksm_widgets.solver.compile`."""

from __future__ import annotations

import os

from ksm_widgets.rules.position import Position
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.solver.engine import note_compiled
from ksm_widgets.solver.problem import Problem
from ksm_widgets.solver.proving import prove

__all__ = ["main"]


def main() -> None:
    """Solve a small problem compiled, which compiles the whole kernel, and note that."""
    os.environ["KSM_SOLVER"] = "compiled"
    prove(Problem(Position.near("5x,3"), Shape.parse("##")))
    note_compiled()


if __name__ == "__main__":
    main()
