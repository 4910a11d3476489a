"""The last round of Raubbau, under a model of what the others do in it (B37-B44)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.scoring import gems_of
from ksm_widgets.companions.raubbau.search.chances import ONE
from ksm_widgets.companions.raubbau.search.unseen import HARMLESS, Unseen, taken, unseen_cards
from ksm_widgets.companions.raubbau.search.worth import Worth

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from fractions import Fraction

    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.settling import Settling


class Model(StrEnum):
    """What the others do in the last round: all leave, or each digs an unknown card."""

    LEAVE = "leave"
    DIG = "dig"


@dataclass
class LastRound:
    """The worth of the last round under a model of what the others do in it.

    Each digger takes one card that they don't know: the others of the set in which a dragon is
    least likely, I of the set that is best by the cards named till then. A walk doesn't name all
    those that I shall have drawn, so a dig before may be worth more than it seems.
    """

    me: int
    model: Model
    safe: frozenset[Field]
    settling: Settling
    decisions: dict[object, Worth]
    used: bool = False

    def __call__(self, position: Position) -> Worth:
        """The worth of a position before the last round."""
        self.used = True
        return Worth.mean((chance, self._decided(named)) for named, chance in self._known(position))

    def _known(self, position: Position) -> Iterator[tuple[Position, Fraction]]:
        """The position with the cards that I will have taken named: a gem or not."""
        front = position.front(self.me)
        at = next((at for at, card in enumerate(front) if card.face is Face.UNSEEN), None)
        if at is None:
            yield position, ONE
            return
        gem = unseen_cards(position, self.safe)[front[at].set].gem()
        for face, chance in ((Face.GEM, gem), (HARMLESS, ONE - gem)):
            if chance:
                named = (*front[:at], replace(front[at], face=face), *front[at + 1 :])
                for found, more in self._known(position.with_front(self.me, named)):
                    yield found, chance * more

    def _decided(self, position: Position) -> Worth:
        """The worth when I decide, knowing what I have; one that was found is kept."""
        # Where a card is makes no difference now, nor do cave-ins: all that count are equal.
        cards = {
            name: replace(unseen, mine=0, stacks=unseen.not_cave_ins, cave_ins=0)
            for name, unseen in unseen_cards(position, self.safe).items()
        }
        gems = tuple(map(gems_of, position.fronts))
        key = self.model, position.out, position.start, gems, *cards.values()
        if key not in self.decisions:
            self.decisions[key] = self._best(position, cards)
        return self.decisions[key]

    def _best(self, position: Position, cards: Mapping[str, Unseen]) -> Worth:
        """The worth of the last round when I leave or dig, whichever is better."""
        me, out = self.me, {*position.out}
        if self.model is Model.LEAVE:
            out |= {*position.inside} - {me}
        staying = _with_out(position, out)
        if me in out:
            return self._played(staying, cards)
        leaving = self._played(_with_out(position, {*out, me}), cards)
        digging = [self._played(staying, cards, name) for name in _diggable(cards)]
        return Worth.of_choice([leaving, *digging], own=True)

    def _played(
        self, position: Position, cards: Mapping[str, Unseen], own: str | None = None
    ) -> Worth:
        """The worth of the last round if all inside dig, I a card of my `own` set."""
        calm = ONE
        ends = []
        for seat in position.inside:
            names = _diggable(cards)
            if not names:
                break
            safest = min(names, key=lambda name: cards[name].dragon())
            name = own if seat == self.me and own in names else safest
            dragon = cards[name].dragon()
            if dragon:
                ends.append((calm * dragon, self.settling.worth(position, cards, seat)))
            calm *= ONE - dragon
            if not calm:
                return Worth.mean(ends)
            cards = {**cards, name: taken(cards[name], seat)}
        return Worth.mean([*ends, (calm, self.settling.worth(position, cards, None))])


def _with_out(position: Position, out: Collection[int]) -> Position:
    """The position when these seats have left."""
    return replace(position, out=tuple(sorted(out)))


def _diggable(cards: Mapping[str, Unseen]) -> list[str]:
    """The sets of which there are unseen cards to dig."""
    return [name for name, unseen in cards.items() if unseen.not_cave_ins]
