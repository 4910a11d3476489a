"""The kernel as it runs: interpreted over lists, or compiled by numba over arrays if it is there.

The kernel's functions are written once. To compile them, each gets a twin whose globals are the
other twins, so nothing in the source says how it is run. What numba compiles is kept in the user's
cache folder under a name made of the kernel's own text, so a changed kernel never meets an old
cache.

Most problems are solved sooner than numba is imported. So a process starts interpreted; once it
has spent half a second so, it goes over to the compiled kernel if that lies in the cache, and
else has it compiled by another process meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import os
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ksm_widgets.solver.kernel import (
    aims,
    board,
    bound,
    carry,
    dealing,
    heap,
    layout,
    places,
    rooms,
    rough,
    search,
    values,
)

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.memory import Ints

__all__ = [
    "Engine",
    "cache_folder",
    "compiled_engine",
    "engine",
    "interpreted_engine",
    "note_compiled",
    "note_spent",
]

_PATIENCE = 0.5
"""Seconds of interpreted search after which the compiled kernel is worth its import."""
_READY = "compiled"

_MODULES = (layout, board, rooms, carry, heap, aims, values, rough, places, dealing, bound, search)


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
    """Boards and aims in about a hundredth of a second."""


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
    with _caching(numba.config):
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
    """The engine to use now: what `KSM_SOLVER` names, else whatever is soonest done."""
    wish = os.environ.get("KSM_SOLVER", "")
    if wish == "compiled":
        return compiled_engine()
    if wish == "interpreted" or _start.spent < _PATIENCE or not _start.available():
        return interpreted_engine()
    return compiled_engine()


def note_spent(used: Engine, seconds: float) -> None:
    """Count the time that went into searching interpreted."""
    if not used.compiled:
        _start.spent += seconds


def note_compiled() -> None:
    """Note in the cache folder that all of the kernel lies there compiled."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _READY).touch()


class _Start:
    """How far this process has come from interpreted to compiled."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.compiling: subprocess.Popen[bytes] | None = None

    def available(self) -> bool:
        """Whether the compiled kernel can be had at once; if not, sees to it that it will be."""
        if importlib.util.find_spec("numba") is None:
            return False
        if (cache_folder() / _READY).exists():
            return True
        if self.compiling is None and sys.executable:
            with contextlib.suppress(OSError):
                self.compiling = subprocess.Popen(
                    [sys.executable, "-m", "ksm_widgets.solver.compile"],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
        return False


_start = _Start()


@cache
def cache_folder() -> Path:
    """Where this kernel is kept compiled: a folder of the user's cache, named after its text."""
    text = hashlib.sha256()
    for module in _MODULES:
        text.update(Path(str(module.__file__)).read_bytes())
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    folder = Path(base) if base else Path.home() / ".cache"
    return folder / "ksm_widgets" / text.hexdigest()[:16]


@contextlib.contextmanager
def _caching(config: Any) -> Iterator[None]:
    """While functions are made ready, let numba keep them in our folder, not beside the source."""
    before = config.CACHE_DIR
    config.CACHE_DIR = before or str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before
