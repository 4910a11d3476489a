"""Measure everything and write the tables: `python -m benchmarks`, `make bench`."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from argparse import ArgumentParser
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.contest import contest
from benchmarks.families import FAMILIES
from benchmarks.report import (
    Row,
    contest_tables,
    explorer_table,
    group_table,
    kernel_told,
    missed_goals,
    slices_table,
)
from benchmarks.sections import others_of, table

_HERE = Path(__file__).parent
_START = perf_counter()


def _tell(text: str) -> None:
    print(f"[{perf_counter() - _START:5.0f} s] {text}", file=sys.stderr, flush=True)


def _measure(part: str, *options: str, **environment: str) -> Any:
    """Run a slice in a process of its own; its measurements."""
    return _run("measure", part, *options, **environment)


def _run(module: str, *arguments: str, **environment: str) -> Any:
    _tell(f"{module} {' '.join(arguments)} {environment.get('KSM_SOLVER', '')}")
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *arguments],
        cwd=_HERE.parent,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def _first_answers() -> str:
    """The first answer of a process, before and after numba has anything in its cache."""
    with TemporaryDirectory() as folder:
        fresh = {"KSM_SOLVER": "compiled", "XDG_CACHE_HOME": folder, "NUMBA_CACHE_DIR": ""}
        rows = [
            ["compiled, empty cache", f"{_measure('first', **fresh)['seconds']:.2f} s"],
            ["compiled, filled cache", f"{_measure('first', **fresh)['seconds']:.2f} s"],
        ]
    interpreted = _measure("first", KSM_SOLVER="interpreted")
    rows.append(["interpreted", f"{interpreted['seconds']:.2f} s"])
    return table(["the first answer of a process", "time"], rows)


def _powers(row: Row) -> str:
    return ", ".join(row["powers"]) or "none"


def main() -> int:
    """Measure, and write the tables; exit status 1 if two proofs disagree."""
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--peer-seconds", type=float, default=8, help="for a tool and problem")
    parser.add_argument("--thin", type=int, default=1, help="take only every n-th problem")
    parser.add_argument("--no-peers", action="store_true", help="leave out the general tools")
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the file to write")
    given = parser.parse_args()
    every = ("--every", str(given.thin))
    quarter = ("--every", str(4 * given.thin))
    slices = {
        "compiled": _measure("main", *every, KSM_SOLVER="compiled"),
        "compiled, other money and values": _measure("purse", *every, KSM_SOLVER="compiled"),
        "compiled, wanted tiles": _measure("wanted", *every, KSM_SOLVER="compiled"),
        "compiled, beginner variant": _measure("beginner", *every, KSM_SOLVER="compiled"),
        "interpreted, every fourth": _measure("main", *quarter, KSM_SOLVER="interpreted"),
    }
    families = {name: _measure(name, *every, KSM_SOLVER="compiled") for name in FAMILIES}
    families["found by the search for the worst"] = _measure("worst", KSM_SOLVER="compiled")
    hands = _measure("hand", KSM_SOLVER="compiled")["seconds"]
    done = slices["compiled"]["rows"]
    tools = ("numba", "ortools", "clingo", "unified-planning", "up-fast-downward")
    parts = [
        "# What was measured",
        f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python "
        f"{platform.python_version()}, "
        + ", ".join(f"{name} {version(name)}" for name in tools)
        + ". The [page beside this one](README.md) says what is compared, and how to read it.",
        "## The explorer",
        explorer_table(_run("explorer")),
        "## The solver",
        slices_table(slices),
        kernel_told(done),
        "A hand of twelve cards with all sixteen sets of powers, each on another mine: "
        + ", ".join(f"{seconds:.2f} s" for seconds in hands)
        + ".",
        _first_answers(),
        "### Families it was not tuned to",
        slices_table(families),
        missed_goals(families),
        "### By powers",
        group_table("powers", done, _powers),
        "### By quarries of the shape",
        group_table("quarries", done, lambda row: row["size"]),
        "### By how far the game has come",
        group_table("game", done, lambda row: row["stage"]),
    ]
    bouts = []
    if not given.no_peers:
        bouts = contest(given.peer_seconds, given.thin, _tell)
        parts += [
            "## Beside general tools",
            f"{given.peer_seconds:g} seconds a problem; the times are medians of the proofs.",
            contest_tables(bouts),
        ]
    parts += others_of(given.to)
    given.to.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    _tell(f"written to {given.to}")
    return int(any(bout.disagreements for bout in bouts))


if __name__ == "__main__":
    sys.exit(main())
