"""Tiles as people name and list them, whoever makes the sentence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Wording = Callable[[str, Mapping[str, object]], "_Said"]

_Said = TypeVar("_Said")


def a_tile(tile: Tile) -> Term:
    """A tile with the indefinite article: a mummy."""
    return Term(f"a_tile.{tile.letter}")


def listed_tiles(tiles: Iterable[Tile], say: Wording[_Said]) -> _Said:
    """Tiles as people list them: "a mummy, 2 masks and treasures of 5, 4 and 4".

    `say` makes what is returned, a Term or a phrase, of a key and its parameters.

    >>> from ksm_widgets.words import sentence
    >>> sentence("told.dig", quarries="a1", tiles=listed_tiles(map(Tile, "z4x5x"), Term))
    'Dig: a1, which takes a mummy, 2 masks and treasures of 5 and 4'
    """
    counts = Counter(tiles)
    treasures = sorted((tile.treasure for tile in counts.elements() if tile.treasure), reverse=True)
    parts: list[object] = [
        part
        for tile, count in counts.items()
        if not tile.treasure
        for part in _several(tile, count, say)
    ]
    if len(treasures) == 1:
        parts.append(a_tile(Tile(str(treasures[0]))))
    elif len(set(treasures)) == 1:
        params = {"count": len(treasures), "value": treasures[0]}
        parts.append(say("some_tiles.treasures_alike", params))
    elif treasures:
        parts.append(say("some_tiles.treasures", {"values": _listed(treasures, say)}))
    return _listed(parts, say)


def _several(tile: Tile, count: int, say: Wording[_Said]) -> list[Term] | list[_Said]:
    """So many of a tile that is not a treasure; an edition has its own word for that of R22."""
    if count == 1:
        return [a_tile(tile)]
    params = {"count": count, "carpets": Term("many_tiles.C")}
    return [say(f"some_tiles.{tile.letter}", params)]


def _listed(parts: Sequence[object], say: Wording[_Said]) -> _Said:
    """Things joined as people do: "a, b and c"."""
    if len(parts) == 1:
        return say("some_tiles.one", {"one": parts[0]})
    return say("some_tiles.all", {"first": list(parts[:-1]), "last": parts[-1]})
