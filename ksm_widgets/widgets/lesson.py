"""A task of the course as a widget: a board, fields or options, and an answer at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import ipywidgets

from ksm_widgets.draw import DARK, LIGHT, THEMES, board_scene, paint_svg
from ksm_widgets.rules.arguments import expect
from ksm_widgets.tutor.course.drill import fresh_seed, reviews_of
from ksm_widgets.tutor.course.lesson import Exercise
from ksm_widgets.tutor.course.progress import Attempted, timestamp
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.tasks.mine.seat import Hand, MineSeat
from ksm_widgets.tutor.tasks.pictures import task_scene, task_text
from ksm_widgets.tutor.tasks.said import TaskError
from ksm_widgets.tutor.tasks.task import Task
from ksm_widgets.tutor.touch import Press
from ksm_widgets.widgets.board import Board
from ksm_widgets.widgets.guarding import guarded
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.panel import Panel
from ksm_widgets.widgets.parts.task import answer, quarry_told, question
from ksm_widgets.widgets.pulse import Pulse

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.draw import Marks
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.tutor.course.progress import Progress
    from ksm_widgets.tutor.tasks.task import AnyAnswering, AnyTask, Feedback

__all__ = ["LAST_HINT", "LessonPanel", "TaskView", "download", "on_a_sheet", "page_colours"]
__all__ += ["without_kernel"]

_STATIC = Path(__file__).parent / "static"
_NUMBERS = count(1)
LAST_HINT = ".ksm-hints li:last-child"
"""Where on a task's page the hint stands that was asked for last."""
_SAYS = {"check": ".ksm-notice", "hint": LAST_HINT}
"""What says something to the reader, and where on the page."""


class LessonPanel(Panel):
    """A panel of a lesson."""

    _css = "\n".join(
        (_STATIC / name).read_text(encoding="utf-8")
        for name in ("explorer.css", "layout.css", "lesson.css")
    )


def page_colours() -> Markup:
    """The colours of a lesson's page: those of the notebook's theme, without asking Python."""
    dark = DARK.css
    return element(
        "style",
        Markup(
            f".ksm-lesson{{{LIGHT.css}}}"
            f'body[data-jp-theme-light="false"] .ksm-lesson{{{dark}}}'
            "@media (prefers-color-scheme: dark){"
            f"body:not([data-jp-theme-light]) .ksm-lesson{{{dark}}}}}"
        ),
    )


def download(name: str, text: str, words: str | None = None) -> Markup:
    """A link that gives the reader a text as a file."""
    address = f"data:text/plain;charset=utf-8,{quote(text)}"
    return element("a", words or name, href=address, download=name, class_="ksm-button")


def on_a_sheet(panel: LessonPanel) -> ipywidgets.Box:
    """A panel on a sheet of its own, above or below the task."""
    sheet = ipywidgets.Box([panel])
    sheet.add_class("ksm-final-part")
    return sheet


def without_kernel(shown: Any, text: str, **pictures: str) -> Any:
    """What a widget shows, with a text and pictures beside it for places without a kernel."""
    data, *about = shown if isinstance(shown, tuple) else (shown,)
    bundle = {**data, "text/plain": text, **pictures}
    return (bundle, *about) if about else bundle


def _set_once(task: AnyTask) -> Exercise:
    """A task by itself as an exercise: the same for every seed."""
    return Exercise("", task.rules, lambda rng, edition: task, fixed=True)


class TaskView(ipywidgets.Box):  # type: ignore[misc]
    """An exercise's task to be answered; every answer that is checked goes to `progress`.

    A task by itself will do as well: the same every time, and without a name to keep progress by.
    With `once` there is one try and no hint, as in a test; `on_checked` hears of every answer.
    `on_new` is called where another task is wanted, instead of drawing it here.
    """

    def __init__(
        self,
        exercise: Exercise | AnyTask,
        reader: Reader,
        progress: Progress | None = None,
        *,
        seed: int = 0,
        once: bool = False,
        on_checked: Callable[[Feedback], None] | None = None,
        on_new: Callable[[], None] | None = None,
    ) -> None:
        expect("exercise", exercise, Exercise, Task)
        expect("reader", reader, Reader)
        self._from_rulebook = isinstance(exercise, Exercise) and exercise.fixed
        if not isinstance(exercise, Exercise):
            if progress is not None:
                raise TaskError("task.named")
            exercise = _set_once(exercise)
        self._exercise, self._reader, self._progress = exercise, reader, progress
        self._seed, self._once = seed, once
        self._on_checked, self._on_new = on_checked, on_new
        self._reviewed = False
        self._number = next(_NUMBERS)
        self._theme = LIGHT
        self._keyboard = False
        self._began: Press | None = None
        self._painted: object = None
        self._trouble: str | None = None
        self._state: AnyAnswering = exercise.task(seed, reader.edition).begun()
        self._asked = LessonPanel("asked", self.act)
        self._answer = LessonPanel("answer", self.act)
        self._board: Board | None = None
        self._pulse = Pulse(reader.language)
        self._sheet = ipywidgets.Box([])
        self._sheet.add_class("ksm-task")
        super().__init__([self._pulse, self._sheet])
        self.add_class("ksm-lesson")
        self._lay_out()
        self._refresh()

    def _lay_out(self) -> None:
        """Put question, board and answer together; there is a board if the task has one."""
        old = self._board
        if (old is None) is (self._seat is None) and self._sheet.children:
            return
        self._board = Board(self) if self._seat is not None else None
        self._painted = None
        parts = [self._asked, self._board, self._answer]
        self._sheet.children = [part for part in parts if part is not None]
        if self._board is None:
            self._sheet.add_class("ksm-boardless")
        else:
            self._sheet.remove_class("ksm-boardless")
        if old is not None:
            old.close()

    @property
    def state(self) -> AnyAnswering:
        """The answer so far, as a value."""
        return self._state

    @property
    def task(self) -> AnyTask:
        """The task that is asked."""
        return self._state.task

    @property
    def exercise(self) -> Exercise:
        """The exercise that its tasks are drawn from."""
        return self._exercise

    @property
    def _seat(self) -> MineSeat | None:
        """What is done on the board; None if the task has none, or another game's."""
        seat = self._state.seat
        return seat if isinstance(seat, MineSeat) else None

    # What the board tells.

    def tap(self, quarry: Quarry) -> None:
        """A quarry was touched."""
        self.press(quarry)
        self.release(quarry)

    @guarded
    def press(self, quarry: Quarry) -> None:
        """A drag began: a tile to be moved is picked up at once."""
        self._keyboard, self._began = False, None
        seat = self._seat
        if seat is None or self._locked:
            return
        self._began = Press(quarry, held=seat.picked is not None)
        if seat.hand is Hand.MOVE and not self._began.held:
            self._become(self._state.seated(seat.touch(quarry)))

    @guarded
    def release(self, quarry: Quarry | None) -> None:
        """The drag has ended."""
        began, self._began = self._began, None
        if began is not None and self._seat is not None:
            self._become(self._state.seated(self._seat.released(began, quarry)))

    @guarded
    def point(self, quarry: Quarry | None) -> None:
        """The pointer came to another quarry: the card that is to be laid hangs under it."""
        seat = self._seat
        if seat is not None and seat.hand is Hand.LAY and not self._locked:
            self._keyboard = False
            self._state = self._state.seated(replace(seat, pointed=quarry))
            self._paint()

    @guarded
    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key was pressed on the board."""
        self._keyboard = True
        before = self._seat
        if before is None or (self._locked and (command or before.walked(key) is None)):
            return
        seat = before.back() if command else before.key(key)
        self._become(self._state.seated(seat))
        if self._board is None:
            return
        if seat.cursor != before.cursor:
            self._board.announce(quarry_told(seat, seat.cursor, self._reader))
        elif seat.marked != before.marked and seat.marked:
            quarries = list(seat.marked)
            self._board.announce(self._reader.text("lesson_view.marked", quarries=quarries))

    def paste(self, text: str) -> None:
        """Nothing can be pasted here."""

    @guarded
    def focused(self, on: bool) -> None:
        """The board got or lost the keyboard's focus."""
        if not on:
            self._keyboard = False
            self._refresh()

    @guarded
    def page_theme(self, name: str) -> None:
        """The page around is dark or light."""
        self._theme = THEMES[name]
        self._refresh()

    def at_address(self, address: str) -> None:
        """A lesson has no link to itself."""

    def failed(self, error: Exception) -> None:
        """Show an error that nobody expected, and go on."""
        self._trouble = self._reader.text("lesson_view.trouble", error=repr(error))
        self._answer.html = element("p", self._trouble, class_="ksm-notice ksm-tone-warning")

    # What the panels tell.

    @guarded
    def act(self, name: str, value: str) -> None:
        """Do what a control asks for; what is said to it comes into sight."""
        self._act(name, value)
        if name in _SAYS:
            self._answer.look(_SAYS[name])

    def _act(self, name: str, value: str) -> None:
        state = self._state
        if name == "new":
            self._draw()
        elif name == "hint" and self._locked:
            self._give_away()
        elif self._locked:
            return
        elif name == "check":
            self._check()
        elif name == "hint" and not self._once:
            self._become(state.hinted())
            if self._state.shown:
                self._review(None)
        else:
            self._become(state.acted(name, value))

    @property
    def _locked(self) -> bool:
        """Whether the answer stands and nothing more can be changed."""
        said = self._state.feedback
        return said is not None and (said.right or (self._once and said.given))

    def _draw(self) -> None:
        """Draw another task, from a seed that this learner has not had yet."""
        if self._once:
            return
        if self._on_new is not None:
            self._on_new()
            return
        self.ask(self._exercise, fresh_seed(self._progress, self._exercise, self._seed))

    def ask(self, exercise: Exercise, seed: int) -> None:
        """Ask another task in place of the one before."""
        self._exercise, self._seed, self._reviewed = exercise, seed, False
        self._state = exercise.task(seed, self._reader.edition).begun()
        self._lay_out()
        self._become(self._state)

    def _give_away(self) -> None:
        """After the one try of a test: show what would have been right."""
        said = self._state.feedback
        if said is not None and not said.right:
            self._become(replace(self._state.given_away(), feedback=said))

    def _check(self) -> None:
        """Have the answer checked; it is recorded first, whatever becomes of showing it."""
        state = self._state.checked()
        said = state.feedback
        if said is None or not said.given:
            self._become(state)
            return
        if self._progress is not None and not state.shown:
            self._progress.record(
                Attempted(
                    task=self._exercise.name,
                    seed=self._seed,
                    edition=self._reader.edition.name,
                    at=timestamp(),
                    right=said.right,
                    stars=said.stars,
                    hints=state.hints,
                    rule=said.rule,
                )
            )
            self._review(said)
        self._become(state)
        if self._on_checked is not None:
            self._on_checked(said)

    def _review(self, said: Feedback | None) -> None:
        """Keep how well the rule was known, by the first answer to a task or its lack."""
        if self._progress is None or self._reviewed:
            return
        self._reviewed = True
        hints = self._state.hints
        self._progress.review(*reviews_of(self.task, said, hints, timestamp()))

    # Showing.

    def _become(self, state: AnyAnswering) -> None:
        self._state, self._trouble = state, None
        self._refresh()

    def _refresh(self) -> None:
        """Bring everything that has changed to the page."""
        self._asked.html = joined([page_colours(), self._question()])
        self._answer.html = self._answers()
        self._paint()

    def _question(self) -> Markup:
        """What is asked."""
        return question(self._state, self._reader, self._theme, fixed=self._from_rulebook)

    def _answers(self) -> Markup:
        """What to answer with, and what was said."""
        return answer(
            self._state,
            self._reader,
            self._theme,
            self._number,
            once=self._once,
            fixed=self._exercise.fixed,
        )

    def _paint(self) -> None:
        """Show the board, if it looks other than before."""
        seat, reader = self._seat, self._reader
        if self._board is None or seat is None:
            return
        looks = (seat.position, self._marks(seat), self._theme.name)
        self._board.hold(None if self._locked else seat.card_laid)
        if looks == self._painted:
            return
        self._painted = looks
        scene = board_scene(
            looks[0],
            looks[1],
            open_view=seat.table.open,
            theme=self._theme,
            edition=reader.played,
            language=reader.language,
        )
        here = quarry_told(seat, seat.cursor, reader)
        look = "board_look" if seat.hand is Hand.LOOK else "board_help"
        self._board.show(
            scene,
            text=looks[0].text,
            label=reader.text("lesson_view.board_label", cursor=here),
            help_=reader.text(f"lesson_view.{look}"),
        )

    def _marks(self, seat: MineSeat) -> Marks:
        """What the board points out: what was done on it, hinted at, and called wrong."""
        said, hint = self._state.feedback, self._state.hint
        return seat.on_board(
            keyboard=self._keyboard,
            hinted=() if hint is None else hint.places,
            wrong=() if said is None or said.right else said.places,
            done=said is not None and said.right,
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it a picture and a text for places without a kernel."""
        text = task_text(self.task, self._reader)
        scene = task_scene(self.task, self._reader)
        pictures = {} if scene is None else {"image/svg+xml": paint_svg(scene, 560)}
        return without_kernel(super()._repr_mimebundle_(**kwargs), text, **pictures)
