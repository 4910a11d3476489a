"""The odds of a plan in Raubbau: who wakes a dragon, and what card is taken (B12-B37)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import DANGERS, Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.position import Phase
from ksm_widgets.companions.raubbau.search.chances import ONE, Worth
from ksm_widgets.companions.raubbau.search.settling import Settling
from ksm_widgets.companions.raubbau.search.unseen import faces_left, unseen_cards
from ksm_widgets.companions.raubbau.search.walking import Walk, binding

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.pulse import Pulse
    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.planning import Move
    from ksm_widgets.companions.raubbau.position import Position

_NEVER = Worth.sure(0)


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a plan; each is an interval where it depends on what others choose.

    `wakes` is the chance to wake a dragon oneself, `before` that somebody does earlier, `after`
    that somebody does later, `skipped` that a cave-in takes the action; `faces` has the chances of
    the card taken, if the dig comes off.
    """

    act: Move
    wakes: Worth
    before: Worth
    after: Worth
    skipped: Worth
    faces: Mapping[Face, Fraction]

    @property
    def others(self) -> Worth:
        """The chance that somebody else wakes a dragon, whether before or after one acts."""
        return Worth(self.before.low + self.after.low, self.before.high + self.after.high)

    @property
    def gem(self) -> Fraction:
        """The chance that the card taken is a gem."""
        return self.faces.get(Face.GEM, Fraction(0))


def odds_of(position: Position, move: Move, safe: frozenset[Field], pulse: Pulse) -> Odds:
    """The odds of a plan of the seat whose turn it is; `safe` are fields without a dragon."""
    me, after = position.turn, binding(position, move)

    def chance(wanted: Callable[[int | None], bool], acting: Worth | None = None) -> Worth:
        """The chance that who wakes the dragon is as wanted; see `acting` of Walk."""

        def value(gems: Mapping[int, int], awakened: int | None) -> int:
            return int(wanted(awakened))

        walk = Walk(me, Settling(value), lambda _: _NEVER, safe, acting, pulse=pulse)
        return walk.found(after)[0]

    if after.phase is not Phase.ACT or after.plan(me) is None:
        later = chance(lambda waker: waker is not None)
        return Odds(move, _NEVER, _NEVER, later, _NEVER, {})
    before = chance(lambda waker: waker is not None, acting=_NEVER)
    others = chance(lambda waker: waker not in (None, me))
    acts = chance(lambda _: False, acting=Worth.sure(1))
    return Odds(
        move,
        wakes=chance(lambda waker: waker == me),
        before=before,
        after=_left(others, before),
        skipped=_left(Worth.sure(1), before, acts),
        faces=_card_odds(position, after.target(me), safe),
    )


def _left(whole: Worth, *parts: Worth) -> Worth:
    """What is left of a chance without its parts, of which each may be an interval."""
    low = whole.low - sum(part.high for part in parts)
    return Worth(max(Fraction(0), low), whole.high - sum(part.low for part in parts))


def _card_odds(
    position: Position, place: Field | None, safe: frozenset[Field]
) -> Mapping[Face, Fraction]:
    """The chances of the face of a treasure in the mine."""
    card = None if place is None else position.mine.get(place)
    if not isinstance(card, Treasure):
        return {}
    if card.face is not Face.UNSEEN:
        return {card.face: ONE}
    unseen = unseen_cards(position, safe)[card.set]
    dragon = Fraction(0) if place in safe else unseen.dragon()
    left = faces_left(position)[card.set]
    harmless = {face: count for face, count in left.items() if count and face not in DANGERS}
    total = sum(harmless.values())
    chances = {Face.DRAGON: dragon} if dragon else {}
    return chances | {
        face: (ONE - dragon) * Fraction(count, total) for face, count in harmless.items()
    }
