"""The points expected from a collection, with rounds still to play (R28-R31).

A model, not a rule: `data/prospects.toml` says what was measured in whole games and what is
assumed. The tiles a player still digs follow a Poisson distribution around what players dug in
those games; so does everything another player will have collected by the end, since nobody knows
what is behind a screen (R33).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement, product
from math import comb, exp, prod
from operator import add
from tomllib import loads
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.rules.payment import CARDS_EACH
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


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """The means of what players still collect, from which expected points follow.

    `parchments`, `curses` and `magic` give, by the number of players, what one of them still digs:
    parchments, curse points, magic objects (less those spent). Players look for what they lack:
    `lacking` is the share of parchments that are of the symbol held least; the others are of any.
    """

    lacking: float
    parchments: Mapping[int, Means]
    curses: Mapping[int, Means]
    magic: Mapping[int, Means]

    @classmethod
    def parse(cls, text: str) -> Prospects:
        """Read the means from TOML, as in the built-in file; raises KeyError if one is missing."""
        table = loads(text)
        kinds = {
            kind: MappingProxyType(
                {
                    players: tuple(map(float, table["players"][str(players)][kind]))
                    for players in CARDS_EACH
                }
            )
            for kind in ("parchments", "curses", "magic")
        }
        return cls(float(table["lacking"]), **kinds)

    def of_sets(self, held: tuple[int, ...], rounds_left: int, players: int) -> float:
        """The points expected from sets by a player who holds so many of each symbol."""
        still = _poisson(_by_then(self.parchments[players], rounds_left))
        least, *more = sorted(held)
        ahead = tuple(min(number - least, _MOST_AHEAD) for number in more)
        further = sum(
            chance * _further_sets(self.lacking, number)[ahead]
            for number, chance in enumerate(still)
        )
        return PARCHMENT_SET * (least + further)

    def of_bonus(self, kind: BonusKind, size: int, rounds_left: int, players: int) -> float:
        """The expected bonus of a player who has a collection of that size."""
        means = self._means(kind)[players]
        still = _poisson(_by_then(means, rounds_left))
        theirs = _poisson(_by_then(means, max(CARDS_EACH[players], rounds_left + 1)))
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
        means = self._means(kind)[len(held)]
        still = [_likely(_by_then(means, left), _FINE[len(held)]) for left in rounds]
        margins = 0.0
        for more in product(*still):
            own, *others = bonuses([*map(add, held, more)], BONUSES[kind])
            margins += own - sum(others) / len(others)
        return margins / prod(map(len, still))


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
    [11142, 13570, 15732]
    """
    return round(1000 * shipped_prospects().of_sets(held, rounds_left, players))


@cache
def expected_bonus(kind: BonusKind, size: int, rounds_left: int, players: int) -> int:
    """The expected bonus for a collection of that size, in thousandths.

    >>> [expected_bonus("curses", points, 4, 2) for points in (0, 5, 10, 15)]
    [5117, 12892, 18478, 22370]
    >>> [expected_bonus("magic", number, 4, 2) for number in (0, 2, 4, 6)]
    [2970, 9741, 13742, 15389]
    """
    return round(1000 * shipped_prospects().of_bonus(kind, size, rounds_left, players))


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
def _likely(mean: float, count: int) -> tuple[int, ...]:
    """Equally likely numbers for a Poisson mean: the middles of `count` equal parts."""
    found: list[int] = []
    below = 0.0
    for number, chance in enumerate(_poisson(mean)):
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

    def shared(points: list[int], among: int) -> float:
        """The mean points if some of the others are tied, by how many, and the rest have less."""
        return sum(
            share * comb(among, tied) * equal**tied * less ** (among - tied)
            for tied, share in enumerate(points[: among + 1])
        )

    leading = shared([first, *[(first + second) // (1 + tied) for tied in (1, 2, 3, 4)]], others)
    following = shared([second // (1 + tied) for tied in (0, 1, 2, 3)], others - 1)
    return leading + others * larger * following


@cache
def _poisson(mean: float) -> tuple[float, ...]:
    """The probabilities of 0, 1, 2, ... for a mean, up to negligible ones."""
    chance = exp(-mean)
    chances = [chance]
    while len(chances) <= mean or chance > _NEGLIGIBLE:
        chance *= mean / len(chances)
        chances.append(chance)
    return tuple(chances)
