"""The puzzles as a widget: choose, solve, be told why, go on; a storm; what was reached."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets
import segno

from ksm_widgets.draw import paint_svg
from ksm_widgets.puzzles import Pack, Puzzle, PuzzleError, Theme
from ksm_widgets.puzzles.pack import pack_text, parse_pack
from ksm_widgets.puzzles.shipped import shipped_pack
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.puzzling.choosing import Taste, daily
from ksm_widgets.tutor.puzzling.explaining import explain, tempting_digs
from ksm_widgets.tutor.puzzling.guide import Guide
from ksm_widgets.tutor.puzzling.links import link_of_puzzle, puzzle_of
from ksm_widgets.tutor.puzzling.returning import coming_back
from ksm_widgets.tutor.puzzling.task import puzzle_task
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.tasks.pictures import task_scene, task_text
from ksm_widgets.widgets.guarding import guarded
from ksm_widgets.widgets.keeper import Keeper
from ksm_widgets.widgets.lesson import LessonPanel, on_a_sheet, page_colours, without_kernel
from ksm_widgets.widgets.markup import Child, Markup, element, joined
from ksm_widgets.widgets.parts.puzzle import (
    choosing,
    explanation,
    sharing,
    standing,
    storm_line,
    storm_missed,
    what_a_turn_is,
    what_was_reached,
)
from ksm_widgets.widgets.parts.teaching import packs
from ksm_widgets.widgets.preferences import chosen, keep_chosen
from ksm_widgets.widgets.puzzle import PuzzleView
from ksm_widgets.widgets.search import Searching
from ksm_widgets.widgets.storming import Storming
from ksm_widgets.widgets.workshop import Workshop
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver import Plan
    from ksm_widgets.tutor.puzzling.explaining import Tempting
    from ksm_widgets.tutor.puzzling.guide import Storm
    from ksm_widgets.tutor.puzzling.task import Solving

__all__ = ["Puzzles"]

_STATIC = Path(__file__).parent / "static"


class _PuzzlePanel(LessonPanel):
    """A panel above or below a puzzle."""

    _css = "\n".join(
        (_STATIC / name).read_text(encoding="utf-8")
        for name in ("explorer.css", "lesson.css", "puzzles.css")
    )


class Puzzles(ipywidgets.Box):  # type: ignore[misc]
    """Puzzles to solve, one after the other.

    `pack` are those to choose from, by default the project's own; `start` is the link of one to
    begin with, by default that of the page's address. Progress is kept with that of the course.

    >>> import ksm_widgets as ksm
    >>> from ksm_widgets.puzzles.authoring import made_a_puzzle
    >>> from ksm_widgets.tutor.course.progress import Progress
    >>> made = made_a_puzzle(ksm.Problem(ksm.Position.near("5,4,3z"), ksm.Shape.parse("###")))
    >>> puzzles = ksm.Puzzles(Pack((made.puzzle,)), language="de", progress=Progress())
    >>> puzzles.view.solving.task.puzzle.id
    '8a2d51bbdd'
    >>> puzzles.close()
    """

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
        self._reader = Reader(language)
        self._known = shipped_pack("puzzles") if pack is None else pack
        self._keeper: Keeper | None = None
        if progress is None:
            progress = Progress.of_user()
            self._keeper = Keeper.where_needed(progress, self._came)
        self._guide = Guide(
            self._known,
            progress,
            edition=self._reader.played,
            coming=coming_back,
        )
        if clock is not None:
            self._guide.clock = clock
        self._storming = Storming(self._guide, self)
        self._workshop = Workshop()
        self._own: Plan | None = None
        self._told: str | None = None
        self._searching = Searching(self.failed)
        self._head = _PuzzlePanel("asked", self.act)
        self._foot = _PuzzlePanel("answer", self.act)
        first = self._first(os.environ.get("QUERY_STRING", "") if start is None else start)
        self._view = self._viewed(first)
        self._sheets = on_a_sheet(self._head), on_a_sheet(self._foot)
        super().__init__([self._sheets[0], self._view, self._sheets[1]])
        self.add_class("ksm-lesson")
        self.add_class("ksm-final")
        self.add_class("ksm-puzzles")
        self._refresh()

    @property
    def view(self) -> PuzzleView:
        """The puzzle that is laid out."""
        return self._view

    @property
    def guide(self) -> Guide:
        """What chooses puzzles and keeps what came of them."""
        return self._guide

    @property
    def storm(self) -> Storm | None:
        """The storm that is on."""
        return self._storming.storm

    def _first(self, query: str) -> Puzzle:
        """The puzzle of a link, else one that suits; a link that cannot be read is explained."""
        if "puzzle=" in query:
            try:
                found = puzzle_of(query, self._guide.pack)
            except KsmError as error:
                self._told = error.sentence(self._reader.language)
            else:
                self._guide.laid_out(found)
                return found
        found_next = self._guide.next()
        if found_next is None:
            raise PuzzleError("puzzle_page.none")
        return found_next

    def _viewed(self, puzzle: Puzzle) -> PuzzleView:
        """A puzzle laid out in the reader's language."""
        return PuzzleView(puzzle_task(puzzle, self._reader), self._reader, self)

    @guarded
    def _came(self) -> None:
        """What the browser had kept has come: the record is another."""
        self._refresh()

    # What the puzzle tells.

    def answered(self, solving: Solving) -> None:
        """An answer was checked: it is kept, and in a storm the next puzzle follows."""
        said = solving.feedback
        if said is None or not said.given:
            return
        storm = self.storm
        if storm is None:
            self._guide.checked(solving)
            self._own = _plan_of_answer(solving) or self._own
            self._refresh()
            if self._view.over:
                self._explain()
            return
        if not said.right and said.rule is not None:
            return  # What a rule forbids is no answer yet.
        self._storming.answered(storm, solving, right=said.right)

    def gave_up(self, before: Solving) -> None:
        """The whole answer is shown."""
        self._guide.given_up(before)
        self._refresh()
        self._explain()

    def _explain(self) -> None:
        """Tell why, at once; and what tempts as soon as the weaker solvers have been asked."""
        task = self._view.solving.task
        told = explain(task, self._own)
        rating = self._guide.record().rating_of(task.puzzle)

        def tell(tempting: tuple[Tempting, ...]) -> None:
            if self._view.solving.task is task:
                self._view.tell(explanation(self._reader, task, told, tempting, rating))

        tell(())
        search = self._searching.next(
            lambda *_: tempting_digs(task), done=tell, stands=lambda _: None
        )
        search.start()

    def wait(self, timeout: float | None = None) -> None:
        """Wait until a search that is under way has ended."""
        self._searching.join(timeout)

    def next(self) -> None:
        """Lay out the next puzzle as wished for."""
        if self.storm is not None:
            return
        self._told = None
        puzzle = self._guide.next()
        if puzzle is None:
            self._told = self._reader.text("puzzle_page.none")
            self._refresh()
        else:
            self.lay_out(puzzle)

    # What the panels tell.

    @guarded
    def act(self, name: str, value: str) -> None:
        """Do what a control asks for."""
        text = self._reader.text
        self._told = None
        match name:
            case "next":
                self.next()
                return
            case "theme" | "grade" if self.storm is None:
                self._wish(name, value)
                return
            case "daily" if self.storm is None:
                day = datetime.fromtimestamp(self._guide.clock() / 1000, UTC).date()
                self._told = text("puzzle_page.of_the_day", day=day.isoformat())
                self.lay_out(daily(self._known, day))
                return
            case "storm" if self.storm is None:
                self._storming.begin()
                return
            case "storm_end":
                self._storming.end()
                return
            case "missed" if self.storm is None and (missed := self._storming.look_at(value)):
                self.lay_out(missed)
                return
            case "save_one":
                puzzle = self._view.solving.task.puzzle
                self._foot.save(f"puzzle-{puzzle.id}.jsonl", pack_text(Pack((puzzle,))))
            case "load":
                self._load(value)
            case "unload" if self.storm is None:
                self._guide.pack, self._guide.taste = self._known, Taste()
                self.next()
                return
            case "keep":
                self._workshop.keep(self._view.solving.task.puzzle)
            case "save_mine":
                self._foot.save("puzzles.jsonl", self._workshop.pack)
            case "sheet":
                self._foot.save("puzzles.html", self._workshop.sheet(value, self._reader))
            case "make" if self.storm is None:
                self._workshop.judge(value, self._searching, self._refresh)
                return
            case "take" if self.storm is None and (taken := self._workshop.take()):
                self.lay_out(taken)
                return
            case "language" if self.storm is None and value in LANGUAGES:
                self._speak(value)
        self._refresh()

    def failed(self, error: Exception) -> None:
        """Show what went wrong, and go on."""
        language = self._reader.language
        told = error.sentence(language) if isinstance(error, KsmError) else repr(error)
        self._workshop.making = False
        self._told = self._reader.text("puzzle_page.trouble", error=told)
        self._refresh()

    def _wish(self, name: str, value: str) -> None:
        taste = self._guide.taste
        if name == "theme":
            theme = next((one for one in Theme if one.value == value), None)
            taste = Taste(theme, taste.grade)
        else:
            taste = Taste(taste.theme, int(value) if value in ("1", "2", "3", "4", "5") else None)
        self._guide.taste = taste
        self.next()

    def _speak(self, language: str) -> None:
        """Go on in another language, here and wherever one reads; the puzzle begins again."""
        keep_chosen("language", language)
        self._reader, old = Reader(language), self._view
        self._guide.edition = self._reader.played
        old.speak(language)
        self._view = self._viewed(old.solving.task.puzzle)
        self.children = [self._sheets[0], self._view, self._sheets[1]]
        old.close()

    def _load(self, text: str) -> None:
        """Read a pack from elsewhere; it takes the place of the one that was there."""
        try:
            pack = parse_pack(text.encode())
        except KsmError as error:
            self._told = error.sentence(self._reader.language)
            return
        if not len(pack):
            self._told = self._reader.text("puzzle_page.none")
            return
        self._guide.pack, self._guide.taste = pack, Taste()
        self.next()
        told = self._reader.text("puzzle_page.loaded", title=pack.title, count=len(pack))
        self._told = told

    # A storm.

    def ticked(self) -> None:
        """A second of the storm has gone by."""
        self._refresh_head()

    def stormed(self, storm: Storm) -> None:
        """The storm is over: tell what came of it."""
        self.next()
        best = self._guide.record().best_storm
        self._told = self._reader.text(
            "puzzle_page.storm_over", solved=storm.solved, missed=len(storm.missed), best=best
        )
        self._refresh()

    # Showing.

    def lay_out(self, puzzle: Puzzle) -> None:
        """Lay out a puzzle, in a storm or by itself."""
        self._own = None
        self._guide.laid_out(puzzle)
        task = puzzle_task(puzzle, self._reader)
        self._view.lay_out(task, storm=self.storm is not None)
        self._refresh()

    def _refresh(self) -> None:
        self._refresh_head()
        self._refresh_foot()

    def _refresh_head(self) -> None:
        reader, guide = self._reader, self._guide
        parts: list[Child] = [page_colours()]
        if self.storm is not None:
            parts.append(storm_line(reader, self.storm, guide.clock(), self._storming.last))
        else:
            parts.append(choosing(reader, guide.pack, guide.taste))
            parts.append(standing(reader, guide.record(), guide.back(), guide.clock()))
            parts.append(what_a_turn_is(reader, guide.record()))
        if self._told is not None:
            parts.append(element("p", self._told, class_="ksm-notice", role="status"))
        if self.storm is None:
            parts.append(storm_missed(reader, self._storming.missed))
        self._head.html = joined(parts)

    def _refresh_foot(self) -> None:
        if self.storm is not None:
            self._foot.html = ""
            return
        reader, solving = self._reader, self._view.solving
        parts: list[Child] = []
        address = self._address(solving.task.puzzle)
        parts.append(sharing(reader, address, _code(address), solving.task.puzzle.id))
        parts.append(what_was_reached(reader, self._guide.record()))
        parts.append(
            packs(
                reader,
                self._workshop.mine,
                solving.task.puzzle,
                loaded=self._guide.pack is not self._known,
                made=self._workshop.made,
                making=self._workshop.making,
            )
        )
        self._foot.html = joined(parts)

    def _address(self, puzzle: Puzzle) -> str:
        """Where just this puzzle opens: in the app its whole address, else what follows it."""
        query = f"?{link_of_puzzle(puzzle, self._known)}"
        host, port = os.environ.get("SERVER_NAME", ""), os.environ.get("SERVER_PORT", "")
        if not host:
            return query
        name = f"{host}:{port}" if port else host
        return f"http://{name}{os.environ.get('SCRIPT_NAME', '/')}{query}"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; where there is no kernel its puzzle as text, and nothing of the answer."""
        task = self._view.solving.task
        scene = task_scene(task, self._reader)
        pictures = {} if scene is None else {"image/svg+xml": paint_svg(scene, 560)}
        text = task_text(task, self._reader)
        return without_kernel(super()._repr_mimebundle_(**kwargs), text, **pictures)


def _code(address: str) -> Markup | None:
    """An address as a QR code; None for what is no whole address, or too long for one."""
    if not address.startswith("http"):
        return None
    try:
        code = segno.make(address, error="l", micro=False)
    except segno.DataOverflowError:
        return None
    return Markup(code.svg_inline(scale=4, border=2, dark="#000", light="#fff"))


def _plan_of_answer(solving: Solving) -> Plan | None:
    """The plan of an answer that was a turn, and no best one."""
    said = solving.feedback
    if said is None or said.right or said.rule is not None or solving.task.puzzle.choices:
        return None
    return solving.task.marked(solving.answer).plan
