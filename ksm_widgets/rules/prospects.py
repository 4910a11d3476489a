"""The points a collection may be expected to bring, with rounds still to play (R28-R31).

A model, not a rule: `data/prospects.toml` says what it assumes. What a player still digs of each
kind until the end is drawn from a Poisson distribution, and so is all that another player will
have collected by then, as nobody knows what lies behind his screen (R33).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import accumulate, count
from math import comb, exp, prod
from tomllib import loads
from typing import TYPE_CHECKING

from ksm_widgets.rules.players import CARDS_EACH
from ksm_widgets.rules.scoring import CURSE_BONUS, MAGIC_BONUS, PARCHMENT_SET

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.scoring import Bonus

__all__ = ["MOST_ROUNDS_LEFT", "expected_curses", "expected_magic", "expected_sets"]

MOST_ROUNDS_LEFT = max(CARDS_EACH.values()) - 1
"""How many rounds can follow one at most (R4)."""
_NEGLIGIBLE = 1e-12


@cache
def expected_sets(held: tuple[int, ...], rounds_left: int) -> int:
    """What the sets are expected to bring to who holds so many of each symbol, in thousandths.

    >>> [expected_sets((1, 1, 1, delta), 0) for delta in (0, 1, 2)]
    [0, 10000, 10000]
    >>> [expected_sets((1, 1, 1, delta), 4) for delta in (0, 1, 2)]
    [8186, 12516, 13687]
    """
    still = _poisson(_rate("symbol") * rounds_left)
    more = [1 - below for below in accumulate(still, initial=0.0)]
    # A further set for every number that all four symbols reach.
    expected = 0.0
    for sets in count(1):
        missing = [max(0, sets - number) for number in held]
        if max(missing) >= len(still):
            break
        expected += prod(more[number] for number in missing)
    return round(1000 * PARCHMENT_SET * expected)


@cache
def expected_curses(points: int, rounds_left: int, players: int) -> int:
    """What the bonus for curses is expected to bring to who holds so many points, in thousandths.

    >>> [expected_curses(points, 4, 2) for points in (0, 5, 10, 15)]
    [2612, 10812, 17197, 21810]
    """
    return _expected_bonus(CURSE_BONUS, "curse", points, rounds_left, players)


@cache
def expected_magic(number: int, rounds_left: int, players: int) -> int:
    """What the bonus for magic objects is expected to bring to who holds so many, in thousandths.

    >>> [expected_magic(number, 4, 2) for number in (0, 2, 4, 6)]
    [3247, 7932, 11816, 14101]
    """
    return _expected_bonus(MAGIC_BONUS, "magic", number, rounds_left, players)


def _expected_bonus(bonus: Bonus, rate: str, held: int, rounds_left: int, players: int) -> int:
    still = _poisson(_rate(rate) * rounds_left)
    theirs = _poisson(_rate(rate) * max(CARDS_EACH[players], rounds_left + 1))
    expected = sum(
        chance * _mean_bonus(bonus, held + more, theirs, players - 1)
        for more, chance in enumerate(still)
    )
    return round(1000 * expected)


def _mean_bonus(bonus: Bonus, size: int, theirs: tuple[float, ...], others: int) -> float:
    """The mean of what a collection of that size gets, with every other drawn from `theirs`."""
    if size == 0:
        return 0.0
    first, second = bonus
    less, equal = sum(theirs[:size]), sum(theirs[size : size + 1])
    # The one collection that is larger must not be more than twice as large (R30).
    larger = sum(theirs[size + 1 : 2 * size + 1])

    def shared(points: list[int], among: int) -> float:
        """So many of the others with as much, the rest with less; points by how many that are."""
        return sum(
            share * comb(among, tied) * equal**tied * less ** (among - tied)
            for tied, share in enumerate(points[: among + 1])
        )

    leading = shared([first, *[(first + second) // (1 + tied) for tied in (1, 2, 3, 4)]], others)
    following = shared([second // (1 + tied) for tied in (0, 1, 2, 3)], others - 1)
    return leading + others * larger * following


@cache
def _poisson(mean: float) -> tuple[float, ...]:
    """The chances of 0, 1, 2, ... where so many are expected, up to what hardly ever comes."""
    chance = exp(-mean)
    chances = [chance]
    while len(chances) <= mean or chance > _NEGLIGIBLE:
        chance *= mean / len(chances)
        chances.append(chance)
    return tuple(chances)


def _rate(name: str) -> float:
    return _rates()[name]


@cache
def _rates() -> Mapping[str, float]:
    source = files("ksm_widgets.rules") / "data" / "prospects.toml"
    rates: dict[str, float] = loads(source.read_text(encoding="utf-8"))["rates"]
    return rates
