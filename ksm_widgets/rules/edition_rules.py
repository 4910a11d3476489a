"""The two editions of the game: the differences of their rulebooks, as data (R22, R26)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from tomllib import loads
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import EditionError
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from collections.abc import Mapping


class Sharing(Enum):
    """The number of tiles each opponent gets after a turn that cannot be paid (R26)."""

    ONE = "one"
    """One each; the spare tiles are discarded."""
    EVENLY = "evenly"
    """As many each as possible; the remainder is discarded."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game, `en` or `de`, with the rules that are its own.

    `carpet` is the object of R22, "carpet" or "axe". Of tiles that are shared out, `shares` says
    how many each opponent gets, `offender_chooses` whether the offender chooses the tiles to add,
    and `shares_shown` whether all see who got what.
    """

    name: str
    carpet: str
    shares: Sharing
    offender_chooses: bool
    shares_shown: bool

    def power_term(self, power: Power) -> Term:
        """The word for a power in this edition, in any language."""
        return Term(f"power.{self.carpet if power is Power.CARPET else power.value}")

    def tile_term(self, tile: Tile) -> Term:
        """The name of a tile in this edition, in any language."""
        if tile is Tile.CARPET:
            return Term(f"edition_tile.{self.carpet}")
        return Term(f"tile.{tile.letter}")

    @property
    def title(self) -> Term:
        """The edition's name for readers."""
        return Term(f"edition_title.{self.name}")

    @property
    def words(self) -> Mapping[str, Term]:
        """The words for the object of R22 that any sentence may name, such as `{carpet_acc}`."""
        cases = ("", "_acc", "_dat")
        return {f"carpet{case}": Term(f"edition_the.{self.carpet}{case}") for case in cases}

    def word(self, value: object, language: str) -> object:
        """The word for a power or for the tile of R22; any other value as it is.

        A catalogue calls that tile as its language's own edition does.
        """
        match value:
            case Power():
                return self.power_term(value)
            case Term(key) if self.name != language:
                own = {
                    "tile.C": f"edition_tile.{self.carpet}",
                    "a_tile.C": f"edition_a.{self.carpet}",
                    "the_tile.C": f"edition_the.{self.carpet}",
                    "many_tiles.C": f"edition_many.{self.carpet}",
                }
                return Term(own.get(key, key), value.params)
        return value


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
