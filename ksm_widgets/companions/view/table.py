"""The page of a game as a widget: a position to set up, to ask about, and a game to play."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.links import has_position
from ksm_widgets.companions.shelf import companion, lessons_of
from ksm_widgets.companions.view import play
from ksm_widgets.companions.view.comparing import answers, asking
from ksm_widgets.companions.view.page import AnyPage, Mode, PageT
from ksm_widgets.companions.view.panels import head, in_words, position_panels, said
from ksm_widgets.companions.view.rules import rules
from ksm_widgets.companions.view.searching import Search, ended, late, started
from ksm_widgets.draw import paint_svg
from ksm_widgets.draw.themes import AUTO, LOOKS
from ksm_widgets.page.background import CutShort, cancel_when
from ksm_widgets.page.choices import chosen, kept_before
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.page.page import BOARD, BoardPage
from ksm_widgets.page.part import Panel
from ksm_widgets.progress.progress import Progress, disk_passes
from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.chance import any_seed
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.telling.phrases import Notice
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.companions.answering import AnyLooked
    from ksm_widgets.page.html import Child


_WIDTH_IN_NOTEBOOKS = 560
"""The width in pixels of a table's picture where there is no kernel."""


class ShelfPanel(Panel):
    """A part of the page, with the style of its tables."""

    styles = (*Panel.styles, Path(__file__).parent / "table.css")


def shelf_panels(
    *,
    tools: Callable[[PageT], Child],
    numbers: Callable[[PageT], Child],
    question: Callable[[PageT], Child],
    comparison: Callable[[PageT, Any], Child],
    words: Callable[[PageT], Child] = in_words,
    acts: Callable[[PageT], Child] = play.acts,
    result: Callable[[PageT], Child] = lambda _: None,
) -> Mapping[str, Callable[[PageT], Child]]:
    """The panels of a game's page: the game has those given here, the others are the same in all.

    `tools` put things on the table, `numbers` are beside it, `words` tell it; `question` has the
    controls for what else is asked, `comparison` shows what was found; `acts` are what one can do
    in a game, and `result` shows what it has come to.
    """

    def either(
        setting: Callable[[PageT], Child], game: Callable[[PageT], Child] = lambda _: None
    ) -> Callable[[PageT], Child]:
        return lambda page: game(page) if page.mode is Mode.PLAY else setting(page)

    plans = either(lambda page: answers(page, comparison), play.start)
    return MappingProxyType(
        {
            "head": head,
            "said": lambda page: (
                said(page) if page.playing is None else play.said(page, page.playing)
            ),
            "words": lambda page: None if page.starting else words(page),
            "hand": either(tools, acts),
            "turn": either(asking, play.main),
            "plans": lambda page: (plans(page), result(page)),
            "side": either(lambda page: (question(page), numbers(page)), play.history),
            "set": either(position_panels),
            "rules": rules,
        }
    )


class ShelfWidget(BoardPage[PageT]):
    """A position to set up, to ask about and to play; a game says what is its own in a subclass.

    `start` is a position or a link's query string; without one the page's own query string is read.
    A link that cannot be read is explained on the page.
    """

    layout = (
        "sheet",
        "head",
        ("middle", BOARD, "plans", "words"),
        ("left", "hand", "set"),
        ("right", ("console", "said", "turn"), "side", "rules"),
    )
    near = ("said",)
    paste_act = "paste"
    restores = True
    panel_type = ShelfPanel
    page_type: Callable[..., PageT]

    def __init__(self, start: str | None = None, *, language: str | None = None) -> None:
        if language is None:
            language = chosen("language", LANGUAGES, LANGUAGES[0])
        expect_language(language)
        self._progress: Progress | None = None
        if disk_passes():  # The browser keeps the game; what it has comes before another is begun.
            self._keeper = Keeper(self._own_progress(), self._recall, self.failed)
        page = self.page_type(language=language, look=chosen("look", LOOKS, AUTO))
        super().__init__(_begun(self._remembered(page), start))
        self.add_class("ksm-table-game")

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {
            "ask": lambda _: self._ask((self.page.query.question,)),
            "study": self._study,
            "stop": lambda _: self.stop_work(),
            "save": lambda _: self._save(),
            "new": lambda _: self.act("begin", str(any_seed())),
            "resume": lambda _: self._resume(),
        }

    def _save(self) -> None:
        picture = paint_svg(self.page.picture.scene())
        self._board.save_text(f"{self.page.name}.svg", picture, "image/svg+xml")

    def _own_progress(self) -> Progress:
        if self._progress is None:
            self._progress = Progress.of_user()
        return self._progress

    def _remembered(self, page: PageT) -> PageT:
        """The page with what is saved: whether there is a game, and the lessons that are solved.

        Nothing is written for readers who have saved nothing.
        """
        if self._progress is None and not kept_before():
            return page
        progress = self._own_progress()
        best, lessons = progress.stars(), lessons_of(page.name)
        solved = frozenset(each.name for each in lessons if {*each.tasks} <= best.keys())
        kept = progress.setting(_saved_as(page))
        return replace(page, resumable=bool(kept), solved=solved)

    def _recall(self) -> None:
        """Show what the browser has kept."""
        self.set_page(self._remembered(self.page))

    def _resume(self) -> None:
        """Resume the game that was saved."""
        kept = self._own_progress().setting(_saved_as(self.page))
        if kept:
            self.perform("record", kept)
        else:
            self.set_page(self.page.telling(Notice.of("shelf_play.none")))

    def _study(self, value: str) -> None:
        """Ask the first fitting question about the game's position."""
        self.perform("study", value)
        self._ask(self.page.fitting(), from_game=True)

    def _ask(self, questions: tuple[str, ...], *, from_game: bool = False) -> None:
        """Answer the first of some questions that has an answer, in the background."""
        page = self.page
        if page.draft.faults:  # They are on the page, and the button is disabled.
            return
        search = Search(page.position, page.query, questions, from_game)

        def work(stop: Callable[[], bool], tell: Callable[[int], None]) -> Any:
            try:
                return search.result(page.find, cancel_when(stop), tell)
            except CutShort:
                return None

        self.set_page(started(page))
        self.in_background(work, lambda page, result: ended(page, search, result), late)

    def set_page(self, page: PageT) -> None:
        """Show another page, once its game is saved; bring an answer that has come into sight."""
        before = self.page
        super().set_page(self._game_saved(before, page))
        self._scroll_to_answer(before.looked, page.looked)

    def _game_saved(self, before: PageT, page: PageT) -> PageT:
        """Save the game that is played, if it has gone on; gives the page that can resume it."""
        match = page.playing
        if match is None or (before.match is not None and match.game == before.match.game):
            return page
        self._own_progress().set(_saved_as(page), match.text())
        return replace(page, resumable=True)

    def _scroll_to_answer(self, before: AnyLooked | None, looked: AnyLooked | None) -> None:
        """Bring a new answer into sight, and keep the buttons that step through one there."""
        if looked is None:
            return
        if before is None:
            self._panels["plans"].look(".ksm-compare")
        elif looked.step != before.step:  # The board may have grown.
            self._panels["plans"].look(".ksm-stepping")

    def restored(self, kept: str) -> None:
        """Bring back the position and the question that the browser kept."""
        if not self.page.draft.past:
            link, _, match = kept.partition("\n")
            page, restored = self.page.opened(link), Notice.of("pulse.restored")
            self.set_page(page.telling(restored))
            if match:  # One that cannot be read leaves the position.
                page = page.with_match(page.match_type.parse(match))
                self.set_page(page.telling(restored))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget as an output, with picture and text for places without a kernel."""
        return self.in_words(
            self.page.board.text,
            paint_svg(self.page.picture.scene(), _WIDTH_IN_NOTEBOOKS),
            **kwargs,
        )


def _begun(page: PageT, start: str | None) -> PageT:
    """The page as it opens; a start that is wrong is explained, or else data files set aside."""
    address = os.environ.get("QUERY_STRING", "")
    if start is None and has_position(address):
        start = address
    try:
        page = page if start is None else page.opened(start)
    except KsmError as error:
        return page.telling(Notice.refusal(error))
    wrong = companion(page.name).set_aside()
    return page if wrong is None else page.telling(Notice.refusal(wrong))


def _saved_as(page: AnyPage) -> str:
    """The setting that a page's game under way is saved as."""
    return f"kept.{page.name}"
