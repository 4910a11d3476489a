"""Acts of Raubbau in text, read and written, each in one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import Draw, Go, Lay, Put, Stand, Take
from ksm_widgets.companions.raubbau.box import SIDES
from ksm_widgets.companions.raubbau.planning import Blast, Dig, Leave, Pass, Scare
from ksm_widgets.companions.raubbau.position import ENDS, Field, Tunnel
from ksm_widgets.companions.replaying import read_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.raubbau.rules import Act


def read_act(text: str) -> Act:
    """Read an act, the inverse of `act_text`; raises ActTextError.

    >>> read_act("dig n2w1 s"), read_act("draw 2"), read_act("pass")
    (Dig(field=Field(south=-2, east=-1), way='s'), Draw(stack=2, field=None), Pass())
    """
    act: Act = read_line(text, "raubbau_text.act", lambda words: _ACTS[words[0]](words[1:]))
    return act


def _one_of(word: str, letters: str) -> str:
    """A letter; raises ValueError for any other word."""
    return letters[letters.index(word)] if len(word) == 1 else _no(word)


def _no(word: str) -> str:
    raise ValueError(word)


def _number(word: str) -> int:
    return int(_one_of(word, "123456789"))


def _planned(kind: type[Dig] | type[Blast]) -> Callable[[list[str]], Act]:
    def read(words: list[str]) -> Act:
        place, way = words
        return kind(Field.parse(place), _one_of(way, SIDES))

    return read


def _read_spider(words: list[str]) -> Scare:
    seat, way = words
    return Scare(_number(seat), _one_of(way, SIDES))


def _only(made: Act) -> Callable[[list[str]], Act]:
    def read(words: list[str]) -> Act:
        if words:
            raise ValueError(words)
        return made

    return read


def _read_lay(words: list[str]) -> Lay:
    ends, *rest = words
    if not re.fullmatch(ENDS, ends) or rest[:1] not in ([], ["not"]):
        raise ValueError(words)
    return Lay(Tunnel(ends), tuple(map(Field.parse, rest[1:])))


_ACTS: Mapping[str, Callable[[list[str]], Act]] = {
    "dig": _planned(Dig),
    "blast": _planned(Blast),
    "spider": _read_spider,
    "leave": _only(Leave()),
    "pass": _only(Pass()),
    "go": _only(Go()),
    "lay": _read_lay,
    "draw": lambda words: Draw(_number(words[0]), *map(Field.parse, words[1:])),
    "put": lambda words: Put(tuple(map(Field.parse, words))),
    "stand": lambda words: Stand(*map(Field.parse, words)),
    "take": lambda words: Take(*map(Field.parse, words)),
}


def act_text(act: Act) -> str:
    """An act in one line."""
    match act:
        case Dig(place, way):
            return f"dig {place} {way}"
        case Blast(place, way):
            return f"blast {place} {way}"
        case Scare(victim, way):
            return f"spider {victim} {way}"
        case Lay(ends, unlooked):
            return " ".join(["lay", ends, *(["not", *map(str, unlooked)] if unlooked else [])])
        case Draw(stack, spot):
            return f"draw {stack}" if spot is None else f"draw {stack} {spot}"
        case Put(fields):
            return " ".join(["put", *map(str, fields)])
        case Stand(spot):
            return f"stand {spot}"
        case Take(spot):
            return f"take {spot}"
    return {Leave: "leave", Pass: "pass", Go: "go"}[type(act)]
