"""The widget of a game: set up, played, noted, scored and replayed."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from ksm_widgets.draw import paint_svg
from ksm_widgets.draw.themes import AUTO, LOOKS
from ksm_widgets.game.advice import advice
from ksm_widgets.game.keeping import LONGEST_TITLE, SavedMatches, Start
from ksm_widgets.game.match import OTHERS, Match, Phase
from ksm_widgets.game.notes import Notes, Tops
from ksm_widgets.game.record import read_match
from ksm_widgets.game.seats import Seating
from ksm_widgets.game.view.acts import ACTS
from ksm_widgets.game.view.ending import RECORD_FILE
from ksm_widgets.game.view.page import TablePage
from ksm_widgets.game.view.saying import PACE, time_to_read
from ksm_widgets.game.view.table import PANELS, layout
from ksm_widgets.game.view.turn import hinted
from ksm_widgets.page.background import Debounced, unless_cut_short
from ksm_widgets.page.choices import chosen
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.page.page import BoardPage
from ksm_widgets.page.part import Panel
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.progress.progress import Progress, timestamp
from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


_QUICK = 3
"""The speed for quick readers, as a multiple."""

P = TypeVar("P", bound=TablePage)


class TablePanel(Panel):
    """A panel of a game's page."""

    styles: ClassVar[Sequence[Path]] = (*Panel.styles, Path(__file__).with_name("play.css"))


class GamePage(BoardPage[P]):
    """The page of a game; a feature that adds to it extends it, and its `page_type`.

    The match is saved with the learner's progress after every step. `seed` makes the mine and the
    deal of the games begun here; `clock` returns milliseconds since 1970.
    """

    page_type: ClassVar[type[TablePage]] = TablePage
    panels = PANELS
    panel_type = TablePanel
    layout = layout()
    # With the start page gone first, the page is not longer than the window meanwhile, and stays
    # at its top.
    near: ClassVar[Sequence[str]] = ("start", "said")
    acts = ACTS
    paste_act = "note-read"
    restores = True
    looked_at: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("begin", "go-on", "note-on", "sit-at", "import", "note", "choose", "replay"), "head"
    )
    """The panel to bring into sight after an act."""

    def __init__(
        self,
        *,
        language: str | None = None,
        progress: Progress | None = None,
        seed: int | None = None,
        clock: Callable[[], int] = timestamp,
    ) -> None:
        if language is None:
            language = chosen("language", LANGUAGES, LANGUAGES[0])
        expect_language(language)
        self._keeper: Keeper | None = None
        if progress is None:
            progress = Progress.of_user()
            self._keeper = Keeper.where_needed(progress, self._came, self.failed)
        self._saves = self.saves(progress, clock)
        self._seed = seed
        self._next_step = Debounced(self._play_on, PACE, self.failed)
        seating = Seating.of(self._saves.seating) or Seating.first(language)
        page = self.page_type(
            start=Start.of(self._saves, seating, language),
            quick=self._saves.quick,
            language=language,
            look=chosen("look", LOOKS, AUTO),
        )
        super().__init__(self.at_start(cast("P", page)))

    def saves(self, progress: Progress, clock: Callable[[], int]) -> SavedMatches:
        """The saved matches of this page."""
        return SavedMatches(progress, clock)

    @property
    def match(self) -> Match | None:
        """The match at the table, None before one."""
        return self.page.match

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {
            "begin": lambda _: self._deal(),
            "note": lambda _: self._note(),
            "import": self._import,
            "forget-sure": lambda _: self._forget(),
            "title": self._rename,
            "next": lambda _: self._step(),
            "going": lambda value: self._go_on(bool(value)),
            "quick": lambda value: self._set_pace(quick=bool(value)),
            "skip": lambda _: self._skip(),
            "hint": lambda _: self._hint(),
            "save": lambda _: self._panels["set"].save(RECORD_FILE, self.page.record),
            "leave": lambda _: self._leave(),
        }

    def act(self, name: str, value: str | None) -> None:
        """Do what a control asks for, and bring into sight what there is to see then."""
        before = self._page = self._page.attending(name, value)
        super().act(name, value)
        told, panel = self._page.told, self.looked_at.get(name)
        if told is not None and told is not before.told:
            self._panels["start"].look(".ksm-notice")
        elif panel is not None:
            self._panels[panel].look()

    # Before a game.

    def at_start(self, page: P) -> P:
        """The page with a feature's additions where the next game is set up."""
        return page

    def _began(self) -> int:
        """The start time of a game that begins now; ForgedValue if another one is at the table."""
        if self.page.at_table:
            raise ForgedValue("there is a game at the table")
        return self._saves.clock()

    def _deal(self) -> None:
        seating, begun = self.page.start.seating, self._began()
        match = Match.begin(
            seating.seats(),
            seed=secrets.randbelow(1_000_000_000) if self._seed is None else self._seed,
            edition_name=seating.edition,
            variant=seating.variant,
            deck=self._saves.deck,
            begun=begun,
        )
        self._saves.keep_seating(seating.text)
        self.set_page(self.page.sitting(match))

    def _note(self) -> None:
        seating, begun = self.page.start.seating, self._began()
        seating.seats(noted=True)  # Better refused before the mine is entered than after.
        self._saves.keep_seating(seating.text)
        self.set_page(self.page.noting(Notes(begun, Tops.of(self._saves.laid_out))))

    def _import(self, text: str) -> None:
        match = read_match(text, language=self.page.language, begun=self._began())
        page = self.page.sitting(match)
        self.set_page(replace(page, at=0) if match.over else page)

    def _forget(self) -> None:
        """Delete the match that was asked about."""
        page = self.page
        if page.at_table or page.start.doomed is None:
            raise ForgedValue("no match was asked about")
        self._saves.forget(page.start.doomed)
        self._list_again()

    def _rename(self, title: str) -> None:
        """Give a name to the match that was asked about."""
        page = self.page
        if page.at_table or page.start.naming is None or len(title) > LONGEST_TITLE:
            raise ForgedValue("no match is being named")
        self._saves.rename(page.start.naming, title)
        self._list_again()

    def _list_again(self) -> None:
        """Show the saved matches as they are now."""
        page = self.page
        start = Start.of(self._saves, page.start.seating, page.language)
        start = replace(start, sought=page.start.sought)
        self.set_page(self.at_start(replace(page, start=start)))

    def _came(self) -> None:
        """Show what the browser had saved, once it has come."""
        seating, language = self.page.start.seating, self.page.language
        if seating == Seating.first(language):
            seating = Seating.of(self._saves.seating) or seating
        start = Start.of(self._saves, seating, language)
        page = replace(self.page, start=start, quick=self._saves.quick)
        self.set_page(self.at_start(page))

    def restored(self, kept: str) -> None:
        """Return to the game at the table, which is saved after every step."""
        if not self.page.at_table and self.page.start.saved(kept) is not None:
            self.act("go-on", kept)

    def _leave(self) -> None:
        """Return to the start; the game is saved."""
        start = Start.of(self._saves, self.page.start.seating, self.page.language)
        self.set_page(self.at_start(self.page.leaving(start)))

    # From one moment of the match to the next.

    def set_page(self, page: P) -> None:
        """Save and show another page, and let the others' turns advance."""
        before, match = self._page, page.match
        # What is on the screen is saved already, even if the program ends right now.
        if match is not None and page.shows is None and match != before.match:
            self._saves.keep(match)
        self._keep_tops(before, page)
        super().set_page(page)
        if before.thinking and not page.thinking:
            self.stop_work("others", drop=True)
        moved = match is not before.match and page.shows is None
        if moved and match is not None and match.over and page.at is None:
            self._panels["ending"].look()
        if moved or page.others_act is not before.others_act:
            self._others_go_on()

    def _keep_tops(self, before: P, after: P) -> None:
        """Save the topmost tiles entered so far, until their game begins."""
        had, has = (
            page.notes.tops.text if page.notes is not None and page.notes.noted is None else None
            for page in (before, after)
        )
        if has is not None and has != had:
            self._saves.keep_laid_out(has)
        elif had is not None and has is None and after.notes is not None:
            self._saves.keep_laid_out("")

    def _others_go_on(self) -> None:
        """Take the others' next step, once there was time to read the last one."""
        page = self.page
        self._next_step.cancel()
        if page.match is None or not (page.others_act and page.going):
            return
        if page.phase is Phase.WATCH and page.match.game.current is None:
            self._step()  # A card laid face down is nothing to look at.
        else:
            self._next_step.schedule(time_to_read(page) / (_QUICK if page.quick else 1))

    def _play_on(self) -> None:
        if self.page.going and not self.page.thinking:
            self._step()

    def _step(self) -> None:
        """Take one step of the others' turns."""
        page = self.page
        match = page.match
        if match is None or not page.others_act:
            return
        if page.phase is Phase.REVEAL:
            match = match.step()
            if match.phase not in OTHERS:
                self.set_page(page.arriving(match, since=page.since))
                return
            # The reveal was seen: another step without anything new to see would be for nothing.
        self._think(lambda _: match.step(), _arrived)

    def _skip(self) -> None:
        """Take all steps until a person has to act."""
        page, match = self.page, self.page.match
        if match is None or not page.others_act or (page.thinking and page.skipping):
            return

        def all_of_them(stop: Callable[[], bool]) -> Match:
            after = match
            while after.phase in OTHERS and not stop():
                after = after.step()
            return after

        self._think(all_of_them, _arrived, skipping=True)

    def _go_on(self, on: bool) -> None:
        """Advance automatically from now on, or only step by step."""
        self._next_step.cancel()
        self.set_page(replace(self.page, going=on))
        if on:
            self._step()

    def _set_pace(self, *, quick: bool) -> None:
        """Advance faster from now on, also in later games, or at the usual pace again."""
        self._saves.keep_quick(quick=quick)
        self.set_page(replace(self.page, quick=quick))
        if not self.page.thinking:
            self._others_go_on()

    def _hint(self) -> None:
        """Find the best choice in the background."""
        page = self.page
        seen, known = page.seen, page.turn.advice
        if seen is None or page.shows is not None or page.phase not in (Phase.CHOOSE, Phase.DIG):
            raise ForgedValue("there is nothing to give a hint for")
        if known is not None and (found := known.known(seen)) is not None:
            self.set_page(hinted(page, found))
        else:
            work = unless_cut_short(lambda pulse: advice(seen, pulse, before=known))
            self._think(lambda stop: work(stop, None), hinted)

    def _think(
        self,
        work: Callable[[Callable[[], bool]], Any],
        done: Callable[[P, Any], P],
        *,
        skipping: bool = False,
    ) -> None:
        """Have a bot think in the background; the next thing done at the table ends it."""
        self._next_step.cancel()
        self.set_page(replace(self.page, thinking=True, skipping=skipping))
        self.in_background(lambda stop, _: work(stop), done, name="others")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for a page without a kernel what everybody at the table may see."""
        title, shown = self.page.text("at_table.title"), self.page.picture
        if shown is None:
            return self.in_words(title, **kwargs)
        return self.in_words(f"{title}\n{shown.position}", paint_svg(shown.scene(), 560), **kwargs)


def _arrived(page: P, match: Match) -> P:
    return page.arriving(match)
