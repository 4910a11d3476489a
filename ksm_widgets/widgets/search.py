"""Searching in the background, so that the page answers meanwhile.

That is a thread, or in a browser, where there are none, the event loop itself: the search breathes
in it, or where it cannot pause is done in slices, each from the beginning and twice as long, or
where it was cut short if the work can go on there.
"""

from __future__ import annotations

import asyncio
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ksm_widgets.widgets.breathing import breath, in_browser

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LATE", "CutShort", "Search", "Searching", "heeding", "poster"]

T = TypeVar("T")
Told = Any
"""How some work stands: a `Standing`, a review, whatever the work tells and its listener knows."""

LATE = 0.5
"""Seconds after which the page says how the search stands."""
_EVERY = 0.25
"""Seconds between two looks at the progress."""
_BREATH = 0.05
"""Seconds of work between two breaths."""
_SHARE = 0.05
"""How long a breath is, as a share of the work before: what is touched takes several events."""
_SLICE = 0.25
"""Seconds of the first slice, where work cannot breathe."""


class CutShort(Exception):
    """What is worked out is not heard any more, or is to be begun anew."""


def heeding(stop: Callable[[], bool]) -> Callable[[], None]:
    """A pulse for work that cannot ask: the page answers meanwhile, or that is the end of it."""

    def pulse() -> None:
        if stop():
            raise CutShort

    return pulse


def poster() -> Callable[[Callable[[], None]], None]:
    """A way to have something done where the page's events are handled.

    In a kernel that is its event loop. Without one, as in a plain script, it is done at once.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return lambda action: action()
    return lambda action: None if loop.is_closed() else _call_in(loop, action)


def _call_in(loop: asyncio.AbstractEventLoop, action: Callable[[], None]) -> None:
    loop.call_soon_threadsafe(action)


class Search(Generic[T]):
    """Some work that can be stopped and tells how it stands, while the page answers.

    `work` is given a function that says whether to stop and one that takes progress. `done`,
    `failed` and `stands` are called through `post`; `stands` not before the work is late. Work that
    `goes_on` does so when it is cut short and begun anew: nothing has to be done twice.
    """

    def __init__(
        self,
        work: Callable[[Callable[[], bool], Callable[[Told], None]], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        stands: Callable[[Told | None], None],
        post: Callable[[Callable[[], None]], None],
        goes_on: bool = False,
    ) -> None:
        self._goes_on = goes_on
        self._work, self._done, self._failed, self._stands = work, done, failed, stands
        self._post = post
        self._stopped = Event()
        self._ended = Event()
        self._began = self._told = self._breathed = monotonic()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin."""
        if in_browser():
            loop = asyncio.get_running_loop()
            loop.call_soon(self._run_in, loop)
            loop.call_later(LATE, self._be_late)
            return
        self._thread = Thread(target=self._run, name="ksm-search", daemon=True)
        self._thread.start()
        late = Thread(target=self._be_late, args=(LATE,), name="ksm-search-late", daemon=True)
        late.start()

    def stop(self) -> None:
        """Ask the work to end with what it has; it does so soon, not at once."""
        self._stopped.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the work has ended; where there are no threads, as far as one can."""
        if self._thread is not None:
            self._thread.join(timeout)
            return
        breathe = breath()
        until = None if timeout is None else monotonic() + timeout
        while breathe and not self._ended.is_set() and (until is None or monotonic() < until):
            breathe(0)

    def _run(self) -> None:
        self._do(self._stopped.is_set)

    def _run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Work where the page's events are handled."""
        breathe = breath()
        if breathe is None:
            self._slice(loop, _SLICE)
        else:
            self._do(self._breathing(breathe))

    def _breathing(self, breathe: Callable[[float], None]) -> Callable[[], bool]:
        """Says whether to stop, and lets the page's events be handled first, now and then."""

        def asked() -> bool:
            worked = monotonic() - self._breathed
            if worked >= _BREATH:
                breathe(_SHARE * worked)
                self._breathed = monotonic()
            return self._stopped.is_set()

        return asked

    def _slice(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        """Work for so long, then breathe and go on, or begin anew for twice as long."""
        until = monotonic() + seconds
        cut = False

        def asked() -> bool:
            nonlocal cut
            cut = cut or monotonic() >= until
            return cut

        try:
            result = self._work(asked, self._progress)
        except Exception as error:
            self._tell_error(error)
            return

        def go_on() -> None:
            if cut and not self._stopped.is_set():
                self._slice(loop, seconds if self._goes_on else 2 * seconds)
            else:
                self._tell(result)

        loop.call_later(0, go_on)

    def _do(self, asked: Callable[[], bool]) -> None:
        """Do the work and tell what came of it."""
        try:
            result = self._work(asked, self._progress)
        except Exception as error:
            self._tell_error(error)
        else:
            self._tell(result)

    def _tell(self, result: T) -> None:
        self._ended.set()
        self._post(lambda: self._done(result))

    def _tell_error(self, error: Exception) -> None:
        self._ended.set()
        self._post(lambda: self._failed(error))

    def _be_late(self, pause: float = 0) -> None:
        if not self._ended.wait(pause):
            self._post(lambda: self._stands(None))

    def _progress(self, progress: Told) -> None:
        now = monotonic()
        if now - self._began >= LATE and now - self._told >= _EVERY:
            self._told = now
            self._post(lambda: self._stands(progress))


class Searching:
    """Searches one after the other: of several only the last is listened to.

    `failed` is told what goes wrong in it, or with what it tells.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._last: Search[Any] | None = None

    def next(
        self,
        work: Callable[[Callable[[], bool], Callable[[Told], None]], T],
        *,
        done: Callable[[T], None],
        stands: Callable[[Told | None], None],
        goes_on: bool = False,
    ) -> Search[T]:
        """The next search, still to be started; the one before is stopped and not heard again."""
        self.stop()

        def last(handler: Callable[[Any], None]) -> Callable[[Any], None]:
            def listen(told: Any) -> None:
                try:
                    if self._last is search:
                        handler(told)
                except Exception as error:
                    self._failed(error)

            return listen

        search: Search[T] = Search(
            work,
            done=last(done),
            failed=last(self._failed),
            stands=last(stands),
            post=poster(),
            goes_on=goes_on,
        )
        self._last = search
        return search

    def stop(self) -> None:
        """Ask the last search to end with what it has."""
        if self._last is not None:
            self._last.stop()

    def drop(self) -> None:
        """Ask the last search to end, and hear no more of it."""
        self.stop()
        self._last = None

    def join(self, timeout: float | None = None) -> None:
        """Wait until the last search has ended, and one that came of what it found."""
        waited: Search[Any] | None = None
        while self._last is not waited and self._last is not None:
            waited = self._last
            waited.join(timeout)
