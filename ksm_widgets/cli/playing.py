"""`ksm puzzles play`: puzzles in a terminal, with nothing but the core."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ksm_widgets.cli.streams import next_line, put_line
from ksm_widgets.puzzles.goals import theme_told
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.moves import Move, moved
from ksm_widgets.rules.turns import Turn, account
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.puzzling.explaining import explain, tempting_digs
from ksm_widgets.tutor.puzzling.task import NO_DIG, Solving, puzzle_task
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.tasks.task import MOST_STARS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.solver import Plan
    from ksm_widgets.tutor.puzzling.guide import Back, Guide
    from ksm_widgets.tutor.repetition.reviewed import Reviewed
    from ksm_widgets.tutor.tasks.task import AnyTask

__all__ = ["play", "schedule_if_there"]

_MOVE = re.compile("[a-f][1-6]-[a-f][1-6]", re.IGNORECASE)


def schedule_if_there() -> Callable[[Iterable[Reviewed], int], Back] | None:
    """What tells which puzzles come back; None where the library for it is not installed."""
    if find_spec("fsrs") is None:
        return None
    coming: Callable[[Iterable[Reviewed], int], Back] = import_module(
        "ksm_widgets.tutor.puzzling.returning"
    ).coming_back
    return coming


def play(guide: Guide, first: Puzzle | None = None, *, language: str) -> int:
    """Ask one puzzle after the other until there is no more input; returns the exit status.

    `first` is asked before those that the guide chooses.
    """
    at = _Terminal(guide, Reader(language))
    at.say("puzzle_terminal.welcome")
    puzzle = first or guide.next()
    if puzzle is None:
        at.say("puzzle_terminal.none")
        return 1
    while puzzle is not None:
        guide.laid_out(puzzle)
        if not at.solve(puzzle):
            break
        puzzle = guide.next()
    at.tell_record()
    return 0


@dataclass
class _Terminal:
    """Who sits there, and the puzzle laid out."""

    guide: Guide
    reader: Reader

    def say(self, key: str, **params: object) -> None:
        put_line(self.reader.text(key, **params))

    def solve(self, puzzle: Puzzle) -> bool:
        """Ask a puzzle until it is over; False if the player leaves."""
        solving = puzzle_task(puzzle, self.reader).begun()
        own: Plan | None = None
        over = False
        self._lay_out(solving)
        while True:
            typed = next_line()
            if typed is None:
                return False
            word = typed.lower()
            if word in ("quit", "q"):
                return False
            if word in ("next", "n") or (over and not word):
                return True
            if over or not word:
                self.say("puzzle_terminal.over" if over else "puzzle_terminal.help")
                continue
            try:
                before, solving = solving, self._done(solving, word)
            except KsmError as error:
                put_line(error.sentence(self.reader.language))
                continue
            if solving is before:
                continue
            if solving.tries > before.tries:
                over = self._checked(solving)
                own = _own_plan(solving) or own
            elif solving.shown:
                self.guide.given_up(before)
                over = True
            if over:
                self._explain(solving, own)
            elif solving.seat is not before.seat:
                self._board(solving)

    def _done(self, solving: Solving, word: str) -> Solving:
        """After a command; the same if it only told something. Raises KsmError for a fault."""
        names = [pick.name for pick in solving.form().picks]
        match word.split():
            case ["help" | "?"]:
                self.say("puzzle_terminal.help")
            case ["board"]:
                self._board(solving)
            case ["hint" | "h"]:
                return self._hinted(solving)
            case ["step" | "s"]:
                return solving.stepped()
            case ["show"]:
                return solving.given_away()
            case ["back" | "b"]:
                return replace(solving, seat=solving.seat.back(), feedback=None)
            case ["none"] if NO_DIG in names:
                return solving.acted("choose", NO_DIG).checked()
            case [name] if name in names:
                return replace(solving, chosen=None).acted("choose", name).checked()
            case moves if moves and all(map(_MOVE.fullmatch, moves)):
                return self._moved(solving, moves)
            case ["moves" | "dig", *_]:
                return self._turn(solving, Turn.parse(word))
            case _:
                self.say("puzzle_terminal.unclear", found=beginning(word))
        return solving

    def _moved(self, solving: Solving, typed: list[str]) -> Solving:
        """Tiles moved on the board, each by the rules."""
        table, made = solving.seat.table, tuple(map(Move.parse, typed))
        moved(solving.seat.position, made, table.variant)
        seat = replace(solving.seat, moves=(*solving.seat.moves, *made))
        return replace(solving, seat=seat, feedback=None)

    def _turn(self, solving: Solving, turn: Turn) -> Solving:
        """A turn that ends with its dig is the answer; what was moved before belongs to it."""
        dig = None if turn.dig is None else tuple(sorted(set(turn.dig)))
        after = self._moved(solving, [str(move) for move in turn.moves])
        return after.seated(replace(after.seat, marked=dig or ())).checked()

    def _hinted(self, solving: Solving) -> Solving:
        task: AnyTask = solving.task
        if solving.hints >= len(task.hints):
            self.say("puzzle_terminal.no_more_hints")
            return solving
        after = solving.hinted()
        if after.hint is not None:
            put_line(self.reader.say(after.hint))
        return after

    def _lay_out(self, solving: Solving) -> None:
        """The puzzle: goal, terms, board, what is dug with."""
        puzzle, table = solving.task.puzzle, solving.seat.table
        task: AnyTask = solving.task
        put_line()
        self.say("puzzle_terminal.head", id=puzzle.id)
        put_line(self.reader.say(task.question))
        if solving.task.terms:
            put_line(solving.task.terms)
        for line in table.settled(self.reader):
            put_line(line)
        for card in puzzle.hand or filter(None, [table.card]):
            put_line(self.reader.text("lesson_view.card", number=card.number))
            put_line(str(card.shape).replace("/", "\n"))
        put_line()
        self._board(solving)
        picks = solving.form().picks
        if puzzle.choices:
            for pick in picks:
                put_line(f"  {pick.name:<8} {self.reader.say(pick.label)}")

    def _board(self, solving: Solving) -> None:
        seat = solving.seat
        put_line(str(seat.position))
        if seat.moves:
            spent = account(len(seat.moves), (), seat.table.powers, seat.table.coins)
            self.say("puzzle_terminal.moved", moves=[str(m) for m in seat.moves], due=spent.moves)

    def _checked(self, solving: Solving) -> bool:
        """Say what there is to say to an answer and keep it; whether the puzzle is over."""
        said = solving.feedback
        assert said is not None, "it was just checked"
        self.guide.checked(solving)
        stars = "★" * said.stars + "☆" * (MOST_STARS - said.stars) + " " if said.given else ""
        put_line(stars + " ".join(map(self.reader.say, said.remarks)))
        return said.right

    def _explain(self, solving: Solving, own: Plan | None) -> None:
        told = explain(solving.task, own)
        put_line()
        self._all(told.missed)
        self._all(told.answer)
        for number, step in enumerate(told.steps, 1):
            put_line(f"  {number}. {self.reader.say(step)}")
        for one in tempting_digs(solving.task):
            put_line(" ".join(map(self.reader.say, (one.told, *one.why))))
        themes = solving.task.puzzle.themes
        if themes:
            names = [theme_told(theme, self.reader.language) for theme in themes]
            self.say("puzzle_terminal.themes", themes=names, grade=solving.task.puzzle.grade)
        self.tell_record()
        self.say("puzzle_terminal.over")

    def _all(self, phrases: Iterable[Phrase]) -> None:
        for phrase in phrases:
            put_line(self.reader.say(phrase))

    def tell_record(self) -> None:
        """How far the player is."""
        reached = self.guide.record()
        self.say(
            "puzzle_terminal.record",
            rating=str(reached.rating),
            streak=reached.streak,
            longest=reached.longest,
        )
        back = self.guide.back()
        if back is not None and back.due:
            self.say("puzzle_terminal.due", count=len(back.due))


def _own_plan(solving: Solving) -> Plan | None:
    """The plan of an answer that was a legal turn and no best one."""
    said = solving.feedback
    if said is None or said.right or not said.given or solving.task.puzzle.choices:
        return None
    try:
        return solving.task.marked(solving.answer).plan
    except KsmError:
        return None
