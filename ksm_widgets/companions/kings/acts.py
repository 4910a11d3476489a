"""Acts of Kings under Mountains in text, read and written, each in one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import Unit
from ksm_widgets.companions.kings.position import Place
from ksm_widgets.companions.kings.rules import Draw, Play, Swap
from ksm_widgets.rules.errors import TextError, beginning, expect

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.rules import Act

_MAX_TEXT = 100
UNIT = re.compile(r"([DOGT])([0-9])")


class ActTextError(TextError):
    """An act in text that cannot be read."""


def read_act(text: str) -> Act:
    """Read an act, the inverse of `act_text`; raises ActTextError.

    >>> read_act("play O7 centre 2"), read_act("swap")
    (Play(unit=Unit(race='O', strength=7), place=Place(where='centre', which=2)), Swap())
    """
    expect("text", text, str)
    if len(text) > _MAX_TEXT:
        raise ActTextError("kings_text.act", found=beginning(text))
    name, *words = text.split() or [""]
    try:
        if name == "play" and words[1] in ("centre", "own"):
            return Play(read_unit(words[0]), Place.parse(" ".join(words[1:])))
        if name == "draw" and words[0] in ("camp", "deck"):
            return Draw(Place.parse(" ".join(words)))
        if name == "swap" and not words:
            return Swap()
    except (IndexError, TextError):
        pass
    raise ActTextError("kings_text.act", found=beginning(text))


def read_unit(text: str) -> Unit:
    """Read a unit, such as `O7`; raises TextError."""
    match = UNIT.fullmatch(text)
    if match is None:
        raise TextError("kings_text.one_unit", found=beginning(text))
    return Unit(match[1], int(match[2]))


def act_text(act: Act) -> str:
    """An act in one line."""
    match act:
        case Play(unit, place):
            return f"play {unit} {place}"
        case Draw(place):
            return f"draw {place}"
        case Swap():
            return "swap"
