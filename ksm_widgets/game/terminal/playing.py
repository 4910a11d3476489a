"""`ksm play` and `ksm note`: a game played or noted in a terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from ksm_widgets.game.advice import Advice, advice
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.noted_game import NotedGame
from ksm_widgets.game.telling import ending, told
from ksm_widgets.game.terminal.printing import GamePrinter, number_typed, tiles_typed
from ksm_widgets.rules.errors import Unaffordable
from ksm_widgets.rules.playthrough import turn_written
from ksm_widgets.rules.quarries import QUARRIES
from ksm_widgets.rules.tile_words import a_tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.plans import tiles_phrase
from ksm_widgets.terminal.dialogue import MOVE, UnclearError, dialogue, is_yes
from ksm_widgets.terminal.streams import clear_screen, next_line, put_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.game.keeping import SavedMatches
    from ksm_widgets.rules.views import View


_G = TypeVar("_G", Match, NotedGame)


def play_match(match: Match, saves: SavedMatches, *, language: str) -> Match:
    """Play until the game is over or the players leave; saves every act, returns the match."""
    printer = GamePrinter.of(match, language)
    printer.say("match_terminal.welcome")
    return _Playing(match, saves, printer).run()


def note_match(noted: NotedGame, saves: SavedMatches, printer: GamePrinter, *, begun: int) -> Match:
    """Note a game until it is over or the user leaves; saves every note, returns the match.

    `begun` is when it began.
    """
    return _Noting(noted, saves, printer, len(noted.match.steps), begun).run()


def ask_tops(printer: GamePrinter, begin: Callable[[str], NotedGame]) -> NotedGame | None:
    """Ask for the topmost tiles until a game can begin with them; None if the user leaves."""
    letters, begun = "", None

    def ask() -> bool:
        if begun is None:
            printer.say("match_note.tops", count=len(letters))
        return begun is None

    def act(typed: str) -> None:
        nonlocal letters, begun
        letters += "".join(typed.split())
        if len(letters) >= len(QUARRIES):
            entered, letters = letters, ""
            begun = begin(entered)

    dialogue(ask, act, printer.reader.language)
    return begun


@dataclass
class _Session(ABC, Generic[_G]):
    """A game in a terminal; `told` counts the steps that were printed."""

    words: ClassVar[str]
    """The catalogue's table of sentences."""

    game: _G
    saves: SavedMatches
    printer: GamePrinter
    told: int = 0

    @property
    @abstractmethod
    def match(self) -> Match:
        """The match to save."""

    @abstractmethod
    def ask(self) -> bool:
        """Print what is asked for; False once the game is over."""

    def run(self) -> Match:
        """Ask and act until the end; returns the match."""
        self.go_on(self.game)
        over = False
        try:
            over = dialogue(self.ask, self.act, self.printer.reader.language)
        finally:  # With Ctrl-C, too.
            if not over and self.saves.progress.saved:
                self.printer.say(f"{self.words}.left")
        return self.match

    def go_on(self, game: _G) -> None:
        """Save the game, and tell what has happened."""
        self.game = game
        self.saves.keep(self.match)
        steps = self.match.steps
        for step in steps[min(self.told, len(steps)) :]:
            self.printer.tell(told(step, self.match.seats, self.match.eyes))
        self.told = len(steps)

    def act(self, typed: str) -> None:
        """Do what was typed."""
        try:
            after = self.after(typed)
        except Unaffordable as error:
            put_line(error.sentence(self.printer.reader.language))
            self.printer.say(f"{self.words}.unpaid")
        else:
            if after is not self.game:
                self.go_on(after)

    def after(self, typed: str) -> _G:
        """The game after a command; the same if the command only prints something."""
        words = typed.split()
        match [word.lower() for word in words]:
            case [] | ["help" | "?"]:
                self.printer.say(f"{self.words}.help")
            case ["board"]:
                self.printer.board(self.game.mine)
            case ["back"]:
                before = self.game.take_back()
                self.printer.say("match_terminal.taken_back")
                return before
            case ["none" | "-"]:
                return self.game.play(Turn())
            case moves if all(map(MOVE.fullmatch, moves)):
                return self.moved(moves)
            case ["moves" | "dig" | "with", *_] as turn:
                return self.game.play(Turn.parse(" ".join(turn)))
            case ["unpaid", *_]:
                return self.unpaid(" ".join(words[1:]).removeprefix("none"))
            case _:
                raise UnclearError.of(typed)
        return self.game

    @abstractmethod
    def moved(self, moves: list[str]) -> _G:
        """After moves, one by one."""

    @abstractmethod
    def unpaid(self, turn: str) -> _G:
        """After a turn that is not paid (R26)."""


@dataclass
class _Playing(_Session[Match]):
    """A game played; `hint_level` is that of the last hint of `advice`, `shown` what it printed."""

    words = "match_terminal"
    hint_level: HintLevel = HintLevel.NONE
    advice: Advice | None = None
    shown: tuple[Phase, int | None, int] | None = None

    @property
    def match(self) -> Match:
        return self.game

    def go_on(self, game: Match) -> None:
        self.hint_level = HintLevel.NONE
        super().go_on(game)

    def ask(self) -> bool:
        while self.game.phase in (Phase.WATCH, Phase.REVEAL):
            self.go_on(self.game.step())
        match, actor = self.game, self.game.actor
        if actor is None:
            put_line()
            self.printer.points(match)
            self.printer.tell(ending(match))
            self.printer.say("match_terminal.replay")
        elif match.phase is Phase.HAND_OVER:
            self.printer.say("match_terminal.hand_over", who=match.seats[actor].name)
        elif self.shown != (now := (match.phase, actor, len(match.steps))):
            self._lay_out(actor, now)
        return actor is not None

    def act(self, typed: str) -> None:
        match = self.game
        if match.phase is Phase.HAND_OVER:
            clear_screen()
            self.game = match.sit_down()
        else:
            super().act(typed)

    def after(self, typed: str) -> Match:
        match = self.game
        words = typed.split()
        match [word.lower() for word in words]:
            case ["cards"]:
                self._print_cards()
            case ["hint" | "h"]:
                self._hint()
            case ["concede"]:
                self.printer.say("match_terminal.sure")
                match = match.concede() if is_yes(next_line() or "") else match
            case ["b"]:  # No short form while a game is noted, where it is a tile.
                match = super().after("back")
            case [number] if match.phase is Phase.CHOOSE and number.isdecimal():
                match = match.choose(number_typed(number))
            case ["add", *_] if match.phase is Phase.ADD:
                match = match.add(tiles_typed("".join(words[1:])))
            case _:
                match = super().after(typed)
        if match.eyes is None and len(match.persons) > 1:
            clear_screen()  # The next player must not see what this one did.
        return match

    def moved(self, moves: list[str]) -> Match:
        match = self.game
        for move in moves:
            match = match.move(move)
        return match

    def unpaid(self, turn: str) -> Match:
        return self.game.play(Turn.parse(turn.strip() or "-"), unpaid=True)

    @property
    def _seen(self) -> View:
        """The view of the player at the terminal."""
        assert self.game.view is not None, "the device is somebody's"
        return self.game.view

    def _hint(self) -> None:
        view = self._seen
        if self.game.phase is Phase.ADD:
            self.printer.say("match_terminal.no_hint")
            return
        self.advice = advice(view, before=self.advice)
        self.hint_level = HintLevel(min(self.hint_level + 1, HintLevel.ALL))
        self.printer.tell(self.advice.told(self.hint_level))

    def _lay_out(self, actor: int, now: tuple[Phase, int | None, int]) -> None:
        """Print what the player has before them."""
        match, printer, view = self.game, self.printer, self._seen
        first = match.phase is Phase.CHOOSE or self.shown is None or self.shown[:2] != now[:2]
        self.shown = now
        if match.adding is not None:
            held = match.adding.held
            printer.say(
                "match_terminal.add",
                count=match.adding.count,
                tiles=tiles_phrase(held),
            )
            printer.say("match_terminal.letters", letters=" ".join(tile.letter for tile in held))
            return
        put_line()
        printer.board(view.position)
        if first:
            printer.others(match, actor)
            printer.purse(view)
            card = view.revealed[actor]
            if card is None:
                printer.say("match_terminal.choose", round=view.round)
            else:
                printer.say("match_terminal.dig")
            printer.cards(view.hand if card is None else [card])
        if view.begun:
            printer.say("match_terminal.begun", moves=[str(move) for move in view.begun])

    def _print_cards(self) -> None:
        view = self._seen
        self.printer.purse(view)
        self.printer.cards(view.hand)
        for known in self.game.seat_infos:
            if known.card is not None:
                who, number = known.seat.name, known.card.number
                self.printer.say("match_terminal.open", who=who, number=number)


@dataclass
class _Noting(_Session[NotedGame]):
    """A game noted; `begun` is when it began."""

    words = "match_note"
    begun: int = 0

    @property
    def match(self) -> Match:
        return replace(self.game.match, begun=self.begun)

    def go_on(self, game: NotedGame) -> None:
        if not game.asked:
            super().go_on(game)
            return
        # What happened is printed once every uncovered tile has its name.
        self.game, told_before = game, self.told
        self.saves.keep(self.match)
        self.told = min(told_before, len(self.match.steps))

    def ask(self) -> bool:
        noted, printer = self.game, self.printer
        if noted.asked:
            slot = noted.asked[0]
            printer.say("match_note.name", quarry=slot.quarry, level=slot.level)
        elif noted.game.over:
            printer.say("match_note.over")
            printer.points(self.match)
            printer.tell(ending(self.match))
            return False
        elif noted.actor is None:
            printer.say("match_note.cards", names=[seat.name for seat in noted.seats])
        else:
            put_line()
            printer.board(noted.mine)
            card = noted.game.players[noted.actor].chosen
            assert card is not None, "who digs has a card"
            who = noted.seats[noted.actor].name
            printer.say("match_note.dig", who=who, number=card.number)
            if not noted.game.begun:
                printer.cards([card])
        return True

    def after(self, typed: str) -> NotedGame:
        noted, words = self.game, typed.split()
        if noted.asked and len(typed) == 1 and typed != "?":
            return noted.name(*tiles_typed(typed))
        if noted.actor is None and words and all(map(str.isdecimal, words)):
            return noted.cards([*map(number_typed, words)])
        match words:
            case [correct, place, letter] if correct.lower() == "correct" and len(letter) == 1:
                [tile] = tiles_typed(letter)
                noted = noted.corrected(Slot.parse(place.lower()), tile)
                self.printer.say("match_note.corrected", slot=place.lower(), tile=a_tile(tile))
                return noted
        return super().after(typed)

    def moved(self, moves: list[str]) -> NotedGame:
        """After moves, up to one that uncovers a tile: that must be named first."""
        noted = self.game
        for number, move in enumerate(moves):
            if noted.asked:
                self.printer.say("match_note.rest", moves=moves[number:])
                break
            noted = noted.move(move)
        return noted

    def unpaid(self, turn: str) -> NotedGame:
        """After a turn that could not be paid: `dig a1 b1 add x shares z 1-`."""
        ended, added, shares = turn_written(turn)
        return self.game.play(ended, unpaid=True, added=added, shares=shares)
