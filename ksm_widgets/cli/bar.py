"""How far a command is, as a bar on standard error."""

from __future__ import annotations

import sys
from time import perf_counter

from ksm_widgets.words import sentence

__all__ = ["Bar"]

_WIDTH = 30
"""Signs of the progress bar."""


class Bar:
    """A bar on standard error, where a person sees it, with the time that is left.

    `begun` of so many in all were done before; the sentence of `key` says how many are by now.
    """

    def __init__(self, begun: int, total: int, key: str, language: str) -> None:
        self._begun, self._total, self._key, self._language = begun, total, key, language
        self._start = perf_counter()
        self._seen = sys.stderr is not None and sys.stderr.isatty()

    def show(self, done: int) -> None:
        """So many are done."""
        if not self._seen:
            return
        pace = (perf_counter() - self._start) / (done - self._begun)
        minutes, seconds = divmod(round(pace * (self._total - done)), 60)
        full = _WIDTH * done // self._total
        told = sentence(
            self._key,
            self._language,
            done=done,
            total=self._total,
            minutes=minutes,
            seconds=seconds,
        )
        self._put(f"[{'#' * full}{'-' * (_WIDTH - full)}] {told}")

    def clear(self) -> None:
        """Leave the line empty."""
        if self._seen:
            self._put("")

    def _put(self, text: str) -> None:
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
