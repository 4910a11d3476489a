"""The explorer: a board to set up, to play on and to have solved."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from IPython.display import display

from ksm_widgets.draw import paint_svg
from ksm_widgets.draw.themes import AUTO, LOOKS
from ksm_widgets.explorer import plans
from ksm_widgets.explorer.editing import load
from ksm_widgets.explorer.links import example, situation_of
from ksm_widgets.explorer.record import record_of
from ksm_widgets.explorer.session import Mode, Session
from ksm_widgets.explorer.situation import Situation
from ksm_widgets.explorer.view.acts import ACTS, search_for
from ksm_widgets.explorer.view.keeping import as_asked, brought_back, with_plan
from ksm_widgets.explorer.view.page import Page, Running
from ksm_widgets.explorer.view.panels import LAYOUT, PANELS
from ksm_widgets.page.background import Debounced
from ksm_widgets.page.choices import chosen, setting
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.page.page import BoardPage
from ksm_widgets.progress.progress import Progress, disk_passes
from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.deck import OWN_CARDS, cards_text, own_cards_from, own_cards_text
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import Position
from ksm_widgets.solver import solve
from ksm_widgets.telling.phrases import Notice
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from IPython.display import DisplayHandle

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.solver import Answer, SearchProgress


_PACE = 0.9
"""Seconds between two steps of a plan that plays step by step."""
_REST = 4.0
"""Seconds without a change before the kept picture is updated.

A notebook is busy with it for a while, which would disturb somebody who is playing."""


class Explorer(BoardPage[Page]):
    """A board to set up, to play on and to solve.

    `start` is a position, a situation, or a link's query string; without one the page's own query
    string is read, as Voilà passes it on, and otherwise an example is shown. A link that cannot be
    read is explained on the page. `session` can be read at any time.

    >>> import ksm_widgets as ksm
    >>> explorer = ksm.Explorer(ksm.Position.near("5,4,3z"), language="de")
    >>> explorer.session.position.text[-13:]
    '/5,4,3z,-,-,-'
    >>> explorer.close()
    """

    panels = PANELS
    layout = LAYOUT
    near = ("said", "under")
    acts = ACTS
    paste_act = "paste"
    restores = True

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
        asked = address if start is None and "board=" in address else start
        self._solver = solver
        self._next_step = Debounced(self._play_on, _PACE, self.failed)
        self._kept = KeptPicture(self._forms, self.failed)
        look = chosen("look", LOOKS, AUTO)
        self._progress: Progress | None = None
        own = own_cards_from(setting(OWN_CARDS))
        if disk_passes():  # What the browser keeps comes before anything is entered.
            self._progress = Progress.of_user()
            self._keeper = Keeper(self._progress, self._take_kept, self.failed)
        super().__init__(Page(session=_opening(asked, own), language=language, look=look))

    @property
    def session(self) -> Session:
        """The session, as a value: `session.position`, `session.situation` and more."""
        return self.page.session

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {
            "solve": self._solve,
            "hint": lambda _: self._solve("hint"),
            "judge": lambda _: self._solve("judge"),
            "stop": lambda _: self.stop_work(),
            "run": lambda _: self._run(),
            "save": self._save,
            "deck": lambda value: self._take_cards("deck", value),
            "draft-take": lambda value: self._take_cards("draft-take", value),
            "enter": self._enter,
            "name": lambda value: self._show_tile("name", value),
            "over": lambda value: self._show_tile("over", value),
        }

    def touched(self, before: Page) -> None:
        """After a touch: once a tile has shown, what is best now is searched for."""
        self._search_on(before.session)

    def _enter(self, value: str) -> None:
        self.perform("enter", value)
        self._board.take_focus()

    def _take_cards(self, act: str, value: str) -> None:
        """Take cards of the user's own game, and keep them for every explorer to come.

        Those that another page has kept since this one began stay.
        """
        if self._progress is None:
            self._progress = Progress.of_user()
        self._take_kept()
        self.perform(act, value)
        self._progress.set(OWN_CARDS, own_cards_text(self.session.own))
        self.set_page(replace(self.page, unsaved=not self._progress.saved))

    def _take_kept(self) -> None:
        assert self._progress is not None
        own = own_cards_from(self._progress.setting(OWN_CARDS))
        self.set_page(self.page.with_session(replace(self.session, own=own)))

    def _show_tile(self, act: str, value: str) -> None:
        before = self.session
        self.perform(act, value)
        self._search_on(before)

    # Searches.

    def _solve(self, what: str) -> None:
        session = self.session
        if session.faults:  # They are on the page, and the buttons are disabled.
            return
        if what == "hint" and session.follows_plan:
            self.set_page(self.page.with_session(plans.next_hint(session)))
            return
        work, done = search_for(self.page, what, self._solver)

        def ended(page: Page, result: Any) -> Page:
            return done(replace(page, running=None), result)

        self.set_page(replace(self.page, running=Running(what), auto=False))
        self.in_background(work, ended, self._progressing(what))

    def _search_on(self, before: Session) -> None:
        """Search for the best way on, once a tile has shown during a turn.

        That is, once it is named, or in the covered view uncovered where the plan had a look.
        """
        session = self.session
        named = session.situation != before.situation
        seen = session.looked and not before.looked
        if session.mode is not Mode.PLAY or not (named or seen):
            return
        policy = plans.foreseen(before, session)
        if policy is not None:
            self.stop_work(drop=True)
            session = plans.show_policy(session, session.question, policy)
            self.set_page(replace(self.page, session=session, running=None))
        else:
            self._solve("look" if plans.advised(before) else "plan")

    # A plan that plays step by step.

    def _run(self) -> None:
        self.set_page(replace(self.page, auto=not self.page.auto))
        self._play_on()

    def _play_on(self) -> None:
        """Make a step of the plan, and schedule the next one.

        Without an event loop each press makes a single step.
        """
        shown = self.session.state.shown
        if not self.page.auto:
            return
        if shown is None or shown.plan is None:
            self.set_page(replace(self.page, auto=False))
            return
        step = shown.step + 1
        more = step < len(shown.plan.steps) and self._next_step.schedule()
        session = plans.step_to(self.session, step)
        self.set_page(replace(self.page, session=session, auto=more))

    # Saving and restoring.

    def _save(self, what: str) -> None:
        match what:
            case "svg":
                picture = paint_svg(self.page.picture.scene())
                self._board.save_text("mine.svg", picture, "image/svg+xml")
            case "png":
                self._board.save_picture("mine.png")
            case "text":
                text = record_of(self.session, self.page.language)
                self._board.save_text("mine.txt", text, "text/plain")
            case "cards":
                text = cards_text(self.session.situation.deck)
                self._board.save_text("cards.csv", text, "text/csv")

    def restored(self, kept: str) -> None:
        """Bring back position, turn and plan that the browser kept; undo takes them back."""
        if self.session.past:
            return
        session, plan = brought_back(self.session, kept)
        self.set_page(self.page.with_session(session))
        if plan is None:
            return
        asked = as_asked(session, plan)
        work, done = search_for(self.page.with_session(asked), plan.what, self._solver)

        def ended(page: Page, result: Any) -> Page:
            found = done(page.with_session(asked), result).session
            page = replace(page, running=None)
            return page.with_session(with_plan(page.session, found, plan))

        self.set_page(replace(self.page, running=Running(plan.what)))
        self.in_background(work, ended, self._progressing(plan.what))

    def _progressing(self, what: str) -> Callable[[Page, SearchProgress | None], Page]:
        """Show on the page how far a search is."""

        def progress(page: Page, standing: SearchProgress | None) -> Page:
            if page.running is None:
                return page
            return replace(page, running=Running(what, True, standing))

        return progress

    def repainted(self) -> None:
        """Update the picture that the notebook keeps."""
        self._kept.change()

    def _forms(self) -> dict[str, str]:
        """The board for places without a kernel, as a picture and as text."""
        picture = self.page.picture
        return {
            "image/svg+xml": paint_svg(picture.scene(), 560),
            "text/plain": f"{picture.position}\n{picture.position.text}",
        }

    def _ipython_display_(self) -> None:
        self._kept.show(self._repr_mimebundle_())


class KeptPicture:
    """A board's picture, as an output of its own before the board.

    It is what a notebook shows without a kernel; JupyterLab would take the widget even then. The
    style sheet hides the picture while the board is alive. `forms` makes it, by mime type;
    `failed` receives what goes wrong there.
    """

    def __init__(
        self, forms: Callable[[], Mapping[str, str]], failed: Callable[[Exception], None]
    ) -> None:
        self._forms = forms
        self._shown: DisplayHandle | None = None
        self._update = Debounced(self._update_now, _REST, failed)

    def show(self, board: Any) -> None:
        """Put the picture here, and below it the board, given as a widget's output."""
        self._shown = display(self._forms(), raw=True, display_id=True)
        display(board, raw=True)

    def change(self) -> None:
        """Update the picture soon; without an event loop it stays as it is."""
        if self._shown is not None:
            self._update.schedule()

    def _update_now(self) -> None:
        if self._shown is not None:
            self._shown.update(self._forms(), raw=True)


def _opening(start: Position | Situation | str | None, own: tuple[Card, ...] = ()) -> Session:
    """The session to begin with, and the user's own cards; a bad link is explained."""
    opened = example("carpet").situation
    notice = Notice.of("tell.opening")
    if isinstance(start, Situation):
        opened = start
    elif isinstance(start, Position):
        opened = replace(opened, position=start)
    elif start is not None:
        try:
            if "=" in start:
                opened = situation_of(start)
            else:
                opened = replace(opened, position=Position.parse(start))
        except KsmError as error:
            notice = Notice.refusal(error)
    return replace(load(Session(own=own), opened, notice), past=())
