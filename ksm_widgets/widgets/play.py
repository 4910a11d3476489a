"""A whole game at the table: it is settled who plays; it is played, scored, looked at again."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import ipywidgets

from ksm_widgets.draw import THEMES, paint_svg
from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.course.progress import Progress, timestamp
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.table.match import Match, Phase
from ksm_widgets.tutor.table.missed import Mistakes
from ksm_widgets.tutor.table.record import match_text, read_match
from ksm_widgets.tutor.table.seats import Seat
from ksm_widgets.tutor.table.shelf import Shelf
from ksm_widgets.tutor.table.tops import Tops
from ksm_widgets.tutor.table.touching import HandOnMine, moved_notice
from ksm_widgets.widgets.coach import Coach
from ksm_widgets.widgets.guarding import guarded
from ksm_widgets.widgets.keeper import Keeper
from ksm_widgets.widgets.lesson import without_kernel
from ksm_widgets.widgets.notetaker import Notetaker
from ksm_widgets.widgets.own_acts import OwnActs
from ksm_widgets.widgets.page import AUTO
from ksm_widgets.widgets.parts.at_table import announced
from ksm_widgets.widgets.preferences import chosen, keep_chosen
from ksm_widgets.widgets.pulse import Pulse
from ksm_widgets.widgets.table_acts import PAGE_ACTS, first_seating, perform
from ksm_widgets.widgets.table_board import TableBoard, at_cursor
from ksm_widgets.widgets.table_others import OthersTurns
from ksm_widgets.widgets.table_page import Seating, TablePage
from ksm_widgets.widgets.table_rendering import PARTS, TablePanel, sheet
from ksm_widgets.widgets.weighed_cards import CardWeigher
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.tutor.touch import Press
    from ksm_widgets.widgets.note_page import Notes

__all__ = ["GameTable"]

_TO_MISTAKES = {"n": "1", "p": "-1"}
"""Keys that lead from one mistake to the next, while the coach shows some."""

_LOOKED_AT = {
    **dict.fromkeys(("coach", "again", "coach-at", "coach-mistake", "coach-try"), "head"),
    **dict.fromkeys(("choose", "note"), "head"),
    "cards": "coach",
}
"""The panel that is to be seen after an act."""


class GameTable(ipywidgets.Box):  # type: ignore[misc]
    """A table to play whole games at, alone or with others on the same device.

    The game is kept with the progress of the course, after every step. `match` can be looked at
    at any time. `seed` makes the mine and the deal of the games begun here, for lessons and tests;
    `clock` gives milliseconds since 1970.

    >>> import ksm_widgets as ksm
    >>> from ksm_widgets.tutor.course.progress import Progress
    >>> table = ksm.GameTable(language="en", progress=Progress(), seed=7)
    >>> table.act("begin", "")
    >>> table.match.phase.value, len(table.match.view.hand)
    ('choose', 12)
    >>> table.close()
    """

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
            self._keeper = Keeper.where_needed(progress, self._came)
        self._clock = clock
        self._shelf = Shelf(progress, clock)
        self._missed = Mistakes(self._shelf)
        self._seed = seed
        look = chosen("look", (AUTO, *THEMES), AUTO)
        seating = Seating.of(self._shelf.seating) or first_seating(language)
        self._page = TablePage(seating, language=language, look=look, lasting=progress.lasting)
        self._look_at_shelf()
        self._began: Press | None = None
        self._others = OthersTurns(self)
        self._own = OwnActs(self, self._others)
        self._coach = Coach(self, self._others, self._missed)
        self._cards = CardWeigher(self)
        self._notetaker = Notetaker(self, self._shelf)
        self._shown: dict[str, object] = {}
        self._board = TableBoard(self)
        self._panels = {name: TablePanel(name, self.act) for name in PARTS}
        self._pulse = Pulse(language)
        super().__init__([self._pulse, sheet(self._board, self._panels)])
        self.add_class("ksm-explorer")
        self.add_class("ksm-play")
        self._classes: frozenset[str] = frozenset()
        self._refresh()

    @property
    def page(self) -> TablePage:
        """What the page shows, as a value."""
        return self._page

    @property
    def match(self) -> Match | None:
        """The match at the table, None before one has begun."""
        return self._page.match

    def wait(self, timeout: float | None = None) -> None:
        """Wait until a player who thinks has thought, and the coach; and cards are weighed."""
        self._others.wait(timeout)
        self._coach.wait(timeout)
        self._cards.wait(timeout)

    # What the board tells.

    @guarded
    def tap(self, quarry: Quarry) -> None:
        """A quarry was touched."""
        self._press(quarry)
        self._release(quarry)

    @guarded
    def press(self, quarry: Quarry) -> None:
        """A drag began on a quarry."""
        self._press(quarry)
        self._refresh()

    @guarded
    def release(self, quarry: Quarry | None) -> None:
        """The drag has ended."""
        self._release(quarry)

    def _press(self, quarry: Quarry) -> None:
        if self._page.notes is not None and self._page.match is None:
            self.act("note-at", str(quarry))
        seen = self._page.seen if self._playable else None
        self._began = None
        if seen is not None:
            hand, self._began = self._page.hand.press(seen, quarry)
            self._page = replace(self._page, hand=hand, keyboard=False, told=None)

    def _release(self, quarry: Quarry | None) -> None:
        began, self._began = self._began, None
        seen = self._page.seen
        if began is not None and seen is not None:
            self._hand(self._page.hand.release(seen, began, quarry))

    @guarded
    def point(self, quarry: Quarry | None) -> None:
        """The pointer is over another quarry, with the card in hand."""
        hand = self._page.hand
        if quarry != hand.pointed and self._playable:
            hand = replace(hand, pointed=quarry, notice=None if quarry else hand.notice)
            self.become(replace(self._page, hand=hand, keyboard=False))

    @guarded
    def key(self, key: str, *, command: bool, shift: bool) -> None:
        """A key was pressed on the board."""
        if command:
            if key.lower() == "z" and not shift:
                self.act("back", "")
            return
        if key == "n" and self._page.phase in (Phase.WATCH, Phase.REVEAL):
            self.act("next", "")
            return
        if self._page.coach is not None and self._page.phase is None and key in _TO_MISTAKES:
            self.act("coach-mistake", _TO_MISTAKES[key])
            return
        noted = None if self._page.notes is None else self._page.notes.act_of(key)
        if noted is not None:
            self._page = replace(self._page, keyboard=True)
            self.act(*noted)
            return
        before, seen = self._page.hand, self._page.seen
        if seen is None or not self._playable:
            walked = before.walked(key)
            hand = before if walked is None else walked
        else:
            hand = before.key(seen, key)
        self._page = replace(self._page, keyboard=True, told=None)
        self._hand(hand)
        if hand.cursor != before.cursor:
            self._board.announce(at_cursor(self._page))

    def paste(self, text: str) -> None:
        """Topmost tiles can be pasted while a mine is laid out; else nothing can."""
        if self._page.notes is not None:
            self.act("note-read", text)

    @guarded
    def focused(self, on: bool) -> None:
        """The board got or lost the focus; with the mouse in use the cursor does not show."""
        if not on:
            self.become(replace(self._page, keyboard=False))

    @guarded
    def page_theme(self, name: str) -> None:
        """The page around is dark or light."""
        self.become(replace(self._page, around=name))

    def at_address(self, address: str) -> None:
        """A game has no link to itself."""

    def failed(self, error: Exception) -> None:
        """Show an error that nobody expected, and go on; the game is kept."""
        language = self._page.language
        told = error.sentence(language) if isinstance(error, KsmError) else repr(error)
        self._others.pause()
        self._page = replace(self._page, trouble=told, thinking=False, going=False)
        self._refresh()

    @property
    def _playable(self) -> bool:
        """Whether a touch on the mine means anything now."""
        page = self._page
        if page.phase is Phase.CHOOSE:
            return page.hand.thought_of is not None and not page.asks
        return page.phase is Phase.DIG and not page.asks

    def _hand(self, hand: HandOnMine) -> None:
        """The hand has done something; a move it wishes for is made."""
        page, wish = self._page, hand.wish
        if wish is None or page.match is None:
            self.become(replace(page, hand=hand))
            return
        if page.notes is not None:
            self.act("note-move", str(wish))
            return
        if page.coach is not None:
            self._coach.move(wish)
            return
        match = page.match.move(wish)
        notice = None if match.view is None else moved_notice(match.view)
        self.arrive(match, hand=replace(hand, wish=None, marked=(), notice=notice))

    # What the panels tell.

    @guarded
    def act(self, name: str, value: str) -> None:
        """Do what a control of the page asks for; what the game does not allow is explained."""
        self._page = replace(self._page, trouble=None, told=None)
        try:
            if name in PAGE_ACTS or ":" in name:
                self.become(perform(self._page, name, value))
                if name == "replay":
                    self._panels["head"].look()
            else:
                self._acts()[name](value)
                if name in _LOOKED_AT:
                    self._panels[_LOOKED_AT[name]].look()
        except KsmError as error:
            self.become(replace(self._page, told=Notice.refusal(error)))
            self._panels["start"].look(".ksm-notice")
        except (KeyError, IndexError, ValueError):
            self._refresh()  # What no control of the page sends.

    def _acts(self) -> dict[str, Callable[[str], None]]:
        """What the controls do that change the match, or more than the page."""
        return {
            "language": lambda value: self._choose_for_all("language", value),
            "look": lambda value: self._choose_for_all("look", value),
            "begin": lambda _: self._begin(),
            **dict.fromkeys(("go-on", "note-on", "sit-at"), self._go_on),
            "import": self._import,
            "next": lambda _: self._others.step(),
            "going": lambda value: self._others.go_on(bool(value)),
            "skip": lambda _: self._others.skip(),
            "leave": lambda _: self._leave(),
            "save": lambda _: self._panels["set"].save("played-game.txt", self._page.record),
            **self._own.acts,
            **self._cards.acts,
            **self._coach.acts(),
            **self._notetaker.acts,
        }

    def _choose_for_all(self, name: str, value: str) -> None:
        """Language or colours, here and for every board to come."""
        possible = LANGUAGES if name == "language" else (AUTO, *THEMES)
        if value not in possible:
            raise ValueError(value)
        page = self._page
        if name == "language":
            self.become(replace(page, language=value))
            self._pulse.speak(value)
        else:
            self.become(replace(page, look=value))
        keep_chosen(name, value)
        self._pulse.remember(name, value)

    # Before a game.

    def _begin(self) -> None:
        seating = self._page.seating
        seats = [Seat(name, level) for name, level in seating.sitters]
        self._shelf.keep_seating(seating.text)
        seed = secrets.randbelow(1_000_000_000) if self._seed is None else self._seed
        match = Match.begin(
            seats,
            seed=seed,
            edition_name=seating.edition,
            variant=seating.variant,
            begun=self._clock(),
        )
        self._sit(match)

    def _go_on(self, begun: str) -> None:
        """Go on with a match that is kept, or look at it again if it is over."""
        kept = {str(match.begun): match for match in self._page.shelved}
        self._sit(kept[begun])

    def _import(self, text: str) -> None:
        match = read_match(text, language=self._page.language, begun=self._clock())
        self._sit(match)
        if match.over:
            self.become(perform(self._page, "replay", ""))

    def _sit(self, match: Match) -> None:
        """Sit down to a match, with what happened last before the eyes."""
        self._page = replace(self._page, at=None, asks="", adding=(), going=True)
        if match.noted and not match.over:
            self._notetaker.go_on(match)
        else:
            self.arrive(match, since=max(0, len(match.steps) - 1))
        self._panels["head"].look()

    @guarded
    def _came(self) -> None:
        """What the browser had kept has come: there may be games among it."""
        self._look_at_shelf()
        kept = Seating.of(self._shelf.seating)
        if kept is not None and self._page.seating == first_seating(self._page.language):
            self._page = replace(self._page, seating=kept)
        self._refresh()

    def _look_at_shelf(self) -> None:
        """What can be gone on with, and what waits to be tried again."""
        shelved = tuple(kept.match for kept in self._shelf.matches(self._page.language))
        laid_out = Tops.of(self._shelf.laid_out).count
        self._page = replace(self._page, shelved=shelved, laid_out=laid_out)
        self.count_due()

    def count_due(self) -> None:
        """What waits to be tried again may be another by now."""
        self._page = replace(self._page, due=len(self._missed.due()))

    def _leave(self) -> None:
        """Back to the start; what is under way is kept."""
        self._others.halt()
        self._coach.halt()
        self._look_at_shelf()
        hand = HandOnMine(cursor=self._page.hand.cursor)
        self._cards.halt()
        page = replace(self._page, match=None, coach=None, cards=None, notes=None, at=None)
        self.become(replace(page, asks="", hand=hand, thinking=False))

    # From one moment of the match to the next.

    def arrive(
        self,
        match: Match,
        *,
        since: int | None = None,
        hand: HandOnMine | None = None,
        notes: Notes | None = None,
    ) -> None:
        """The match as it stands now: it is kept, shown, and goes on if it can by itself.

        What came after step `since` is told, by default what the match has not had before. With
        `notes` it is noted on, else played.
        """
        before = self._page.match
        if since is None:
            since = 0 if before is None else len(before.steps)
        if hand is None:
            hand = HandOnMine(cursor=self._page.hand.cursor, lays=match.nothing_moves)
        self._coach.halt()
        self._cards.halt()
        page = replace(
            self._page,
            match=match,
            coach=None,
            cards=None,
            notes=notes,
            since=since,
            hand=hand,
            adding=(),
            thinking=False,
            rung=_rung_left(self._page, match),
            record=match_text(match) if match.over or notes else "",
        )
        # What is on the screen is kept already, should the program end right then.
        if before is None or match != before:
            self._shelf.keep(match)
        self.become(page)
        if match.over:
            self._panels["ending"].look()
        self._others.arrived(told=sum(map(len, announced(page))))

    # Showing.

    def become(self, page: TablePage) -> None:
        """Show another page."""
        self._page = page
        self._refresh()

    def _refresh(self) -> None:
        """Bring everything that has changed to the page; what is looked at first is sent first."""
        page = self._page
        self._board.show_page(page, playable=self._playable)
        for name, part in PARTS.items():
            html = part(page)
            if self._shown.get(name) != html:
                self._panels[name].html = self._shown[name] = html
        self._dress()

    def _dress(self) -> None:
        """Name what the page is at, for its style sheet."""
        page = self._page
        place = "table" if page.at_table else "start"
        over = page.phase is Phase.OVER
        classes = {f"ksm-theme-{page.theme.name}", f"ksm-at-{place}"}
        classes |= {"ksm-at-end"} if over else set()
        coach = page.coach
        classes |= {"ksm-at-coach"} if coach is not None else set()
        if coach is not None and coach.tells:
            classes |= {"ksm-at-curve"} if coach.at is None else {"ksm-at-curve", "ksm-at-choice"}
            # What is said of an answer goes before what is said of the choice.
            classes |= {"ksm-at-answer"} if coach.answered else set()
        for gone in self._classes - classes:
            self.remove_class(gone)
        for new in classes - self._classes:
            self.add_class(new)
        self._classes = frozenset(classes)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; where there is no kernel no more than everybody at the table may see."""
        title = self._page.text("at_table.title")
        looks = self._board.looks
        if looks is None:
            return without_kernel(super()._repr_mimebundle_(**kwargs), title)
        picture = {"image/svg+xml": paint_svg(looks.scene(), 560)}
        text = f"{title}\n{looks.position}"
        return without_kernel(super()._repr_mimebundle_(**kwargs), text, **picture)


def _rung_left(page: TablePage, match: Match) -> Rung:
    """How much of the turn has been told by hints: after a move the next one may be asked for."""
    same = page.match is not None and len(page.match.game.records) == len(match.game.records)
    return min(page.rung, Rung.TILES) if same and match.phase is Phase.DIG else Rung.NONE
