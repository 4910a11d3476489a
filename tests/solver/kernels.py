"""Processes that search, with a cache in common: what notebooks' kernels are to the solver."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ksm_widgets

PROJECT = Path(ksm_widgets.__file__).parents[1]
STAND_IN = Path(__file__).parent / "stand_in"
PLENTY = 600
"""Seconds after which a process that never ends is no longer waited for."""

COMPILE = ("-m", "ksm_widgets.solver")

# Looks around as in a search that takes long until it is settled how the kernel runs (but only once
# if told to `glance`), then solves something.
SEARCH = (
    "-c",
    """
import json, os, sys, time
from ksm_widgets.rules import Position, Shape
from ksm_widgets.solver import Problem, solve
from ksm_widgets.solver.engine import _PATIENCE, _start, engine
_start.spent = 2 * _PATIENCE
engine()
print("looked", flush=True)
while "glance" not in sys.argv and not (engine().compiled or _start.settled):
    time.sleep(0.01)
answer = solve(Problem(Position.parse("-,-,-,-,-,-/" * 5 + "5x,3,-,-,-,-"), Shape.parse("##")))
print(json.dumps({
    "process": os.getpid(),
    "compiled": answer.statistics.compiled,
    "settled": _start.settled,
    "net": float(answer.plan.net),
}))
""",
)

# What takes far more than two seconds, interpreted: the beginner variant, a hundred coins.
HARD_SEARCH = (
    "-c",
    """
import json, os, sys
from ksm_widgets.rules import Position, Power, Shape, Variant
from ksm_widgets.solver import Problem, solve
mine = Position.parse(
    "4AMc,yxzz,2M5,2cy,31x,x32z/5y5d,Cyxz,1CCd,4a3M,bd1,32z1/1zz,SbxM,ax,422y,5b,yxba/"
    "3yz,y54,cA,zxaA,a3,a2d2/12cS,131,2bS,xd,a5M,3dAc/d4S1,b5C,5yb4,c1x,dyz,31zy"
)
card = Shape.parse("#../##./###")
powers = frozenset({Power.AMULET})
problem = Problem(mine, card, powers, money=100, variant=Variant.BEGINNER, best=20)
answer = solve(problem, time_limit=float(sys.argv[1]))
print(json.dumps({
    "process": os.getpid(),
    "compiled": answer.statistics.compiled,
    "status": answer.status.value,
}))
""",
    "2",
)
PATIENT_SEARCH = (*HARD_SEARCH[:2], "120")
"""The same with time to load compiled code, however slow the machine is."""


@dataclass(frozen=True)
class Home:
    """A folder that is home to some processes: their cache, and what numba's stand-in notes."""

    folder: Path

    def __post_init__(self) -> None:
        self.cache.mkdir(parents=True, exist_ok=True)

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    @property
    def notes(self) -> list[tuple[str, str, int]]:
        """What the stand-in did: what, to which function, in which process."""
        path = self.folder / "notes"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [(what, name, int(process)) for what, name, process in map(str.split, lines)]

    def kept(self) -> dict[Path, bytes]:
        """All files kept, whatever folder they are in."""
        return {file: file.read_bytes() for file in sorted(self.cache.rglob("*.nb[ic]"))}

    def start(
        self, *command: str, path: tuple[Path, ...] = (STAND_IN, PROJECT), **told: str
    ) -> subprocess.Popen[str]:
        """Start a process of Python that finds its modules along this path."""
        own = ("KSM_SOLVER", "NUMBA_CACHE_DIR")
        return subprocess.Popen(
            [sys.executable, "-P", *command],
            env={
                **{name: value for name, value in os.environ.items() if name not in own},
                "HOME": str(self.folder),
                "XDG_CACHE_HOME": str(self.cache),
                "PYTHONPATH": os.pathsep.join(map(str, path)),
                "STAND_IN_NOTES": str(self.folder / "notes"),
                **told,
            },
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def another_kernel(folder: Path) -> None:
    """Put a copy of the package there of which a number is another."""
    shutil.copytree(PROJECT / "ksm_widgets", folder / "ksm_widgets")
    table = folder / "ksm_widgets" / "solver" / "kernel" / "table.py"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("KEEPING = 2000", "KEEPING = 2001"), encoding="utf-8")


def until(condition: Callable[[], object]) -> None:
    """Wait for a condition; raises TimeoutError if it is not fulfilled in all that time."""
    given_up = time.monotonic() + PLENTY
    while not condition():
        if time.monotonic() > given_up:
            raise TimeoutError
        time.sleep(0.01)


def finished(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """What a process ended with, said and wrote to the log."""
    said, log = process.communicate(timeout=PLENTY)
    return process.returncode, said, log


def ended(process: subprocess.Popen[str]) -> tuple[dict[str, Any], str]:
    """What a search's process found out, and what it wrote to the log, once it has ended well."""
    status, said, log = finished(process)
    assert status == 0, log
    told: dict[str, Any] = json.loads(said.splitlines()[-1])
    return told, log
