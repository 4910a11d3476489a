"""The page of puzzles: choose, solve, read the explanation; storms, packs and progress.

What explains, judges and prints brings the solver. A first puzzle is shown without it: these are
imported where they are needed.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qs

from ksm_widgets.page.background import Debounced
from ksm_widgets.page.choices import chosen
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.page.page import BOARD
from ksm_widgets.page.state import ForgedValue, among, member
from ksm_widgets.progress.progress import Progress
from ksm_widgets.puzzles import Pack, Puzzle, PuzzleError, PuzzleTheme
from ksm_widgets.puzzles.pack import pack_text, parse_pack, shipped_pack
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.solving.guide import Guide, Taste, scheduled
from ksm_widgets.solving.links import problem_of, puzzle_of
from ksm_widgets.solving.task import Solving
from ksm_widgets.solving.view.foot import foot
from ksm_widgets.solving.view.page import PuzzlesPage, keep
from ksm_widgets.solving.view.parts import head, news, puzzle_answer, puzzle_asked
from ksm_widgets.tasks.view.task import NUMBERS, LessonPanel, TaskBoard
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.words import LANGUAGES, calendar_day, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.solver import Plan
    from ksm_widgets.solving.storm import Storm
    from ksm_widgets.tasks.task import AnyAnswering, Feedback


_TICK = 1.0
"""Seconds between two looks at the clock of a storm."""
_AIMS = "puzzle_aims"
"""The setting of a player who likes to know what to reach."""
_LONGEST = 200
"""Characters of an address that may name a theme."""
_TASK_ACTS = ("check", "hint", "step")


class _PuzzlePanel(LessonPanel):
    """A panel of the puzzle page."""

    styles = (*LessonPanel.styles, Path(__file__).with_name("puzzles.css"))


class Puzzles(TaskBoard[PuzzlesPage]):
    """Puzzles to solve, one after the other.

    They are chosen from `pack`, by default the built-in puzzles; `start` is the link of the first
    one, or `theme=…` for those of a theme, by default the address of the page. Progress is kept
    with that of the course.

    >>> import ksm_widgets as ksm
    >>> from ksm_widgets.puzzles.authoring import make_puzzle
    >>> from ksm_widgets.progress.progress import Progress
    >>> made = make_puzzle(ksm.Problem(ksm.Position.near("5,4,3z"), ksm.Shape.parse("###")))
    >>> puzzles = ksm.Puzzles(Pack((made.puzzle,)), language="de", progress=Progress())
    >>> puzzles.solving.task.puzzle.id
    '8a2d51bbdd'
    >>> puzzles.close()
    """

    panels = MappingProxyType(
        {
            "answer": puzzle_answer,
            "asked": puzzle_asked,
            "news": news,
            "head": head,
            "foot": foot,
        }
    )
    # Its foot lies below the board on a phone, so the answer is no part of a box beside it.
    layout = (
        "puzzles",
        ("beside", "news"),
        ("choosing", "head"),
        ("task", "asked", BOARD, "answer"),
        ("beside", "foot"),
    )
    panel_type: ClassVar[type[LessonPanel]] = _PuzzlePanel
    acts = MappingProxyType({"keep": keep})
    restores = True

    def __init__(
        self,
        pack: Pack | None = None,
        *,
        language: str | None = None,
        start: str | None = None,
        progress: Progress | None = None,
        clock: Callable[[], int] | None = None,
    ) -> None:
        if language is None:
            language = chosen("language", LANGUAGES, LANGUAGES[0])
        reader = Reader(language)
        known = shipped_pack() if pack is None else pack
        self._keeper: Keeper | None = None
        if progress is None:
            progress = Progress.of_user()
            self._keeper = Keeper.where_needed(progress, self._look_again)
        self._guide = Guide(known, progress, edition=reader.played, schedule=scheduled)
        if clock is not None:
            self._guide.clock = clock
        self._tick = Debounced(self._ticked, _TICK, self.failed)
        page = PuzzlesPage(
            language=language,
            reader=reader,
            number=next(NUMBERS),
            known=known,
            pack=known,
            record=self._guide.record(),
            aims=bool(progress.setting(_AIMS)),
        )
        query = os.environ.get("QUERY_STRING", "") if start is None else start
        super().__init__(self._first(page, query).looking_at(self._guide))
        if "board=" in query and "puzzle=" not in query:  # a position of the explorer
            try:
                self._make(f"?{query}", sent=True)
            except KsmError as error:
                self._tell(error.sentence(language))

    def _first(self, page: PuzzlesPage, query: str) -> PuzzlesPage:
        """The page with the puzzle of a link, or one that suits; for a bad link also a message."""
        if "puzzle=" in query:
            try:
                found = puzzle_of(query, page.pack)
            except KsmError as error:
                page = replace(page, told=error.sentence(page.language))
            else:
                self._guide.shown(found)
                return page.asking(found)
        theme = parse_qs(query[:_LONGEST]).get("theme", [""])[0]
        if any(theme == each.value for each in PuzzleTheme):
            self._guide.taste = Taste(PuzzleTheme(theme))
        if not any(map(self._guide.taste.fits, page.pack)):
            self._guide.taste = Taste()
        played, suits = self._guide.played(), self._guide.next()
        if suits is None:
            raise PuzzleError("puzzle_page.none")
        again = self._guide.again(suits, played)
        if again is not None:
            page = replace(page, told=page.reader.say(again))
        return page.asking(suits)

    @property
    def view(self) -> Puzzles:
        """This page, where the current puzzle is; once it was a page of its own."""
        return self

    @property
    def solving(self) -> Solving:
        """The puzzle with the answer so far, as a value."""
        return self.page.solving

    @property
    def guide(self) -> Guide:
        """The guide, which chooses puzzles and keeps the answers."""
        return self._guide

    @property
    def storm(self) -> Storm | None:
        """The current storm, if there is one."""
        return self.page.storm

    def restored(self, kept: str) -> None:
        """Bring back the puzzle with the answer so far, as the browser kept it."""
        page = self.page.brought_back(kept)
        if page is None:
            return
        self._guide.shown(page.puzzle)
        self.set_page(page.looking_at(self._guide))
        if page.locked:
            self._explain()

    # What the controls do.

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {
            **super().effects,
            "step": lambda _: self._step(),
            "next": lambda _: self.next(),
            "theme": self._like_theme,
            "grade": self._like_grade,
            "daily": self._show_daily,
            "aims": self._aim,
            "storm": lambda _: self._begin_storm(),
            "storm_end": lambda _: self._end_storm(),
            "missed": self._show_missed,
            "load": self._load,
            "unload": lambda _: self._open(self.page.known),
            "save_one": lambda _: self._save_one(),
            "save_mine": lambda _: self._save("puzzles.jsonl", pack_text(Pack(self.page.mine))),
            "sheet": self._print,
            "make": self._make,
            "make_cleared": self._make_cleared,
            "take": lambda _: self._take(),
        }

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for; in a storm there is only the puzzle to be answered."""
        about_page = (name in self.effects and name not in _TASK_ACTS) or name in self.acts
        if self.storm is not None and (
            (about_page and name != "storm_end") or name in ("hint", "step", "language")
        ):
            return
        if about_page:
            self._page = replace(self.page, told="")
        super().act(name, value)

    def _tell(self, told: str) -> None:
        self.set_page(replace(self.page, told=told))

    def _look_again(self) -> None:
        """Show what the browser had kept."""
        self.set_page(self.page.looking_at(self._guide))

    def lay_out(self, puzzle: Puzzle) -> None:
        """Show a puzzle."""
        self._guide.shown(puzzle)
        self.set_page(self.page.asking(puzzle).looking_at(self._guide))
        self._panels["asked"].look(".ksm-question")

    def next(self) -> None:
        """Show the next puzzle."""
        played, said = self._guide.played(), self.page.played is not None and self.page.locked
        puzzle = self._guide.next()
        if puzzle is None:
            self._look_again()
            self._tell(self.page.text("puzzle_page.none"))
            return
        self.lay_out(puzzle)
        again = self._guide.again(puzzle, None if said else played)
        if again is not None:
            self._tell(self.page.reader.say(again))

    def _like_theme(self, value: str) -> None:
        theme = member(PuzzleTheme, value) if value else None
        wish = Taste(theme, self._guide.taste.grades)
        there = any(wish.fits(puzzle) for puzzle in self._guide.pack)
        self._guide.taste = wish if there else Taste(theme)
        self.next()

    def _like_grade(self, value: str) -> None:
        grade = int(among([str(one) for one in GRADES], value)) if value else None
        grades = None if grade is None else (grade, grade)
        self._guide.taste = Taste(self._guide.taste.theme, grades)
        self.next()

    def _aim(self, value: str) -> None:
        """Show the target from now on, or hide it."""
        aims = "on" if value else ""
        self._guide.progress.set(_AIMS, aims)
        self.set_page(replace(self.page, aims=bool(aims)))

    def _show_daily(self, value: str) -> None:
        """Show the puzzle of the day, or of one of those before."""
        page, day = self.page, self._guide.today
        if value:
            earlier = {str(one): one for one, _ in self._guide.archive()}
            day = earlier[among(earlier, value)]
        self.lay_out(self._guide.daily(day))
        self._tell(page.text("puzzle_page.of_the_day", day=calendar_day(day, page.language)))

    def _show_missed(self, value: str) -> None:
        missed = {puzzle.id: puzzle for puzzle in self.page.missed}
        self.lay_out(missed[among(missed, value)])

    def _choose(self, name: str, value: str) -> None:
        """Choose language or colours; in another language the puzzle starts again."""
        super()._choose(name, value)
        if name == "language":
            reader = Reader(value)
            self._guide.edition = reader.played
            self._page = replace(self.page, reader=reader, told="")
            self.lay_out(self.page.puzzle)

    # Answers.

    def checked(self, state: AnyAnswering, said: Feedback) -> None:
        """Keep an answer that was checked; in a storm show the next puzzle."""
        assert isinstance(state, Solving)
        storm = self.storm
        if storm is None:
            self._guide.checked(state)
            self.set_answering(state)
            self._look_again()
            if self.page.locked:
                self._explain()
        else:
            self._guide.checked(state, storm)
            self._storm_on(storm.answered(right=said.right), last=said.right)

    def hint(self) -> None:
        """Show a hint more or, after the last one, the answer."""
        self._help(self.solving.hinted())

    def _step(self) -> None:
        """Show one step of the answer, on the board in sight."""
        self._help(self.solving.stepped())
        self._board.look_at()

    def _help(self, after: Solving) -> None:
        """Show some help; once it was the whole answer, keep that, and explain it."""
        before = self.solving
        if self.page.locked:
            return
        if after.shown:
            self._guide.given_up(before)
        self.set_answering(after)
        if after.shown:
            self._look_again()
            self._explain(before.wrong_plan)

    def _explain(self, own: Plan | None = None) -> None:
        """Explain the answer, and add trap and tempting digs as soon as they are found.

        `own` is the wrong turn on the board when it was given up.
        """
        from ksm_widgets.solving.explaining import explain, tempting_digs  # noqa: PLC0415 it brings the solver

        task = self.solving.task
        # What a storm missed has been looked at now.
        missed = tuple(one for one in self.page.missed if one.id != task.puzzle.id)
        explained = explain(task, own, self.page.solved)
        self.set_page(replace(self.page, explained=explained, missed=missed))
        self.in_background(
            lambda *_: tempting_digs(task),
            lambda page, found: (
                replace(page, tempting=found) if page.solving.task is task else page
            ),
            name="tempting",
        )

    # A storm.

    def _begin_storm(self) -> None:
        self.set_page(replace(self.page, missed=()))
        self._storm_on(self._guide.storm())

    def _storm_on(self, storm: Storm, *, last: bool | None = None) -> None:
        """Show the next puzzle of a storm, or end it if its time is up."""
        self._page = replace(self.page, storm=storm, last=last)
        if storm.over(self._guide.clock()):
            self._end_storm()
        else:
            self.lay_out(storm.left[0])
            self._tick.schedule()

    def _ticked(self) -> None:
        """Show the time left, or end the storm."""
        storm = self.storm
        if storm is None:
            return
        if storm.over(self._guide.clock()):
            self._end_storm()
        else:
            self.set_page(replace(self.page, now=self._guide.clock()))
            self._tick.schedule()

    def _end_storm(self) -> None:
        """End the storm, even before its time is up, and show its result."""
        self._tick.cancel()
        storm = self.storm
        if storm is None:
            return
        self._page = replace(self.page, storm=None, missed=storm.missed)
        self.next()
        page = self.page
        best, missed = page.record.best_storm, len(storm.missed)
        self._tell(
            page.text(
                "puzzle_page.storm_over",
                solved=storm.solved,
                missed=missed,
                longest=storm.longest,
                best=best,
            )
        )

    # Packs.

    def _save(self, name: str, text: str) -> None:
        self._panels["foot"].save(name, text)

    def _save_one(self) -> None:
        puzzle = self.page.puzzle
        self._save(f"puzzle-{puzzle.id}.jsonl", pack_text(Pack((puzzle,))))

    def _print(self, value: str) -> None:
        """Save one's own pack as a sheet: `letter`, or `letter told` with its solutions.

        In the background, as solutions take a few searches.
        """
        from ksm_widgets.solving.sheets import Paper, sheet  # noqa: PLC0415 it brings the solver

        size, _, told = value.partition(" ")
        paper = member(Paper, size)
        mine, reader = self.page.mine, self.page.reader

        def printed(page: PuzzlesPage, text: str) -> PuzzlesPage:
            self._save("puzzles.html", text)
            return page

        self.in_background(
            lambda *_: sheet(mine, reader, paper=paper, solutions=bool(told)),
            printed,
            name="printing",
        )

    def _load(self, value: str) -> None:
        """Open a pack in place of the current one, in the background: it may have to be proven."""
        self._tell(self.page.text("puzzle_page.loading"))

        def read(*_: object) -> Pack | KsmError:
            try:
                return parse_pack(value.encode(errors="replace"))
            except KsmError as error:
                return error

        self.in_background(read, self._loaded, name="loading")

    def _loaded(self, page: PuzzlesPage, found: Pack | KsmError) -> PuzzlesPage:
        if isinstance(found, KsmError):
            self._tell(found.sentence(page.language))
        elif not len(found):
            self._tell(page.text("puzzle_page.none"))
        else:
            self._open(found)
            key = counted("puzzle_page.loaded", len(found))
            self._tell(page.text(key, title=found.title, count=len(found)))
        return self.page

    def _open(self, pack: Pack) -> None:
        self._guide.pack, self._guide.taste = pack, Taste()
        self.next()

    def _make(self, value: str, *, sent: bool = False) -> None:
        """Make a puzzle from a position, in the background."""
        from ksm_widgets.puzzles.authoring import make_puzzle  # noqa: PLC0415 it brings the solver

        problem, number = problem_of(value)
        self.set_page(replace(self.page, made=None, making=True, sent=sent))
        self.in_background(
            lambda *_: make_puzzle(problem, number),
            lambda page, made: replace(page, made=made, making=False),
            name="making",
        )

    def _make_cleared(self, _: str) -> None:
        """Make the puzzle again without the tiles that make no difference."""
        from ksm_widgets.puzzles.authoring import make_puzzle  # noqa: PLC0415 it brings the solver

        made = self.page.made
        if made is None or made.puzzle is None or not made.idle:
            raise ForgedValue("there is nothing to remove")
        puzzle = made.puzzle
        self.set_page(replace(self.page, made=None, making=True))
        self.in_background(
            lambda *_: make_puzzle(puzzle.problem, puzzle.number, clear=True),
            lambda page, made: replace(page, made=made, making=False),
            name="making",
        )

    def _take(self) -> None:
        """Show the puzzle made last, and add it to one's own pack."""
        made = self.page.made
        if made is None or made.puzzle is None:
            return
        self.lay_out(made.puzzle)
        page = replace(self.page, made=None)
        there = page.puzzle.id in [one.id for one in page.mine]
        self.set_page(page if there else keep(page))
