"""Changes of tuples that have an item per seat or place."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


def with_item(items: tuple[T, ...], number: int, item: T) -> tuple[T, ...]:
    """The items with another one at a number counted from 1, such as a seat's.

    Raises IndexError if there is no such item.

    >>> with_item(("a", "b", "c"), 2, "x")
    ('a', 'x', 'c')
    """
    if not 1 <= number <= len(items):
        raise IndexError(number)
    return (*items[: number - 1], item, *items[number:])


def without_item(items: tuple[T, ...], number: int) -> tuple[T, ...]:
    """The items without the one at a number counted from 1.

    Raises IndexError if there is no such item.

    >>> without_item(("a", "b", "c"), 2)
    ('a', 'c')
    >>> without_item(("a", "b", "c"), 0)
    Traceback (most recent call last):
        ...
    IndexError: 0
    """
    if not 1 <= number <= len(items):
        raise IndexError(number)
    return (*items[: number - 1], *items[number:])


def without(items: Iterable[T], *gone: T) -> tuple[T, ...]:
    """The items without one of each of these; raises ValueError if one is not there.

    >>> without("abca", "a")
    ('b', 'c', 'a')
    """
    left = list(items)
    for item in gone:
        left.remove(item)
    return tuple(left)


def resized(items: tuple[T, ...], count: int, new: T) -> tuple[T, ...]:
    """The first `count` of the items, and new ones where there are too few.

    >>> resized((3, 4), 4, 0), resized((3, 4), 1, 0)
    ((3, 4, 0, 0), (3,))
    """
    return (*items, *[new] * count)[:count]
