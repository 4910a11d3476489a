"""The page of puzzles as a value: the puzzle being solved, the player's record, storm and packs."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.page.state import ForgedValue, number
from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.rules.position import moved
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solving.guide import Repeats, Taste
from ksm_widgets.solving.links import link_of_puzzle, puzzle_of
from ksm_widgets.solving.task import TRY_CARDS, Solving, puzzle_task
from ksm_widgets.tasks.view.page import TaskPage

if TYPE_CHECKING:
    from datetime import date

    from ksm_widgets.draw.showing import BoardView
    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.puzzles.authoring import Authored
    from ksm_widgets.solving.explaining import Explanation, Tempting
    from ksm_widgets.solving.guide import Guide, Played
    from ksm_widgets.solving.record import Record
    from ksm_widgets.solving.storm import Storm
    from ksm_widgets.telling.phrases import Notice


NOTHING = "-"
"""The state kept of a page that has nothing to come back to."""
_MOST_HELP = 1000
_MOST_WRONG = 10
"""So many wrong answers are remembered with a puzzle."""
_PAGING = {"PageDown": "1", "PageUp": "-1"}
"""The keys that go through the answer, as in the explorer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlesPage(TaskPage):
    """A puzzle with the answer so far, and all that stands around it.

    `known` is the pack the page began with, `pack` the one in use; `record`, `repeats`, the daily
    `streak`, the `archive` of earlier days and the time `now` are those at the last change.
    `explained` is what is said once the puzzle is over, with `tempting` digs as soon as they are
    found; `at` is the step of the answer that the board then shows, None for what was played.
    `told` is what the last control did. With `aims` the page says what to reach.

    `storm` is the current one; `last` says whether its last answer was right, None before the
    first. `missed` are the puzzles missed in the last storm. `mine` is a pack of the player's own,
    `made` the puzzle made last from a position; of one `sent` by a link the page tells above the
    board, until another is asked. `left_out` counts the entries of the progress that make no sense,
    `played` the puzzles to choose from once all of them were played.
    """

    known: Pack
    pack: Pack
    record: Record
    left_out: int = 0
    played: Played | None = None
    taste: Taste = Taste()  # noqa: RUF009 it is frozen
    repeats: Repeats = Repeats()  # noqa: RUF009
    now: int = 0
    streak: int = 0
    archive: tuple[tuple[date, bool], ...] = ()
    aims: bool = False
    explained: Explanation | None = None
    tempting: tuple[Tempting, ...] = ()
    at: int | None = None
    told: str = ""
    storm: Storm | None = None
    last: bool | None = None
    missed: tuple[Puzzle, ...] = ()
    mine: tuple[Puzzle, ...] = ()
    made: Authored | None = None
    making: bool = False
    sent: bool = False

    @property
    def solving(self) -> Solving:
        """The puzzle with the answer so far."""
        assert isinstance(self.answering, Solving)
        return self.answering

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the page."""
        return self.solving.task.puzzle

    @property
    def locked(self) -> bool:
        """Whether the puzzle is over: solved, or its answer was shown."""
        said = self.solving.feedback
        return self.solving.shown or (said is not None and said.right)

    @property
    def told_shown(self) -> str:
        """The sentence that goes with an answer that was shown; of choices only one is right."""
        if len(self.puzzle.right) == 1:
            return self.text("puzzle_page.shown_only")
        return super(PuzzlesPage, self).told_shown

    @property
    def board(self) -> BoardView | None:
        """The board as it was played or, once the puzzle is over, after a step of the answer."""
        page = self
        if self.at is not None:
            page = replace(self, answering=self.solving.at_step(self.at), at=None)
        board: BoardView = TaskPage.board.__get__(page)
        if page.solving.seat.modes or page.locked or self.puzzle.question is not Question.CARD:
            return board
        return replace(board, help=self.reader.say(TRY_CARDS))

    @property
    def solved(self) -> Turn | None:
        """The turn that was right; None before that, and once the answer was shown."""
        said, shown = self.solving.feedback, self.solving.shown
        return self.solving.turn if said is not None and said.right and not shown else None

    @property
    def last_step(self) -> int:
        """The number of steps in the answer, its dig among them; none before the puzzle is over."""
        return 0 if self.explained is None or not self.locked else len(self.explained.steps)

    def acted(self, name: str, value: str) -> PuzzlesPage:
        """A control of the form was used, or one that goes through the answer step by step."""
        if name not in ("walk", "walk-by"):
            return super(PuzzlesPage, self).acted(name, value)
        step = number(value) + ((self.at or 0) if name == "walk-by" else 0)
        last = self.last_step
        return replace(self, at=max(0, min(step, last))) if last else self

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet: in a storm what counts stays above the board."""
        storming = frozenset({"ksm-storming"}) if self.storm is not None else frozenset()
        return super(PuzzlesPage, self).classes | storming

    @property
    def link(self) -> str:
        """The puzzle's; none in a storm, or while a position that was sent becomes a puzzle."""
        unnamed = self.storm is not None or self.sent
        return "" if unnamed else link_of_puzzle(self.puzzle, self.known)

    @property
    def kept(self) -> str:
        """The puzzle with the answer so far as text; nothing to come back to in a storm."""
        solving = self.solving
        if self.storm is not None:
            return NOTHING
        turn, said = solving.turn, solving.feedback
        return json.dumps(
            {
                "puzzle": link_of_puzzle(self.puzzle, self.known),
                "turn": str(Turn(turn.moves, turn.dig)),
                "choice": solving.chosen,
                "helped": [solving.hints, solving.steps, solving.tries],
                "wrong": [str(one) for one in solving.refused[-_MOST_WRONG:]],
                "over": "shown" if solving.shown else "right" if said and said.right else "",
            }
        )

    def brought_back(self, kept: str, *, unpacks: bool = True) -> PuzzlesPage | None:
        """The page with the puzzle of a kept text, just as it was; None for nothing.

        Nothing of it is another try. With `unpacks` it may have a puzzle that is in no pack here.
        Raises ForgedValue, or the error of the part at fault.
        """
        if kept == NOTHING:
            return None
        try:
            data = read_json(kept)
        except (ValueError, RecursionError):
            raise ForgedValue(kept[:20]) from None
        if not isinstance(data, dict):
            raise ForgedValue(kept[:20])
        link = str(data.get("puzzle", ""))
        page = self.asking(puzzle_of(link, self.known, self.pack, unpacks=unpacks))
        turn, choice, helped = Turn.parse(str(data.get("turn", "-"))), data.get("choice"), []
        if isinstance(data.get("helped"), list):
            helped = [min(one, _MOST_HELP) for one in data["helped"] if type(one) is int]
        if len(helped) != 3 or min(helped) < 0:
            raise ForgedValue("helped")
        solving = page.solving
        if choice is not None:
            solving = solving.acted("choose", str(choice))
        if solving.seat.modes:
            moved(solving.seat.position, turn.moves, solving.seat.table.variant)
            solving = replace(solving, seat=solving.seat.laid(turn.moves, turn.dig or ()))
        hints = min(helped[0], len(solving.task.hints))
        right = data.get("over") == "right"
        missed = max(0, helped[2] - right)
        wrong = data.get("wrong")
        # Each answer that they were told is wrong was a try.
        known = wrong[: min(missed, _MOST_WRONG)] if isinstance(wrong, list) else ()
        refused = tuple(solving.response(str(one)) for one in known)
        solving = replace(solving, hints=hints, steps=helped[1], missed=missed, refused=refused)
        if right:
            solving = solving.checked()
        shown = data.get("over") == "shown"
        solving = replace(solving, tries=helped[2], shown=shown)
        return replace(page, answering=solving, told=page.text("pulse.restored"))

    @property
    def announcement(self) -> str:
        """The question is read out whenever it is another one."""
        return self.reader.say(self.solving.task.question)

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """n goes on once the puzzle is over; and the shortcuts of every task."""
        if self.locked and key in ("n", "N") and not command:
            return "next", ""
        if self.locked and key in _PAGING:
            return "walk-by", _PAGING[key]
        return TaskPage.shortcut(self, key, command=command, shift=shift)

    def telling(self, notice: Notice | None) -> PuzzlesPage:
        """The page with something to tell."""
        return replace(self, told="" if notice is None else notice.text(self.reader))

    def failed(self, error: str) -> PuzzlesPage:
        """The page after an unexpected error, with nothing being made any more."""
        return replace(self, trouble=error, making=False)

    def looking_at(self, guide: Guide) -> PuzzlesPage:
        """The page with what the guide knows by now."""
        return replace(
            self,
            pack=guide.pack,
            taste=guide.taste,
            record=guide.record(),
            left_out=guide.progress.left_out,
            played=guide.played(),
            repeats=guide.repeats(),
            streak=guide.daily_streak(),
            archive=guide.archive(),
            now=guide.clock(),
        )

    def asking(self, puzzle: Puzzle) -> PuzzlesPage:
        """The page with another puzzle."""
        begun = puzzle_task(puzzle, self.reader).begun()
        made = None if self.sent else self.made
        page = replace(self, answering=begun, explained=None, tempting=(), at=None)
        return replace(page, made=made, sent=False)


def keep(page: PuzzlesPage, _: str = "") -> PuzzlesPage:
    """Add the puzzle to the player's own pack, or remove it."""
    others = tuple(one for one in page.mine if one.id != page.puzzle.id)
    return replace(page, mine=others if len(others) < len(page.mine) else (*others, page.puzzle))
