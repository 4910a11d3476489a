"""The points expected from a collection, with rounds still to play (R28-R31).

A model, not a rule: `data/prospects.toml` says what was measured in whole games and what is
assumed. What a player still digs varies around what players dug in those games. Nobody knows what
is behind a screen (R33), so another player ends with what players ended with in those games: of
curses mostly with hardly any or with many, as whoever has some goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement, product
from math import comb, exp
from operator import add
from tomllib import loads
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.scoring import BONUSES, PARCHMENT_SET, bonuses

if TYPE_CHECKING:
    from ksm_widgets.rules.scoring import Bonus, BonusKind


MOST_ROUNDS_LEFT = max(CARDS_EACH.values()) - 1
"""The most rounds that can follow one (R4)."""
_NEGLIGIBLE = 1e-12
_FINE = MappingProxyType({2: 12, 3: 6, 4: 4, 5: 3})
"""How many equally likely numbers stand for what one player still digs, by number of players."""
_MOST_AHEAD = 7
"""The most by which one symbol is counted ahead of the rarest one; more never matters."""

Means = tuple[float, ...]
"""The mean of what a player still digs with 0, 1, 2, ... rounds to come."""
Shares = tuple[float, ...]
"""The probabilities of 0, 1, 2, ..."""


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """The means of what players still collect, from which expected points follow.

    `parchments`, `curses` and `magic` give, by the number of players, what one of them still digs:
    parchments, curse points, magic objects (less those spent). Players look for what they lack:
    `lacking` is the share of parchments that are of the symbol held least; the others are of any.
    `spread` is the variance of what is still dug as a multiple of its mean, at least 1, and
    `ends` has the sizes of collections at the end, by the number of players; for both bonuses.
    """

    lacking: float
    parchments: Mapping[int, Means]
    curses: Mapping[int, Means]
    magic: Mapping[int, Means]
    spread: Mapping[BonusKind, float]
    ends: Mapping[BonusKind, Mapping[int, Shares]]

    @classmethod
    def parse(cls, text: str) -> Prospects:
        """Read the numbers from TOML, as in the built-in file; KeyError if any are missing."""
        table = loads(text)

        def rows(name: str) -> Mapping[int, tuple[float, ...]]:
            by_players = table["players"]
            return MappingProxyType(
                {
                    players: tuple(map(float, by_players[str(players)][name]))
                    for players in CARDS_EACH
                }
            )

        return cls(
            float(table["lacking"]),
            rows("parchments"),
            rows("curses"),
            rows("magic"),
            {kind: float(table["spread"][kind]) for kind in BONUSES},
            {kind: rows(f"{kind}_in_the_end") for kind in BONUSES},
        )

    def of_sets(self, held: tuple[int, ...], rounds_left: int, players: int) -> float:
        """The points expected from sets by a player who holds so many of each symbol."""
        still = likely_numbers(_by_then(self.parchments[players], rounds_left))
        least, *more = sorted(held)
        ahead = tuple(min(number - least, _MOST_AHEAD) for number in more)
        further = sum(
            chance * _further_sets(self.lacking, number)[ahead]
            for number, chance in enumerate(still)
        )
        return PARCHMENT_SET * (least + further)

    def of_bonus(self, kind: BonusKind, size: int, rounds_left: int, players: int) -> float:
        """The expected bonus of a player who has a collection of that size."""
        mean = _by_then(self._means(kind)[players], rounds_left)
        still, theirs = likely_numbers(mean, self.spread[kind]), self.ends[kind][players]
        return sum(
            chance * _mean_bonus(BONUSES[kind], size + more, theirs, players - 1)
            for more, chance in enumerate(still)
        )

    def _means(self, kind: BonusKind) -> Mapping[int, Means]:
        return self.curses if kind == "curses" else self.magic

    def ahead(self, kind: BonusKind, held: tuple[int, ...], rounds: tuple[int, ...]) -> float:
        """The lead over the others that a bonus is expected to give the first player.

        `held` is what everyone has collected so far, and `rounds` how many digs each has to come.
        The result is the first player's part less the mean of the others'. What each still digs is
        one of a few equally likely numbers.
        """
        margins, count = 0.0, 0
        for own, *others in self._parts(kind, held, rounds):
            margins += own - sum(others) / len(others)
            count += 1
        return margins / count

    def part(self, kind: BonusKind, held: tuple[int, ...], rounds: tuple[int, ...]) -> float:
        """The part of a bonus that the first player is expected to get; arguments as in `ahead`."""
        parts = [own for own, *_ in self._parts(kind, held, rounds)]
        return sum(parts) / len(parts)

    def _parts(
        self, kind: BonusKind, held: tuple[int, ...], rounds: tuple[int, ...]
    ) -> Iterator[Sequence[int]]:
        """Everyone's parts of a bonus at each of a number of equally likely ends."""
        means, spread = self._means(kind)[len(held)], self.spread[kind]
        still = [
            _middles(_by_then(means, left), spread, _FINE[len(held)]) if left else (0,)
            for left in rounds
        ]
        for more in product(*still):
            yield bonuses([*map(add, held, more)], BONUSES[kind])


@cache
def shipped_prospects() -> Prospects:
    """The built-in prospects, which `python -m benchmarks.worth` writes."""
    source = files("ksm_widgets.rules") / "data" / "prospects.toml"
    return Prospects.parse(source.read_text(encoding="utf-8"))


@cache
def expected_sets(held: tuple[int, ...], rounds_left: int, players: int) -> int:
    """The points expected from sets with so many of each symbol held, in thousandths.

    >>> [expected_sets((1, 1, 1, delta), 0, 2) for delta in (0, 1, 2)]
    [0, 10000, 10000]
    >>> [expected_sets((1, 1, 1, delta), 4, 2) for delta in (0, 1, 2)]
    [11202, 13530, 15818]
    """
    return round(1000 * shipped_prospects().of_sets(held, rounds_left, players))


@cache
def expected_bonus(kind: BonusKind, size: int, rounds_left: int, players: int) -> int:
    """The expected bonus for a collection of that size, in thousandths.

    >>> [expected_bonus("curses", points, 4, 2) for points in (0, 5, 10, 15)]
    [6109, 12960, 18433, 22170]
    >>> [expected_bonus("magic", number, 4, 2) for number in (0, 2, 4, 6)]
    [1768, 8958, 13947, 15932]
    """
    return round(1000 * shipped_prospects().of_bonus(kind, size, rounds_left, players))


@cache
def expected_part(kind: BonusKind, sizes: tuple[int, ...], digs: tuple[int, ...]) -> int:
    """The expected part of the first of these collections, each with so many digs to come.

    In thousandths.

    >>> [expected_part("curses", (points, 5), (0, 1)) for points in (4, 5, 6, 9, 15)]
    [10000, 12500, 16500, 22000, 24000]
    """
    return round(1000 * shipped_prospects().part(kind, sizes, digs))


@cache
def _further_sets(lacking: float, parchments: int) -> Mapping[tuple[int, ...], float]:
    """The mean number of sets that so many more parchments complete.

    Keys: how far each other symbol is ahead of the one held least, sorted.
    """
    states = combinations_with_replacement(range(_MOST_AHEAD + 1), 3)
    if parchments == 0:
        return dict.fromkeys(states, 0.0)
    then = _further_sets(lacking, parchments - 1)

    def with_one_more(ahead: tuple[int, ...], symbol: int) -> float:
        held = [0, *ahead]
        held[symbol] += 1
        least, *more = sorted(held)
        return least + then[tuple(min(number - least, _MOST_AHEAD) for number in more)]

    return {
        ahead: lacking * with_one_more(ahead, 0)
        + (1 - lacking) * sum(with_one_more(ahead, symbol) for symbol in range(4)) / 4
        for ahead in states
    }


@cache
def _middles(mean: float, spread: float, count: int) -> tuple[int, ...]:
    """Equally likely numbers with such a mean and spread: the middles of `count` equal parts."""
    found: list[int] = []
    below = 0.0
    for number, chance in enumerate(likely_numbers(mean, spread)):
        below += chance
        while len(found) < count and (2 * len(found) + 1) / (2 * count) < below:
            found.append(number)
    return tuple(found)


def _by_then(means: Means, rounds: int) -> float:
    """The mean for so many rounds; beyond the last one measured it grows at the same rate."""
    last = len(means) - 1
    return means[rounds] if rounds <= last else means[last] * rounds / last


def _mean_bonus(bonus: Bonus, size: int, theirs: tuple[float, ...], others: int) -> float:
    """The mean bonus of a collection of that size, with every other one drawn from `theirs`."""
    if size == 0:
        return 0.0
    first, second = bonus
    less, equal = sum(theirs[:size]), sum(theirs[size : size + 1])
    # Second place counts only if the one larger collection is at most twice as large (R30).
    larger = sum(theirs[size + 1 : 2 * size + 1])

    def shared(points: list[int]) -> float:
        """The mean points; `points` are those with none of the others tied, with one, up to all."""
        among = len(points) - 1
        return sum(
            share * comb(among, tied) * equal**tied * less ** (among - tied)
            for tied, share in enumerate(points)
        )

    leading = shared([first, *((first + second) // (1 + tied) for tied in range(1, others + 1))])
    following = shared([second // (1 + tied) for tied in range(others)])
    return leading + others * larger * following


@cache
def likely_numbers(mean: float, spread: float = 1.0) -> Shares:
    """The probabilities of 0, 1, 2, ... with a mean, and a variance of `spread` means.

    A negative binomial distribution, with a spread of 1 that of Poisson; negligible ones are left
    out.
    """
    # Panjer's recursion: p(k) = (a + b / k) p(k - 1).
    a = 1 - 1 / spread
    b = mean / spread - a
    chance = exp(-mean) if spread == 1 else spread ** (-mean / (spread - 1))
    chances = [chance]
    while len(chances) <= mean or chance > _NEGLIGIBLE:
        chance *= a + b / len(chances)
        chances.append(chance)
    return tuple(chances)
