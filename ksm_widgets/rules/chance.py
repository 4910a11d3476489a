"""Random choices that are the same in every Python; only random() itself is guaranteed to be."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


T = TypeVar("T")


def any_seed() -> int:
    """A seed for a call without one, short enough to write down."""
    return Random().randrange(10**9)


def below(rng: Random, limit: int) -> int:
    """A whole number from 0 to limit - 1."""
    return int(rng.random() * limit)


def between(rng: Random, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""
    return least + below(rng, most - least + 1)


def chosen(rng: Random, items: Sequence[T]) -> T:
    """One of the items, which must not be empty and must have a fixed order."""
    return items[below(rng, len(items))]


def shuffled(rng: Random, items: Iterable[T]) -> list[T]:
    """The items in random order (Fisher-Yates)."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(rng, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def some_of(rng: Random, items: Iterable[T], most: int) -> list[T]:
    """Some of the items, at most so many, in random order."""
    return shuffled(rng, items)[:most]
