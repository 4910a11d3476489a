"""All errors. Each prints as a sentence.

KsmError (ValueError)            key and params: the catalogues make a sentence of them
├── ArgumentError (TypeError)    an argument of the wrong type
├── CardError                    R6: no card has that number
├── TextError                    a text that cannot be read
│   ├── QuarryTextError          a quarry's name
│   ├── MoveTextError            a move's text
│   ├── TurnTextError            a turn's text
│   ├── BoardTextError           a board in one line
│   ├── ShapeTextError           a shape
│   ├── CardFileError            a card file, with the line
│   ├── TileCountsError          a file of tile counts
│   ├── StakesError              a player's tiles, or the end of the game
│   ├── ValuesError              the values of tiles
│   ├── EditionError             an edition's name
│   └── PlaythroughTextError     the record of a game, with the line
├── FaultyPosition               a position that box or rules do not allow: all its faults
└── RuleError                    something a rule forbids: rule, places
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
    └── GameError                R3, R4, R6, R26: out of turn, a card not held, …
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable


class KsmError(ValueError):
    """The base of all errors: `key` and `params` make a sentence in any language.

    A parameter may be another error, such as the reason.

    >>> import ksm_widgets as ksm
    >>> try:
    ...     ksm.Quarry("g7")
    ... except ksm.KsmError as error:
    ...     print(error.sentence("de"))
    „g7“ ist kein Feld. Schreib einen Buchstaben a bis f und eine Ziffer 1 bis 6, etwa c3.
    """

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key, params)
        self.key = key
        self.params = params

    def sentence(self, language: str = "en") -> str:
        """The error as a sentence a learner understands."""
        params = {
            name: value.sentence(language) if isinstance(value, KsmError) else value
            for name, value in self.params.items()
        }
        return sentence(self.key, language, **params)

    def __str__(self) -> str:
        return self.sentence()

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.args, self.__dict__))


def _rebuild(kind: type[KsmError], args: tuple[object, ...], state: dict[str, object]) -> KsmError:
    """Rebuild an error from its parts, for pickle."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class ArgumentError(KsmError, TypeError):
    """An argument of the wrong type; the sentence names both types."""


class CardError(KsmError):
    """No card has that number; the sentence lists those there are (R6)."""


class TextError(KsmError):
    """A text that cannot be read; the sentence says where and what was expected."""


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
    """The values of tiles have a wrong key or number."""


class StakesError(TextError):
    """A player's tiles, or the end of the game, are impossible as given."""


class EditionError(TextError):
    """There is no edition of that name."""


class PlaythroughTextError(TextError):
    """The record of a game cannot be read or replayed; the sentence names the line."""


class FaultyPosition(KsmError):
    """A position that the box or the rules do not allow; `faults` holds every fault."""

    def __init__(self, faults: Iterable[KsmError]) -> None:
        self.faults = tuple(faults)
        super().__init__("position.faulty", count=len(self.faults))

    def sentence(self, language: str = "en") -> str:
        """All the faults, one after another."""
        return " ".join(fault.sentence(language) for fault in self.faults)


class RuleError(KsmError):
    """Something a rule forbids: the rule's number and the places it is about.

    In the mine places are quarries; another game's board names its own.
    """

    def __init__(
        self, key: str, rule: str, places: Iterable[Any] = (), /, **params: object
    ) -> None:
        super().__init__(key, **params)
        self.rule = rule
        self.places = tuple(places)


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
    """The tiles of a dig are on different levels (R9)."""


class EmptyQuarry(DigError):
    """A dig includes an empty quarry (R10)."""


class UnseenTile(DigError):
    """A dig takes a tile nobody has seen and for which no value is given (R33)."""


class PowerError(RuleError):
    """A magic object is spent that the player cannot spend (R19)."""


class Unaffordable(RuleError):
    """Moves and curses cost more than the player has (R25)."""


class GameError(RuleError):
    """Something that the game does not allow now, or at all (R3, R4, R6, R26)."""
