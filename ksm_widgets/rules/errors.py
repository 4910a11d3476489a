"""Everything that can be wrong, one class per cause; each prints as a sentence.

KsmError (ValueError)            key and params: what a catalogue needs to say it
├── ArgumentError (TypeError)    what was handed over is of another kind than expected
├── CardError                    R6: there is no card of that number
├── TextError                    something written could not be read
│   ├── QuarryTextError          a quarry's name
│   ├── MoveTextError            a move's text
│   ├── TurnTextError            a turn's text
│   ├── BoardTextError           a board in one line
│   ├── ShapeTextError           a shape
│   ├── CardFileError            a card file, with the line
│   ├── TileCountsError          a file of tile counts
│   ├── StakesError              what a player holds, or how the game ends
│   ├── ValuesError              a table of what tiles are worth
│   ├── EditionError             an edition nobody knows
│   └── PlaythroughTextError     a whole game as text, with the line
├── FaultyPosition               a position against the box or the rules, all faults at once
└── RuleError                    a legal-looking wish that a rule forbids: rule, quarries
    ├── PositionFault            R2, R3: one fault of a position
    ├── MoveError
    │   ├── NotNeighbours        R12
    │   ├── NothingToMove        R12
    │   ├── Uphill               R13
    │   └── StackTooHigh         R15
    ├── DigError
    │   ├── WrongShape           R7, R8, R21, R23
    │   ├── NotOneLevel          R9
    │   ├── EmptyQuarry          R10
    │   └── UnseenTile           R33
    ├── PowerError               R19
    ├── Unaffordable             R25
    └── GameError                R4, R6: out of turn, a card not held
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.quarries import Quarry

__all__ = [
    "ArgumentError",
    "BoardTextError",
    "CardError",
    "CardFileError",
    "DigError",
    "EditionError",
    "EmptyQuarry",
    "FaultyPosition",
    "GameError",
    "KsmError",
    "MoveError",
    "MoveTextError",
    "NotNeighbours",
    "NotOneLevel",
    "NothingToMove",
    "PlaythroughTextError",
    "PositionFault",
    "PowerError",
    "QuarryTextError",
    "RuleError",
    "ShapeTextError",
    "StackTooHigh",
    "StakesError",
    "TextError",
    "TileCountsError",
    "TurnTextError",
    "Unaffordable",
    "UnseenTile",
    "Uphill",
    "ValuesError",
    "WrongShape",
]


class KsmError(ValueError):
    """Something is wrong: `key` and `params` let a catalogue say it in any language.

    >>> import ksm_widgets as ksm
    >>> try:
    ...     ksm.Quarry.parse("g7")
    ... except ksm.KsmError as error:
    ...     print(error.sentence("de"))
    „g7“ ist kein Feld: Erwartet wird ein Buchstabe a bis f und eine Ziffer 1 bis 6, etwa c3.
    """

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key, params)
        self.key = key
        self.params = params

    def sentence(self, language: str = "en") -> str:
        """What is wrong, as a sentence a learner understands."""
        return sentence(self.key, language, **self.params)

    def __str__(self) -> str:
        return self.sentence()

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.args, self.__dict__))


def _rebuild(kind: type[KsmError], args: tuple[object, ...], state: dict[str, object]) -> KsmError:
    """Make an error again from its parts, so that it survives pickling."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class ArgumentError(KsmError, TypeError):
    """What was handed over is of another kind than expected; the sentence names both."""


class CardError(KsmError):
    """There is no card of that number; the sentence says which there are (R6)."""


class TextError(KsmError):
    """Something written could not be read; the sentence says where and what was expected."""


class QuarryTextError(TextError):
    """A quarry's name is not `a1` to `f6` (R1)."""


class MoveTextError(TextError):
    """A move is not written like `c3-d4`."""


class TurnTextError(TextError):
    """A turn is not written like `moves c3-d4 dig a1 b1 with carpet`."""


class BoardTextError(TextError):
    """A board text is not six rows of six quarries of known tiles."""


class ShapeTextError(TextError):
    """A shape is not rows of `#` and `.` with one to six quarries."""


class CardFileError(TextError):
    """A card file is not CSV with the columns `number,shape`; the sentence names the line."""


class TileCountsError(TextError):
    """A file of tile counts does not add up to the box (R2)."""


class ValuesError(TextError):
    """A table of what tiles are worth has a key or a number that it cannot have."""


class StakesError(TextError):
    """What a player is said to hold, or how the game is said to end, cannot be so."""


class EditionError(TextError):
    """There is no edition of that name."""


class PlaythroughTextError(TextError):
    """A whole game as text cannot be read or played over; the sentence names the line."""


class FaultyPosition(KsmError):
    """A position that the box or the rules do not allow; `faults` holds every fault."""

    def __init__(self, faults: Iterable[KsmError]) -> None:
        self.faults = tuple(faults)
        super().__init__("position.faulty", count=len(self.faults))

    def sentence(self, language: str = "en") -> str:
        """All the faults, one after the other."""
        return " ".join(fault.sentence(language) for fault in self.faults)


class RuleError(KsmError):
    """A wish that a rule forbids: the rule's number and the quarries it is about."""

    def __init__(
        self, key: str, rule: str, quarries: Iterable[Quarry] = (), **params: object
    ) -> None:
        super().__init__(key, **params)
        self.rule = rule
        self.quarries = tuple(quarries)


class PositionFault(RuleError):
    """One fault of a position: a stack too high, or more of a group than the box holds (R2, R3)."""


class MoveError(RuleError):
    """A move that a rule forbids."""


class NotNeighbours(MoveError):
    """The two quarries of a move do not touch (R12)."""


class NothingToMove(MoveError):
    """A move starts from an empty quarry (R12)."""


class Uphill(MoveError):
    """A move would lift a tile to a higher level (R13)."""


class StackTooHigh(MoveError):
    """In the beginner variant a move would make a fifth level (R15)."""


class DigError(RuleError):
    """A dig that a rule forbids."""


class WrongShape(DigError):
    """The quarries are not the card's shape as the powers allow it (R7, R8, R21, R23)."""


class NotOneLevel(DigError):
    """The tiles of a dig lie on different levels (R9)."""


class EmptyQuarry(DigError):
    """A dig includes an empty quarry (R10)."""


class UnseenTile(DigError):
    """A dig takes a tile nobody has seen, and nothing says what it is worth (R33)."""


class PowerError(RuleError):
    """A magic object is spent that is not there to be spent (R19)."""


class Unaffordable(RuleError):
    """Moves and curses cost more than the money at hand (R25)."""


class GameError(RuleError):
    """Something that the order of the game does not allow now (R4, R6)."""
