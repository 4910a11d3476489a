"""`ksm play`: a whole game in a terminal, with nothing but the core."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.cli.match_screen import MOVE, Screen, tiles_typed
from ksm_widgets.cli.streams import next_line, put_line
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import KsmError, Unaffordable
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.phrases import a_tile
from ksm_widgets.tutor.table.advice import advice
from ksm_widgets.tutor.table.match import Match, Phase
from ksm_widgets.tutor.table.telling import ending, told

if TYPE_CHECKING:
    from ksm_widgets.tutor.table.shelf import Shelf

__all__ = ["play_match"]

_ENDS = ("quit", "q")
_YES = ("yes", "y", "ja", "j")
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties a terminal, what has scrolled out of sight included."""


def play_match(match: Match, shelf: Shelf, *, language: str) -> Match:
    """Play on until the end, or until nobody types any more; returns the match as it is left then.

    It is kept after every act.
    """
    at = _Table(match, shelf, Screen(language, match.game.setting.edition.name))
    at.screen.say("match_terminal.welcome")
    at.keep(match)
    while at.go_on():
        pass
    return at.match


@dataclass
class _Table:
    """The match, where it is kept, who looks on, and what they have been told."""

    match: Match
    shelf: Shelf
    screen: Screen
    told: int = 0
    rung: Rung = Rung.NONE
    shown: tuple[Phase, int | None, int] | None = field(default=None)

    def keep(self, match: Match) -> None:
        """The match after an act: keep it, and tell what has happened."""
        if match is not self.match:
            self.rung = Rung.NONE
        self.match = match
        self.shelf.keep(match)
        self.told = min(self.told, len(match.steps))
        for step in match.steps[self.told :]:
            self.screen.tell(told(step, match.seats, match.eyes))
        self.told = len(match.steps)

    def go_on(self) -> bool:
        """One act, of whoever has to act; False when it is over or somebody leaves."""
        match self.match.phase:
            case Phase.OVER:
                self._end()
                return False
            case Phase.WATCH | Phase.REVEAL:
                self.keep(self.match.step())
                return True
            case Phase.HAND_OVER:
                return self._handed_over()
            case _:
                return self._asked()

    def _handed_over(self) -> bool:
        """Let the screen go to the next: what the one before could see is gone."""
        actor = self.match.actor
        assert actor is not None, "the screen goes to somebody"
        self.screen.say("match_terminal.hand_over", who=self.match.seats[actor].name)
        typed = next_line()
        if typed is None or typed.lower() in _ENDS:
            return self._left()
        self._clear()
        self.match = self.match.sit_down()
        return True

    def _asked(self) -> bool:
        """Ask the person at the screen for one act; False if they leave."""
        self._lay_out()
        typed = next_line()
        if typed is None or typed.lower() in _ENDS:
            return self._left()
        try:
            after = self._done(typed)
        except Unaffordable as error:
            put_line(error.sentence(self.screen.reader.language))
            self.screen.say("match_terminal.unpaid")
        except KsmError as error:
            put_line(error.sentence(self.screen.reader.language))
        else:
            self._acted(after)
        return True

    def _acted(self, after: Match) -> None:
        if after is self.match:
            return
        several = len(self.match.persons) > 1
        if several and after.eyes is None:
            # What was asked and answered is for nobody else's eyes.
            self._clear()
        self.keep(after)

    def _done(self, typed: str) -> Match:
        """The match after what was typed; the same if it only told something."""
        match, screen = self.match, self.screen
        words = typed.split()
        match [word.lower() for word in words]:
            case [] | ["help" | "?"]:
                screen.say("match_terminal.help")
            case ["board"]:
                screen.board(match.mine)
            case ["cards"]:
                self._tell_cards()
            case ["hint" | "h"]:
                self._hint()
            case ["back" | "b"]:
                return self._back()
            case ["concede"]:
                return self._conceded()
            case [number] if match.phase is Phase.CHOOSE and number.isdecimal():
                return match.choose(int(number[:_DIGITS]))
            case ["add", *_] if match.phase is Phase.ADD:
                return match.add(tiles_typed("".join(words[1:])))
            case ["none" | "-"] if match.phase is Phase.DIG:
                return match.play(Turn())
            case ["unpaid", *rest] if match.phase is Phase.DIG:
                turn = Turn() if rest == ["none"] else Turn.parse(" ".join(rest) or "-")
                return match.play(turn, unpaid=True)
            case moves if match.phase is Phase.DIG and all(map(MOVE.fullmatch, moves)):
                for move in moves:
                    match = match.move(move)
                return match
            case ["moves" | "dig" | "with", *_] as turn if match.phase is Phase.DIG:
                return match.play(Turn.parse(" ".join(turn)))
            case _:
                screen.say("match_terminal.unclear", found=beginning(typed))
        return match

    def _back(self) -> Match:
        after = self.match.take_back()
        self.screen.say("match_terminal.taken_back")
        return after

    def _conceded(self) -> Match:
        self.screen.say("match_terminal.sure")
        typed = next_line()
        return self.match.concede() if (typed or "").lower() in _YES else self.match

    def _hint(self) -> None:
        view = self.match.view
        assert view is not None, "somebody asked"
        if self.match.phase in (Phase.CHOOSE, Phase.DIG):
            self.rung = Rung(min(self.rung + 1, Rung.ALL))
            self.screen.tell(advice(view, self.rung).phrases)
        else:
            self.screen.say("match_terminal.no_hint")

    def _lay_out(self) -> None:
        """How things stand for the person at the screen, unless they see it already."""
        match, screen = self.match, self.screen
        now = (match.phase, match.actor, len(match.steps))
        if now == self.shown:
            return
        first = self.shown is None or self.shown[:2] != now[:2] or match.phase is Phase.CHOOSE
        self.shown = now
        view, actor = match.view, match.actor
        assert view is not None, "the screen is somebody's"
        assert actor is not None, "somebody is asked"
        if match.phase is Phase.ADD:
            assert match.adding is not None, "tiles are added to a turn"
            held = [tile.letter for tile in match.adding.held]
            tiles = [a_tile(tile) for tile in match.adding.held]
            screen.say("match_terminal.add", count=match.adding.count, tiles=tiles)
            screen.say("match_terminal.letters", letters=" ".join(held))
            return
        put_line()
        screen.board(view.position)
        if first:
            screen.others(match, actor)
            screen.purse(view)
        if match.phase is Phase.CHOOSE:
            screen.say("match_terminal.choose", round=view.round)
            screen.cards(view.hand)
            return
        card = view.revealed[actor]
        assert card is not None, "who digs has a card"
        if first:
            screen.say("match_terminal.dig")
            screen.cards([card])
        if view.begun:
            screen.say("match_terminal.begun", moves=[str(move) for move in view.begun])

    def _tell_cards(self) -> None:
        view = self.match.view
        assert view is not None, "the screen is somebody's"
        self.screen.purse(view)
        self.screen.cards(view.hand)
        for standing in self.match.standings:
            if standing.card is not None:
                self.screen.say(
                    "match_terminal.open", who=standing.seat.name, number=standing.card.number
                )

    def _left(self) -> bool:
        self.screen.say("match_terminal.left")
        return False

    def _end(self) -> None:
        put_line()
        self.screen.points(self.match)
        self.screen.tell(ending(self.match))
        self.screen.say("match_terminal.replay")

    def _clear(self) -> None:
        if sys.stdout.isatty():
            put_line(_CLEAR, end="")


_DIGITS = 6
