"""The odds of a plan in Raubbau: who wakes a dragon, and what card is taken (B12-B37)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import DANGERS, Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.position import Phase
from ksm_widgets.companions.raubbau.search.chances import ONE
from ksm_widgets.companions.raubbau.search.rough import worth_found
from ksm_widgets.companions.raubbau.search.settling import Settling
from ksm_widgets.companions.raubbau.search.unseen import faces_left, unseen_cards
from ksm_widgets.companions.raubbau.search.walking import Walk, binding_after
from ksm_widgets.companions.raubbau.search.worth import Worth

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ksm_widgets.companions.pulse import Pulse
    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.plans import Move
    from ksm_widgets.companions.raubbau.position import Position

_NEVER = Worth.sure(0)


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a plan; each is an interval where it depends on what others choose.

    One's own choices, such as the stacks in a blast, are those with the least chance.
    `wakes` is the chance to wake a dragon oneself, `before` that somebody does who acts earlier,
    `after` that somebody does who acts later (or at all, if one doesn't act oneself), `others` that
    either does; `skipped` is the chance that a cave-in takes the action, `faces` has those of the
    card taken, if the dig comes off.
    `roughly` is whether too much can happen to find all of them exactly.
    """

    act: Move
    wakes: Worth
    before: Worth
    after: Worth
    others: Worth
    skipped: Worth
    faces: Mapping[Face, Fraction]
    roughly: bool

    @property
    def chances(self) -> Mapping[str, Worth]:
        """The chances of what may come between, and of the dragon, by name."""
        return {
            "wakes": self.wakes,
            "before": self.before,
            "after": self.after,
            "skipped": self.skipped,
        }

    @property
    def gem(self) -> Fraction:
        """The chance that the card taken is a gem."""
        return self.faces.get(Face.GEM, Fraction(0))


def odds_of(position: Position, move: Move, safe: frozenset[Field], pulse: Pulse) -> Odds:
    """The odds of a plan of the seat whose turn it is; `safe` are fields without a dragon."""
    me, binding = position.turn, binding_after(position, move)
    waking = _Waking(me, binding, safe, pulse)
    if binding.phase is not Phase.ACT or binding.plan(me) is None:
        others = waking.chance(binding.inside)
        return Odds(move, _NEVER, _NEVER, others, others, _NEVER, {}, waking.roughly)
    at = binding.inside.index(me)
    earlier, later = binding.inside[:at], binding.inside[at + 1 :]
    before = after = skipped = _NEVER
    if earlier:
        before = waking.chance(earlier, acting=_NEVER)
        # I am skipped if my action never begins although nobody earlier has woken a dragon.
        skipped = waking.chance({None, *later}, acting=_NEVER, onward=Worth.sure(-1))
    wakes = waking.chance({me})
    if later:
        after = waking.chance(later)
    others = after if later else before
    if earlier and later:
        # Where others' choices matter, the two are not added: one choice may decide both.
        others = waking.chance({*earlier, *later})
    faces = _card_odds(position, binding.target(me), safe)
    return Odds(move, wakes, before, after, others, skipped, faces, waking.roughly)


@dataclass
class _Waking:
    """The chances of who wakes a dragon once plans are binding; `roughly` if one is only rough."""

    me: int
    binding: Position
    safe: frozenset[Field]
    pulse: Pulse
    roughly: bool = False

    def chance(
        self, wakers: Collection[int | None], acting: Worth | None = None, onward: Worth = _NEVER
    ) -> Worth:
        """The chance that one of these wakes the dragon, None for nobody.

        For `acting` and `onward` see Walk; both are worths, so a chance is below 0 there.
        """

        def value(gems: Mapping[int, int], waker: int | None) -> int:
            # Below 0, since I choose what is worth the most.
            return -int(waker in wakers)

        settling = Settling(value)
        walk = Walk(self.me, settling, lambda _: onward, self.safe, acting, pulse=self.pulse)
        found, self.roughly = worth_found(walk, self.binding, rough=self.roughly)
        return Worth(-found.high, -found.low)


def _card_odds(
    position: Position, field: Field | None, safe: frozenset[Field]
) -> Mapping[Face, Fraction]:
    """The chances of the face of a treasure in the mine."""
    card = None if field is None else position.mine.get(field)
    if not isinstance(card, Treasure):
        return {}
    if card.face is not Face.UNSEEN:
        return {card.face: ONE}
    unseen = unseen_cards(position, safe)[card.set]
    dragon = Fraction(0) if field in safe else unseen.dragon()
    left = faces_left(position)[card.set]
    harmless = {face: count for face, count in left.items() if count and face not in DANGERS}
    total = sum(harmless.values())
    chances = {Face.DRAGON: dragon} if dragon else {}
    return chances | {
        face: (ONE - dragon) * Fraction(count, total) for face, count in harmless.items()
    }
