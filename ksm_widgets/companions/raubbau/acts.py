"""Acts of Raubbau in text, read and written, each in one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import SIDES
from ksm_widgets.companions.raubbau.cards import Tunnel
from ksm_widgets.companions.raubbau.deeds import Draw, Go, Lay, Put, Stand, Take
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Leave, Pass, Scare

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.raubbau.rules import Act

_DIGIT, _SIDE = re.compile("[1-9]"), re.compile(f"[{SIDES}]")
_ALONE: Mapping[str, Act] = {"leave": Leave(), "pass": Pass(), "go": Go()}


def act_of(words: list[str]) -> Act | None:
    """The act that the words of a line mean, the inverse of `act_text`; None if they are none.

    >>> act_of(["dig", "n2w1", "s"]), act_of(["draw", "2"]), act_of(["pass"])
    (Dig(field=Field(south=-2, east=-1), way='s'), Draw(stack=2, field=None), Pass())
    """
    match words:
        case ["dig", field, way] if _SIDE.fullmatch(way):
            return Dig(Field.parse(field), way)
        case ["blast", field, way] if _SIDE.fullmatch(way):
            return Blast(Field.parse(field), way)
        case ["spider", victim, way] if _DIGIT.fullmatch(victim) and _SIDE.fullmatch(way):
            return Scare(int(victim), way)
        case ["lay", ends] if tunnel := Tunnel.parse(ends):
            return Lay(tunnel)
        case ["lay", ends, "not", *fields] if tunnel := Tunnel.parse(ends):
            return Lay(tunnel, frozenset(map(Field.parse, fields)))
        case ["draw", stack] if _DIGIT.fullmatch(stack):
            return Draw(int(stack))
        case ["draw", stack, field] if _DIGIT.fullmatch(stack):
            return Draw(int(stack), Field.parse(field))
        case ["put", *fields]:
            return Put(tuple(map(Field.parse, fields)))
        case ["stand", field]:
            return Stand(Field.parse(field))
        case ["take", field]:
            return Take(Field.parse(field))
        case [("leave" | "pass" | "go") as alone]:
            return _ALONE[alone]
    return None


def act_text(act: Act) -> str:
    """An act in one line."""
    match act:
        case Dig(field, way):
            return f"dig {field} {way}"
        case Blast(field, way):
            return f"blast {field} {way}"
        case Scare(victim, way):
            return f"spider {victim} {way}"
        case Lay(ends, unlooked):
            rest = ["not", *map(str, sorted(unlooked))] if unlooked else []
            return " ".join(["lay", ends, *rest])
        case Draw(stack, field):
            return f"draw {stack}" if field is None else f"draw {stack} {field}"
        case Put(fields):
            return " ".join(["put", *map(str, fields)])
        case Stand(field):
            return f"stand {field}"
        case Take(field):
            return f"take {field}"
    return next(name for name, alone in _ALONE.items() if act == alone)
