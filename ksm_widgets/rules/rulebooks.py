"""The two editions of the game: where their rulebooks differ, as data (R22, R26)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from tomllib import loads
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import EditionError
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Edition", "Sharing", "edition", "editions"]


class Sharing(Enum):
    """How many tiles each opponent gets after a turn that cannot be paid (R26)."""

    ONE = "one"
    """One each; the spare tiles are discarded."""
    EVENLY = "evenly"
    """As many as go round evenly; the remainder is discarded."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game, `en` or `de`: what its rulebook does its own way.

    `carpet` is the word for the object of R22, "carpet" or "axe"; of tiles shared out, whether the
    offender chooses which he adds, and whether all see who got what.
    """

    name: str
    carpet: str
    shares: Sharing
    offender_chooses: bool
    shares_shown: bool

    def power_term(self, power: Power) -> Term:
        """The word for a power as this edition calls it, in whatever language it is said."""
        return Term(f"power.{self.carpet if power is Power.CARPET else power.value}")

    def tile_term(self, tile: Tile) -> Term:
        """The name of a tile as this edition calls it, in whatever language it is said."""
        if tile is Tile.CARPET:
            return Term(f"edition_tile.{self.carpet}")
        return Term(f"tile.{tile.letter}")


@cache
def editions() -> Mapping[str, Edition]:
    """All editions by name."""
    source = files("ksm_widgets.rules") / "data" / "editions.toml"
    return MappingProxyType(
        {
            name: Edition(**{**table, "name": name, "shares": Sharing(table["shares"])})
            for name, table in loads(source.read_text(encoding="utf-8")).items()
        }
    )


def edition(name: str) -> Edition:
    """The edition of that name, `en` or `de`; raises EditionError for any other."""
    found = editions().get(name)
    if found is None:
        raise EditionError("edition.unknown", found=name[:20], known=list(editions()))
    return found
