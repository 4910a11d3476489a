"""A player's own turn, or choice of a card, until it is made: all that is prepared on the mine.

It goes by the player's view, so nothing that R33 hides can come to light by touching. A move is
only asked for here: the keeper of the game makes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.mine.hand import Hand, HandMode, LetGo, Marked, Playable
from ksm_widgets.rules.position import dig_fault, takings
from ksm_widgets.rules.quarries import Move, Quarry
from ksm_widgets.rules.tiles import Power
from ksm_widgets.rules.turns import Turn, account
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import Notice, Phrase, Tone
from ksm_widgets.telling.plans import move_phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.draw.board import Marks
    from ksm_widgets.game.advice import Advice
    from ksm_widgets.mine.hand import Wish
    from ksm_widgets.rules.deck import Card, Placement
    from ksm_widgets.rules.errors import DigError
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Account
    from ksm_widgets.rules.views import View


_MIDDLE = Quarry.parse("c3")
"""The quarry at which the card is first shown."""

_TO_FOLLOW = frozenset({"tool", "spend"})
"""Controls that a hint may ask for first: the tool to take up, the object to spend."""


class Confirm(Enum):
    """An act that has to be confirmed, since it can't be taken back."""

    CONCEDE = "concede"
    NO_DIG = "no_dig"
    UNPAID = "broke"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTurn:
    """A player's preparations on the mine before the turn ends, or a card is chosen.

    With `lays` a touch lays the card, else it moves tiles. `tried` is a card of the hand that is
    tried on the mine before the reveal. `powers` are the magic objects to be spent. `asks` is what
    has to be confirmed. `adding` are the tiles chosen for a turn that cannot be paid (R26).
    `hint_level` is how far hints have gone, and `advice` what the last one was taken from, in this
    turn or before; `aim` is the dig that it has marked.
    """

    hand: Hand = field(default_factory=lambda: Hand(cursor=_MIDDLE))
    lays: bool = False
    tried: Card | None = None
    powers: frozenset[Power] = frozenset()
    notice: Notice | None = None
    asks: Confirm | None = None
    adding: tuple[Tile, ...] = ()
    hint_level: HintLevel = HintLevel.NONE
    advice: Advice | None = None
    aim: Placement = ()

    # What is on the table.

    def card(self, seen: View) -> Card | None:
        """The card to dig with, or the one being tried."""
        return seen.revealed[seen.player] or self.tried

    def playable(self, seen: View) -> Playable | None:
        """The mine as the hand can play on it; None as long as no card is tried."""
        card = self.card(seen)
        if card is None:
            return None

        def fault(placement: Placement) -> DigError | None:
            # Whether it can be paid is another matter.
            return dig_fault(seen.position, placement, card.shape, self.powers)

        return Playable(
            position=seen.position,
            mode=HandMode.LAY if self.lays else HandMode.MOVE,
            variant=seen.variant,
            shape=card.shape,
            powers=self.powers,
            fault=fault,
            moves=seen.begun,
            aim=self.aim,
        )

    def dig(self, seen: View) -> Placement | None:
        """The dig if the turn ends now; None if nothing that can be dug is laid."""
        marked, playable = self.hand.marked, self.playable(seen)
        if not marked or playable is None or playable.fault is None:
            return None
        return marked if playable.fault(marked) is None else None

    def rest(self, seen: View) -> Turn:
        """The rest of the turn, after the moves already made; nothing is spent without a dig."""
        dig = self.dig(seen)
        return Turn() if dig is None else Turn(dig=dig, powers=self.powers)

    def taken(self, seen: View) -> tuple[Tile, ...]:
        """The tiles that the dig takes."""
        return takings(seen.position, self.dig(seen) or ())

    def account(self, seen: View) -> Account:
        """The account of the turn with the dig (R25)."""
        return account(len(seen.begun), self.taken(seen), self.powers, seen.holding.money)

    # Touches, keys and controls. A touch or a key may ask for a move.

    def press(self, seen: View, quarry: Quarry) -> Self:
        """Press the button at a quarry: without a card in hand that picks a tile up."""
        playable, turn = self.playable(seen), replace(self, notice=None)
        if playable is None:
            return turn
        return turn._done(seen, playable, *self.hand.press(playable, quarry))[0]

    def release(self, seen: View, quarry: Quarry | None) -> tuple[Self, Move | None]:
        """Lift the button at a quarry, or beside the mine."""
        playable = self.playable(seen)
        if playable is None:
            return self, None
        return self._done(seen, playable, *self.hand.release(playable, quarry))

    def key(self, seen: View, name: str) -> tuple[Self, Move | None]:
        """Press a key: m takes tiles in hand, g the card; the others are the hand's own."""
        turn = replace(self, hand=replace(self.hand, keyboard=True))
        playable = turn.playable(seen)
        if playable is None:
            return turn, None
        if name in ("m", "g") and seen.revealed[seen.player] is not None:
            return turn.take_up(lays=name == "g"), None
        if name == "r":
            return turn.turn_card(seen), None
        return turn._done(seen, playable, *turn.hand.key(playable, name))

    def point(self, quarry: Quarry | None) -> Self:
        """Move the pointer to a quarry, or off the mine."""
        return replace(self, hand=self.hand.point(quarry), notice=None if quarry else self.notice)

    def afresh(self) -> Self:
        """Another turn, in which nothing is prepared yet; the cursor stays where it was."""
        hand = Hand(cursor=self.hand.cursor, keyboard=self.hand.keyboard)
        return type(self)(hand=hand)

    def following(self, turn: Turn) -> Self:
        """With what the next step of a turn needs in hand: a tile to move, or the card."""
        return replace(self.take_up(lays=not turn.moves), aim=turn.dig or ())

    def take_up(self, *, lays: bool) -> Self:
        """Take the card in hand, or tiles."""
        return replace(self, lays=lays, hand=replace(self.hand, picked=None), notice=None)

    def let_go(self, notice: Notice | None = None) -> Self:
        """Put the tile in hand back, and take the card off the mine."""
        return replace(self, hand=self.hand.emptied(), notice=notice)

    def try_card(self, card: Card) -> Self:
        """Try a card of the hand on the mine."""
        return replace(self.let_go(), tried=card, lays=True)

    def turn_card(self, seen: View) -> Self:
        """Turn the card a quarter, which takes a mirror (R21)."""
        playable = self.playable(seen)
        if playable is None:
            return self
        lays = self.lays or Power.MIRROR in self.powers
        return replace(self, lays=lays)._done(seen, playable, *self.hand.turn(playable))[0]

    def spend(self, power: Power) -> Self:
        """Spend a magic object for the dig, or keep it after all; the card is laid again then.

        What was chosen one by one for the seal stays while that is spent.
        """
        powers = self.powers ^ {power}
        told = Notice.of(f"turn_told.{power.value}") if power in powers else None
        marked = self.hand.marked if Power.SEAL in self.powers & powers else ()
        return replace(self, powers=powers, hand=replace(self.hand, marked=marked), notice=told)

    def follows(self, told: Notice | None, act: str, value: str | None) -> bool:
        """Whether a control does what was told: takes up the tool or the card for it, or spends."""
        if told is None or told.tone is not Tone.INFO:
            return False
        advised = self.advice is not None and value == str(self.advice.card)
        return act in _TO_FOLLOW or (act == "card" and advised)

    def _done(
        self, seen: View, playable: Playable, hand: Hand, wish: Wish
    ) -> tuple[Self, Move | None]:
        """Take in what the hand did and asks for; a move is handed on."""
        match wish:
            case Notice() if hand.picked is not None:
                return replace(self, hand=replace(hand, marked=()), notice=wish), None
            case Notice():
                return replace(self, hand=hand, notice=wish), None
            case Marked():
                # A finger points nowhere any more.
                laid = replace(self, hand=replace(hand, pointed=None))
                return replace(laid, notice=laid._laid(seen, playable, hand.marked)), None
            case Move():
                return replace(self, hand=hand, notice=None), wish
            case LetGo():
                return replace(self, hand=hand, notice=None), None
            case _:
                return replace(self, hand=hand), None

    # What is shown.

    def told(self, seen: View) -> Notice | None:
        """The notice to show: on the last act, or else on the place where the card is held."""
        at, playable = self.hand.at, self.playable(seen)
        if self.notice is not None or at is None or playable is None:
            return self.notice
        if playable.mode is not HandMode.LAY or playable.one_by_one:
            return None
        return self._laid(seen, playable, self.hand.card_over(playable, at))

    def _laid(self, seen: View, playable: Playable, placement: Placement) -> Notice:
        """Tell what the dig takes and costs, or why the card cannot be dug there."""
        told = self.hand.dig_notice(playable, placement)
        if told.tone is not Tone.GOOD or seen.revealed[seen.player] is None:
            return told
        taken = takings(seen.position, placement)
        reckoned = account(len(seen.begun), taken, self.powers, seen.holding.money)
        key = "turn_told.account" if reckoned.affordable else "turn_told.too_dear"
        if not reckoned.due:
            key = "turn_told.account_free"
        elif not reckoned.treasures:
            key += "_coins"
        tone = Tone.GOOD if reckoned.affordable else Tone.WARNING
        return Notice((*told.phrases, Phrase.of(key, **reckoned.figures())), tone)

    def marks(self, playable: Playable) -> Marks:
        """The marks on the board: the tile in hand, where it can go, where the card lies."""
        hand = self.hand
        nowhere = hand.at is None and not hand.marked
        if nowhere:
            # A finger points nowhere: before it is laid the card is shown where a hint has marked
            # its dig, or where it was last, if it can be dug there.
            hand = replace(hand, pointed=self.aim[0] if self.aim else hand.cursor)
        marks = hand.marks(playable)
        hidden = playable.one_by_one or (nowhere and marks.ghost_ok is False)
        return replace(
            marks,
            ghost=() if hidden else marks.ghost,
            # With a tick or a cross it would look chosen.
            ghost_ok=None if nowhere else marks.ghost_ok,
            illegal=None if self.notice is None else self.notice.arrow,
        )


def moved_notice(seen: View) -> Notice:
    """The last move of a turn in words, with the tile it uncovered as now seen, and the cost."""
    after, move = seen.position, seen.begun[-1]
    tile = after.stack(move.target)[-1]
    before = after.with_stack(move.target, after.stack(move.target)[:-1])
    before = before.with_stack(move.source, (*before.stack(move.source), tile))
    count = len(seen.begun)
    left = seen.holding.money - count
    # Treasures that are dug may still pay for moves that are too dear now (R25).
    key = counted("turn_told.moved" if left >= 0 else "turn_told.moved_too_far", count)
    cost = Phrase.of(key, count=count, left=left, missing=-left)
    return Notice((move_phrase(before, move), cost))
