"""The kernel as it runs: interpreted over lists, or compiled by numba over arrays if it is there.

Most problems are solved sooner than numba is imported. So a process starts interpreted; once it
has spent half a second searching, it switches to the compiled kernel if that is in the cache, and
otherwise has another process compile it. It never compiles anything itself unless
`KSM_SOLVER=compiled` tells it to: no time limit is spent on that.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import logging
import os
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

import ksm_widgets
from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.solver import jit
from ksm_widgets.solver.kernel import rollout, search, values
from ksm_widgets.solver.kernel.layout import AIM_NEXT
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.layout import Ints


_NAMES = ("compiled", "interpreted")
_PATIENCE = 0.5
"""Seconds of interpreted search after which the compiled kernel is worth its import."""
_GLANCE = 0.25
"""Seconds between two checks whether the compiled kernel is there."""
BUSY = 75
"""The exit status of a compiling process that found another one compiling."""


@dataclass(frozen=True, slots=True, eq=False)
class Engine:
    """The kernel's entry points, and the kind of sequence they work on."""

    compiled: bool
    search: Callable[[Ints, Ints, Ints, Ints, Ints, Ints, Ints, Ints, int], int]
    best_bound: Callable[[Ints, Ints], int]
    lay_overcounts: Callable[[Ints, Ints, Ints, Ints, int, Ints], int]
    play_on: Callable[[Ints, Ints, Ints, Ints, int, int, int], int]
    open_with: Callable[[Ints, Ints, Ints, Ints, int, int, int], int]
    ints: Callable[[list[int]], Ints]
    """Make a sequence of these integers."""
    zeros: Callable[[int], Ints]
    """Make a sequence of so many zeros."""
    copy: Callable[[Ints], Ints]
    joined: Callable[[Ints, list[Ints]], Ints]
    """Copy sequences one behind the other, into the first if it is long enough."""
    linked: Callable[[Ints, Ints, int], int]
    """Drop these aims, before one dropped earlier (-1 for none); return the first."""
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
        lay_overcounts=values.lay_overcounts,
        play_on=rollout.play_on,
        open_with=rollout.open_with,
        ints=list,
        zeros=lambda size: [0] * size,
        copy=list,
        joined=lambda _, several: list(chain(*several)),
        linked=_linked,
        longer=lambda ints, more: [*ints, *([0] * more)],
        slice=400,
    )


def compiled_engine() -> Engine:
    """The kernel compiled by numba, here and now if need be; raises NoCompiler without it."""
    with _start.lock:
        if _start.compiled is None:
            try:
                entries = jit.load_or_compile(wait=True)
            except OSError:
                entries = jit.compile_for_now()
            _start.compiled = _compiled_engine(entries)
        return _start.compiled


def _linked(aims: Ints, given_up: Ints, free: int) -> int:
    for aim in given_up:
        aims[aim + AIM_NEXT] = free
        free = aim
    return free


def _compiled_engine(entries: jit.Entries) -> Engine:
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
        lay_overcounts=entries["lay_overcounts"],
        play_on=entries["play_on"],
        open_with=entries["open_with"],
        # An array of Python's is filled from a list faster than NumPy's, and shares its memory.
        ints=lambda values: numpy.frombuffer(array("q", values or [0]), numpy.int64)[: len(values)],
        zeros=lambda size: numpy.zeros(size, dtype=numpy.int64),
        copy=numpy.copy,
        joined=joined,
        linked=linked,
        longer=lambda ints, more: numpy.concatenate([ints, numpy.zeros(more, numpy.int64)]),
        slice=10_000,
    )


def chosen_engine() -> str:
    """The engine that `KSM_SOLVER` names, empty for none; raises ArgumentError for another word."""
    chosen = os.environ.get("KSM_SOLVER", "")
    if chosen not in ("", *_NAMES):
        raise ArgumentError(
            "argument.choice", name="KSM_SOLVER", found=repr(chosen[:20]), expected=_NAMES
        )
    return chosen


def check_choice() -> None:
    """Raise KsmError if `KSM_SOLVER` names an engine that there is not, or that cannot be used."""
    if chosen_engine() == "compiled":
        jit.import_numba()


def engine() -> Engine:
    """The engine to use now: the one `KSM_SOLVER` names, else the faster one that is ready."""
    chosen = chosen_engine()
    if chosen == "compiled":
        try:
            return compiled_engine()
        except jit.NoCompiler as error:
            if not _start.unasked:
                raise
            _log_once("compiling.broken", error=str(error.params["reason"]))
            return interpreted_engine()
    if chosen == "interpreted" or _start.spent < _PATIENCE:
        return interpreted_engine()
    return _start.soonest() or interpreted_engine()


def want_compiled() -> None:
    """Have the compiled kernel made ready from now on, for work that is better with it.

    Otherwise that happens after half a second of search. Nobody waits for it to be compiled.
    """
    _start.spent = max(_start.spent, _PATIENCE)


@contextlib.contextmanager
def compiled_at_once() -> Iterator[None]:
    """Use the compiled kernel from the start where there is one, unless `KSM_SOLVER` is set.

    For long work that nobody waits for. A search that is stopped by the work it has done may find
    something else if the kernel changes midway; this way it cannot.
    """
    given = os.environ.get("KSM_SOLVER")
    if given is None and importlib.util.find_spec("numba") is not None:
        os.environ["KSM_SOLVER"] = "compiled"
        _start.unasked = True
    try:
        yield
    finally:
        if given is None:
            os.environ.pop("KSM_SOLVER", None)
            _start.unasked = False


@contextlib.contextmanager
def timed(used: Engine) -> Iterator[None]:
    """Count the time that goes into searching interpreted."""
    started = monotonic()
    try:
        yield
    finally:
        if not used.compiled:
            _start.spent += monotonic() - started


class _Start:
    """The way of this process from interpreted to compiled."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.compiled: Engine | None = None
        self.lock = Lock()
        """Held by the thread that loads or compiles."""
        self.compiling: subprocess.Popen[bytes] | None = None
        self.settled = False
        """Whether it stays as it is now."""
        self.next_look = 0.0
        self.unasked = False
        """Whether nobody but we asked for the compiled kernel, so that it may be missing."""

    def soonest(self) -> Engine | None:
        """The compiled engine if it is there; if not, get it ready without waiting for it."""
        if not self.settled and monotonic() >= self.next_look and self.lock.acquire(blocking=False):
            try:
                self.settled = self.compiled is not None or self._look()
            finally:
                self.next_look = monotonic() + _GLANCE
                self.lock.release()
        return self.compiled

    def _look(self) -> bool:
        """Load the compiled kernel, or have another process compile it; True when that is over."""
        if importlib.util.find_spec("numba") is None or not sys.executable:
            return True
        status = None
        if self.compiling is not None:
            status = self.compiling.poll()
            if status is None:
                return False
            self.compiling = None
        try:
            self.compiled = _compiled_engine(jit.load())
        except jit.NotCompiled as missing:
            folder = str(jit.cache_folder())
            if status not in (None, BUSY):
                _log_once("compiling.failed" if status else "compiling.refused", folder=folder)
                return True
            if missing.damaged:
                _log_once("compiling.damaged", folder=folder)
            return not self._compile_elsewhere()
        except OSError:
            return True
        except jit.NoCompiler as error:
            _log_once("compiling.broken", error=str(error.params["reason"]))
        except Exception as error:  # A numba that does not fit NumPy fails in many ways.
            _log_once("compiling.broken", error=f"{type(error).__name__}: {error}")
        return True

    def _compile_elsewhere(self) -> bool:
        """Start a process that compiles; whether one may come to something."""
        # It is to import what this process has imported, from wherever that came.
        home = Path(ksm_widgets.__file__).parents[1]
        path = os.pathsep.join([str(home), *map(str, filter(None, sys.path))])
        try:
            with jit.lock(jit.cache_folder()):
                pass
            self.compiling = subprocess.Popen(
                [sys.executable, "-P", "-m", "ksm_widgets.solver"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": path},
            )
        except jit.Busy:
            pass  # It may be compiling what we need: see the next look.
        except OSError:
            return False
        return True


_start = _Start()


@cache
def _log_once(key: str, **words: str) -> None:
    """Log once in the life of this process that something is wrong with the compiled kernel.

    It is no warning: where warnings are errors, searches go on all the same.
    """
    logging.getLogger(__name__).warning(sentence(key, **words))
