"""The page around a board: every feature's widget is a page.

A feature supplies a `PageState` (what is shown, what a touch makes of it), its panels and where
they go, its acts, and what reaches beyond the page: `effects` of controls, and `touched`,
`repainted` and `restored` if it has to do with these.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import ipywidgets

from ksm_widgets.draw.themes import LOOKS
from ksm_widgets.page.background import LatestRun
from ksm_widgets.page.board import Board
from ksm_widgets.page.choices import keep_chosen
from ksm_widgets.page.html import Child, fault, joined
from ksm_widgets.page.part import LONGEST_TEXT, Panel, served
from ksm_widgets.page.pulse import Pulse
from ksm_widgets.page.sharing import for_others
from ksm_widgets.page.state import ForgedValue, S, among, refused
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ksm_widgets.page.state import Act, T


BOARD = "board"
"""The board's place in a layout, among the panels' names."""


def without_kernel(shown: Any, text: str, **pictures: str) -> Any:
    """A widget's contents, with a text and pictures beside it for places without a kernel."""
    data, *about = shown if isinstance(shown, tuple) else (shown,)
    bundle = {**data, "text/plain": text, **pictures}
    return (bundle, *about) if about else bundle


class BoardPage(ipywidgets.Box, Generic[S]):  # type: ignore[misc]
    """A board and panels around it; its state is `page`.

    `panels` are the panels' HTML by name, `layout` nests them in boxes: each box is a tuple of its
    name for the style sheet and what it holds. Those `near` the board follow the pointer. `acts`
    are what controls do to the page's state, `paste_act` names that of a text pasted on the board.
    With `restores` the browser keeps what brings the page back (`kept`) for when the program has
    restarted. `styled` is the name of the whole for the style sheet.
    """

    panels: ClassVar[Mapping[str, Callable[[Any], Child]]] = {}
    layout: ClassVar[tuple[Any, ...]] = ("sheet", BOARD)
    near: ClassVar[Sequence[str]] = ()
    acts: ClassVar[Mapping[str, Act[Any]]] = {}
    paste_act: ClassVar[str] = ""
    restores: ClassVar[bool] = False
    styled: ClassVar[str] = "ksm-explorer"
    panel_type: ClassVar[type[Panel]] = Panel

    def __init__(self, page: S) -> None:
        self._page = page
        self._shown: S | None = None
        self._pressed: S = page
        self._link = self._spoken = ""
        self._classes: frozenset[str] = frozenset()
        self._runs: dict[str, LatestRun] = {}
        self._board = Board(self)
        self._panels = {name: self.panel_type(name, self.act, self.failed) for name in self.panels}
        self._pulse = Pulse(
            page.language, start=page.link, restore=self._restore if self.restores else None
        )
        super().__init__([self._pulse, self._boxed(self.layout)])
        self.add_class(self.styled)
        self._refresh()

    def _boxed(self, layout: tuple[Any, ...]) -> ipywidgets.Box:
        name, *inside = layout
        children = [
            self._boxed(each)
            if isinstance(each, tuple)
            else self._board
            if each == BOARD
            else self._panels[each]
            for each in inside
        ]
        box = ipywidgets.Box(children)
        box.add_class(f"ksm-{name}")
        return box

    @property
    def page(self) -> S:
        """The page, as a value."""
        return self._page

    def wait(self, timeout: float | None = None) -> None:
        """Wait until all work has ended, and whatever its results have started."""
        waited: Sequence[object] = ()
        while waited != (latest := tuple(each.latest for each in self._runs.values())):
            waited = latest
            for run in list(self._runs.values()):
                run.join(timeout)

    # What a feature does beyond the page's state.

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {}

    def touched(self, before: S) -> None:
        """Called after a touch or a key on the board; `before` is the page before it."""

    def restored(self, kept: str) -> None:
        """Bring back what the browser kept; called once after the program has restarted.

        It comes from outside; what it raises is told or passed over (`refused`).
        """

    def repainted(self) -> None:
        """Called after the board was painted again."""

    # What the board tells.

    def tap(self, place: Any) -> None:
        """A place was touched."""
        before = self._begin()
        self.set_page(self._page.pressed(place).released(place))
        self.touched(before)

    def press(self, place: Any) -> None:
        """A drag began."""
        self._pressed = self._begin()
        self.set_page(self._page.pressed(place))

    def release(self, place: Any | None) -> None:
        """The drag has ended."""
        self.set_page(self._page.released(place))
        self.touched(self._pressed)

    def point(self, place: Any | None) -> None:
        """The pointer came to another place: only the board and what is near it change."""
        page = self._page.pointed(place)
        if page == self._page:
            return
        known, self._page = self._page == self._shown, page
        self._show_board()
        self._shown = page if known else None

    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key was pressed on the board."""
        act = self._page.shortcut(key, command=command, shift=shift)
        if act is not None:
            self.act(*act)
        elif not command:
            before = self._begin()
            self.set_page(self._page.keyed(key))
            words = self._page.read_out(before)
            if words:
                self._board.announce(words)
            self.touched(before)

    def paste(self, text: str | None) -> None:
        """A text was pasted on the board, None for one that is too long."""
        if self.paste_act:
            self.act(self.paste_act, text)

    def focused(self, on: bool) -> None:
        """The board got or lost the focus."""
        if not on:
            self.set_page(self._page.unfocused())

    def page_theme(self, name: str) -> None:
        """The page around is dark or light."""
        self.set_page(replace(self._page, around=name))

    def at_address(self, address: str) -> None:
        """The page has this address, without a notebook around it."""
        if served():
            self.set_page(replace(self._page, address=address, shared=for_others(address)))

    def failed(self, error: Exception) -> None:
        """Show an unexpected error, and continue."""
        language = self._page.language
        words = error.sentence(language) if isinstance(error, KsmError) else repr(error)
        self._page, self._shown = self._page.failed(words), None
        try:
            self._refresh()
        except Exception:  # Perhaps the very one; at least say so.
            for name in self.near or self.panels:
                self._panels[name].html = joined(fault(self._page))

    def _begin(self) -> S:
        """The page before something is done; the last error is out of date now."""
        self._page = replace(self._page, trouble="")
        return self._page

    # What the panels tell.

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for; what it raises is told or passed over (`refused`).

        None is a text that is too long.
        """
        self._begin()
        effect = self.effects.get(name)
        try:
            if value is None or len(value) > LONGEST_TEXT:
                raise TextError("page.long", most=LONGEST_TEXT)
            if name in ("language", "look"):
                self._choose(name, value)
            elif effect is not None:
                effect(value)
            else:
                self.perform(name, value)
        except (KsmError, ForgedValue) as error:
            self._page = refused(self._page, error)
        self._refresh()

    def perform(self, name: str, value: str) -> None:
        """Do what an act does to the page's state; raises what the act raises."""
        act = self.acts.get(name)
        if act is not None:
            self.set_page(act(self._page, value))

    def _choose(self, name: str, value: str) -> None:
        """Choose language or colours, here and for every board to come."""
        among(LANGUAGES if name == "language" else LOOKS, value)
        self.set_page(replace(self._page, **{name: value}))
        keep_chosen(name, value)
        self._pulse.speak(self._page.language)
        self._pulse.remember(name, value)

    # Work in the background.

    def in_background(
        self,
        work: Callable[[Callable[[], bool], Callable[[Any], None]], T],
        done: Callable[[S, T], S],
        progress: Callable[[S, Any], S] | None = None,
        *,
        name: str = "work",
        resumes: bool = False,
    ) -> None:
        """Do some work in the background; of one name only the latest is listened to.

        `work` gets a function that says whether to stop, and one that takes progress. `done` makes
        the next page from the page at that time and the result; `progress` likewise.
        """
        run = self._runs.setdefault(name, LatestRun(self.failed))

        def told(progress_: Any) -> None:
            if progress is not None:
                self.set_page(progress(self._page, progress_))

        run.next(
            work,
            done=lambda result: self.set_page(done(self._page, result)),
            progress=told,
            resumes=resumes,
        ).start()

    def stop_work(self, name: str = "work", *, drop: bool = False) -> None:
        """Ask the work of a name to end with what it has, or drop what it finds."""
        if name in self._runs:
            run = self._runs[name]
            run.drop() if drop else run.stop()

    # Showing.

    def set_page(self, page: S) -> None:
        """Show another page."""
        self._page = page
        self._refresh()

    def _refresh(self) -> None:
        """Bring everything that has changed to the page; what is looked at first is sent first."""
        page = self._page
        if page == self._shown:
            return
        self._shown = None
        self._show_board()
        self._show_link(page.link)
        if self.restores:
            self._pulse.keep(page.kept)
        classes = page.classes
        for gone in self._classes - classes:
            self.remove_class(gone)
        for new in classes - self._classes:
            self.add_class(new)
        self._classes = classes
        for name in self.panels:
            if name not in self.near:
                self._show_panel(name)
        self._shown = page

    def _show_link(self, link: str) -> None:
        """Keep the page's link in the address of a page without a notebook."""
        if link != self._link:
            self._link = link
            if served():
                self._board.set_address(f"?{link}")

    def _show_board(self) -> None:
        """Show the board and what is near it, and read out what is new."""
        if self._board.show(self._page.board):
            self.repainted()
        for name in self.near:
            self._show_panel(name)
        words = self._page.announcement
        if words and words != self._spoken:
            self._board.announce(words)
        self._spoken = words

    def _show_panel(self, name: str) -> None:
        # A panel whose HTML is the same as before sends nothing.
        self._panels[name].html = joined(self.panels[name](self._page))

    def _restore(self, kept: str) -> None:
        try:
            self.restored(kept)
        except (KsmError, ForgedValue) as error:
            self.set_page(refused(self._page, error))

    def in_words(self, text: str, picture: str | None = None, **kwargs: Any) -> Any:
        """The widget as an output, with text and picture beside it for places without a kernel."""
        pictures = {} if picture is None else {"image/svg+xml": picture}
        return without_kernel(super()._repr_mimebundle_(**kwargs), text, **pictures)
