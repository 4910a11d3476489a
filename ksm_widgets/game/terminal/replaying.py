"""`ksm replay`: a game replayed in a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.game.steps import Kind
from ksm_widgets.game.telling import ending, told
from ksm_widgets.game.terminal.printing import GamePrinter, number_typed
from ksm_widgets.rules.given import covered
from ksm_widgets.terminal.dialogue import UnclearError, dialogue
from ksm_widgets.terminal.streams import put_line

if TYPE_CHECKING:
    from ksm_widgets.game.match import Match

_CHANGE_THE_MINE = (Kind.DEALT, Kind.MOVED, Kind.DUG)


def replay_match(match: Match, *, whole: bool, language: str) -> None:
    """Tell a match step by step, or the whole of it.

    The mine is shown as the players saw it, until the user asks to see all of it.
    """
    replaying = _Replaying(match, GamePrinter.of(match, language))
    if whole:
        for at in range(len(match.steps)):
            replaying.show(at)
        return
    replaying.printer.say("match_replay.welcome", steps=len(match.steps))
    replaying.show(0)
    dialogue(lambda: True, replaying.act, language)


@dataclass
class _Replaying:
    """A replay; `through` is whether the whole mine is shown."""

    match: Match
    printer: GamePrinter
    at: int = 0
    through: bool = False

    def act(self, typed: str) -> None:
        """Do what was typed."""
        match typed.lower().split():
            case []:
                self.show(self.at + 1)
            case ["back" | "b"]:
                self.show(self.at - 1, mine=True)
            case ["end"]:
                self.show(len(self.match.steps), mine=True)
            case ["open"]:
                self.through = not self.through
                self.show(self.at, mine=True)
            case [number] if number.isdecimal():
                self.show(number_typed(number) - 1, mine=True)
            case ["round", number] if number.isdecimal():
                self.show(self._start_of(number_typed(number)), mine=True)
            case ["help" | "?"]:
                self.printer.say("match_replay.help")
            case _:
                raise UnclearError.of(typed)

    def _start_of(self, number: int) -> int:
        """The step in which a round's cards are revealed, or those of the nearest round."""
        reveals = [at for at, step in enumerate(self.match.steps) if step.kind is Kind.REVEALED]
        return reveals[min(max(number, 1), len(reveals)) - 1] if reveals else 0

    def show(self, at: int, *, mine: bool = False) -> None:
        """Tell a step, or the nearest there is; the mine too, if it changed or is asked for."""
        match, printer = self.match, self.printer
        self.at = at = min(max(at, 0), len(match.steps) - 1)
        step = match.steps[at]
        sentences = " ".join(map(printer.reader.say, told(step, match.seats)))
        put_line(f"{at + 1}/{len(match.steps)}  {sentences}")
        if mine or step.kind in _CHANGE_THE_MINE:
            game = step.game
            # Of a noted game, nobody knows the whole mine.
            whole = self.through and not match.noted
            printer.board(game.position if whole else covered(game.position, game.covering))
        if at + 1 == len(match.steps) and match.over:
            printer.points(match)
            printer.tell(ending(match))
