"""What collections bring at the end of the game, reckoned a second time: R28-R31, and the model."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import exp, factorial, lgamma, log, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ksm_widgets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules.stakes import Stakes

__all__ = ["Ending", "prizes"]

PRIZES = {"curses": (24, 12), "magic": (16, 8)}
CARDS = {2: 12, 3: 8, 4: 6, 5: 5}


def prizes(sizes: Sequence[int], first: int, second: int) -> list[int]:
    """What each gets: who ties shares the prizes of the ranks he takes, rounded down (R29-R31).

    The second prize is for at least half of the largest, none is for nothing.
    """
    got = [0] * len(sizes)
    for player, size in enumerate(sizes):
        before = sum(other > size for other in sizes)
        among = sum(other == size for other in sizes)
        pot = sum([first, second][before : before + among])
        if size > 0 and 2 * size >= max(sizes):
            got[player] = pot // among
    return got


@dataclass(frozen=True)
class Ending:
    """The points of a player at the end for what is collected then, in thousandths."""

    stakes: Stakes

    def sets(self, symbols: Sequence[int]) -> int:
        """For so many parchments of each symbol."""
        left = self.stakes.rounds_left
        if left is None:
            return 10_000 * min(symbols)
        assert self.stakes.players is not None
        mean = _mean("parchments", left, self.stakes.players)
        return round(10_000 * _mean_least(tuple(sorted(symbols)), mean))

    def curses(self, points: int) -> int:
        """For so many points of curses."""
        return self._bonus("curses", points, [other.curses for other in self.stakes.others or ()])

    def magic(self, number: int) -> int:
        """For so many magic objects."""
        return self._bonus("magic", number, [other.magic for other in self.stakes.others or ()])

    def _bonus(self, kind: str, size: int, others: list[int]) -> int:
        if self.stakes.rounds_left is None:
            return 1000 * prizes([size, *others], *PRIZES[kind])[0]
        assert self.stakes.players is not None
        return _mean_prize(kind, size, self.stakes.rounds_left, self.stakes.players)


@cache
def _model() -> dict[str, Any]:
    file = Path(ksm_widgets.__file__).parent / "rules" / "data" / "prospects.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _mean(kind: str, rounds: int, players: int) -> float:
    """What is still kept of a kind in so many rounds; beyond the game at the pace of all of it."""
    means: list[float] = _model()["players"][str(players)][kind]
    if rounds < len(means):
        return means[rounds]
    return means[-1] / CARDS[players] * rounds


@cache
def _chances(mean: float, spread: float = 1.0) -> tuple[float, ...]:
    """Of 0, 1, 2, ... where so many are expected, with a variance of `spread` means.

    That is how often one fails before the r-th success, with a chance of 1 / spread for each.
    """
    if mean == 0:
        return (1.0, *[0.0] * 79)
    if spread == 1:
        return tuple(exp(-mean) * mean**number / factorial(number) for number in range(80))
    r, success = mean / (spread - 1), 1 / spread
    return tuple(
        exp(
            lgamma(number + r)
            - lgamma(r)
            - lgamma(number + 1)
            + r * log(success)
            + number * log(1 - success)
        )
        for number in range(120)
    )


@cache
def _mean_least(held: tuple[int, ...], mean: float) -> float:
    """The mean of the least of four, fewest first, when so many more parchments are expected.

    Forwards, one parchment after the other: all that may be held, and the chance of each.
    """
    lacking: float = _model()["lacking"]
    now = {held: 1.0}
    total, rest = 0.0, 1.0
    for chance in _chances(mean):
        total += chance * sum(part * state[0] for state, part in now.items())
        rest -= chance
        if rest < 1e-12:  # As many more as nobody will ever get.
            break
        then: dict[tuple[int, ...], float] = {}
        for state, part in now.items():
            for symbol, share in enumerate([lacking, *[0.0] * 3]):
                more = [have + (at == symbol) for at, have in enumerate(state)]
                key = tuple(sorted(more))
                then[key] = then.get(key, 0.0) + part * (share + (1 - lacking) / 4)
        now = {state: part for state, part in then.items() if part > 1e-10}
    return total


@cache
def _mean_prize(kind: str, size: int, left: int, players: int) -> int:
    """The mean of the prize for this size and what is still expected, against the others'."""
    theirs = tuple(_model()["players"][str(players)][f"{kind}_in_the_end"])
    still = enumerate(_chances(_mean(kind, left, players), _model()["spread"][kind]))
    mean = sum(
        chance * _mean_against(kind, size + new, theirs, players - 1) for new, chance in still
    )
    return round(1000 * mean)


@cache
def _mean_against(kind: str, size: int, theirs: tuple[float, ...], others: int) -> float:
    """Each other has less, as much, up to twice as much or more: all ways in which that may be."""
    ways = [
        (0, sum(theirs[:size])),
        (size, sum(theirs[size : size + 1])),
        (2 * size, sum(theirs[size + 1 : 2 * size + 1])),
        (2 * size + 1, sum(theirs[2 * size + 1 :])),
    ]
    return sum(
        prod(chance for _, chance in chosen)
        * prizes([size, *(other for other, _ in chosen)], *PRIZES[kind])[0]
        for chosen in product(ways, repeat=others)
    )


def mean_part_after_a_dig(kind: str, size: int, theirs: int) -> float:
    """The mean prize for this size if the only other player, who has so many, still digs once."""
    spread: float = _model()["spread"][kind]
    chances = _chances(_mean(kind, 1, 2), spread)
    return sum(
        chance * prizes([size, theirs + more], *PRIZES[kind])[0]
        for more, chance in enumerate(chances)
    )
