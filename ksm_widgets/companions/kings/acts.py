"""Acts of Kings under Mountains in text, read and written, each in one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import Unit
from ksm_widgets.companions.kings.position import Place
from ksm_widgets.companions.kings.rules import Draw, Play, Swap
from ksm_widgets.companions.replaying import read_line
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import TextError

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.rules import Act

UNIT = re.compile(r"([DOGT])([0-9])")


def read_act(text: str) -> Act:
    """Read an act, the inverse of `act_text`; raises ActTextError.

    >>> read_act("play O7 centre 2"), read_act("swap")
    (Play(unit=Unit(race='O', strength=7), place=Place(where='centre', which=2)), Swap())
    """
    act: Act = read_line(text, "kings_text.act", _read)
    return act


def _read(words: list[str]) -> Act | None:
    match words:
        case ["play", unit, ("centre" | "own") as where, which]:
            return Play(read_unit(unit), Place.parse(f"{where} {which}"))
        case ["draw", ("camp" | "deck") as where, *which]:
            return Draw(Place.parse(" ".join([where, *which])))
        case ["swap"]:
            return Swap()
    return None


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
