"""Work in the background, so that the page stays responsive.

It runs in a thread, or in a browser, which has none, on the event loop: there the work pauses now
and then, or if it cannot pause is done in slices, each from the beginning and twice as long, or
from where it was cut short if it can resume.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from importlib import import_module
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable


def in_browser() -> bool:
    """Whether Python runs in a browser: without threads, and with a disk in memory."""
    return sys.platform == "emscripten"


def browser_pause() -> Callable[[float], None] | None:
    """The function that lets the browser handle events for a number of seconds; None without one.

    With 0 it handles those that have come in already. Whether the work can pause depends on its
    caller, so get the function where it is used.
    """
    try:
        ffi = import_module("pyodide.ffi")
    except ImportError:
        return None
    if not ffi.can_run_sync():
        return None

    def pause(seconds: float) -> None:
        ffi.run_sync(asyncio.sleep(seconds))

    return pause


T = TypeVar("T")
U = TypeVar("U")

LATE = 0.5
"""Seconds after which progress is shown."""
_EVERY = 0.25
"""Seconds between two updates of the progress."""
_STRETCH = 0.05
"""Seconds of work between two pauses."""
_SHARE = 0.05
"""The length of a pause as a share of the work before it: a touch takes several events."""
_SLICE = 0.25
"""Seconds of the first slice, where work cannot pause."""


class CutShort(Exception):
    """Work was stopped, or is to start again."""


def cancel_when(stop: Callable[[], bool]) -> Callable[[], None]:
    """Callback for work to call now and then; raises CutShort once stopped."""

    def pulse() -> None:
        if stop():
            raise CutShort

    return pulse


def unless_cut_short(
    work: Callable[[Callable[[], None]], T],
) -> Callable[[Callable[[], bool], object], T | None]:
    """Turn work that calls a pulse into work to run in the background: None if it was stopped."""

    def run(stop: Callable[[], bool], _: object) -> T | None:
        try:
            return work(cancel_when(stop))
        except CutShort:
            return None

    return run


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs here; None without one, as in a plain script."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class Run(Generic[T]):
    """Work in the background that can be stopped and reports progress.

    `work` gets a function that says whether to stop, and one that takes progress. `done`, `failed`
    and `progress` are called on the event loop that runs where this begins, or without one by
    `join`: never beside what else its caller does. `progress` is not called before the work is
    late. Work that `resumes` continues where it was cut short, rather than start again.
    """

    def __init__(
        self,
        work: Callable[[Callable[[], bool], Callable[[Any], None]], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        progress: Callable[[Any], None],
        resumes: bool = False,
    ) -> None:
        self._resumes = resumes
        self._work, self._done, self._failed = work, done, failed
        self._on_progress = progress
        self._loop = running_loop()
        self._untold: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stopped = Event()
        self._ended = Event()
        self._began = self._told = self._paused = monotonic()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin."""
        if in_browser():
            loop = asyncio.get_running_loop()
            loop.call_soon(self._run_in, loop)
            loop.call_later(LATE, self._be_late)
            return
        self._thread = Thread(
            target=self._do, args=(self._stopped.is_set,), name="ksm-work", daemon=True
        )
        self._thread.start()
        late = Thread(target=self._be_late, args=(LATE,), name="ksm-work-late", daemon=True)
        late.start()

    def stop(self) -> None:
        """Ask the work to end with what it has; it does so soon."""
        self._stopped.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the work has ended; without threads, as far as possible."""
        if not in_browser():
            if self._thread is not None:
                self._thread.join(timeout)
            while not self._untold.empty():
                self._untold.get()()
            return
        pause = browser_pause()
        until = None if timeout is None else monotonic() + timeout
        while pause and not self._ended.is_set() and (until is None or monotonic() < until):
            pause(0)

    def _run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Work on the event loop."""
        pause = browser_pause()
        if pause is None:
            self._slice(loop, _SLICE)
        else:
            self._do(self._pausing(pause))

    def _pausing(self, pause: Callable[[float], None]) -> Callable[[], bool]:
        """A function that says whether to stop, and now and then pauses first."""

        def stop() -> bool:
            worked = monotonic() - self._paused
            if worked >= _STRETCH:
                pause(_SHARE * worked)
                self._paused = monotonic()
            return self._stopped.is_set()

        return stop

    def _slice(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        """Work for some seconds; then resume, or start again for twice as long."""
        until = monotonic() + seconds
        cut = False

        def stop() -> bool:
            nonlocal cut
            cut = cut or monotonic() >= until
            return cut

        def go_on(result: T) -> None:
            if cut and not self._stopped.is_set():
                self._slice(loop, seconds if self._resumes else 2 * seconds)
            else:
                self._end(self._done, result)

        self._do(stop, lambda result: loop.call_later(0, go_on, result))

    def _do(self, stop: Callable[[], bool], then: Callable[[T], object] | None = None) -> None:
        """Do the work; its result goes to `then`, or is reported, as an error is."""
        try:
            result = self._work(stop, self._progress)
        except Exception as error:
            self._end(self._failed, error)
        else:
            self._end(self._done, result) if then is None else then(result)

    def _end(self, tell: Callable[[U], None], told: U) -> None:
        self._ended.set()
        self._post(lambda: tell(told))

    def _post(self, action: Callable[[], None]) -> None:
        """Have an action called where this run began."""
        if self._loop is None:
            self._untold.put(action)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(action)

    def _be_late(self, pause: float = 0) -> None:
        if not self._ended.wait(pause):
            self._post(lambda: self._on_progress(None))

    def _progress(self, progress: Any) -> None:
        now = monotonic()
        if now - self._began >= LATE and now - self._told >= _EVERY:
            self._told = now
            self._post(lambda: self._on_progress(progress))


class LatestRun:
    """Runs one after the other, of which only the latest is listened to.

    However often another is asked for, one works at a time, even if it is slow to stop. `failed`
    gets its errors, and those of its callbacks.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._last: Run[Any] | None = None
        # On an event loop a run may pause in the middle of its work, and must not wait for itself.
        self._working = nullcontext() if in_browser() else Lock()

    @property
    def latest(self) -> Run[Any] | None:
        """The run that is listened to."""
        return self._last

    def next(
        self,
        work: Callable[[Callable[[], bool], Callable[[Any], None]], T],
        *,
        done: Callable[[T], None],
        progress: Callable[[Any], None],
        resumes: bool = False,
    ) -> Run[T]:
        """The next run, not started yet; the one before is stopped and not heard again."""
        self.stop()

        def last(handler: Callable[[Any], None]) -> Callable[[Any], None]:
            def listen(told: Any) -> None:
                try:
                    if self._last is run:
                        handler(told)
                except Exception as error:
                    self._failed(error)

            return listen

        def in_turn(stop: Callable[[], bool], tell: Callable[[Any], None]) -> T:
            with self._working:
                if self._last is not run:
                    raise CutShort
                return work(stop, tell)

        run: Run[T] = Run(
            in_turn,
            done=last(done),
            failed=last(self._failed),
            progress=last(progress),
            resumes=resumes,
        )
        self._last = run
        return run

    def stop(self) -> None:
        """Ask the latest run to end with what it has."""
        if self._last is not None:
            self._last.stop()

    def drop(self) -> None:
        """Ask the latest run to end, and listen to it no more."""
        self.stop()
        self._last = None

    def join(self, timeout: float | None = None) -> None:
        """Wait until the latest run has ended, and any that its result started."""
        waited: Run[Any] | None = None
        while self._last is not waited and self._last is not None:
            waited = self._last
            waited.join(timeout)


class Debounced:
    """A call that comes `pause` seconds after it was scheduled last; `failed` gets its errors."""

    def __init__(
        self,
        action: Callable[[], None],
        pause: float,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._action, self._pause, self._failed = action, pause, failed
        self._due: asyncio.TimerHandle | None = None

    def schedule(self, pause: float | None = None) -> bool:
        """Schedule the call, this time perhaps after another pause.

        False without an event loop, as in a plain script: then it never comes.
        """
        self.cancel()
        loop = running_loop()
        if loop is None:
            return False
        self._due = loop.call_later(self._pause if pause is None else pause, self._call)
        return True

    def _call(self) -> None:
        try:
            self._action()
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)

    def cancel(self) -> None:
        """Cancel the pending call."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
