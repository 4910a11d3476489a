"""What a task is answered with, as plain data: for a page and for text, of whatever kind it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.tutor.phrases import Phrase
    from ksm_widgets.tutor.reader import Reader

__all__ = ["Blank", "Form", "Pick", "Switch"]


@dataclass(frozen=True, slots=True)
class Blank:
    """A number to be filled in: what was typed there so far, as text."""

    name: str
    label: Phrase
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to be chosen; `place` is its number where an order is asked for, 0 for none yet."""

    name: str
    label: Phrase
    chosen: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """One of several ways to touch the board, and whether it is the one at present."""

    name: str
    label: Phrase
    on: bool


@dataclass(frozen=True, slots=True)
class Form:
    """Everything a task is answered with, but for the board itself.

    `how` says how to answer, `done` what was done so far. `undo` is what the button is called that
    takes back what was done on the board, None for no such button; `turns` is whether the card
    may be turned. `picture` is painted below.
    """

    how: tuple[Phrase, ...] = ()
    blanks: tuple[Blank, ...] = ()
    picks: tuple[Pick, ...] = ()
    switches: tuple[Switch, ...] = ()
    done: Phrase | None = None
    undo: Phrase | None = None
    turns: bool = False
    picture: Callable[[Reader, Theme], Scene] | None = None
