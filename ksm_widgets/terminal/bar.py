"""A progress bar for commands that take long."""

from __future__ import annotations

import sys
from time import perf_counter

from ksm_widgets.terminal.streams import print_error
from ksm_widgets.words import sentence

_WIDTH = 30
"""Characters of the progress bar."""


class Bar:
    """A progress bar on standard error.

    `begun` of `total` were done before. The sentence of `key` is shown beside the bar, with the
    parameters done, total, minutes and seconds. Where standard error is no terminal, nothing is
    shown, or with `log` the sentence as a line at each tenth.
    """

    def __init__(
        self, begun: int, total: int, key: str, language: str, *, log: bool = False
    ) -> None:
        self._begun, self._total, self._key, self._language = begun, total, key, language
        self._start = perf_counter()
        self._drawn = sys.stderr is not None and sys.stderr.isatty()
        self._log = log
        self._tenth = 0

    def show(self, done: int) -> None:
        """Show how many are done."""
        if done <= self._begun:
            return
        if self._drawn:
            full = _WIDTH * done // self._total
            self._draw(f"[{'#' * full}{'-' * (_WIDTH - full)}] {self._sentence(done)}")
        elif self._log and (tenth := 10 * done // self._total) > self._tenth:
            self._tenth = tenth
            print_error(self._sentence(done))

    def clear(self) -> None:
        """Remove the bar."""
        if self._drawn:
            self._draw("")

    def _sentence(self, done: int) -> str:
        pace = (perf_counter() - self._start) / (done - self._begun)
        minutes, seconds = divmod(round(pace * (self._total - done)), 60)
        counts = {"done": done, "total": self._total, "minutes": minutes, "seconds": seconds}
        return sentence(self._key, self._language, **counts)

    def _draw(self, text: str) -> None:
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
