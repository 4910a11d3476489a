"""A game's widget with the coach: reviews, mistakes to try again, and weighed cards."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from urllib.parse import parse_qs

from ksm_widgets.analysis.review import Finding, Moment, Review
from ksm_widgets.coach.cards import WeighedCards, card_tables
from ksm_widgets.coach.career import Career
from ksm_widgets.coach.career_telling import equal_told
from ksm_widgets.coach.mistakes import Mistakes, look_again, reviews, seats_to_review
from ksm_widgets.coach.retrying import RetryAttempt
from ksm_widgets.coach.state import ShownPart, judged, verdict_on
from ksm_widgets.coach.view import panels
from ksm_widgets.coach.view.career import career_shown
from ksm_widgets.coach.view.page import STATISTICS, CoachedPage
from ksm_widgets.game.door import COACHED, SAVED
from ksm_widgets.game.match import Phase
from ksm_widgets.game.view.play import GamePage, TablePanel
from ksm_widgets.game.view.table import PANELS, layout
from ksm_widgets.page.background import CutShort, cancel_when, unless_cut_short
from ksm_widgets.page.html import Child, fault, joined
from ksm_widgets.page.state import ForgedValue, among, member, number
from ksm_widgets.progress.progress import timestamp
from ksm_widgets.telling.phrases import Notice, Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ksm_widgets.analysis.card_table import CardTable
    from ksm_widgets.coach.state import CoachState
    from ksm_widgets.page.state import Act
    from ksm_widgets.progress.progress import Progress


_WAYS = {"1": 1, "-1": -1}
"""To the next mistake, and to the previous one."""
T = TypeVar("T")


def _act(command: Callable[[CoachState, str], CoachState]) -> Act[CoachedPage]:
    """The act that makes the coach show something else."""
    return lambda page, value: page.showing(command(page.coach, value))


def _mistake(coach: CoachState, way: str) -> CoachState:
    at = coach.mistake(_WAYS[among(_WAYS, way)])
    if at is None:
        raise ForgedValue(way)
    return coach.looking_at(at)


def _show(page: CoachedPage, shown: str) -> CoachedPage:
    return replace(page, coaching=replace(page.coach, shown=member(ShownPart, shown)))


_ACTS: Mapping[str, Act[Any]] = MappingProxyType(
    {
        "coach-at": _act(lambda coach, at: coach.looking_at(number(at))),
        "coach-mistake": _act(_mistake),
        "coach-shown": _show,
        "coach-all": _act(lambda coach, _: replace(coach, at=None, reasons=None, trying=None)),
        "coach-try": _act(lambda coach, at: coach.tried(number(at) if at else coach.to_try())),
        "coach-tell": _act(lambda coach, _: coach.given_up()),
        "coach-end": lambda page, _: page.ending(),
        "cards-away": lambda page, _: replace(page, cards=None),
        "career-away": lambda page, _: replace(page, career=None),
    }
)
"""The coach's acts that only change the page."""


def _started(page: CoachedPage) -> Child:
    """The start of a game, or the statistics in its place."""
    if page.career is None or page.at_table:
        return PANELS["start"](page)
    return joined(fault(page), career_shown(page, page.career))


class CoachPanel(TablePanel):
    """A panel of a game's page with the coach."""

    styles: ClassVar[Sequence[Path]] = (*TablePanel.styles, Path(__file__).with_name("coach.css"))


class GameTable(GamePage[CoachedPage]):
    """A table to play whole games at, alone or with others on the same device.

    The game is saved with your progress after every step; `match` is the game so far. `seed` fixes
    the mine and the deal of the games begun here, for lessons and tests; `clock` returns
    milliseconds since 1970.

    >>> import ksm_widgets as ksm
    >>> from ksm_widgets.progress.progress import Progress
    >>> table = ksm.GameTable(language="en", progress=Progress(), seed=7)
    >>> table.act("begin", "")
    >>> table.match.phase.value, len(table.match.view.hand)
    ('choose', 12)
    >>> table.close()
    """

    page_type = CoachedPage
    panels = MappingProxyType(
        {**PANELS, "start": _started, "curve": panels.curved, "coach": panels.beside}
    )
    panel_type = CoachPanel
    layout = layout("curve", "coach")
    acts = MappingProxyType({**GamePage.acts, **_ACTS})
    looked_at = MappingProxyType(
        {
            **GamePage.looked_at,
            **dict.fromkeys(("coach", "again", "coach-at", "coach-mistake", "coach-try"), "head"),
            "cards": "coach",
            **dict.fromkeys(("career", "career-away"), "head"),
        }
    )

    _reviews: Iterator[Review]
    _stopping: Callable[[], bool]

    def __init__(
        self,
        *,
        language: str | None = None,
        progress: Progress | None = None,
        seed: int | None = None,
        clock: Callable[[], int] = timestamp,
    ) -> None:
        super().__init__(language=language, progress=progress, seed=seed, clock=clock)
        asked = parse_qs(os.environ.get("QUERY_STRING", ""), keep_blank_values=True)
        if STATISTICS in asked and not self.page.at_table:
            self._show_career()
        elif SAVED in asked and not self.page.at_table:
            self._show_saved(asked[SAVED][0], coached=COACHED in asked)

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        """The effects of controls beyond the page's state, by the name of their act."""
        return {
            **super().effects,
            "coach": self._review,
            "coach-on": lambda _: self._go_on_weighing(),
            "coach-stop": lambda _: self.stop_work("review"),
            "again": lambda _: self._ask_again(),
            "cards": lambda _: self._weigh_cards(),
            "career": lambda _: self._show_career(),
            "career-of": self._show_career,
            "equals": lambda _: self._seat_equals(),
            "cards-stop": lambda _: self.stop_work("cards"),
        }

    @property
    def _missed(self) -> Mistakes:
        return Mistakes(self._saves)

    def at_start(self, page: CoachedPage) -> CoachedPage:
        """The page with the mistakes that are due by now."""
        # Games that ended in an earlier version, and those noted, are counted from here on.
        self._saves.count(page.start.shelved)
        if page.career is not None:
            name = page.career.name or None
            page = replace(page, career=Career.of(self._saves.progress, name))
        return self._counted_due(page)

    def _show_saved(self, begun: str, *, coached: bool) -> None:
        """Show the saved game that began then: with the coach, or else from its start.

        A game that goes on is resumed.
        """
        match = self.page.start.saved(begun)
        if match is None:
            self.set_page(self.page.telling(Notice.of("seating.no_such_game")))
            return
        page = self.page.sitting(match)
        self.set_page(replace(page, at=0) if match.over and not coached else page)
        if match.over and coached:
            self._review("")

    def _show_career(self, name: str | None = None) -> None:
        """Show the statistics of a person, by default of the one with the most games."""
        if self.page.at_table:
            raise ForgedValue("there is a game at the table")
        career = Career.of(self._saves.progress, name)
        self.set_page(replace(self._counted_due(self.page), career=career))

    def _seat_equals(self) -> None:
        """Have the bots play as well as the first person at the table, by their results so far."""
        page, seating = self.page, self.page.start.seating
        name = next((one for one, level in seating.sitters if level is None), None)
        if page.at_table or name is None:
            raise ForgedValue("nobody is to play against bots")
        career = Career.of(self._saves.progress, name)
        notice = equal_told(career, name)
        if notice.tone is Tone.GOOD:
            for seat, (_, level) in enumerate(seating.sitters):
                seating = seating if level is None else seating.levelled(seat, career.equal)
        start = replace(page.start, seating=seating)
        self.set_page(replace(page, start=start).telling(notice))

    def _counted_due(self, page: CoachedPage) -> CoachedPage:
        """Count the mistakes that are due by now."""
        return replace(page, due=len(self._missed.due()))

    def set_page(self, page: CoachedPage) -> None:
        """Show another page; what has been found out is stored, and what is wanted thought out."""
        before = self._page.coaching
        page = self._stored(page)
        super().set_page(page)
        for name, shown in (("review", page.coaching), ("cards", page.cards)):
            if shown is None:
                self.stop_work(name, drop=True)
        wanted = None if page.coaching is None else page.coaching.wanted
        if wanted is not (None if before is None else before.wanted):
            self._think_out(wanted)

    def _stored(self, page: CoachedPage) -> CoachedPage:
        """Store the mistakes of a whole review, and how well one was known that was tried."""
        coach, match, before = page.coaching, page.match, self._page.coaching
        if coach is None or match is None:
            return page
        if coach.whole and not coach.again and not (before is not None and before.whole):
            self._missed.note(match, coach.review)
        known = before is not None and before.trying is not None and before.asks is None
        if coach.trying is None or coach.asks is not None or known:
            return page
        self._missed.answered(match, coach.trying.retry)
        return self._counted_due(page)

    # The review of a game.

    def _review(self, seat: str) -> None:
        """Review a seat's game; by default that of the player at the device, or of a person."""
        match = self.page.match
        allowed = () if match is None else seats_to_review(match)
        if match is None or not allowed:
            raise ForgedValue("there is no game to review")
        usual = match.eyes if match.eyes in allowed else (*match.persons, *allowed)[0]
        player = number(seat) if seat else usual
        if player not in allowed:
            raise ForgedValue(seat)
        self.stop_work("review", drop=True)
        self._stopping = lambda: False
        self._reviews = reviews(match, player, pulse=self._let_page_answer)
        self.set_page(self.page.reviewing(player))
        self._weigh()

    def _go_on_weighing(self) -> None:
        if not self.page.coach.stopped:
            raise ForgedValue("nothing was stopped")
        self._weigh()

    def _weigh(self) -> None:
        """Begin the review, or continue it from where it was stopped."""
        found, latest = self._reviews, self.page.coach.review

        def work(stop: Callable[[], bool], tell: Callable[[Review], None]) -> tuple[Review, bool]:
            # Cut short and started again, it continues: nothing is weighed twice.
            nonlocal latest
            self._stopping = stop
            for latest in found:
                tell(latest)
                if stop():
                    return latest, False
            return latest, True

        coach = replace(self.page.coach, running=True)
        self.set_page(replace(self.page, coaching=coach))
        self.in_background(work, _weighed, _found, name="review", resumes=True)

    def _let_page_answer(self) -> None:
        """Let the page answer between two games, where there are no threads."""
        self._stopping()

    def _ask_again(self) -> None:
        """Begin an attempt at the most urgent mistake that is due."""
        page, coach = self.page, self.page.coaching
        if page.match is not None and not (coach is not None and coach.again):
            raise ForgedValue("there is a game at the table")
        due = self._missed.due()
        # It may have been tried on another page.
        self.set_page(page.asked_again(due[0]) if due else replace(page, due=0))

    # What is thought out in the background.

    def _think_out(self, wanted: Moment | RetryAttempt | Finding | None) -> None:
        match wanted:
            case None:
                self.stop_work("thought", drop=True)
            case Moment():
                # The player can think about it straight away.
                self._think_about(
                    lambda pulse: look_again(wanted, pulse=pulse), CoachedPage.looked_into
                )
            case Finding():
                self._think_about(lambda pulse: verdict_on(wanted, pulse), CoachedPage.reasoned)
            case RetryAttempt():
                self._think_about(lambda pulse: judged(wanted, pulse), CoachedPage.judged)

    def _think_about(
        self,
        work: Callable[[Callable[[], None]], T],
        done: Callable[[CoachedPage, T], CoachedPage],
    ) -> None:
        """Do some work in the background, until it is out of date."""

        def ended(page: CoachedPage, found: T | None) -> CoachedPage:
            return page if found is None or page.coaching is None else done(page, found)

        self.in_background(unless_cut_short(work), ended, name="thought")

    # The cards of the hand.

    def _weigh_cards(self) -> None:
        page, seen = self.page, self.page.seen
        if page.phase is not Phase.CHOOSE or seen is None or page.coaching is not None:
            raise ForgedValue("no card is to be chosen")
        latest: CardTable | None = None

        def work(stop: Callable[[], bool], tell: Callable[[CardTable], None]) -> CardTable | None:
            nonlocal latest
            try:
                # Cut short and started again, it continues after the last table.
                since = 0 if latest is None else latest.games
                for latest in card_tables(seen, since=since, pulse=cancel_when(stop)):
                    tell(latest)
            except CutShort:
                pass
            return latest

        def progress(page: CoachedPage, table: CardTable | None) -> CoachedPage:
            told = table is not None and page.cards is not None
            return replace(page, cards=WeighedCards(table)) if told else page

        def done(page: CoachedPage, table: CardTable | None) -> CoachedPage:
            # It may have been stopped before there was a table.
            ended = None if table is None else WeighedCards(table, running=False)
            return page if page.cards is None else replace(page, cards=ended)

        self.set_page(replace(page, cards=WeighedCards()))
        self.in_background(work, done, progress, name="cards")


def _found(page: CoachedPage, review: Review | None) -> CoachedPage:
    """Take in a longer review."""
    if review is None or page.coaching is None or review is page.coaching.review:
        return page
    return replace(page, coaching=replace(page.coaching, review=review))


def _weighed(page: CoachedPage, found: tuple[Review, bool]) -> CoachedPage:
    """Take in that the review is complete, or was stopped."""
    review, whole = found
    if page.coaching is None:
        return page
    coach = replace(page.coaching, review=review, running=False, whole=whole)
    return replace(page, coaching=coach)
