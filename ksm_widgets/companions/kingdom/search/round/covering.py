"""Ways in which fortune cards of several goods help to pay for several things (S22).

A card pays for one thing, and what it has beyond that is lost. Cards that have no kind of good in
common don't get in each other's way; of a thing's cost only the kinds on the cards matter.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.fortune import Paid
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, least, less, read_cubes, total
from ksm_widgets.companions.kingdom.paying import covered, useful
from ksm_widgets.companions.pulse import Pulse, no_pulse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Covering = tuple[Cubes, int]
"""The cubes that cards pay for, and the number of cards that are left."""


def families(cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Cards in groups that have no kind of good in common.

    >>> families(["ww", "cf", "ff"])
    (('ww',), ('cf', 'ff'))
    """
    found: list[tuple[str, ...]] = []
    for card in cards:
        near = [family for family in found if {*card} & {*"".join(family)}]
        found = [family for family in found if family not in near]
        found.append(tuple(one for family in (*near, (card,)) for one in family))
    return tuple(found)


def coverings(
    family: tuple[str, ...], costs: Iterable[Cubes], *, keeps: bool
) -> tuple[Covering, ...]:
    """The parts of these costs that a family of cards can pay, each at least as good as any other.

    With `keeps` a card that is left is worth something.
    """
    seen = [_seen(family, cost) for cost in costs]
    return _coverings(family, tuple(sorted(filter(any, seen))), keeps)


@lru_cache(maxsize=50_000)
def _seen(family: tuple[str, ...], cost: Cubes) -> Cubes:
    """The part of a cost that a family of cards can be of use for."""
    letters = "".join(family)
    return tuple(n if good in letters else 0 for n, good in zip(cost, GOODS, strict=True))


@lru_cache(maxsize=50_000)
def _coverings(
    family: tuple[str, ...], costs: tuple[Cubes, ...], keeps: bool
) -> tuple[Covering, ...]:
    reached: dict[tuple[Cubes, ...], int] = {costs: 0}
    for card in family:
        cubes = read_cubes(card)
        following: dict[tuple[Cubes, ...], int] = {}
        for unpaid, unused in reached.items():
            following[unpaid] = max(following.get(unpaid, 0), unused + 1)
            for at, cost in enumerate(unpaid):
                if at and unpaid[at - 1] == cost:
                    continue
                if any(least(cost, cubes)):
                    rest = less(cost, least(cost, cubes))
                    after = tuple(sorted((*unpaid[:at], rest, *unpaid[at + 1 :])))
                    following[after] = max(following.get(after, 0), unused)
        reached = following
    whole = total(costs)
    found: dict[Cubes, int] = {}
    for unpaid, unused in reached.items():
        paid = less(whole, total(unpaid))
        found[paid] = max(found.get(paid, 0), unused)
    return tuple(
        (paid, unused)
        for paid, unused in found.items()
        if not any(
            other != paid and (not keeps or more >= unused) and least(other, paid) == paid
            for other, more in found.items()
        )
    )


def shared(
    cards: Sequence[str],
    costs: Sequence[Cubes],
    wanted: Cubes,
    pulse: Pulse = no_pulse,
) -> tuple[Paid, ...]:
    """The cards that pay for each of these costs, so that together they pay for what is wanted.

    `pulse` is called at every try, and may raise to stop.
    """
    for chosen in product(range(-1, len(costs)), repeat=len(cards)):
        pulse()
        parts = tuple(
            tuple(card for card, to in zip(cards, chosen, strict=True) if to == at)
            for at in range(len(costs))
        )
        pairs = [*zip(costs, parts, strict=True)]
        if total(covered(cost, part) for cost, part in pairs) != wanted:
            continue
        if all(useful(cost, part) for cost, part in pairs):
            return parts
    raise ValueError(wanted)
