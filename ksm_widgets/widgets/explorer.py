"""The explorer: a page around a board, on which positions are set up, played and solved."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import ipywidgets

from ksm_widgets.draw import THEMES, paint_svg
from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.deck import cards_text
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.solver import solve
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.reading_out import read_out
from ksm_widgets.tutor.sitting import looking, viewing
from ksm_widgets.tutor.sitting.editing import load
from ksm_widgets.tutor.sitting.examples import example
from ksm_widgets.tutor.sitting.links import link_of, situation_of
from ksm_widgets.tutor.sitting.playing import ghost_notice
from ksm_widgets.tutor.sitting.records import record_of
from ksm_widgets.tutor.sitting.session import Mode, Session
from ksm_widgets.tutor.sitting.situation import Situation
from ksm_widgets.tutor.sitting.touching import key, press, release
from ksm_widgets.tutor.touch import Press
from ksm_widgets.widgets.acts import perform
from ksm_widgets.widgets.asking import search_for
from ksm_widgets.widgets.board import Board
from ksm_widgets.widgets.guarding import guarded
from ksm_widgets.widgets.keeping import KeptPicture
from ksm_widgets.widgets.kernel import served
from ksm_widgets.widgets.later import Later
from ksm_widgets.widgets.looks import Looks
from ksm_widgets.widgets.page import AUTO, Page, Running
from ksm_widgets.widgets.panel import Panel
from ksm_widgets.widgets.parts.beside import announcement, notices, reckoning
from ksm_widgets.widgets.preferences import chosen, keep_chosen
from ksm_widgets.widgets.pulse import Pulse
from ksm_widgets.widgets.rendering import PARTS, said
from ksm_widgets.widgets.search import Searching
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.solver import Answer, Standing

__all__ = ["Explorer"]

_MORE = ("gallery", "worth", "editor")
"""What is folded away; each by itself, since the gallery is large and seldom changes."""
_ONE = Shape.parse("#")
"""With the seal no shape is laid: quarries are chosen one by one (R23)."""
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
        language: str | None = None,
        solver: Callable[..., Answer] = solve,
    ) -> None:
        if language is None:
            language = chosen("language", LANGUAGES, LANGUAGES[0])
        expect_language(language)
        address = os.environ.get("QUERY_STRING", "")
        self._served = served()
        asked = address if start is None and "board=" in address else start
        look = chosen("look", (AUTO, *THEMES), AUTO)
        self._page = Page(session=_opening(asked), language=language, look=look)
        self._solver = solver
        self._began: Press | None = None
        self._before = self.session
        self._searching = Searching(self.failed)
        self._next_step = Later(self._play_on, _PACE)
        self._painted: Looks | None = None
        self._shown: Page | None = None
        self._made_of: dict[str, object] = {}
        self._address = ""
        self._spoken = ""
        self._board = Board(self)
        self._kept = KeptPicture(self._forms, self.failed)
        self._panels = {name: Panel(name, self.act) for name in ("said", "under", *PARTS)}
        below = [self._panels[name] for name in ("said", "under", "words", "keys")]
        middle = ipywidgets.Box([self._board, *below])
        middle.add_class("ksm-middle")
        left = ipywidgets.Box([self._panels[name] for name in ("hand", "plans", "set")])
        left.add_class("ksm-left")
        more = ipywidgets.Box([self._panels[name] for name in _MORE])
        more.add_class("ksm-more")
        right = ipywidgets.Box(
            [*(self._panels[name] for name in ("turn", "side", "holding")), more]
        )
        right.add_class("ksm-right")
        sheet = ipywidgets.Box([self._panels["head"], middle, left, right])
        sheet.add_class("ksm-sheet")
        self._pulse = Pulse(language, start=link_of(self.session.situation), restore=self._restore)
        super().__init__([self._pulse, sheet])
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
        self._searching.join(timeout)

    # What the board tells.

    @guarded
    def tap(self, quarry: Quarry) -> None:
        """A quarry was touched."""
        before = self.session
        session, began = press(self.session, quarry)
        session = release(session, began, quarry)
        self._become(replace(self._page, session=session, keyboard=False, trouble=None))
        self._go_on(before)

    @guarded
    def press(self, quarry: Quarry) -> None:
        """A drag began on a quarry."""
        self._before = self.session
        session, self._began = press(self.session, quarry)
        self._become(replace(self._page, session=session, keyboard=False, trouble=None))

    @guarded
    def release(self, quarry: Quarry | None) -> None:
        """The drag has ended."""
        began, self._began = self._began, None
        if began is not None:
            self._session(release(self.session, began, quarry))
            self._go_on(self._before)

    @guarded
    def point(self, quarry: Quarry | None) -> None:
        """The pointer is over another quarry, with the card in hand."""
        if quarry == self.session.pointed:
            return
        known = self._page == self._shown
        session = replace(self.session, pointed=quarry)
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
        if key_ == "?" and self.session.mode is Mode.PLAY:
            self.act("keys", "" if self._page.keys else "on")
            return
        if key_ == "Escape" and self._page.keys:
            self.act("keys", "")
            return
        before = self.session
        session = key(before, key_)
        session = replace(session, pointed=session.cursor)
        self._become(replace(self._page, session=session, keyboard=True, trouble=None))
        if session.cursor != before.cursor and session.notice == before.notice:
            words = self._at_cursor()
            if session.holds_card:
                words = (
                    f"{words}. {ghost_notice(session, session.cursor).text(self._page.language)}"
                )
            self._board.announce(words)
        self._go_on(before)

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
        self._halt()
        self._page = replace(self._page, trouble=told, running=None)
        try:
            self._refresh()
        except Exception:  # That may be what has failed; then at least it is told.
            self._panels["said"].html = notices(self._page, self.session.notice)

    @guarded
    def at_address(self, address: str) -> None:
        """The page is served by itself at this address."""
        if self._served:
            self._become(replace(self._page, here=address))

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
        if name in ("step", "step-by", "plan", "over", "undo", "redo", "mode"):
            self._halt()
        before = self.session
        self._become(perform(self._page, name, value))
        if name in ("language", "look"):
            self._keep_chosen(name)
        if name == "enter":
            self._board.take_focus()
        elif name in ("name", "over"):
            self._go_on(before)

    def _keep_chosen(self, name: str) -> None:
        """Remember language or colours for every board to come."""
        value: str = getattr(self._page, name)
        keep_chosen(name, value)
        self._pulse.speak(self._page.language)
        self._pulse.remember(name, value)

    # Searching.

    def _solve(self, what: str) -> None:
        if self.session.faults:  # These stand on the page, and the buttons are barred.
            return
        if what == "hint" and viewing.hints_stand(self.session):
            self._session(viewing.next_hint(self.session))
            return
        work, done = search_for(self._page, what, self._solver)

        def ended(result: Any) -> None:
            self._become(done(replace(self._page, running=None), result))

        def stands(progress: Standing | None) -> None:
            if self._page.running is not None:
                self._become(replace(self._page, running=Running(what, True, progress)))

        self._halt()
        search = self._searching.next(work, done=ended, stands=stands)
        self._become(replace(self._page, running=Running(what)))
        search.start()

    def _stop(self, _: str) -> None:
        self._searching.stop()

    def _go_on(self, before: Session) -> None:
        """Find the best way on, once a tile has come to light in the midst of a turn.

        That is, once it is named, or in the covered view laid bare where the plan had a look.
        """
        session = self.session
        named = session.situation != before.situation
        seen = looking.has_shown(session) and not looking.has_shown(before)
        if session.mode is not Mode.PLAY or not (named or seen):
            return
        policy = looking.foreseen(before, session)
        if policy is not None:
            self._searching.drop()
            session = looking.show_policy(session, session.question, policy)
            self._become(replace(self._page, session=session, running=None))
        else:
            self._solve("look" if looking.advised(before) else "plan")

    # A plan that plays by itself.

    def _run(self, _: str) -> None:
        if self._page.playing:
            self._halt()
            self._refresh()
        else:
            self._play_on()

    @guarded
    def _play_on(self) -> None:
        """Make a step of the plan, and the next one after a while.

        Where there is no event loop nothing comes by itself: each press makes one step there.
        """
        self._halt()
        shown = self.session.state.shown
        if shown is None or shown.plan is None:
            self._refresh()
            return
        step = shown.step + 1
        more = step < len(shown.plan.steps) and self._next_step.ask()
        session = viewing.step_to(self.session, step)
        self._become(replace(self._page, session=session, playing=more))

    def _halt(self) -> None:
        self._next_step.cancel()
        self._page = replace(self._page, playing=False)

    # Saving.

    def _save(self, what: str) -> None:
        match what:
            case "svg":
                picture = paint_svg(Looks.of(self._page).scene())
                self._board.save_text("mine.svg", picture, "image/svg+xml")
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

    def _refresh(self) -> None:
        """Bring everything that has changed to the page."""
        page = self._page
        if page == self._shown:
            return
        self._shown = None
        # What is looked at first is sent first.
        self._show_board()
        self._show_words()
        self._tell_address()
        if page.theme.name != self._themed:
            if self._themed:
                self.remove_class(f"ksm-theme-{self._themed}")
            self._themed = page.theme.name
            self.add_class(f"ksm-theme-{self._themed}")
        for name, part in PARTS.items():
            made_of = part.made_of(page)
            if self._made_of.get(name) != made_of:
                self._panels[name].html = part.html(page)
                self._made_of[name] = made_of
        self._shown = page

    def _show_words(self) -> None:
        """Say below the board, and to who listens, what there is to say now."""
        page = self._page
        told = announcement(page)
        self._panels["said"].html = said(page)
        self._panels["under"].html = reckoning(page) or ""
        words = told.text(page.language) if told is not None else ""
        if words and words != self._spoken:
            self._board.announce(words)
        self._spoken = words

    def _show_board(self) -> None:
        page, session = self._page, self.session
        looks = Looks.of(page)
        situation = session.situation
        held = session.card_held(situation.card.shape, situation.powers)
        if Power.SEAL in situation.powers:
            held = _ONE
        self._board.hold(held if session.holds_card else None)
        if looks == self._painted:
            return
        way = self._painted.glide_to(looks) if self._painted is not None else None
        if way is not None:
            self._board.glide(way, theme=page.theme, edition=page.edition)
        self._painted = looks
        self._kept.change()
        self._board.show(
            looks.scene(),
            text=session.position.text,
            label=page.text("explorer.board_label", cursor=self._at_cursor()),
            help_=page.text("explorer.board_help"),
        )

    def _at_cursor(self) -> str:
        """What lies where the cursor is, in words."""
        session = self.session
        stack = session.seen_position.stack(session.cursor)
        return read_out(session.cursor, stack, Reader(self._page.language))

    def _tell_address(self) -> None:
        """Keep the address of a page that is served by itself up to date, ready to be shared."""
        link = link_of(self.session.situation)
        if link == self._address:
            return
        self._address = link
        self._pulse.keep(link)
        if self._served:
            self._board.set_address(f"?{link}")

    @guarded
    def _restore(self, link: str) -> None:
        """Bring back the position that the page kept when the kernel ended; it can be undone."""
        if not self.session.past:
            found = situation_of(link)
            self._session(load(self.session, found, Notice.of("pulse.restored")))

    def _forms(self) -> dict[str, str]:
        """The board for places without a kernel, as a picture and as text."""
        looks = Looks.of(self._page)
        return {
            "image/svg+xml": paint_svg(looks.scene(), 560),
            "text/plain": f"{looks.position}\n{looks.position.text}",
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
