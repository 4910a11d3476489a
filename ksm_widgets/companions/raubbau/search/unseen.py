"""The unseen cards of Raubbau: what they may be, and with what chance (B3, B26).

Of each set the seat knows how many cards of each kind are unseen, and where unseen cards are: in
the mine (no cave-in is among them), in front of players (neither cave-in nor dragon), in the
stacks. All ways to fill them that this allows are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.position import Position

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

HARMLESS = Face.SULPHUR
"""The face that stands for any that is neither gem nor danger, where a card is named by chance."""


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
    def not_cave_ins(self) -> int:
        """The number of cards in mine and stacks that are no cave-ins, and may be dragons."""
        return self.mine + self.stacks - self.cave_ins

    # Chances; of cards that are not there they are 0.

    def dragon(self) -> Fraction:
        """The chance that a card in the mine is a dragon."""
        return Fraction(self.dragons, max(1, self.not_cave_ins))

    def gem(self) -> Fraction:
        """The chance that a card that is neither dragon nor cave-in is a gem."""
        return Fraction(self.gems, max(1, self.gems + self.others))

    def cave_in(self) -> Fraction:
        """The chance that a card in the stacks is a cave-in."""
        return Fraction(self.cave_ins, max(1, self.stacks))

    def danger(self) -> Fraction:
        """The chance that a card in the stacks is a cave-in or a dragon."""
        cave_in = self.cave_in()
        return cave_in + (1 - cave_in) * self.dragon()

    def faces_in_mine(self, *, safe: bool = False) -> dict[Face, Fraction]:
        """The chances of a card in the mine: a dragon unless it is `safe`, a gem, or HARMLESS."""
        dragon = Fraction(0) if safe else self.dragon()
        gem = (1 - dragon) * self.gem()
        return {Face.DRAGON: dragon, Face.GEM: gem, HARMLESS: 1 - dragon - gem}

    def faces_in_stacks(self) -> dict[Face, Fraction]:
        """The chances of a card in the stacks: a cave-in, or what it may be in the mine."""
        cave_in = self.cave_in()
        rest = {face: (1 - cave_in) * chance for face, chance in self.faces_in_mine().items()}
        return {Face.CAVE_IN: cave_in, **rest}

    def without_top(self, face: Face) -> Unseen:
        """The cards after one from the stacks turned out to have this face.

        UNSEEN is any that is no cave-in; it is laid in the mine.
        """
        left = replace(self, stacks=self.stacks - 1)
        match face:
            case Face.CAVE_IN:
                return replace(left, cave_ins=self.cave_ins - 1)
            case Face.UNSEEN:
                return replace(left, mine=self.mine + 1)
            case Face.DRAGON:
                return replace(left, dragons=self.dragons - 1)
            case Face.GEM:
                return replace(left, gems=self.gems - 1)
        return replace(left, others=self.others - 1)

    @property
    def is_possible(self) -> bool:
        """Whether there is any way to fill them."""
        closed = sum(self.fronts) + self.safe
        return closed <= self.gems + self.others and self.cave_ins <= self.stacks


def faces_left(position: Position) -> dict[str, dict[Face, int]]:
    """The faces of each set, with the number of their cards that are not seen anywhere."""
    left = {name: dict(position.box.faces) for name in position.box.sets}
    mine = [thing for thing in position.mine.values() if isinstance(thing, Treasure)]
    for card in chain(mine, *position.fronts, position.gone, position.cards_drawn):
        if card.face is not Face.UNSEEN:
            left[card.set][card.face] -= 1
    return left


def unseen_cards(position: Position, safe: Collection[Field] = ()) -> dict[str, Unseen]:
    """The unseen cards of each set; `safe` are fields whose card is taken not to be a dragon."""
    sets = position.box.sets
    mine, trusted = dict.fromkeys(sets, 0), dict.fromkeys(sets, 0)
    for field, card in position.unseen_in_mine():
        (trusted if field in safe else mine)[card.set] += 1
    fronts = {name: [0] * position.players for name in sets}
    for at, front in enumerate(position.fronts):
        for card in front:
            if card.face is Face.UNSEEN:
                fronts[card.set][at] += 1
    found = {}
    for name, left in faces_left(position).items():
        here, sure, in_front = mine[name], trusted[name], fronts[name]
        found[name] = Unseen(
            dragons=left[Face.DRAGON],
            cave_ins=left[Face.CAVE_IN],
            gems=left[Face.GEM],
            others=left[Face.SULPHUR] + left[Face.SALTPETER] + left[Face.SPIDER],
            mine=here,
            stacks=sum(left.values()) - here - sure - sum(in_front),
            fronts=tuple(in_front),
            safe=sure,
        )
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
    """The cards of a set after a seat took one of the mine that is no dragon.

    If none was there before the round, it is one that has come from the stacks meanwhile.
    """
    fronts = list(unseen.fronts)
    fronts[seat - 1] += 1
    if unseen.mine:
        return replace(unseen, mine=unseen.mine - 1, fronts=tuple(fronts))
    return replace(unseen, stacks=unseen.stacks - 1, fronts=tuple(fronts))


def not_dragons(position: Position) -> frozenset[Field]:
    """The fields whose diggers know their card, and so don't take it for a dragon."""
    found = set()
    for seat in position.inside:
        field = position.target(seat)
        if seat == position.me or field is None or not position.knows(seat, field):
            continue
        if position.treasure(field).face is Face.UNSEEN:
            found.add(field)
    return frozenset(found)
