"""Chance that stays the same for a seed, whatever the Python: only random() is promised to."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

__all__ = ["below", "chosen", "shuffled"]

T = TypeVar("T")


def below(rng: Random, limit: int) -> int:
    """A whole number from 0 to limit - 1."""
    return int(rng.random() * limit)


def chosen(rng: Random, items: Sequence[T]) -> T:
    """One of the items; they must not be empty and come in an order of their own."""
    return items[below(rng, len(items))]


def shuffled(rng: Random, items: Iterable[T]) -> list[T]:
    """The items in a random order (Fisher and Yates)."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(rng, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
