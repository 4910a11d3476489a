"""The worth of tiles to a player who holds some already: real sets and bonuses (R28-R31).

A fourth symbol completes a set, a fifth of a kind gains nothing; one more curse point may decide
the whole bonus. So a dig is worth what it changes as a whole, not the sum over its tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from operator import add

from ksm_widgets.rules.arguments import beginning, expect
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.errors import StakesError
from ksm_widgets.rules.prospects import (
    MOST_ROUNDS_LEFT,
    expected_bonus,
    expected_part,
    expected_sets,
)
from ksm_widgets.rules.scoring import (
    BONUSES,
    PARCHMENT_SET,
    BonusKind,
    bonuses,
    curse_points,
    magic_objects,
)
from ksm_widgets.rules.tiles import KEPT_LETTERS, PARCHMENTS, TILES_IN_BOX, Tile
from ksm_widgets.rules.values import in_coins

_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a dig by its parts, in thousandths of a coin; costs are not included."""

    treasures: int = 0
    sets: int = 0
    curses: int = 0
    magic: int = 0

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return self.treasures + self.sets + self.curses + self.magic

    @property
    def coins(self) -> Decimal:
        """The sum of all parts, in coins."""
        return in_coins(self.total)

    def __add__(self, other: Worth) -> Worth:
        return Worth(
            self.treasures + other.treasures,
            self.sets + other.sets,
            self.curses + other.curses,
            self.magic + other.magic,
        )

    def __sub__(self, other: Worth) -> Worth:
        return self + other.times(-1)

    def times(self, number: int) -> Worth:
        """The worth multiplied by a number."""
        return Worth(
            number * self.treasures, number * self.sets, number * self.curses, number * self.magic
        )


@dataclass(frozen=True, slots=True)
class Collected:
    """Another player's collections for the bonuses: curse points, magic tiles (R29).

    They are those at the end, unless the player is still `to_dig` once more.
    """

    curses: int = 0
    magic: int = 0
    to_dig: bool = False

    def __post_init__(self) -> None:
        expect("to_dig", self.to_dig, bool)
        for name in ("curses", "magic"):
            expect(name, getattr(self, name), int)
            if getattr(self, name) < 0:
                raise StakesError("stakes.other", found=beginning(getattr(self, name)))

    def size(self, kind: BonusKind) -> int:
        """The size of one of the collections."""
        return self.curses if kind == "curses" else self.magic

    @classmethod
    def of(cls, given: object) -> Collected:
        """Read collections from tiles as text, or from sizes: `{"curses": 7, "magic": 2}`.

        With sizes, `"to_dig": True` says that the player still digs.

        Raises StakesError for anything else.
        """
        if isinstance(given, Collected):
            return given
        if isinstance(given, str):
            tiles = _tiles("others", given)
            return cls(curse_points(tiles), magic_objects(tiles))
        if isinstance(given, Mapping) and set(given) - {"to_dig"} == {"curses", "magic"}:
            sizes, to_dig = [given["curses"], given["magic"]], given.get("to_dig", False)
            if all(type(size) is int and size >= 0 for size in sizes) and type(to_dig) is bool:
                return cls(sizes[0], sizes[1], to_dig)
        raise StakesError("stakes.other", found=beginning(given))


@dataclass(frozen=True, slots=True)
class Stakes:
    """A player's tiles and the end of the game, which together decide what a dig is worth.

    On a player's last dig `others` are the other players' collections, and a dig is worth the exact
    change of the final score, or the expected one if some of them still dig. Before that,
    `rounds_left` rounds follow this one among `players` players, and it is worth the change of the
    expected points (`prospects`). `holding` are the tiles kept, in the order of Tile; treasures are
    money.

    >>> from ksm_widgets.rules import Stakes, Tile
    >>> stakes = Stakes.of("abcyM", others=["xM", {"curses": 3, "magic": 4}])
    >>> stakes.worth([Tile.DELTA, Tile.DELTA, Tile.SCORPION])
    Worth(treasures=0, sets=10000, curses=12000, magic=0)
    >>> Stakes.of("abc", rounds_left=3, players=2).worth([Tile.ALPHA]).sets
    768
    """

    holding: tuple[Tile, ...]
    others: tuple[Collected, ...] | None = None
    rounds_left: int | None = None
    players: int | None = None

    def __post_init__(self) -> None:
        """Raise StakesError unless the end of the game is given in exactly one way."""
        expect("holding", self.holding, tuple)
        for tile in self.holding:
            expect("holding", tile, Tile)
        _kept("holding", "".join(tile.letter for tile in self.holding))
        order = tuple(tile for tile in Tile for _ in range(self.holding.count(tile)))
        object.__setattr__(self, "holding", order)
        if (self.others is None) == (self.rounds_left is None):
            raise StakesError("stakes.when")
        if (self.rounds_left is None) != (self.players is None):
            raise StakesError("stakes.players_with_rounds")
        if self.others is not None:
            expect("others", self.others, tuple)
            for other in self.others:
                expect("others", other, Collected)
            if len(self.others) + 1 not in CARDS_EACH:
                least, most = min(CARDS_EACH) - 1, max(CARDS_EACH) - 1
                found = len(self.others)
                raise StakesError("stakes.others", found=found, least=least, most=most)
        else:
            _within("rounds_left", self.rounds_left, 0, MOST_ROUNDS_LEFT)
            _within("players", self.players, min(CARDS_EACH), max(CARDS_EACH))

    @classmethod
    def of(
        cls,
        holding: object,
        others: object = None,
        rounds_left: int | None = None,
        players: int | None = None,
    ) -> Stakes:
        """Read stakes as a problem has them: tiles as text or one by one.

        Raises StakesError, which names the wrong key.
        """
        return cls(
            _tiles("holding", holding),
            None if others is None else _all_collected(others),
            rounds_left,
            players,
        )

    def to_dict(self) -> dict[str, object]:
        """The stakes as keys of a problem."""
        data: dict[str, object] = {"holding": "".join(tile.letter for tile in self.holding)}
        if self.others is not None:
            data["others"] = [
                {"curses": other.curses, "magic": other.magic}
                | ({"to_dig": True} if other.to_dig else {})
                for other in self.others
            ]
        else:
            data["rounds_left"], data["players"] = self.rounds_left, self.players
        return data

    def worth(self, taken: Iterable[Tile], spent: int = 0) -> Worth:
        """The change when these tiles are dug and `spent` of the magic objects used (R19).

        An unseen tile changes nothing.
        """
        tiles = tuple(taken)
        symbols, points, objects = self.collected
        more_symbols, more_points, more_objects = _collected(tiles)
        with_them = tuple(map(add, symbols, more_symbols))
        return Worth(
            _THOUSAND * sum(tile.treasure for tile in tiles),
            self.of_sets(with_them) - self.of_sets(symbols),
            self._more("curses", points, points + more_points),
            self._more("magic", objects, objects - spent + more_objects),
        )

    def _more(self, kind: BonusKind, before: int, after: int) -> int:
        return self.of_bonus(kind, after) - self.of_bonus(kind, before)

    @property
    def collected(self) -> tuple[tuple[int, ...], int, int]:
        """The holding as sizes: the number of each symbol, curse points, magic objects."""
        return _collected(self.holding)

    @property
    def settled(self) -> bool:
        """Whether the others' collections are known as they are at the end."""
        return self.others is not None and not any(other.to_dig for other in self.others)

    def of_sets(self, symbols: tuple[int, ...]) -> int:
        """The points of so many parchments of each symbol at the end, in thousandths (R28)."""
        if self.rounds_left is None:
            return _THOUSAND * PARCHMENT_SET * min(symbols)
        assert self.players is not None
        return expected_sets(symbols, self.rounds_left, self.players)

    def of_bonus(self, kind: BonusKind, size: int) -> int:
        """The bonus for a collection of that size at the end, in thousandths (R29)."""
        if self.others is not None:
            sizes = (size, *(other.size(kind) for other in self.others))
            if self.settled:
                return _THOUSAND * bonuses(sizes, BONUSES[kind])[0]
            return expected_part(kind, sizes, (0, *(other.to_dig for other in self.others)))
        assert self.rounds_left is not None
        assert self.players is not None
        return expected_bonus(kind, size, self.rounds_left, self.players)


@lru_cache(maxsize=512)
def _collected(tiles: tuple[Tile, ...]) -> tuple[tuple[int, ...], int, int]:
    """The number of each symbol, the curse points and the magic objects among some tiles."""
    return tuple(map(tiles.count, PARCHMENTS)), curse_points(tiles), magic_objects(tiles)


def _tiles(name: str, given: object) -> tuple[Tile, ...]:
    if not isinstance(given, (str, Iterable)) or isinstance(given, Mapping):
        raise StakesError("stakes.text", name=name)
    letters = [one.letter if isinstance(one, Tile) else one for one in given]
    for letter in letters:
        if not isinstance(letter, str):
            raise StakesError("stakes.text", name=name)
    _kept(name, "".join(letters))
    return tuple(Tile(letter) for letter in "".join(letters))


def _kept(name: str, letters: str) -> None:
    """Raise StakesError for tiles that nobody keeps besides money, or more than the box has."""
    for letter in letters:
        if letter not in KEPT_LETTERS:
            raise StakesError("stakes.letter", name=name, found=letter)
    if len(letters) > TILES_IN_BOX:
        raise StakesError("stakes.many", name=name, most=TILES_IN_BOX)


def _all_collected(given: object) -> tuple[Collected, ...]:
    if not isinstance(given, (list, tuple)):
        raise StakesError("stakes.list")
    return tuple(Collected.of(one) for one in given)


def _within(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise StakesError("stakes.whole", name=name, found=beginning(value), least=least, most=most)
