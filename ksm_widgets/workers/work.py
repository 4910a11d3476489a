"""What all workers have in common, and the simplest of them: this process itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from ksm_widgets.rules.errors import KsmError

__all__ = ["AHEAD", "MOST_FALLS", "Here", "Workers", "WorkersError"]

AHEAD = 2
"""Games handed out for each worker, so that none waits for the next."""
MOST_FALLS = 5
"""So many workers may fall over the same game."""

Game = TypeVar("Game")
Haul = TypeVar("Haul")


class WorkersError(KsmError):
    """Nobody can do the work: a scheduler is not there, or workers fall again and again."""


class Workers(Protocol):
    """Whoever does the work."""

    def results(self, games: Iterable[Game], work: Callable[[Game], Haul]) -> Iterator[Haul]:
        """What the work comes to for each game, as it is done; left early, the rest is dropped.

        Games are asked for as they are handed out, and may be endless. They are told apart as keys
        of a dict are. Others than this process must find `work` by its name, with plain data bound
        to it (`functools.partial`) where it needs some.
        """
        ...


class Here:
    """This process does it, one game after the other."""

    def results(self, games: Iterable[Game], work: Callable[[Game], Haul]) -> Iterator[Haul]:
        """What the work comes to for each game, in order."""
        return map(work, games)
