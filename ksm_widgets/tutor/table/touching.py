"""A player's hand on the mine in his own turn: what a touch or a key means, what it points out.

All of it goes by the player's view, so nothing that R33 hides can come to light by touching. What
changes the game itself, a move, is only wished for here: whoever keeps the table makes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.draw.marks import Marks
from ksm_widgets.rules.digs import dig_fault, takings
from ksm_widgets.rules.errors import MoveError
from ksm_widgets.rules.moves import Move, moved
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.turns import Turn, account
from ksm_widgets.tutor.coach.steps import move_phrase
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone, a_tile, the_tile
from ksm_widgets.tutor.touch import Gesture, Press, Touch, bared, picked_up

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.errors import DigError
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.shapes import Placement, Shape
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Account
    from ksm_widgets.rules.views import View

__all__ = ["HandOnMine", "moved_notice"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOnMine(Touch):
    """What the player whose turn it is does on the mine before his turn is ended.

    With `lays` the card is in hand, to be laid where it shall dig, else tiles are moved. `marked`
    is where the card lies, or with the seal the quarries chosen so far (R23). `powers` are the
    magic objects to be spent this turn. `wish` is a move that was asked for, until it is made.
    Before the reveal `thought_of` is a card of the hand that is tried on the mine.
    """

    lays: bool = False
    thought_of: Card | None = None
    powers: frozenset[Power] = frozenset()
    notice: Notice | None = None
    wish: Move | None = None

    # What lies on the table.

    def card(self, seen: View) -> Card | None:
        """The card that is dug with, or thought of."""
        return seen.revealed[seen.player] or self.thought_of

    def shape(self, seen: View) -> Shape | None:
        """What hangs under the pointer: the card as it is held, turned if the mirror is (R21)."""
        card = self.card(seen)
        return self.card_held(card.shape, self.powers) if card is not None and self.lays else None

    @property
    def by_quarry(self) -> bool:
        """Whether quarries are chosen one by one: so it is with the seal (R23)."""
        return Power.SEAL in self.powers

    def dig(self, seen: View) -> Placement | None:
        """What is dug if the turn is ended now; None if nothing that may be dug is laid out."""
        return self.marked if self.marked and self.fault(seen, self.marked) is None else None

    def turn(self, seen: View) -> Turn:
        """The rest of the turn, after the moves already made; nothing is spent without a dig."""
        dig = self.dig(seen)
        return Turn() if dig is None else Turn(dig=dig, powers=self.powers)

    def fault(self, seen: View, placement: Placement) -> DigError | None:
        """Why the card cannot be dug there, or None; whether it can be paid is another matter."""
        return dig_fault(seen.position, placement, self._shape(seen), self.powers)

    def taken(self, seen: View) -> tuple[Tile, ...]:
        """What the dig that is laid out takes."""
        return takings(seen.position, self.dig(seen) or ())

    def account(self, seen: View) -> Account:
        """What the turn costs, with the dig that is laid out (R25)."""
        return account(len(seen.begun), self.taken(seen), self.powers, seen.holding.money)

    # What touches and keys do.

    def press(self, seen: View, quarry: Quarry) -> tuple[Self, Press]:
        """The button or a finger goes down: with no card in hand that picks a tile up."""
        here = replace(self, cursor=quarry, notice=None)
        began = Press(quarry, held=self.picked is not None)
        if not self.lays and not began.held:
            here = here._pick_up(seen, quarry)
        return here, began

    def release(self, seen: View, began: Press, quarry: Quarry | None) -> Self:
        """It is lifted on a quarry, or beside them."""
        gesture = began.lifted(quarry, moving=not self.lays)
        if quarry is None:
            return self.let_go() if gesture is Gesture.LET_GO else self
        here = replace(self, cursor=quarry)
        match gesture:
            case Gesture.CARRY if seen.position.height(began.quarry):
                return replace(here, picked=began.quarry)._put_down(seen, quarry)
            case Gesture.DROP:
                return here._put_down(seen, quarry)
            case Gesture.TOUCH | Gesture.DRAG if self.lays:
                return here.touch(seen, quarry)
            case _:
                return here

    def touch(self, seen: View, quarry: Quarry) -> Self:
        """A quarry is touched: the card is laid there, a tile is picked up or put down."""
        here = replace(self, cursor=quarry)
        if self.lays:
            return here._lay(seen, quarry)
        if self.picked is not None:
            return here._put_down(seen, quarry)
        return here._pick_up(seen, quarry)

    def key(self, seen: View, name: str) -> Self:
        """Arrows walk, Enter touches, Escape lets go, m takes tiles, g the card, r turns it."""
        walked = self.walked(name)
        if walked is not None:
            return walked
        match name:
            case "Enter" | " ":
                return self.touch(seen, self.cursor)
            case "Escape":
                return self.let_go()
            case "m" | "g":
                return self.take_up(lays=name == "g")
            case "r":
                return self.turn_card()
            case _:
                return self

    def take_up(self, *, lays: bool) -> Self:
        """Take the card in hand, or tiles."""
        return replace(self, lays=lays, picked=None, notice=None)

    def let_go(self) -> Self:
        """Put the tile in hand back, and take up what is laid out."""
        return replace(self, picked=None, marked=(), notice=None)

    def turn_card(self) -> Self:
        """Turn the card a quarter, which takes a mirror (R21); what lies there is taken up."""
        if Power.MIRROR not in self.powers:
            return replace(self, notice=Notice.of("tell.no_mirror", Tone.WARNING))
        return replace(self, turned=(self.turned + 1) % 4, marked=(), lays=True, notice=None)

    def spend(self, power: Power) -> Self:
        """Spend a magic object for the dig, or keep it after all; the card is laid anew then."""
        powers = self.powers ^ {power}
        told = Notice.of(f"turn_told.{power.value}") if power in powers else None
        return replace(self, powers=powers, marked=(), notice=told)

    def _pick_up(self, seen: View, quarry: Quarry) -> Self:
        tile = seen.position.top(quarry)
        if tile is None:
            return replace(self, notice=Notice.of("tell.empty", quarry=quarry))
        held = replace(self, picked=quarry, marked=())
        count = len(held.reach(seen.position, seen.variant))
        told = Notice.of(picked_up(count), tile=the_tile(tile), quarry=quarry, count=count)
        return replace(held, notice=told)

    def _put_down(self, seen: View, target: Quarry) -> Self:
        """Wish for the step of the tile in hand; one that no rule allows is explained."""
        if self.picked is None or self.picked == target:
            return self.let_go()
        move = Move(self.picked, target)
        try:
            moved(seen.position, move, seen.variant)
        except MoveError as error:
            return replace(self, picked=None, notice=Notice.refusal(error, move))
        return replace(self, picked=None, notice=None, wish=move)

    def _lay(self, seen: View, quarry: Quarry) -> Self:
        """Lay the card around a quarry; with the seal choose this one, or no longer."""
        marked = self.toggled(quarry) if self.by_quarry else self._under(seen, quarry)
        laid = replace(self, marked=marked, pointed=None)
        return replace(laid, notice=laid._laid_notice(seen, marked))

    def _laid_notice(self, seen: View, placement: Placement) -> Notice:
        """What the dig would take, or why the card cannot be dug there."""
        size = self._shape(seen).size
        if self.by_quarry and len(placement) < size:
            return Notice.of("tell.marked", count=len(placement), size=size)
        fault = self.fault(seen, placement)
        if fault is not None:
            return Notice.refusal(fault)
        taken = takings(seen.position, placement)
        told = [Phrase.of("tell.can_dig", tiles=[a_tile(tile) for tile in taken])]
        if seen.revealed[seen.player] is None:
            return Notice(tuple(told), Tone.GOOD)
        reckoned = account(len(seen.begun), taken, self.powers, seen.holding.money)
        key = "turn_told.account" if reckoned.affordable else "turn_told.too_dear"
        told.append(Phrase.of(key, **reckoned.figures()))
        return Notice(tuple(told), Tone.GOOD if reckoned.affordable else Tone.WARNING)

    def _shape(self, seen: View) -> Shape:
        card = self.card(seen)
        assert card is not None, "nothing is laid without a card"
        return card.shape

    def _under(self, seen: View, quarry: Quarry) -> Placement:
        """The quarries under the card held over one of them."""
        return self.held_over(quarry, self._shape(seen), self.powers)

    # What is shown.

    def at_hand(self, seen: View, *, keyboard: bool) -> Notice | None:
        """What there is to say now: of what was done last, or else of where the card hangs."""
        at = self.at(keyboard=keyboard)
        if self.notice is None and self.lays and at is not None and not self.by_quarry:
            return self._laid_notice(seen, self._under(seen, at))
        return self.notice

    def on_board(self, seen: View, *, keyboard: bool = False) -> Marks:
        """What the board points out: the tile in hand, where it may go, where the card lies."""
        at = self.at(keyboard=keyboard)
        if at is None and not self.marked:
            # A finger points nowhere: the card is seen where it was last, before it is laid.
            at = self.cursor
        ghost: Placement = ()
        ok = True
        if self.lays and at is not None and not self.by_quarry:
            ghost = self._under(seen, at)
            ok = self.fault(seen, ghost) is None
            ghost = () if ghost == self.marked else ghost
        dig = self.dig(seen)
        unfinished = self.by_quarry and len(self.marked) < self._shape(seen).size
        wrong = () if dig is not None or unfinished else self.marked
        return replace(
            self.marks(keyboard=keyboard),
            targets=self.reach(seen.position, seen.variant),
            dig=() if wrong else self.marked,
            not_diggable=wrong,
            ghost=ghost,
            ghost_ok=ok,
            path=seen.begun,
            bare=bared(seen.begun),
            illegal=None if self.notice is None else self.notice.arrow,
        )


def moved_notice(seen: View) -> Notice:
    """The last move of a turn in words, with what it laid bare as it is now seen, and the cost."""
    after, move = seen.position, seen.begun[-1]
    tile = after.stack(move.target)[-1]
    before = after.with_stack(move.target, after.stack(move.target)[:-1])
    before = before.with_stack(move.source, (*before.stack(move.source), tile))
    count = len(seen.begun)
    left = seen.holding.money - count
    if left < 0:  # Treasures that are dug may still pay for it (R25).
        cost = Phrase.of("turn_told.moved_too_far", count=count, missing=-left)
    else:
        cost = Phrase.of("turn_told.moved", count=count, left=left)
    return Notice((move_phrase(before, move), cost))
