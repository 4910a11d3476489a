"""The explorer: a page around a board, on which positions are set up, played and solved."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import ipywidgets

from ksm_widgets.draw import Marks, board_scene, glide_between, paint_svg
from ksm_widgets.rules.deck import cards_text
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.solver import solve
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.sitting import viewing
from ksm_widgets.tutor.sitting.editing import load
from ksm_widgets.tutor.sitting.examples import example
from ksm_widgets.tutor.sitting.links import link_of, situation_of
from ksm_widgets.tutor.sitting.marking import marks_of
from ksm_widgets.tutor.sitting.records import record_of
from ksm_widgets.tutor.sitting.session import Mode, Session, Tool
from ksm_widgets.tutor.sitting.situation import Situation
from ksm_widgets.tutor.sitting.touching import key, press, release
from ksm_widgets.tutor.touch import Press
from ksm_widgets.widgets.acts import perform
from ksm_widgets.widgets.asking import Work, search_for
from ksm_widgets.widgets.board import Board
from ksm_widgets.widgets.guarding import guarded
from ksm_widgets.widgets.keeping import KeptPicture
from ksm_widgets.widgets.markup import joined
from ksm_widgets.widgets.page import Page, Running
from ksm_widgets.widgets.panel import Panel
from ksm_widgets.widgets.parts.beside import (
    announcement,
    notices,
    quarry_words,
    reckoning,
    text_table,
)
from ksm_widgets.widgets.parts.cards import editor, gallery
from ksm_widgets.widgets.parts.conditions import worth
from ksm_widgets.widgets.parts.head import head
from ksm_widgets.widgets.parts.own_turn import own_turn
from ksm_widgets.widgets.parts.setting_up import examples, palette, saving, setting_up
from ksm_widgets.widgets.parts.solving import hand, plans, side, walk
from ksm_widgets.widgets.search import Search, poster

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.solver import Answer, Standing

__all__ = ["Explorer"]

_Looks = tuple[Position, Marks, bool, str, str]
"""What a picture of the board depends on: mine, marks, covered view, theme, language."""

_MORE = ("gallery", "worth", "editor")
"""What is folded away; each by itself, since the gallery is large and seldom changes."""
_PACE = 0.9
"""Seconds between two steps of a plan that plays by itself."""


class Explorer(ipywidgets.Box):  # type: ignore[misc]
    """A board to set up, to play on and to have solved.

    `start` is a position, a situation, or a link's query string; without one the page's own query
    string is read, as Voilà hands it on, and else an example is shown. A link that cannot be read
    is explained on the page. `session` can be looked at any time.

    >>> import ksm_widgets as ksm
    >>> explorer = ksm.Explorer(ksm.Position.near("5,4,3z"), language="de")
    >>> explorer.session.position.text[-13:]
    '/5,4,3z,-,-,-'
    >>> explorer.close()
    """

    def __init__(
        self,
        start: Position | Situation | str | None = None,
        *,
        language: str = "en",
        solver: Callable[..., Answer] = solve,
    ) -> None:
        address = os.environ.get("QUERY_STRING", "")
        self._served = "QUERY_STRING" in os.environ
        asked = address if start is None and "board=" in address else start
        self._page = Page(session=_opening(asked), language=language)
        self._solver = solver
        self._began: Press | None = None
        self._search: Search[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._painted: _Looks | None = None
        self._shown: Page | None = None
        self._address = ""
        self._spoken = ""
        self._board = Board(self)
        self._kept = KeptPicture(self._forms, self.failed)
        self._panels = {
            name: Panel(name, self.act)
            for name in ("head", "under", "words", "hand", "plans", "set", "side", *_MORE)
        }
        middle = ipywidgets.Box([self._board, self._panels["under"], self._panels["words"]])
        middle.add_class("ksm-middle")
        left = ipywidgets.Box([self._panels[name] for name in ("hand", "plans", "set")])
        left.add_class("ksm-left")
        more = ipywidgets.Box([self._panels[name] for name in _MORE])
        more.add_class("ksm-more")
        right = ipywidgets.Box([self._panels["side"], more])
        right.add_class("ksm-right")
        sheet = ipywidgets.Box([self._panels["head"], middle, left, right])
        sheet.add_class("ksm-sheet")
        super().__init__([sheet])
        self.add_class("ksm-explorer")
        self._themed = ""
        self._refresh()

    @property
    def page(self) -> Page:
        """What the page shows, as a value."""
        return self._page

    @property
    def session(self) -> Session:
        """The sitting, as a value: `session.position`, `session.situation` and more."""
        return self._page.session

    def wait(self, timeout: float | None = None) -> None:
        """Wait until a search that is under way has ended."""
        if self._search is not None:
            self._search.join(timeout)

    # What the board tells.

    @guarded
    def press(self, quarry: Quarry | None) -> None:
        """The mouse went down on a quarry."""
        if quarry is None:
            return
        session, self._began = press(replace(self.session, pointed=quarry), quarry)
        self._become(replace(self._page, session=session, keyboard=False, trouble=None))

    @guarded
    def release(self, quarry: Quarry | None) -> None:
        """The mouse was lifted."""
        began, self._began = self._began, None
        if began is not None:
            self._session(release(self.session, began, quarry))

    @guarded
    def point(self, quarry: Quarry | None) -> None:
        """The pointer is over another quarry."""
        if quarry == self.session.pointed:
            return
        known = self._page == self._shown
        session = replace(self.session, pointed=quarry)
        if session.tool is Tool.DIG and session.state.dig is None:
            session = session.telling(None)  # What is under the ghost now is told instead.
        self._page = replace(self._page, session=session, keyboard=False)
        self._show_board()
        self._show_words()
        self._shown = self._page if known else None

    @guarded
    def key(self, key_: str, *, command: bool, shift: bool) -> None:
        """A key was pressed on the board."""
        if command:
            back = key_.lower() == "z" and not shift
            self._session(self.session.undo() if back else self.session.redo())
            return
        session = key(self.session, key_)
        session = replace(session, pointed=session.cursor)
        before = self.session
        self._become(replace(self._page, session=session, keyboard=True, trouble=None))
        if session.cursor != before.cursor and session.notice is None:
            words = quarry_words(self._page, session.seen_position, session.cursor)
            if session.tool is Tool.DIG:
                words = f"{words}. {self._spoken}"
            self._board.announce(words)

    @guarded
    def paste(self, text: str) -> None:
        """A text was pasted on the board."""
        self.act("paste", text)

    @guarded
    def focused(self, on: bool) -> None:
        """The board got or lost the focus; with the mouse in use the cursor does not show."""
        if not on:
            self._become(replace(self._page, keyboard=False))

    @guarded
    def page_theme(self, name: str) -> None:
        """The page around is dark or light."""
        self._become(replace(self._page, around=name))

    def failed(self, error: Exception) -> None:
        """Show an error that nobody expected, and go on."""
        told = error.sentence(self._page.language) if isinstance(error, KsmError) else repr(error)
        self._page = replace(self._page, trouble=told, running=None)
        try:
            self._refresh()
        except Exception:  # That may be what has failed; then at least it is told.
            self._panels["under"].html = notices(self._page)

    # What the panels tell.

    @guarded
    def act(self, name: str, value: str) -> None:
        """Do what a control of the page asks for."""
        self._page = replace(self._page, trouble=None)
        own: Mapping[str, Callable[[str], None]] = {
            "solve": self._solve,
            "stop": self._stop,
            "run": self._run,
            "save": self._save,
        }
        if name in ("hint", "judge"):
            name, value = "solve", name
        if name in own:
            own[name](value)
            return
        if name in ("step", "plan", "over", "undo", "redo", "mode"):
            self._halt()
        self._become(perform(self._page, name, value))
        if name == "enter":
            self._become(replace(self._page, keyboard=True))
            self._board.take_focus()

    # Searching.

    def _solve(self, what: str) -> None:
        if what == "hint" and viewing.hints_stand(self.session):
            self._session(viewing.next_hint(self.session))
            return
        work, done = search_for(self._page, what, self._solver)

        def ended(result: Any) -> None:
            self._become(done(replace(self._page, running=None), result))

        self._begin(what, work, ended)

    def _begin(self, what: str, work: Work, done: Callable[[Any], None]) -> None:
        self._halt()
        self._stop("")
        search: Search[Any]

        def current(handler: Callable[[Any], None]) -> Callable[[Any], None]:
            """Of several searches only the last one is listened to."""

            def listen(told: Any) -> None:
                try:
                    if self._search is search:
                        handler(told)
                except Exception as error:
                    self.failed(error)

            return listen

        def stands(progress: Standing | None) -> None:
            if self._page.running is not None:
                self._become(replace(self._page, running=Running(what, True, progress)))

        search = Search(
            work,
            done=current(done),
            failed=current(self.failed),
            stands=current(stands),
            post=poster(),
        )
        self._search = search
        self._become(replace(self._page, running=Running(what)))
        search.start()

    def _stop(self, _: str) -> None:
        if self._search is not None:
            self._search.stop()

    # A plan that plays by itself.

    def _run(self, _: str) -> None:
        if self._page.playing:
            self._halt()
            self._refresh()
            return
        self._page = replace(self._page, playing=True)
        self._tick()

    def _tick(self) -> None:
        shown = self.session.state.shown
        if not self._page.playing or shown is None or shown.plan is None:
            return
        last = len(shown.plan.steps)
        step = shown.step + 1
        self._page = replace(self._page, playing=step < last)
        self._session(viewing.step_to(self.session, step))
        if self._page.playing:
            self._timer = asyncio.get_running_loop().call_later(_PACE, self._tick_safely)

    @guarded
    def _tick_safely(self) -> None:
        self._tick()

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._page = replace(self._page, playing=False)

    # Saving.

    def _save(self, what: str) -> None:
        match what:
            case "svg":
                self._board.save_text("mine.svg", paint_svg(self._scene()), "image/svg+xml")
            case "png":
                self._board.save_picture("mine.png")
            case "text":
                text = record_of(self.session, self._page.language)
                self._board.save_text("mine.txt", text, "text/plain")
            case "cards":
                text = cards_text(self.session.situation.deck)
                self._board.save_text("cards.csv", text, "text/csv")

    # Showing.

    def _session(self, session: Session) -> None:
        self._become(replace(self._page, session=session))

    def _become(self, page: Page) -> None:
        self._page = page
        self._refresh()

    def _scene(self) -> Any:
        page, session = self._page, self.session
        return board_scene(
            session.seen_position,
            marks_of(session, keyboard=page.keyboard),
            open_view=not session.covered,
            theme=page.theme,
            edition=page.edition,
            language=page.language,
        )

    def _refresh(self) -> None:
        """Bring everything that has changed to the page."""
        page, session = self._page, self.session
        if page == self._shown:
            return
        self._shown = None
        self._show_board()
        self._tell_address()
        if page.theme.name != self._themed:
            if self._themed:
                self.remove_class(f"ksm-theme-{self._themed}")
            self._themed = page.theme.name
            self.add_class(f"ksm-theme-{self._themed}")
        editing = session.mode is Mode.EDIT
        shown = {
            "head": head(page),
            "hand": palette(page) if editing else own_turn(page),
            "set": (setting_up(page) if editing else examples(page)) + saving(page),
            "words": text_table(page),
            "side": side(page),
            "plans": joined([plans(page), hand(page)]),
            "gallery": gallery(page),
            "worth": worth(page),
            "editor": editor(page),
        }
        for name, html in shown.items():
            self._panels[name].html = html
        self._show_words()
        self._shown = page

    def _show_words(self) -> None:
        """Say below the board, and to who listens, what there is to say now."""
        page = self._page
        self._panels["under"].html = joined([notices(page), walk(page), reckoning(page)])
        told = announcement(page)
        words = told.text(page.language) if told is not None else ""
        if words and words != self._spoken:
            self._board.announce(words)
        self._spoken = words

    def _show_board(self) -> None:
        page, session = self._page, self.session
        marks = marks_of(session, keyboard=page.keyboard)
        looks = (session.seen_position, marks, session.covered, page.theme.name, page.language)
        if looks == self._painted:
            return
        self._glide(looks)
        self._painted = looks
        self._kept.change()
        self._board.show(
            self._scene(),
            text=session.position.text,
            label=page.text(
                "explorer.board_label",
                cursor=quarry_words(page, session.seen_position, session.cursor),
            ),
            help_=page.text("explorer.board_help"),
        )

    def _glide(self, looks: _Looks) -> None:
        """Let a tile be seen going its way, if that is all that has happened on the mine."""
        page, old = self._page, self._painted
        if old is None or old[2:] != looks[2:]:
            return
        way = glide_between(old[0], looks[0], open_view=not looks[2])
        if way is not None:
            self._board.glide(way, theme=page.theme, edition=page.edition)

    def _tell_address(self) -> None:
        """Keep the address of a page that is served by itself up to date, ready to be shared."""
        link = link_of(self.session.situation)
        if self._served and link != self._address:
            self._address = link
            self._board.set_address(f"?{link}")

    def _forms(self) -> dict[str, str]:
        """The board for places without a kernel, as a picture and as text."""
        position = self.session.seen_position
        return {
            "image/svg+xml": paint_svg(self._scene(), 560),
            "text/plain": f"{position}\n{position.text}",
        }

    def _ipython_display_(self) -> None:
        self._kept.show(self._repr_mimebundle_())


def _opening(start: Position | Situation | str | None) -> Session:
    """The sitting to begin with; a link that cannot be read is explained."""
    usual = example("carpet").situation
    notice = Notice.of("tell.opening")
    if isinstance(start, Situation):
        usual = start
    elif isinstance(start, Position):
        usual = replace(usual, position=start)
    elif start is not None:
        try:
            if "=" in start:
                usual = situation_of(start)
            else:
                usual = replace(usual, position=Position.parse(start))
        except KsmError as error:
            notice = Notice.refusal(error)
    return replace(load(Session(), usual, notice), past=())
