"""Acts of Kings under Mountains in text, read and written, each in one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import RACES, Race, Unit
from ksm_widgets.companions.kings.places import DECK, Numbered, Pile, Row
from ksm_widgets.companions.kings.rules import Draw, Play, Swap

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.rules import Act

_NUMBER = re.compile("[1-9][0-9]?")


def act_of(words: list[str]) -> Act | None:
    """The act that the words of a line mean, the inverse of `act_text`; None if they mean none.

    >>> act_of(["play", "O7", "centre", "2"]), act_of(["swap"])
    (Play(unit=Unit(race=<Race.ORCS: 'O'>, strength=7), place=...number=2)), Swap())
    """
    match words:
        case ["play", name, ("centre" | "own") as row, number]:
            unit = Unit.parse(name)
            if unit is not None and _NUMBER.fullmatch(number):
                return Play(unit, Numbered(Row(row), int(number)))
        case ["draw", "camp", race] if race in RACES:
            return Draw(Pile(Race(race)))
        case ["draw", "deck"]:
            return Draw(DECK)
        case ["swap"]:
            return Swap()
    return None


def act_text(act: Act) -> str:
    """An act in one line."""
    match act:
        case Play(unit, place):
            return f"play {unit} {place}"
        case Draw(place):
            return f"draw {place}"
        case Swap():
            return "swap"
