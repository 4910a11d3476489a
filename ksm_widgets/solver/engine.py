"""The kernel as it runs: interpreted over lists, or compiled by numba over arrays if it is there.

The kernel's functions are written once. To compile them, each gets a twin whose globals are the
other twins, so nothing in the source says how it is run. numba is asked for only by the first
compiled search; what it compiles is kept in the user's cache folder under a name made of the
kernel's own text, so a changed kernel never meets an old cache.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ksm_widgets.solver.kernel import board, carry, heap, plans, rooms, rough, search, values

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.memory import Ints

__all__ = ["Engine", "compiled_engine", "engine", "interpreted_engine"]

_MODULES = (board, rooms, carry, heap, values, rough, plans, search)


@dataclass(frozen=True, slots=True)
class Engine:
    """How the kernel runs: its two entry points and the kind of sequence it works on."""

    compiled: bool
    search: Callable[[Ints, Ints, Ints, Ints, Ints, Ints, int], int]
    best_bound: Callable[[Ints, Ints], int]
    ints: Callable[[list[int]], Ints]
    """Make a sequence of these integers."""
    zeros: Callable[[int], Ints]
    """Make a sequence of so many zeros."""
    copy: Callable[[Ints], Ints]
    longer: Callable[[Ints, int], Ints]
    """Make a longer sequence that begins like this one, with so many zeros after it."""
    slice: int
    """Boards and plans in about a hundredth of a second."""


@cache
def interpreted_engine() -> Engine:
    """The kernel as plain Python over lists; needs nothing but the standard library."""
    return Engine(
        compiled=False,
        search=search.search,
        best_bound=search.best_bound,
        ints=list,
        zeros=lambda size: [0] * size,
        copy=list,
        longer=lambda ints, more: [*ints, *([0] * more)],
        slice=400,
    )


@cache
def compiled_engine() -> Engine:
    """The kernel compiled by numba; raises ImportError without it."""
    numba = importlib.import_module("numba")
    numpy = importlib.import_module("numpy")

    twins: dict[str, Any] = {"__name__": __name__, "__builtins__": __builtins__}
    functions: dict[str, types.FunctionType] = {}
    for module in _MODULES:
        for name, value in vars(module).items():
            if not isinstance(value, types.FunctionType):
                twins.setdefault(name, value)
            elif value.__module__ == module.__name__:
                functions[name] = value
    jit = numba.njit(cache=True, nogil=True)
    with _CacheFolder(numba):
        for name, function in functions.items():
            twin = types.FunctionType(function.__code__, twins, name)
            twin.__module__ = function.__module__
            twin.__qualname__ = name
            twins[name] = jit(twin)
    return Engine(
        compiled=True,
        search=twins["search"],
        best_bound=twins["best_bound"],
        ints=lambda values: numpy.array(values, dtype=numpy.int64),
        zeros=lambda size: numpy.zeros(size, dtype=numpy.int64),
        copy=numpy.copy,
        longer=lambda ints, more: numpy.concatenate([ints, numpy.zeros(more, numpy.int64)]),
        slice=10_000,
    )


def engine() -> Engine:
    """The engine to use: what `KSM_SOLVER` names, else compiled if numba is installed."""
    wish = os.environ.get("KSM_SOLVER", "")
    if wish == "interpreted" or (not wish and importlib.util.find_spec("numba") is None):
        return interpreted_engine()
    return compiled_engine()


class _CacheFolder:
    """While functions are made ready, let numba keep them in the user's cache folder."""

    def __init__(self, numba: Any) -> None:
        self.config = numba.config
        self.before = numba.config.CACHE_DIR

    def __enter__(self) -> None:
        if self.before:
            return
        text = hashlib.sha256()
        for module in _MODULES:
            text.update(Path(str(module.__file__)).read_bytes())
        base = os.environ.get("XDG_CACHE_HOME")
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
        folder = Path(base) if base else Path.home() / ".cache"
        self.config.CACHE_DIR = str(folder / "ksm_widgets" / text.hexdigest()[:16])

    def __exit__(self, *_: object) -> None:
        self.config.CACHE_DIR = self.before
