"""The form of a task, as data: all that it is answered with, except the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.telling.phrases import Phrase, Reader


@dataclass(frozen=True, slots=True)
class Blank:
    """A number to fill in, whole or a fraction; `typed` is the text so far."""

    name: str
    label: Phrase
    typed: str = ""
    fraction: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to choose; in an order, `place` is its number, or 0 as long as it has none."""

    name: str
    label: Phrase
    chosen: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """One of several ways to use the board, and whether it is switched on."""

    name: str
    label: Phrase
    on: bool


@dataclass(frozen=True, slots=True)
class Form:
    """Everything that a task is answered with, except the board.

    `how` says how to answer, `stakes` what a wrong answer costs where one can try again, `done`
    what was done so far. `undo` and `turn` label the buttons that
    take back the last step on the board and that turn what is in hand; None for no such button.
    `picture` is painted below.
    """

    how: tuple[Phrase, ...] = ()
    stakes: Phrase | None = None
    blanks: tuple[Blank, ...] = ()
    picks: tuple[Pick, ...] = ()
    switches: tuple[Switch, ...] = ()
    done: Phrase | None = None
    undo: Phrase | None = None
    turn: Phrase | None = None
    picture: Callable[[Reader, Theme], Scene] | None = None
