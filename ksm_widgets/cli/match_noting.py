"""`ksm note`: a game written down while people play it at a table of their own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.cli.match_screen import MOVE, Screen, tiles_typed
from ksm_widgets.cli.streams import next_line, put_line
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import KsmError, Unaffordable
from ksm_widgets.rules.playthrough import turn_written
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.table.noting import Noting
from ksm_widgets.tutor.table.telling import ending, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.tutor.table.shelf import Shelf

__all__ = ["ask_tops", "note_match"]

_TOPS = 36
_DIGITS = 6


def ask_tops(screen: Screen, begin: Callable[[str], Noting]) -> Noting | None:
    """Ask for the topmost tiles until a game can begin with them; None if nobody types any more."""
    letters = ""
    while True:
        screen.say("match_note.tops", count=len(letters))
        typed = next_line()
        if typed is None or typed.lower() in ("quit", "q"):
            return None
        letters += "".join(typed.split())
        if len(letters) < _TOPS:
            continue
        try:
            return begin(letters)
        except KsmError as error:
            put_line(error.sentence(screen.reader.language))
            letters = ""


def note_match(noting: Noting, shelf: Shelf, screen: Screen, *, begun: int) -> Match:
    """Note until the end, or until nobody types any more; returns the game as a match.

    It is kept after every note, as the match that began at `begun`.
    """
    at = _Pad(noting, shelf, screen, begun)
    at.keep()
    while at.go_on():
        pass
    return at.match


@dataclass
class _Pad:
    """What is noted, where it is kept, and who notes it."""

    noting: Noting
    shelf: Shelf
    screen: Screen
    begun: int
    told: int = field(init=False)
    """How many steps the one who notes has been told."""

    def __post_init__(self) -> None:
        self.told = len(self.noting.match.steps)

    @property
    def match(self) -> Match:
        return replace(self.noting.match, begun=self.begun)

    def keep(self) -> None:
        """Keep what is noted."""
        self.shelf.keep(self.match)

    def go_on(self) -> bool:
        """Ask for a note; False when the game is over or nobody types any more."""
        if self.noting.game.over and not self.noting.asked:
            self.screen.say("match_note.over")
            self.screen.points(self.match)
            self.screen.tell(ending(self.match))
            return False
        self._ask_for()
        typed = next_line()
        if typed is None or typed.lower() in ("quit", "q"):
            self.screen.say("match_note.left")
            return False
        try:
            after = self._noted(typed)
        except KsmError as error:
            put_line(error.sentence(self.screen.reader.language))
            if isinstance(error, Unaffordable):
                self.screen.say("match_note.help")
            return True
        if after is not self.noting:
            self.noting = after
            self._tell()
            self.keep()
        return True

    def _ask_for(self) -> None:
        noting, screen = self.noting, self.screen
        if noting.asked:
            slot = noting.asked[0]
            screen.say("match_note.name", quarry=slot.quarry, level=slot.level)
        elif noting.actor is None:
            screen.say("match_note.cards", names=[seat.name for seat in noting.seats])
        else:
            put_line()
            screen.board(noting.mine)
            card = noting.game.players[noting.actor].chosen
            assert card is not None, "who digs has a card"
            who = noting.seats[noting.actor].name
            screen.say("match_note.dig", who=who, number=card.number)
            if not noting.game.begun:
                screen.cards([card])

    def _noted(self, typed: str) -> Noting:
        """What is noted after this; the same if it only told something."""
        noting, words = self.noting, typed.split()
        match [word.lower() for word in words]:
            case [] | ["help" | "?"]:
                self.screen.say("match_note.help")
            case ["board"]:
                self.screen.board(noting.mine)
            case ["back" | "b"]:
                return noting.take_back()
            case [_] if noting.asked and len(typed) == 1:
                (tile,) = tiles_typed(typed)
                return noting.name(tile)
            case numbers if noting.actor is None and all(map(str.isdecimal, numbers)):
                return noting.cards([int(number[:_DIGITS]) for number in numbers])
            case ["none" | "-"]:
                return noting.play(Turn())
            case moves if all(map(MOVE.fullmatch, moves)):
                return self._moved(moves)
            case ["unpaid", *_]:
                return self._unpaid(words[1:])
            case ["moves" | "dig" | "with", *_] as turn:
                return noting.play(" ".join(turn))
            case _:
                self.screen.say("match_terminal.unclear", found=beginning(typed))
        return noting

    def _moved(self, moves: list[str]) -> Noting:
        """Moves one by one, as far as no tile has shown that must be named first."""
        noting = self.noting
        for number, move in enumerate(moves):
            if noting.asked:
                self.screen.say("match_note.rest", moves=moves[number:])
                break
            noting = noting.move(move)
        return noting

    def _unpaid(self, words: list[str]) -> Noting:
        """A turn that could not be paid: `dig a1 b1 add x shares z 1-`."""
        turn, added, shares = turn_written(" ".join(words).removeprefix("none"))
        return self.noting.play(turn, unpaid=True, added=added, shares=shares)

    def _tell(self) -> None:
        """What has happened, in sentences, once all that shows by it has its name."""
        steps = self.noting.match.steps
        self.told = min(self.told, len(steps))
        if not self.noting.asked:
            for step in steps[self.told :]:
                self.screen.tell(told(step, self.noting.seats))
            self.told = len(steps)
