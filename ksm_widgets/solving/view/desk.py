"""A pupil's desk: the page on which a class solves its pack, one puzzle after the other.

It is the page of puzzles without a kernel: the same value and the same panels, for a phone that
sends what was done, and gets what is to be shown as plain data.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from secrets import randbits
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import ksm_widgets.page as page_package
import ksm_widgets.tasks.view as task_view
from ksm_widgets.draw import paint_svg
from ksm_widgets.page.html import Child, button, element, folded, group, joined, note, row
from ksm_widgets.page.listening import glide, tell
from ksm_widgets.page.state import ForgedValue, item, refused
from ksm_widgets.progress.progress import timestamp
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.solving.explaining import explain
from ksm_widgets.solving.guide import gave_up, tried_in
from ksm_widgets.solving.record import Record
from ksm_widgets.solving.view.page import PuzzlesPage
from ksm_widgets.solving.view.parts import puzzle_answer, puzzle_asked
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.puzzles import Pack
    from ksm_widgets.solver import Plan
    from ksm_widgets.solving.classroom import Outcome, Pupil
    from ksm_widgets.solving.task import Solving

_STATIC = Path(page_package.__file__).with_name("static")
_TASKS = Path(task_view.__file__).parent
STYLES = (
    _STATIC / "explorer.css",
    _STATIC / "layout.css",
    _TASKS / "lesson.css",
    Path(__file__).with_name("puzzles.css"),
    Path(__file__).with_name("class.css"),
)
"""The style sheets of the page."""
SCRIPTS = MappingProxyType(
    {
        "panel.js": (_STATIC / "panel.js",),
        "board.js": (_STATIC / "pointing.js", _STATIC / "board.js"),
        "desk.js": (Path(__file__).with_name("desk.js"),),
    }
)
"""The scripts of the page by their name, each of several files."""
_MOST_MESSAGE = 16_000
"""Bytes; a phone may have an answer to come back to."""
_LONGEST_ACT = 100
_LONGEST_KEPT = 10_000


def message_of(body: bytes) -> dict[str, Any] | None:
    """What a phone has sent; None if it is no message."""
    try:
        content = read_json(body.decode("utf-8")) if len(body) <= _MOST_MESSAGE else None
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


class Desk:
    """A pupil's page; it listens to what is done there.

    `fresh` is whether nothing has been done yet: then the phone may know better where they were.
    """

    def __init__(self, pupil: Pupil, pack: Pack, language: str, look: str) -> None:
        self.pupil, self.pack, self.fresh = pupil, pack, True
        self.look = ""
        """What is to be brought into sight on the phone, as a selector."""
        # Another number at each start: a phone that was here before has none of these pictures.
        self._pictures = randbits(40)
        self._before: PuzzlesPage | None = None
        self._number: object = None
        first = next((one for one in pack if not self._solved(one.id)), pack.puzzles[0])
        self.page = PuzzlesPage(
            language=language,
            look=look,
            reader=Reader(language),
            number=1,
            known=pack,
            pack=pack,
            record=Record(),
        ).asking(first)
        self._places = self._seen()

    def _solved(self, name: str) -> bool:
        found = self.pupil.outcomes().get(name)
        return found is not None and found.solved

    def receive(self, content: Any) -> None:
        """Take a message of the phone; one that makes no sense is dropped.

        The first one says what the phone has kept, and whether it is dark.
        """
        self.look = ""
        self.pupil.seen = timestamp()
        number = content.get("number") if isinstance(content, dict) else None
        if number is not None and number == self._number:
            return  # Only the answer got lost on the way.
        self._number = number
        match content:
            case {"kept": str(kept), "theme": "dark" | "light" as around}:
                self.page_theme(around)
                if self.fresh and len(kept) <= _LONGEST_KEPT:
                    self._bring_back(kept)
                self.fresh = False
            case {"act": str(name), "value": str(value)} if len(name + value) <= _LONGEST_ACT:
                self.act(name, value)
            case {"focus": _} | {"here": _} | {"paste": _}:
                pass
            case _:
                tell(self, content, self._places)
        self.pupil.at = self.page.puzzle.id
        self._places = self._seen()

    def _seen(self) -> Mapping[str, Any]:
        board = self.page.board
        hits = () if board is None else board.picture.scene().hits
        return {str(area.target): area.target for area in hits}

    def speak(self, language: str, look: str) -> None:
        """Go on in another language or other colours; the answer so far stays."""
        if (language, look) == (self.page.language, self.page.look):
            return
        kept = self.page.kept
        self.page = replace(self.page, language=language, look=look, reader=Reader(language))
        self._bring_back(kept)

    def _bring_back(self, kept: str) -> None:
        """Go on where the phone was; whatever is no answer to a puzzle of the pack is dropped."""
        try:
            page = self.page.brought_back(kept)
        except (KsmError, ForgedValue):
            return
        if page is None or self.pack.find(page.puzzle.id) is None:
            return
        if page.locked and page.puzzle.id not in self.pupil.outcomes():
            return  # Nobody sees an answer this way without having given up.
        self.page = replace(page, told="")
        if page.locked:
            self._explain()

    # What is done on the board: what every page makes of it.

    def tap(self, place: Any) -> None:
        """A place was touched."""
        self.page = self.page.pressed(place).released(place)

    def press(self, place: Any) -> None:
        """A drag began."""
        self.page = self.page.pressed(place)

    def release(self, place: Any | None) -> None:
        """The drag has ended."""
        self.page = self.page.released(place)

    def point(self, place: Any | None) -> None:
        """The pointer came to another place."""
        self.page = self.page.pointed(place)

    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key was pressed on the board."""
        act = self.page.shortcut(key, command=command, shift=shift)
        if act is not None:
            self.act(*act)
        elif not command:
            self.page = self.page.keyed(key)

    def paste(self, text: str | None) -> None:
        """There is nothing to paste."""

    def focused(self, on: bool) -> None:
        """The board got or lost the focus."""

    def page_theme(self, name: str) -> None:
        """The phone is dark or light."""
        self.page = replace(self.page, around=name)

    def at_address(self, address: str) -> None:
        """The page has this address."""

    def failed(self, error: Exception) -> None:
        """Show an unexpected error."""
        self.page = self.page.failed(repr(error))

    # What the controls do.

    @property
    def _effects(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "check": lambda _: self._check(),
            "hint": lambda _: self._help(self.page.solving.hinted()),
            "step": lambda _: self._help(self.page.solving.stepped()),
            "next": lambda _: self._next(),
            "puzzle": self._open,
        }

    def act(self, name: str, value: str) -> None:
        """Do what a control asks for; what the game does not allow is told."""
        effect = self._effects.get(name)
        self.page = replace(self.page, trouble="", told="")
        try:
            if effect is None:
                self.page = self.page.acted(name, value)
            else:
                effect(value)
        except (KsmError, ForgedValue) as error:
            self.page = refused(self.page, error)

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

    def _help(self, after: Solving) -> None:
        """Show some help; once it was the whole answer, keep that, and explain it."""
        before = self.page.solving
        if self.page.locked:
            return
        if after.shown:
            self.pupil.answered(gave_up(before, timestamp()), self.page.edition)
        self.pupil.note_help(before.task.puzzle.id, after.helped)
        self.page, self.look = replace(self.page, answering=after), ".ksm-hints li:last-child"
        if after.shown:
            self._explain(before.wrong_plan)

    def _explain(self, own: Plan | None = None) -> None:
        self.page = replace(self.page, explained=explain(self.page.solving.task, own))

    def _open(self, value: str) -> None:
        self.page, self.look = self.page.asking(item(self.pack.puzzles, value)), ".ksm-desk-puzzles"

    def _next(self) -> None:
        """Show the next puzzle that is not solved yet; else say that all are."""
        puzzles = self.pack.puzzles
        names = [one.id for one in puzzles]
        here = names.index(self.page.puzzle.id)
        onward = [*range(here + 1, len(names)), *range(here)]
        left = next((number for number in onward if not self._solved(names[number])), None)
        if left is not None:
            self._open(str(left))
        elif not self._solved(names[here]):
            self._open(str(here))
        else:
            self.look = ".ksm-desk-done"

    # What the phone shows.

    def shown(self, pictures: int) -> dict[str, Any]:
        """What is to be shown, for a phone that has got so many pictures; as plain data."""
        page = self.page
        board = page.board
        assert board is not None
        before = None if self._before is None else self._before.board
        motion = None
        if before is None or before.picture != board.picture:
            self._pictures += 1
            if before is not None and pictures == self._pictures - 1:
                motion = before.picture.motion_to(board.picture)
        self._before = page
        scene = board.picture.scene()
        traits = {
            "label": board.label,
            "help": board.help,
            "text": board.text,
            "held": dict(board.held),
            "names": dict(board.names),
            "width": scene.width,
            "places": {str(a.target): [a.x, a.y, a.width, a.height] for a in scene.hits},
            "said": page.announcement,
        }
        return {
            "panels": {name: joined(panel(self)) for name, panel in PANELS.items()},
            "board": traits,
            "pictures": self._pictures,
            "picture": None if pictures == self._pictures else paint_svg(scene),
            "glide": None if motion is None else glide(motion),
            "theme": page.theme.name,
            "look": self.look,
            "kept": page.kept,
        }


def _head(desk: Desk) -> Child:
    """The pupil's name, how far they are, and a button for each puzzle."""
    page, outcomes = desk.page, desk.pupil.outcomes()
    puzzles = desk.pack.puzzles
    solved = sum(desk._solved(one.id) for one in puzzles)
    done = solved == len(puzzles)
    said = (
        page.text("class.all_done")
        if done
        else page.text("class.so_far", solved=solved, total=len(puzzles))
    )
    buttons = [
        _puzzle_button(desk, number, outcomes.get(one.id)) for number, one in enumerate(puzzles)
    ]
    return (
        row(
            element("b.ksm-desk-name", desk.pupil.name, dir="auto"),
            element("span.ksm-desk-done" if done else "span", said, role="status"),
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


def _puzzle_button(desk: Desk, number: int, outcome: Outcome | None) -> Child:
    here = desk.pack.puzzles[number].id == desk.page.puzzle.id
    state = "open" if outcome is None else "solved" if outcome.solved else "missed"
    sign = {"open": "", "solved": " ✓", "missed": " ✗"}[state]
    return button(
        f"{number + 1}{sign}",
        "puzzle",
        number,
        pressed=here,
        label=desk.page.text(f"class.puzzle_{state}", number=number + 1),
        class_=f"ksm-small ksm-desk-{state}",
    )


PANELS: Mapping[str, Callable[[Desk], Child]] = MappingProxyType(
    {
        "head": _head,
        "asked": lambda desk: puzzle_asked(desk.page),
        "answer": lambda desk: puzzle_answer(desk.page),
    }
)
"""The panels of the page, in the order they are shown."""
