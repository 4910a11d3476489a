"""Searching in the background, so that the page answers meanwhile."""

from __future__ import annotations

import asyncio
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver.answer import Standing

__all__ = ["LATE", "Search", "Searching", "poster"]

T = TypeVar("T")

LATE = 0.5
"""Seconds after which the page says how the search stands."""
_EVERY = 0.25
"""Seconds between two looks at the progress."""


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
    """Some work in a thread that can be stopped and tells how it stands.

    `work` is given a function that says whether to stop and one that takes progress. `done`,
    `failed` and `stands` are called through `post`; `stands` not before the work is late.
    """

    def __init__(
        self,
        work: Callable[[Callable[[], bool], Callable[[Standing], None]], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        stands: Callable[[Standing | None], None],
        post: Callable[[Callable[[], None]], None],
    ) -> None:
        self._work, self._done, self._failed, self._stands = work, done, failed, stands
        self._post = post
        self._stopped = Event()
        self._ended = Event()
        self._began = self._told = monotonic()
        self._thread = Thread(target=self._run, name="ksm-search", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()
        Thread(target=self._be_late, name="ksm-search-late", daemon=True).start()

    def stop(self) -> None:
        """Ask the work to end with what it has; it does so soon, not at once."""
        self._stopped.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the work has ended."""
        self._thread.join(timeout)

    def _run(self) -> None:
        try:
            result = self._work(self._stopped.is_set, self._progress)
        except Exception as error:
            # The name is gone when this block ends, but the error must be told later.
            told = error
            self._post(lambda: self._failed(told))
        else:
            self._post(lambda: self._done(result))
        finally:
            self._ended.set()

    def _be_late(self) -> None:
        if not self._ended.wait(LATE):
            self._post(lambda: self._stands(None))

    def _progress(self, progress: Standing) -> None:
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
        work: Callable[[Callable[[], bool], Callable[[Standing], None]], T],
        *,
        done: Callable[[T], None],
        stands: Callable[[Standing | None], None],
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
        """Wait until the last search has ended."""
        if self._last is not None:
            self._last.join(timeout)
