"""Work over which workers fall: what a test hands out in place of the real work."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

__all__ = ["falls_always", "falls_once", "tenfold"]

Game = TypeVar("Game")
Haul = TypeVar("Haul")


def tenfold(game: int) -> int:
    """Work that is soon done."""
    return 10 * game


def falls_once(mark: Path, at: object, work: Callable[[Game], Haul], game: Game) -> Haul:
    """The real work, but whoever is the first to do it for one game is killed in the middle."""
    if game == at:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return work(game)


def falls_always(at: int, game: int) -> int:
    """Nobody survives one of the games."""
    if game == at:
        os.kill(os.getpid(), signal.SIGKILL)
    return game
