"""Workers that fall: what a test hands to a pool or a cluster in place of the real work."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from ksm_widgets.puzzles.finding import mined_line

__all__ = ["falls_always", "falls_once"]


def falls_once(mark: str, seed: int, game: int, wish: dict[str, list[object]]) -> str:
    """The real work, but whoever is the first to do game 1 is killed in the middle of it."""
    if game == 1:
        try:
            Path(mark).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return mined_line(seed, game, wish)


def falls_always() -> str:
    """Nobody survives this."""
    os.kill(os.getpid(), signal.SIGKILL)
    return ""
