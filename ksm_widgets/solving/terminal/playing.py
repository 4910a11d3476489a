"""`ksm puzzles play`: puzzles in a terminal, with nothing but the core."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ksm_widgets.progress import MOST_STARS
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.rules.position import moved
from ksm_widgets.rules.quarries import Move
from ksm_widgets.rules.turns import Turn, account
from ksm_widgets.solving.daily import daily
from ksm_widgets.solving.explaining import explain, tempting_digs
from ksm_widgets.solving.guide import Guide, Taste, scheduled
from ksm_widgets.solving.links import puzzle_of
from ksm_widgets.solving.task import NO_DIG, Solving, puzzle_task
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.terminal.dialogue import MOVE, Printer, UnclearError, dialogue, users_progress
from ksm_widgets.terminal.streams import put_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ksm_widgets.progress.rows import Reviewed
    from ksm_widgets.progress.schedule import Schedule
    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.solver import Plan
    from ksm_widgets.tasks.task import AnyTask


def schedule_if_there() -> Callable[[Iterable[Reviewed]], Schedule] | None:
    """The scheduler of repetitions; None if its library is not installed."""
    return None if find_spec("fsrs") is None else scheduled


def play(
    pack: Pack,
    taste: Taste = Taste(),  # noqa: B008 it is frozen
    *,
    link: str | None = None,
    of_the_day: bool = False,
    language: str,
) -> int:
    """Ask puzzles and keep the user's progress; returns the exit status.

    The first one is that of a link, or the puzzle of the day. Raises the error of a bad link.
    """
    first = None
    if link is not None:
        first = puzzle_of(link.rpartition("?")[2], pack)
    elif of_the_day:
        first = daily(shipped_pack(), datetime.now(UTC).date())
    with users_progress(language) as progress:
        guide = Guide(pack, progress, edition=language, schedule=schedule_if_there(), taste=taste)
        return ask(guide, first, language=language)


def ask(guide: Guide, first: Puzzle | None = None, *, language: str) -> int:
    """Ask one puzzle after the other until the player leaves; 1 if there is none."""
    printer = Printer(Reader(language))
    printer.say("puzzle_terminal.welcome")
    played = guide.played()
    puzzle = first or guide.next()
    if puzzle is None:
        printer.say("puzzle_terminal.none")
        return 1
    guide.shown(puzzle)
    again = guide.again(puzzle, played) if first is None else None
    if again is not None:
        printer.tell([again])
    at = _Game(guide, printer, puzzle_task(puzzle, printer.reader).begun())
    at.lay_out()
    dialogue(lambda: True, at.act, language)
    at.print_record()
    return 0


@dataclass
class _Game:
    """The puzzle on the screen."""

    guide: Guide
    printer: Printer
    solving: Solving
    over: bool = False

    def act(self, typed: str) -> None:
        """Do what was typed; raises KsmError for what is illegal or unclear."""
        word, before = typed.lower(), self.solving
        if word in ("next", "n") or (self.over and not word):
            self._next()
            return
        if self.over:
            self._print_over()
            return
        self.solving = solving = self._after(word)
        if solving.feedback is not None and solving.feedback is not before.feedback:
            self._check()
        elif solving.shown:
            self.guide.given_up(before)
            self._explain(before.wrong_plan)
        elif solving.seat is not before.seat:
            self._print_board()
            notice = solving.seat.notice
            if notice is not None and notice is not before.seat.notice:
                put_line(notice.text(self.printer.reader))

    def _next(self) -> None:
        puzzle = self.guide.next()
        if puzzle is None:
            self.printer.say("puzzle_terminal.none")
            return
        again = self.guide.again(puzzle, None)
        if again is not None:
            self.printer.tell([again])
        self.solving = puzzle_task(puzzle, self.printer.reader).begun()
        self.over = False
        self.lay_out()

    def _after(self, word: str) -> Solving:
        """The puzzle after a command; the same if the command only prints something."""
        solving = self.solving
        names = [pick.name for pick in solving.form().picks]
        match word.split():
            case [] | ["help" | "?"]:
                self.printer.say("puzzle_terminal.help")
            case ["board"]:
                self._print_board()
            case ["hint" | "h"]:
                return self._hinted()
            case ["step" | "s"]:
                return solving.stepped()
            case ["show"]:
                return solving.given_away()
            case ["back" | "b"]:
                seat = solving.seat.laid(solving.seat.moves[:-1])
                return replace(solving, seat=seat, feedback=None)
            case ["clear"]:
                return solving.cleared()
            case ["none"] if NO_DIG in names:
                return replace(solving, chosen=None).acted("choose", NO_DIG).checked()
            case [name] if name in names:
                return replace(solving, chosen=None).acted("choose", name).checked()
            case moves if all(map(MOVE.fullmatch, moves)):
                return self._moved(tuple(map(Move.parse, moves)))
            case ["moves" | "dig", *_]:
                turn = Turn.parse(word)
                # A line typed once more means the same turn, not its moves twice.
                new = () if turn.moves == solving.seat.moves else turn.moves
                after, dig = self._moved(new), tuple(sorted(set(turn.dig or ())))
                return after.seated(after.seat.laid(after.seat.moves, dig)).checked()
            case _:
                raise UnclearError.of(word)
        return solving

    def _moved(self, moves: tuple[Move, ...]) -> Solving:
        """After moves on the board; raises the error of one that is illegal."""
        solving, seat = self.solving, self.solving.seat
        moved(seat.position, moves, seat.table.variant)
        return replace(solving, seat=replace(seat, moves=(*seat.moves, *moves)), feedback=None)

    def _hinted(self) -> Solving:
        task: AnyTask = self.solving.task
        if self.solving.hints >= len(task.hints):
            self.printer.say("puzzle_terminal.no_more_hints")
            return self.solving
        after = self.solving.hinted()
        if after.hint is not None:
            self.printer.tell([after.hint])
        return after

    def lay_out(self) -> None:
        """Print the puzzle: the question, the board, the card, what can be chosen."""
        solving, reader = self.solving, self.printer.reader
        puzzle, table = solving.task.puzzle, solving.seat.table
        task: AnyTask = solving.task
        put_line()
        self.printer.say("puzzle_terminal.head", id=puzzle.id)
        self.printer.tell([task.question])
        for line in (*filter(None, [solving.task.terms]), *table.settled(reader)):
            put_line(line)
        for card in puzzle.hand or filter(None, [table.card]):
            self.printer.say("mine_view.card", number=card.number)
            put_line(str(card.shape).replace("/", "\n"))
        put_line()
        self._print_board()
        if puzzle.choices:
            for pick in solving.form().picks:
                put_line(f"  {pick.name:<8} {reader.say(pick.label)}")

    def _print_board(self) -> None:
        seat = self.solving.seat
        put_line(str(seat.position))
        if seat.moves:
            due = account(len(seat.moves), (), seat.table.powers, seat.table.coins).moves
            self.printer.say("puzzle_terminal.moved", moves=list(map(str, seat.moves)), due=due)

    def _check(self) -> None:
        """Print what is said of an answer that was just checked, and keep it."""
        feedback = self.solving.feedback
        assert feedback is not None, "it was just checked"
        self.guide.checked(self.solving)
        stars = "★" * feedback.stars + "☆" * (MOST_STARS - feedback.stars) + " "
        remarks = " ".join(map(self.printer.reader.say, feedback.remarks))
        # A wrong answer has none yet: how near it came is said in coins.
        put_line((stars if feedback.right else "") + remarks)
        if feedback.right:
            self._explain()
        elif self.solving.seat.moves:
            moves = list(map(str, self.solving.seat.moves))
            self.printer.say("puzzle_terminal.still_moved", moves=moves)

    def _explain(self, own: Plan | None = None) -> None:
        """Explain the answer, and what the turn on the board lacked when it was given up."""
        self.over = True
        task, printer = self.solving.task, self.printer
        told = explain(task, own)
        put_line()
        for phrase in (*told.missed, *told.answer):
            printer.tell([phrase])
        for number, step in enumerate(told.steps, 1):
            put_line(f"  {number}. {printer.reader.say(step)}")
        for one in tempting_digs(task):
            printer.tell([one.told, *one.why])
        if task.puzzle.themes:
            names = [theme_name(theme, printer.reader.language) for theme in task.puzzle.themes]
            printer.say("puzzle_terminal.themes", themes=names, grade=task.puzzle.grade)
        self.print_record()
        self._print_over()

    def _print_over(self) -> None:
        """Say how to go on, and that all puzzles were played if they were."""
        played = self.guide.played()
        if played is None:
            self.printer.say("puzzle_terminal.over")
        else:
            self.printer.tell([played.phrase("puzzle_terminal.all_played")])

    def print_record(self) -> None:
        """Print rating, streak, and how many puzzles are to be repeated."""
        record, due = self.guide.record(), self.guide.repeats().due
        self.printer.say(
            "puzzle_terminal.record",
            rating=str(record.rating),
            streak=record.streak,
            longest=record.longest,
        )
        if due:
            self.printer.say("puzzle_terminal.due", count=len(due))
