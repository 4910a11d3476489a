"""The others' turns at the table: step by step, by themselves, or all at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.tutor.table.match import Match, Phase
from ksm_widgets.widgets.guarding import guarded
from ksm_widgets.widgets.later import Later
from ksm_widgets.widgets.search import Searching

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.widgets.table_page import PlayedTable

__all__ = ["OthersTurns"]

_PACE = 1.2
"""Seconds for which a step of the others stands before the next one, if they play on."""
_READING = 0.035
"""Seconds more for each letter that is told of it."""
_OTHERS = (Phase.WATCH, Phase.REVEAL)


class OthersTurns:
    """Who thinks at the table, and when the next step of the others is to be seen."""

    def __init__(self, table: PlayedTable) -> None:
        self._table = table
        self._searching = Searching(table.failed)
        self._next_step = Later(self._play_on, _PACE)

    def wait(self, timeout: float | None = None) -> None:
        """Wait until a player who thinks has thought."""
        self._searching.join(timeout)

    def step(self) -> None:
        """One step of theirs."""
        self._next_step.cancel()
        page = self._table.page
        match = page.match
        if match is None:
            return
        if page.phase is Phase.REVEAL:
            self._table.arrive(match.step(), since=page.since)
        elif page.phase is Phase.WATCH:
            self.think(lambda _: match.step(), self._table.arrive)

    def skip(self) -> None:
        """All their steps until a person has to act."""
        match = self._table.page.match
        if match is None or self._table.page.phase not in _OTHERS:
            return

        def all_of_them(stop: Callable[[], bool]) -> Match:
            after = match
            while after.phase in _OTHERS and not stop():
                after = after.step()
            return after

        self._next_step.cancel()
        self.think(all_of_them, self._table.arrive)

    def go_on(self, on: bool) -> None:
        """Have them play on by themselves, or wait to be asked for each step."""
        self._next_step.cancel()
        self._table.become(replace(self._table.page, going=on))
        if on:
            self.step()

    def arrived(self, told: int) -> None:
        """The match has come to another moment, of which so many letters are told."""
        page = self._table.page
        if page.match is None or page.phase not in _OTHERS or not page.going:
            return
        # That somebody lays a card down face down is nothing to look at.
        if page.phase is Phase.WATCH and page.match.game.current is None:
            self.step()
        else:
            self._next_step.ask(_PACE + _READING * told)

    def think(self, work: Callable[[Callable[[], bool]], Any], done: Callable[[Any], None]) -> None:
        """Have somebody think in the background; what else is done at the table ends it."""
        search = self._searching.next(lambda stop, _: work(stop), done=done, stands=lambda _: None)
        self._table.become(replace(self._table.page, thinking=True))
        search.start()

    def pause(self) -> None:
        """Nothing goes on by itself for now."""
        self._next_step.cancel()

    @guarded
    def _play_on(self) -> None:
        """The next step, since the one before has stood long enough to be read."""
        if self._table.page.going and not self._table.page.thinking:
            self.step()

    def failed(self, error: Exception) -> None:
        """Have the table show what went wrong."""
        self._table.failed(error)

    def halt(self) -> None:
        """Nobody thinks any more, and nothing goes on by itself."""
        self._next_step.cancel()
        self._searching.drop()
