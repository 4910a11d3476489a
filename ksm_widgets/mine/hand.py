"""One hand on the mine: it picks tiles up, lays the card, marks quarries, and walks by keys.

Explorer, lessons, puzzles and games are all touched with it. A press, a lift, a key or the pointer
make the next hand, and may make a wish, which the feature carries out. What can be touched the
feature says: a `Playable`.

    press, release, key ──► (Hand, Wish)       Move · Marked · Tapped · Notice · LetGo · None
    Hand.marks(playable) ──► Marks              what the board points out
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.draw.board import Marks
from ksm_widgets.rules.deck import Shape, covering
from ksm_widgets.rules.errors import MoveError
from ksm_widgets.rules.position import moved, takings, targets
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Move, Quarry, Variant
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.telling.phrases import Notice, Tone
from ksm_widgets.telling.plans import the_tile, tiles_phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.errors import RuleError
    from ksm_widgets.rules.position import Position


_LETTERS = {tile.letter: tile for tile in Tile}
_ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
_ONE_QUARRY = Shape.parse("#")


class HandMode(Enum):
    """The meaning of a touch."""

    LOOK = "look"
    """Nothing but move the cursor."""
    MOVE = "move"
    """Pick a tile up, or put it down."""
    LAY = "lay"
    """Lay the card; with the seal choose its quarries one by one (R23)."""
    MARK = "mark"
    """Mark a quarry, or unmark it."""
    TAP = "tap"
    """Whatever the feature makes of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playable:
    """A mine to play on, and what the hand may do there.

    `position` is the mine as the player sees it. Tiles move by the rules of `variant`; None lets
    them go anywhere. `shape` is that of the card to lay and `powers` are the magic objects spent on
    it; `fault` says why it cannot be dug at a placement, where the player is to know. `moves` are
    those made so far. `aim` is the dig that a hint has marked, if one has.
    """

    position: Position
    mode: HandMode = HandMode.LOOK
    variant: Variant | None = Variant.STANDARD
    shape: Shape = _ONE_QUARRY
    powers: frozenset[Power] = frozenset()
    fault: Callable[[Placement], RuleError | None] | None = None
    moves: tuple[Move, ...] = ()
    aim: Placement = ()

    @property
    def one_by_one(self) -> bool:
        """Whether a touch chooses a single quarry, rather than lay the whole card."""
        return self.mode is HandMode.MARK or Power.SEAL in self.powers


@dataclass(frozen=True, slots=True)
class Tapped:
    """A quarry was touched in mode TAP."""

    quarry: Quarry


@dataclass(frozen=True, slots=True)
class Marked:
    """The card was laid at a quarry, or the quarry was marked or unmarked: see `Hand.marked`."""

    quarry: Quarry


@dataclass(frozen=True, slots=True)
class LetGo:
    """The hand is empty again, or the card turned: what was said before is out of date."""


Wish = Move | Marked | Tapped | Notice | LetGo | None
"""A request of the hand: a move, something to be told, ...; None asks for nothing.

In mode TAP a drag from one quarry to another asks for a move too.
"""


@dataclass(frozen=True, slots=True)
class Press:
    """The quarry where the button or a finger went down, and whether a tile was in hand already."""

    quarry: Quarry
    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The hand, and all it has touched.

    `cursor` is the quarry that keys act on, `pointed` the one under the pointer; `keyboard` is
    whether keys are in use. `picked` is the quarry whose topmost tile is in hand, `marked` where
    the card lies or the quarries marked so far, `turned` by how many quarters the card is turned
    (R21), `pressed` where the button is down.
    """

    cursor: Quarry = QUARRIES[0]
    pointed: Quarry | None = None
    keyboard: bool = False
    picked: Quarry | None = None
    marked: Placement = ()
    turned: int = 0
    pressed: Press | None = None

    @property
    def at(self) -> Quarry | None:
        """The hand's place: the cursor while keys are in use, else the quarry under the pointer."""
        return self.cursor if self.keyboard else self.pointed

    # Touches and keys.

    def press(self, playable: Playable, quarry: Quarry) -> tuple[Hand, Wish]:
        """Press the button at a quarry; in mode MOVE that picks its tile up."""
        began = Press(quarry, held=self.picked is not None)
        hand = replace(self, cursor=quarry, keyboard=False, pressed=began)
        if playable.mode is HandMode.MOVE and not began.held:
            return hand.pick_up(playable, quarry)
        return hand, None

    def release(self, playable: Playable, quarry: Quarry | None) -> tuple[Hand, Wish]:
        """Lift the button at a quarry or (None) beside the mine."""
        began, hand = self.pressed, replace(self, pressed=None)
        if began is None:
            return hand, None
        if quarry is None:
            return (hand, None) if began.held else (replace(hand, picked=None), LetGo())
        dragged = quarry != began.quarry
        hand = replace(hand, cursor=quarry)
        match playable.mode:
            case HandMode.MOVE if not (began.held or dragged):
                return hand, None  # The tile was just picked up.
            case HandMode.MOVE:
                if dragged and began.held and playable.position.height(began.quarry):
                    hand = replace(hand, picked=began.quarry)
                return hand.put_down(playable, quarry)
            case HandMode.TAP if dragged:
                return hand, Move(began.quarry, quarry)
            case HandMode.MARK if dragged:
                return hand, None
            case _:
                return hand.touch(playable, quarry)

    def touch(self, playable: Playable, quarry: Quarry) -> tuple[Hand, Wish]:
        """Touch a quarry: pick its tile up, put one down, lay the card or mark it."""
        hand = replace(self, cursor=quarry)
        match playable.mode:
            case HandMode.LOOK:
                return hand, None
            case HandMode.TAP:
                return hand, Tapped(quarry)
            case HandMode.MOVE if self.picked is None:
                return hand.pick_up(playable, quarry)
            case HandMode.MOVE:
                return hand.put_down(playable, quarry)
            case HandMode.LAY if not playable.one_by_one:
                hand = hand.fitting(playable, quarry)
                laid = hand.card_at(playable, quarry)
                return replace(hand, marked=tuple(sorted(laid)), pointed=quarry), Marked(quarry)
            case HandMode.LAY | HandMode.MARK:
                marked = tuple(sorted(set(self.marked) ^ {quarry}))
                return replace(hand, marked=marked), Marked(quarry)

    def key(self, playable: Playable, name: str) -> tuple[Hand, Wish]:
        """Arrow keys walk, Enter touches, Escape lets go, r turns the card."""
        hand = replace(self, keyboard=True)
        if name in _ARROWS:
            return hand.walk(name), None
        match name:
            case "Enter" | " ":
                return hand.touch(playable, self.cursor)
            case "Escape":
                return hand.emptied(), LetGo()
            case "r":
                return hand.turn(playable)
            case _:
                return hand, None

    def point(self, quarry: Quarry | None) -> Hand:
        """Move the pointer to a quarry, or off the mine."""
        return replace(self, pointed=quarry, keyboard=False)

    def walk(self, key: str) -> Hand:
        """Move the cursor by an arrow key, as far as the mine goes; no other key moves it.

        >>> [str(Hand().walk(key).cursor) for key in ("ArrowUp", "ArrowLeft", "x")]
        ['a2', 'a1', 'a1']
        """
        rows, columns = _ARROWS.get(key, (0, 0))
        row = max(0, min(SIDE - 1, self.cursor.row + rows))
        column = max(0, min(SIDE - 1, self.cursor.column + columns))
        return replace(self, cursor=QUARRIES[row * SIDE + column])

    def pick_up(self, playable: Playable, quarry: Quarry) -> tuple[Hand, Wish]:
        """Pick up the topmost tile of a quarry."""
        tile = playable.position.top(quarry)
        if tile is None:
            return self, Notice.of("touch.empty", quarry=quarry)
        hand = replace(self, picked=quarry)
        count = len(hand.targets(playable))
        key = counted("touch.picked", count) if count else "touch.picked_none"
        if playable.variant is None:
            key = "touch.picked_freely"
        return hand, Notice.of(key, tile=the_tile(tile), quarry=quarry, count=count)

    def put_down(self, playable: Playable, target: Quarry) -> tuple[Hand, Wish]:
        """Put the tile in hand down; where it may not go, say why and put it back."""
        hand = replace(self, picked=None)
        if self.picked is None or self.picked == target:
            return hand, LetGo()
        move = Move(self.picked, target)
        if playable.variant is not None:
            try:
                moved(playable.position, move, playable.variant)
            except MoveError as error:
                return hand, Notice.refusal(error, move)
        return hand, move

    def turn(self, playable: Playable) -> tuple[Hand, Wish]:
        """Turn the card a quarter, which takes a mirror (R21), and lift it off the mine."""
        if Power.MIRROR not in playable.powers:
            return self, Notice.of("touch.no_mirror", Tone.WARNING)
        return replace(self, turned=(self.turned + 1) % 4, marked=()), LetGo()

    def emptied(self) -> Hand:
        """Put the tile in hand back, and lift the card and all marks off the mine."""
        return replace(self, picked=None, marked=())

    # What it shows.

    def targets(self, playable: Playable) -> tuple[Quarry, ...]:
        """The targets of the tile in hand (R12, R13, R15); empty if there are no rules for it."""
        if self.picked is None or playable.variant is None:
            return ()
        return targets(playable.position, self.picked, playable.variant)

    def card(self, playable: Playable) -> Shape:
        """The card's shape as it is held, turned only by the mirror; one quarry with the seal."""
        if playable.one_by_one:
            return _ONE_QUARRY
        return playable.shape.turned(self.turned if Power.MIRROR in playable.powers else 0)

    def fitting(self, playable: Playable, quarry: Quarry) -> Hand:
        """With the card turned so that it can be dug at a quarry, if a mirror allows it (R21).

        It is turned only where it doesn't fit as it is held, and the player is to know.
        """
        fault = playable.fault
        if fault is None or playable.one_by_one or Power.MIRROR not in playable.powers:
            return self
        ways = (replace(self, turned=(self.turned + more) % 4) for more in range(4))
        fits = (way for way in ways if fault(way.card_at(playable, quarry)) is None)
        return next(fits, self)

    def card_at(self, playable: Playable, quarry: Quarry) -> Placement:
        """The card's quarries if one is touched; with the seal, that one and those chosen.

        The card comes to cover it: where it can be dug, if the player is to know, else with its
        middle there. What a hint has marked comes first, then a place that this turn's moves have
        changed, of several the one that nets most. Where the card lies already, a touch moves it on
        to the next such place.
        """
        if playable.one_by_one:
            return tuple(sorted({*self.marked, quarry}))
        places, fault = covering(self.card(playable), quarry), playable.fault
        if fault is not None:
            places = tuple(each for each in places if fault(each) is None) or places
        aim = frozenset(playable.aim)
        places = tuple(
            sorted(places, key=lambda each: (aim != frozenset(each), _prepared(playable, each)))
        )
        before = places.index(self.marked) if self.marked in places else -1
        return places[(before + 1) % len(places)]

    def card_over(self, playable: Playable, quarry: Quarry) -> Placement:
        """The card's quarries as shown with the hand at one: where it lies there already, those."""
        if quarry in self.marked:
            return self.marked
        return self.fitting(playable, quarry).card_at(playable, quarry)

    def covers(self, playable: Playable) -> Mapping[str, Sequence[str]]:
        """The quarries that a card under the pointer covers, for each quarry it may be at."""
        if playable.one_by_one:
            return {str(quarry): [str(quarry)] for quarry in QUARRIES}
        return {
            str(quarry): [str(under) for under in self.card_over(playable, quarry)]
            for quarry in QUARRIES
        }

    def dig_notice(self, playable: Playable, placement: Placement) -> Notice:
        """The tiles that can be dug at a placement, or why none can."""
        size = playable.shape.size
        if playable.one_by_one and len(placement) < size:
            return Notice.of("touch.marked", count=len(placement), size=size)
        fault = None if playable.fault is None else playable.fault(placement)
        if fault is not None:
            return Notice.refusal(fault)
        taken = takings(playable.position, placement)
        return Notice.of("touch.can_dig", Tone.GOOD, tiles=tiles_phrase(taken))

    def marks(self, playable: Playable) -> Marks:
        """The marks on the board: cursor, tile in hand and its targets, card, moves."""
        fault = playable.fault
        ghost: Placement = ()
        if playable.mode is HandMode.LAY and self.at is not None:
            ghost = self.card_over(playable, self.at)
        if ghost == self.marked:
            ghost = ()
        unfinished = playable.one_by_one and len(self.marked) < playable.shape.size
        wrong = bool(self.marked and fault and not unfinished and fault(self.marked))
        return Marks(
            picked=self.picked,
            targets=self.targets(playable),
            dig=() if wrong else self.marked,
            not_diggable=self.marked if wrong else (),
            ghost=ghost,
            ghost_ok=None if fault is None else not (ghost and fault(ghost)),
            path=playable.moves,
            bare=uncovered(playable.moves),
            focus=self.cursor if self.keyboard else None,
        )


def _prepared(playable: Playable, placement: Placement) -> tuple[bool, int]:
    """The order of a placement: first those that the moves have changed, by what they net."""
    changed = {quarry for move in playable.moves for quarry in (move.source, move.target)}
    if changed.isdisjoint(placement):
        return True, 0
    # Where it can't be dug, a quarry may be empty.
    tiles = [tile for quarry in placement if (tile := playable.position.top(quarry)) is not None]
    curses = 0 if Power.AMULET in playable.powers else sum(tile.curse for tile in tiles)
    return False, curses - sum(tile.treasure for tile in tiles)


def uncovered(moves: tuple[Move, ...]) -> tuple[Quarry, ...]:
    """The quarry that the last move has uncovered; none before the first."""
    return (moves[-1].source,) if moves else ()


def tile_of_key(key: str) -> Tile | None:
    """The tile of a letter typed in either case, where only one tile has it; None if no tile has.

    >>> tile_of_key("m"), tile_of_key("Y"), tile_of_key("c"), tile_of_key("q")
    (Tile('M'), Tile('y'), Tile('c'), None)
    """
    return next((_LETTERS[way] for way in (key, key.swapcase()) if way in _LETTERS), None)
