"""The unseen cards of Raubbau: what they may be, and with what chance (B3, B26).

Of each set the seat knows how many cards of each kind are unseen, and where unseen cards are: in
the mine (no cave-in is among them), in front of players (neither cave-in nor dragon), in the
stacks. All ways to fill them that this allows are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.position import Position

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True)
class Unseen:
    """The unseen cards of one set, by what they are and by where they are.

    `fronts` has the number in front of each seat; `safe` are those in the mine that are taken not
    to be a dragon.
    """

    dragons: int
    cave_ins: int
    gems: int
    others: int
    mine: int
    stacks: int
    fronts: tuple[int, ...]
    safe: int = 0

    @property
    def no_cave_ins(self) -> int:
        """The number of cards in mine and stacks that are no cave-ins, and may be dragons."""
        return self.mine + self.stacks - self.cave_ins

    def dragon(self) -> Fraction:
        """The chance that a card in the mine is a dragon."""
        return Fraction(self.dragons, self.no_cave_ins)

    def gem(self) -> Fraction:
        """The chance that a card that is neither dragon nor cave-in is a gem; 0 if none is left."""
        return Fraction(self.gems, max(1, self.gems + self.others))

    def cave_in(self) -> Fraction:
        """The chance that a card in the stacks is a cave-in."""
        return Fraction(self.cave_ins, self.stacks)

    def danger(self) -> Fraction:
        """The chance that a card in the stacks is a cave-in or a dragon."""
        cave_in = self.cave_in()
        return cave_in + (1 - cave_in) * self.dragon() if cave_in < 1 else cave_in

    def fault(self) -> bool:
        """Whether no filling is possible."""
        closed = sum(self.fronts) + self.safe
        return closed > self.gems + self.others or self.stacks < self.cave_ins


def unseen_cards(position: Position, safe: Collection[Field] = ()) -> dict[str, Unseen]:
    """The unseen cards of each set; `safe` are fields whose card is taken not to be a dragon."""
    found = {}
    for name in position.box.sets:
        left = dict(position.box.faces)
        mine = kept = 0
        for place, thing in position.mine.items():
            if isinstance(thing, Treasure) and thing.set == name:
                if thing.face is not Face.UNSEEN:
                    left[thing.face] -= 1
                elif place in safe:
                    kept += 1
                else:
                    mine += 1
        fronts = [0] * position.players
        for at, front in enumerate(position.fronts):
            for card in front:
                if card.set == name:
                    if card.face is Face.UNSEEN:
                        fronts[at] += 1
                    else:
                        left[card.face] -= 1
        for card in (*position.gone, *position.cards_drawn):
            if card.set == name and card.face is not Face.UNSEEN:
                left[card.face] -= 1
        others = left[Face.SULPHUR] + left[Face.SALTPETER] + left[Face.SPIDER]
        dragons, cave_ins, gems = left[Face.DRAGON], left[Face.CAVE_IN], left[Face.GEM]
        stacks = dragons + cave_ins + gems + others - mine - kept - sum(fronts)
        found[name] = Unseen(dragons, cave_ins, gems, others, mine, stacks, tuple(fronts), kept)
    return found


def sets_below(position: Position, cards: Mapping[str, Unseen]) -> dict[str, Fraction]:
    """The chance of each set for a card below the top of a stack."""
    left = {name: unseen.stacks for name, unseen in cards.items()}
    tops = (stack[-1] for stack in position.stacks if stack)
    for card in (*tops, *position.cards_drawn):
        if card.set and card.face is Face.UNSEEN:
            left[card.set] -= 1
    total = sum(left.values())
    return {name: Fraction(count, total) for name, count in left.items() if count > 0}


def taken(unseen: Unseen, seat: int) -> Unseen:
    """The cards of a set after a seat took one from the mine, or a laid one, that is no dragon."""
    fronts = list(unseen.fronts)
    fronts[seat - 1] += 1
    if unseen.mine:
        return replace(unseen, mine=unseen.mine - 1, fronts=tuple(fronts))
    return replace(unseen, stacks=unseen.stacks - 1, fronts=tuple(fronts))


def not_dragons(position: Position) -> frozenset[Field]:
    """The fields whose diggers know their card, and so don't take it for a dragon."""
    found = set()
    for seat in position.inside:
        place = position.target(seat)
        if seat == position.me or place is None or not position.knows(seat, place):
            continue
        if position.treasure(place).face is Face.UNSEEN:
            found.add(place)
    return frozenset(found)
