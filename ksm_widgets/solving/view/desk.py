"""A pupil's desk: the page on which a class solves its pack, one puzzle after the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import ksm_widgets.tasks.view as task_view
from ksm_widgets.page.desk import BOARD, STYLES, Desk
from ksm_widgets.page.html import Child, button, element, folded, group, note, row
from ksm_widgets.page.state import ForgedValue, item
from ksm_widgets.progress.progress import timestamp
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.solving.explaining import explain
from ksm_widgets.solving.guide import gave_up, tried_in
from ksm_widgets.solving.record import Record
from ksm_widgets.solving.view.page import PuzzlesPage
from ksm_widgets.solving.view.parts import puzzle_answer, puzzle_asked
from ksm_widgets.solving.view.register import SHOWN
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.puzzles import Pack
    from ksm_widgets.solver import Plan
    from ksm_widgets.solving.pupil import Pupil
    from ksm_widgets.solving.record import Outcome
    from ksm_widgets.solving.task import Solving

CLASS_STYLES = (
    *STYLES,
    Path(task_view.__file__).with_name("lesson.css"),
    Path(__file__).with_name("puzzles.css"),
    Path(__file__).with_name("class.css"),
)
"""The style sheets of the page."""


class PupilDesk(Desk[PuzzlesPage]):
    """A pupil's page."""

    panels: ClassVar[Mapping[str, Callable[[PupilDesk], Child]]] = MappingProxyType(
        {
            "head": lambda desk: _head(desk),  # noqa: PLW0108
            "asked": lambda desk: puzzle_asked(desk.page, in_sight=True),
            "answer": lambda desk: puzzle_answer(desk.page, ended=_said(desk) if desk.done else ""),
        }
    )

    def __init__(self, pupil: Pupil, pack: Pack, language: str, look: str) -> None:
        self.pupil, self.pack = pupil, pack
        self._mark = pack.mark
        pupil.read_on()
        self.another = pupil.take(pack)
        """Whether to say that there is another assignment; until something is done."""
        first = next((one for one in pack if not self._over(one.id)), pack.puzzles[0])
        page = PuzzlesPage(
            language=language,
            look=look,
            reader=Reader(language),
            number=1,
            known=pack,
            pack=pack,
            record=Record(),
        )
        super().__init__(page.asking(first))

    def _over(self, name: str) -> bool:
        found = self.pupil.outcomes().get(name)
        return found is not None and found.over

    @property
    def done(self) -> bool:
        """Whether all puzzles of the pack are over."""
        return all(self._over(one.id) for one in self.pack)

    def receive(self, content: Any) -> None:
        """Take a message of the phone, and keep when and where the pupil was seen.

        What was done to another puzzle than this one is dropped: it was on the screen before there
        was another assignment, or still is in another window.
        """
        told = content if isinstance(content, dict) else {}
        if "news" not in told:
            self.pupil.seen = timestamp()
        if told.get("about", self._about) != self._about:
            content = told = {"news": None, "number": told.get("number")}
        super().receive(content)
        if self.another and ("news" in told or "kept" in told):
            self.look = ".ksm-desk-another"
        self.pupil.at = self.page.puzzle.id

    @property
    def _about(self) -> str:
        """The pack and the puzzle on the pupil's screen."""
        return f"{self._mark} {self.page.puzzle.id}"

    def shown(self, pictures: int) -> dict[str, Any]:
        """The data to show, with the assignment and the puzzle that they are of."""
        return {**super().shown(pictures), "moment": self._mark, "about": self._about}

    def speak(self, language: str, look: str) -> None:
        """Continue in another language or other colours; the answer so far stays."""
        if (language, look) == (self.page.language, self.page.look):
            return
        kept = self.page.kept
        self.page = replace(self.page, language=language, look=look, reader=Reader(language))
        self._restore(kept)

    def bring_back(self, kept: str) -> None:
        """Continue where the phone was; another assignment begins at its beginning."""
        if not self.another:
            self._restore(kept)

    def _restore(self, kept: str) -> None:
        """Show an answer so far, with no more help than is noted.

        What is no answer to a puzzle of the pack is dropped.
        """
        try:
            page = self.page.brought_back(kept, unpacks=False)
        except (KsmError, ForgedValue):
            return
        if page is None or self.pack.find(page.puzzle.id) is None:
            return
        solving, name = page.solving, page.puzzle.id
        if (solving.shown or solving.feedback is not None) and not self._over(name):
            return  # This way nobody sees an answer before giving up, nor checks one of their own.
        noted = self.pupil.helped(name)
        hints = min(solving.hints, noted)
        solving = replace(solving, hints=hints, steps=min(solving.steps, noted - hints))
        self.page = replace(page, answering=solving, told="")
        if page.locked:
            self._explain()

    # What the controls do.

    @property
    def _effects(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "check": lambda _: self._check(),
            "hint": lambda _: self._help(self.page.solving.hinted()),
            "step": lambda _: self._help(self.page.solving.stepped(), BOARD),
            "next": lambda _: self._next(),
            "puzzle": self._open,
        }

    def act(self, name: str, value: str) -> None:
        """Do what a control asks for."""
        self.another = False
        effect = self._effects.get(name)
        self.page = replace(self.page, told="")
        if effect is None:
            self.page = self.page.acted(name, value)
        else:
            effect(value)

    def _check(self) -> None:
        page = self.page
        if page.locked:
            return
        solving = page.solving.checked()
        self._keep(solving)
        self.page, self.look = replace(page, answering=solving), ".ksm-notice"
        if self.page.locked:
            self._explain()

    def _keep(self, solving: Solving) -> None:
        tried = tried_in(solving, timestamp())
        if tried is not None:
            self.pupil.answered(tried, self.page.edition)

    def _help(self, after: Solving, look: str = ".ksm-hints li:last-child") -> None:
        """Show some help and look there; once it was the whole answer, keep and explain it."""
        before = self.page.solving
        if self.page.locked:
            return
        if after.shown:
            self.pupil.answered(gave_up(before, timestamp()), self.page.edition)
        self.pupil.note_help(before.task.puzzle.id, after.helped)
        self.page, self.look = replace(self.page, answering=after), look
        if after.shown:
            self._explain(before.wrong_plan)

    def _explain(self, own: Plan | None = None) -> None:
        page = self.page
        self.page = replace(page, explained=explain(page.solving.task, own, page.solved))

    def _open(self, value: str) -> None:
        self.page, self.look = self.page.asking(item(self.pack.puzzles, value)), ".ksm-desk-puzzles"

    def _next(self) -> None:
        """Show the next puzzle that is not over yet; else say that all are."""
        puzzles = self.pack.puzzles
        names = [one.id for one in puzzles]
        here = names.index(self.page.puzzle.id)
        onward = [*range(here + 1, len(names)), *range(here)]
        left = next((number for number in onward if not self._over(names[number])), None)
        if left is not None:
            self._open(str(left))
        elif not self._over(names[here]):
            self._open(str(here))
        else:
            self.look = ".ksm-desk-done"


def _head(desk: PupilDesk) -> Child:
    """The pupil's name, how far they are, and a button for each puzzle."""
    page, outcomes = desk.page, desk.pupil.outcomes()
    buttons = [
        _puzzle_button(desk, number, outcomes.get(one.id))
        for number, one in enumerate(desk.pack.puzzles)
    ]
    return (
        element("p.ksm-notice.ksm-desk-another", page.text("class.another"), role="status")
        if desk.another
        else None,
        None
        if desk.pupil.saved
        else element("p.ksm-notice.ksm-tone-warning", page.text("class.not_kept"), role="status"),
        row(
            element("b.ksm-desk-name", desk.pupil.name, dir="auto"),
            element("span.ksm-desk-done" if desk.done else "span", _said(desk), role="status"),
        ),
        group(page.text("class.puzzles"), buttons, class_="ksm-desk-puzzles"),
        folded(
            page.text("puzzle_page.how_title"),
            note(page.text("puzzle_page.how")),
            note(page.text("class.how")),
            id_="ksm-how",
            open_=not outcomes,
        ),
    )


def _said(desk: PupilDesk) -> str:
    """A sentence on how far the pupil is."""
    outcomes, puzzles = desk.pupil.outcomes(), desk.pack.puzzles
    total = len(puzzles)
    solved = sum(one.id in outcomes and outcomes[one.id].solved for one in puzzles)
    key = "all_done" if solved == total else "at_end" if desk.done else "so_far"
    return desk.page.text(f"class.{key}", solved=solved, total=total)


def _puzzle_button(desk: PupilDesk, number: int, outcome: Outcome | None) -> Child:
    here = desk.pack.puzzles[number].id == desk.page.puzzle.id
    state = "open" if outcome is None else "solved" if outcome.solved else "missed"
    state = "shown" if outcome is not None and outcome.shown else state
    sign = {"open": "", "solved": " ✓", "shown": f" {SHOWN}", "missed": " ✗"}[state]
    return button(
        f"{number + 1}{sign}",
        "puzzle",
        number,
        pressed=here,
        label=desk.page.text(f"class.puzzle_{state}", number=number + 1),
        class_=f"ksm-small ksm-desk-{state}",
    )
