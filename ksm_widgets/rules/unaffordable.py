"""A turn that cannot be paid: how the tiles just dug go to the opponents (R26)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.errors import GameError
from ksm_widgets.rules.rulebooks import Sharing
from ksm_widgets.rules.worth import USUAL_VALUES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.rules.tiles import Tile

__all__ = ["Settlement", "as_shared", "settled", "tiles_to_add"]


@dataclass(frozen=True, slots=True)
class Settlement:
    """Where the tiles of a turn that could not be paid went (R26).

    `added` are the offender's earlier tiles that had to make up the number; `shares` what each
    opponent got, in the order of play from the offender's left; `spare` what was discarded.
    """

    added: tuple[Tile, ...]
    shares: tuple[tuple[Tile, ...], ...]
    spare: tuple[Tile, ...]


def tiles_to_add(dug: int, opponents: int, held: int) -> int:
    """How many earlier tiles the offender adds: those that lack, or all he holds if fewer."""
    return min(max(0, opponents - dug), held)


def settled(
    rng: Random,
    edition: Edition,
    dug: Sequence[Tile],
    opponents: int,
    held: Sequence[Tile],
    chosen: Sequence[Tile] | None = None,
) -> Settlement:
    """Share out the tiles just dug among the opponents, as the edition does it (R26).

    `held` are the offender's tiles from earlier turns; of these he adds the `chosen` ones, by
    default the cheapest, where the edition lets him choose; else they are drawn from a face-down
    mix. If even so there are too few, chance says which opponents get one.

    Raises GameError if the chosen tiles are not held, not as many as are lacking, or if the
    edition gives no choice.
    """
    lacking = tiles_to_add(len(dug), opponents, len(held))
    if chosen is not None:
        _check_choice(edition, chosen, lacking, held)
        added = tuple(chosen)
    elif edition.offender_chooses:
        added = tuple(sorted(held, key=lambda tile: USUAL_VALUES.of(tile) or 0)[:lacking])
    else:
        added = tuple(shuffled(rng, held)[:lacking])
    mixed = shuffled(rng, (*dug, *added))
    each = max(1, len(mixed) // opponents) if edition.shares is Sharing.EVENLY else 1
    shares: list[tuple[Tile, ...]] = [()] * opponents
    for turn, opponent in enumerate(shuffled(rng, range(opponents))):
        shares[opponent] = tuple(mixed[turn * each : (turn + 1) * each])
    return Settlement(added, tuple(shares), tuple(mixed[opponents * each :]))


def as_shared(
    edition: Edition,
    dug: Sequence[Tile],
    held: Sequence[Tile],
    added: Sequence[Tile],
    shares: Sequence[Sequence[Tile]],
    opponents: int,
) -> Settlement:
    """The settlement as people at a table made it, chance included; what no one got is spare.

    Raises GameError for tiles added that could not be, for shares of tiles that were not there, and
    for another number of shares than there are opponents.
    """
    lacking = tiles_to_add(len(dug), opponents, len(held))
    _check_added(edition, added, lacking, held)
    there = Counter((*dug, *added))
    given = Counter(tile for share in shares for tile in share)
    if len(shares) != opponents:
        raise GameError("game.shares", "R26", found=len(shares), expected=opponents)
    for tile in given - there:
        raise GameError("game.not_shared", "R26", tile=edition.tile_term(tile))
    spare = tuple((there - given).elements())
    return Settlement(tuple(added), tuple(map(tuple, shares)), spare)


def _check_choice(
    edition: Edition, chosen: Sequence[Tile], lacking: int, held: Sequence[Tile]
) -> None:
    if not edition.offender_chooses:
        raise GameError("game.no_choice", "R26")
    _check_added(edition, chosen, lacking, held)


def _check_added(
    edition: Edition, chosen: Sequence[Tile], lacking: int, held: Sequence[Tile]
) -> None:
    if len(chosen) != lacking:
        raise GameError("game.wrong_choice", "R26", found=len(chosen), expected=lacking)
    for tile in Counter(chosen) - Counter(held):
        raise GameError("game.choice_not_held", "R26", tile=edition.tile_term(tile))
