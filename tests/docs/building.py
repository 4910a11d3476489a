"""Builds the pages as `make docs` does, warnings being errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

__all__ = ["PROJECT", "build"]

PROJECT = Path(__file__).parents[2]


def build(target: Path) -> subprocess.CompletedProcess[str]:
    """Build the pages; whatever Sphinx has to say stands in `stderr`."""
    (command,) = (
        line.split("-m ")[1].split()
        for line in (PROJECT / "Makefile").read_text(encoding="utf-8").splitlines()
        if "-m sphinx" in line
    )
    assert command[-1] == "build/docs"
    return subprocess.run(
        [sys.executable, "-m", *command[:-1], str(target)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
