"""How the points at the end came about, in words (R28-R31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.scoring import (
    CURSE_BONUS,
    MAGIC_BONUS,
    PARCHMENT_SET,
    Place,
    curse_points,
    magic_objects,
    parchment_sets,
    place,
)
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.table.telling import names
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.rules.scoring import Bonus
    from ksm_widgets.tutor.table.match import Match

__all__ = ["reckoned"]


def reckoned(match: Match) -> Iterator[Phrase]:
    """How the points of a match that is over came about: sets, and the bonuses with their ties.

    A sentence each (R18, R28-R31).
    """
    holdings = [player.holding.tiles for player in match.game.players]
    sets = [parchment_sets(tiles) for tiles in holdings]
    for seat, number in zip(match.seats, sets, strict=True):
        if number:
            key = counted("ending.sets", number)
            yield Phrase.of(key, who=seat.name, number=number, points=PARCHMENT_SET * number)
    for name, bonus, sizes in (
        ("curses", CURSE_BONUS, [curse_points(tiles) for tiles in holdings]),
        ("magic", MAGIC_BONUS, [magic_objects(tiles) for tiles in holdings]),
    ):
        yield from _bonus(match, name, bonus, sizes)


def _bonus(match: Match, name: str, bonus: Bonus, sizes: Sequence[int]) -> Iterator[Phrase]:
    places = [place(size, [*sizes[:at], *sizes[at + 1 :]]) for at, size in enumerate(sizes)]
    given = [getattr(score, name) for score in match.scores]
    if not any(sizes):
        yield Phrase.of(f"ending.{name}_nobody")
        return
    for kind in (Place.FIRST, Place.TIED_FIRST, Place.SECOND, Place.TIED_SECOND):
        seats = [at for at, one in enumerate(places) if one is kind]
        if seats:
            yield Phrase.of(
                f"ending.{name}_{kind.value}",
                who=names([match.seats[at].name for at in seats]),
                size=sizes[seats[0]],
                points=given[seats[0]],
                both=sum(bonus),
                second=bonus[1],
            )
    if Place.FIRST in places and not {Place.SECOND, Place.TIED_SECOND} & set(places):
        yield Phrase.of(f"ending.{name}_no_second", points=bonus[1])
