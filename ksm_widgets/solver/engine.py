"""The kernel as it runs: interpreted over lists, or compiled by numba over arrays if it is there.

Most problems are solved sooner than numba is imported. So a process starts interpreted; once it
has spent half a second so, it goes over to the compiled kernel if that can be loaded from the
cache, and else has it compiled by another process meanwhile. It never compiles itself unless
`KSM_SOLVER=compiled` tells it to: nobody's time limit is spent on that.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

import ksm_widgets
from ksm_widgets.solver.cache_folder import Busy, CacheFolder, cache_folder
from ksm_widgets.solver.kernel import rollout, search
from ksm_widgets.solver.kernel.layout import AIM_NEXT
from ksm_widgets.solver.twins import NotKept, compile_kernel, load_kernel
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.memory import Ints

__all__ = [
    "AGAIN",
    "BUSY",
    "Engine",
    "compiled_at_once",
    "compiled_engine",
    "engine",
    "interpreted_engine",
    "keep_compiled",
    "note_spent",
]

_PATIENCE = 0.5
"""Seconds of interpreted search after which the compiled kernel is worth its import."""
_GLANCE = 0.25
"""Seconds between two looks whether the compiled kernel is there by now."""

AGAIN = "--again"
"""Tells the compiling process that numba did not load what is kept, whole as it is."""
BUSY = 75
"""What that process ends with if another compiles already."""


@dataclass(frozen=True, slots=True, eq=False)
class Engine:
    """How the kernel runs: its entry points and the kind of sequence it works on."""

    compiled: bool
    search: Callable[[Ints, Ints, Ints, Ints, Ints, Ints, int], int]
    best_bound: Callable[[Ints, Ints], int]
    play_on: Callable[[Ints, Ints, Ints, Ints, int, int, int], int]
    ints: Callable[[list[int]], Ints]
    """Make a sequence of these integers."""
    zeros: Callable[[int], Ints]
    """Make a sequence of so many zeros."""
    copy: Callable[[Ints], Ints]
    joined: Callable[[Ints, list[Ints]], Ints]
    """Copy sequences one behind the other; in place of the first, if that is long enough."""
    linked: Callable[[Ints, Ints, int], int]
    """Give these aims up, before one given up earlier (-1 for none); the first of all."""
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
        play_on=rollout.play_on,
        ints=list,
        zeros=lambda size: [0] * size,
        copy=list,
        joined=lambda _, several: list(chain(*several)),
        linked=_linked,
        longer=lambda ints, more: [*ints, *([0] * more)],
        slice=400,
    )


def compiled_engine() -> Engine:
    """The kernel compiled by numba, here and now if need be; raises ImportError without it."""
    with _start.lock:
        if _start.compiled is None:
            _start.compiled = _compiled_engine(_loaded_or_compiled())
        return _start.compiled


def _loaded_or_compiled() -> dict[str, Any]:
    """The compiled kernel's entries, whatever it takes."""
    try:
        folder = cache_folder()
        if folder.whole():
            with contextlib.suppress(NotKept):
                return _loaded(folder)
        with folder.lock(wait=True):
            return keep_compiled(folder)
    except OSError:
        # Nowhere to keep it: then it is compiled for this process alone.
        return compile_kernel(None)


def _loaded(folder: CacheFolder) -> dict[str, Any]:
    entries = load_kernel(folder.path)
    folder.touch()
    return entries


def keep_compiled(folder: CacheFolder) -> dict[str, Any]:
    """Compile the kernel and keep it in this folder, whose lock the caller holds.

    What is kept there and whole is not compiled again, unless numba would not load it.
    """
    if not folder.whole():
        folder.empty()
    entries = compile_kernel(folder.path)
    folder.seal()
    folder.clear_away_others()
    return entries


def _linked(aims: Ints, given_up: Ints, free: int) -> int:
    for aim in given_up:
        aims[aim + AIM_NEXT] = free
        free = aim
    return free


def _compiled_engine(entries: dict[str, Any]) -> Engine:
    numpy = importlib.import_module("numpy")

    def linked(aims: Any, given_up: Any, free: int) -> int:
        aims[given_up + AIM_NEXT] = numpy.append(given_up[1:], free)
        return int(given_up[0])

    def joined(room: Any, several: list[Any]) -> Any:
        # Fresh memory of this size comes page by page: that takes longer than to copy it.
        size = sum(map(len, several))
        return numpy.concatenate(several, out=room[:size] if len(room) >= size else None)

    return Engine(
        compiled=True,
        search=entries["search"],
        best_bound=entries["best_bound"],
        play_on=entries["play_on"],
        ints=lambda values: numpy.array(values, dtype=numpy.int64),
        zeros=lambda size: numpy.zeros(size, dtype=numpy.int64),
        copy=numpy.copy,
        joined=joined,
        linked=linked,
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


@contextlib.contextmanager
def compiled_at_once() -> Iterator[None]:
    """Use the compiled kernel from the first where there is one, unless something else is wished.

    For long work that nobody waits at. A search that is stopped by the work it has done may have
    found something else when the kernel changes midway; so it cannot.
    """
    given = os.environ.get("KSM_SOLVER")
    if given is None and importlib.util.find_spec("numba") is not None:
        os.environ["KSM_SOLVER"] = "compiled"
    try:
        yield
    finally:
        if given is None:
            os.environ.pop("KSM_SOLVER", None)


def note_spent(used: Engine, seconds: float) -> None:
    """Count the time that went into searching interpreted."""
    if not used.compiled:
        _start.spent += seconds


class _Start:
    """How far this process has come from interpreted to compiled."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.compiled: Engine | None = None
        self.lock = Lock()
        """Held by the thread that loads or compiles."""
        self.compiling: subprocess.Popen[bytes] | None = None
        self.settled = False
        """Whether there is nothing left to look for: it stays as it is now."""
        self.next_look = 0.0

    def available(self) -> bool:
        """Whether the compiled kernel is loaded; if not, sees to it that it can be."""
        if not self.settled and monotonic() >= self.next_look and self.lock.acquire(blocking=False):
            try:
                if self.compiled is None:
                    self._look()
            finally:
                self.next_look = monotonic() + _GLANCE
                self.lock.release()
        return self.compiled is not None

    def _look(self) -> None:
        """Load the compiled kernel if it is kept; else have it compiled by another process."""
        try:
            folder = cache_folder()
        except OSError:
            self.settled = True
            return
        if importlib.util.find_spec("numba") is None or not sys.executable:
            self.settled = True
            return
        ended = None
        if self.compiling is not None:
            ended = self.compiling.poll()
            if ended is None:
                return
            self.compiling = None
        refused = False
        if folder.whole():
            try:
                self.compiled = _compiled_engine(_loaded(folder))
                self.settled = True
                return
            except NotKept:
                refused = True
            except Exception as error:  # A numba that does not fit NumPy fails in many ways.
                self._stay("compiling.broken", error=f"{type(error).__name__}: {error}")
                return
        if ended in (None, BUSY):
            self._have_it_compiled(folder, refused=refused)
        elif refused:
            self._stay("compiling.refused", folder=str(folder.path))
        else:
            self._stay("compiling.failed")

    def _have_it_compiled(self, folder: CacheFolder, *, refused: bool) -> None:
        if folder.damaged():
            _say("compiling.damaged", folder=str(folder.path))
        try:
            with folder.lock():
                pass
            # It shall import what this process has imported, from wherever that came.
            home = Path(ksm_widgets.__file__).parents[1]
            path = os.pathsep.join([str(home), *map(str, filter(None, sys.path))])
            self.compiling = subprocess.Popen(
                [sys.executable, "-P", "-m", "ksm_widgets.solver.compile", *([AGAIN] * refused)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": path},
            )
        except Busy:
            # Another process compiles, perhaps what we need: see the next look.
            pass
        except OSError:
            self.settled = True

    def _stay(self, key: str, **words: str) -> None:
        """Stay interpreted for good, and say why."""
        self.settled = True
        _say(key, **words)


_start = _Start()


@cache
def _say(key: str, **words: str) -> None:
    """Say once in the life of this process that something is amiss with the compiled kernel.

    It goes to the log and is no warning: where warnings are errors, searches go on all the same.
    """
    logging.getLogger(__name__).warning(sentence(key, **words))
