"""The page of a game with the coach, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.coach.state import CoachState
from ksm_widgets.coach.view import panels
from ksm_widgets.game.match import Phase
from ksm_widgets.game.own_turn import moved_notice
from ksm_widgets.game.view.added import PagePlace
from ksm_widgets.game.view.page import TablePage
from ksm_widgets.page.html import Child, Markup, button, note, section
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.turns import Turn
from ksm_widgets.telling.phrases import Notice
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.analysis.review import Finding
    from ksm_widgets.coach.cards import WeighedCards
    from ksm_widgets.coach.career import Career
    from ksm_widgets.coach.mistakes import Due
    from ksm_widgets.coach.state import Judged, Reasons
    from ksm_widgets.game.own_turn import OwnTurn
    from ksm_widgets.rules import Card, Move


STATISTICS = "stats"
"""The query string of an address that shows the statistics."""
_KEYS = {"n": ("coach-mistake", "1"), "p": ("coach-mistake", "-1")}


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachedPage(TablePage):
    """The page of a game with the coach.

    `coaching` is the review shown, None while nobody has asked; `cards` are the weighed cards of
    the hand. `due` counts the mistakes of earlier games that are due to be tried again. `left` is
    the player's own turn as it was before the review.
    """

    coaching: CoachState | None = None
    cards: WeighedCards | None = None
    due: int = 0
    left: OwnTurn | None = None
    career: Career | None = None

    # What the coach adds to the page.

    @property
    def shows(self) -> CoachState | None:
        """The choice that the coach shows or asks about."""
        return self.coaching

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet: the game's, and what the coach shows."""
        there, coach = super(CoachedPage, self).classes, self.coaching
        if coach is None:
            return there
        names = {"ksm-at-coach"}
        if coach.asks is None:
            names |= {"ksm-at-curve"} if coach.at is None else {"ksm-at-curve", "ksm-at-choice"}
            # The verdict on an answer comes before that on the choice.
            names |= {"ksm-at-answer"} if coach.after_attempt else set()
        return there | names

    def added(self, place: PagePlace) -> Child:
        """The controls to ask the coach, and to go from mistake to mistake."""
        text, match = self.text, self.match
        match place:
            case PagePlace.START:
                return self._due() if self.due else None
            case PagePlace.SEATS:
                people = any(level is None for _, level in self.start.seating.sitters)
                return button(text("career.equals"), "equals", disabled=not people)
            case PagePlace.GAMES if self.start.shelved:
                return section(
                    text("career.title"),
                    note(text("career.open_what")),
                    button(text("career.open"), "career", class_="ksm-wide"),
                    class_="ksm-start-part",
                )
            case PagePlace.TURN if self.coaching is not None:
                return panels.looking(self, self.coaching, due=self.due)
            case PagePlace.CHOICE if self.coaching is None:
                return button(text("weighed.ask"), "cards", disabled=self.cards is not None)
            case PagePlace.LEAVING if self.phase in (Phase.CHOOSE, Phase.DIG):
                if match is not None and match.game.records:
                    return button(text("coach.so_far"), "coach")
            case PagePlace.END:
                return button(text("coach.ask"), "coach", class_="ksm-main")
        return None

    def _due(self) -> Markup:
        """The way to the mistakes that are due."""
        return section(
            self.text("coach.due"),
            note(self.text(counted("coach.due_what", self.due), count=self.due)),
            button(self.text("coach.due_try"), "again", class_="ksm-main ksm-wide"),
            class_="ksm-start-part",
        )

    @property
    def link(self) -> str:
        """The statistics have an address of their own."""
        return STATISTICS if self.career is not None and not self.at_table else ""

    def at_rest(self) -> Self:
        """Without review, cards and statistics: the match moves on."""
        return replace(self, coaching=None, cards=None, left=None, career=None)

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """While the coach only shows something, n and p go to the next and the previous mistake."""
        if self.coaching is not None and self.phase is None and not command:
            return _KEYS.get(key)
        return super(CoachedPage, self).shortcut(key, command=command, shift=shift)

    def failed(self, error: str) -> Self:
        """The page after an unexpected error: nothing is being thought out any more."""
        page, coach, cards = super(CoachedPage, self).failed(error), self.coaching, self.cards
        if cards is not None and cards.running:
            page = replace(page, cards=None)
        if coach is None:
            return page
        if coach.again and coach.at is None:
            # Without a review, nobody could judge an answer.
            return replace(page, match=None, coaching=None)
        return replace(page, coaching=coach.stopped_thinking())

    # What the player does while the coach asks.

    @property
    def coach(self) -> CoachState:
        """The coach's state; raises ForgedValue if nobody has asked for the coach."""
        if self.coaching is None:
            raise ForgedValue("nobody asked the coach")
        return self.coaching

    def move(self, move: Move) -> Self:
        """Try a move; one that uncovers a tile is the answer, unless the game is over (R33).

        Then the tile shows, and the turn goes on to its dig.
        """
        if self.coaching is None or self.match is None:
            return super(CoachedPage, self).move(move)
        trying = self.coaching.attempt.move(move)
        if trying.looks and self.match.over:
            trying = trying.seeing(self.match)
        ends = trying.looks
        turn = self.turn.let_go(moved_notice(trying.view))
        page = replace(self, coaching=replace(self.coaching, trying=trying), turn=turn)
        return page.end_turn(Turn()) if ends else page

    def choose(self) -> Self:
        """Answer with the card that is tried."""
        card = self.turn.tried
        return (
            super(CoachedPage, self).choose()
            if self.coaching is None or card is None
            else self.answer(card)
        )

    def end_turn(self, turn: Turn) -> Self:
        """Answer with a turn."""
        if self.coaching is None:
            return super(CoachedPage, self).end_turn(turn)
        return self.answer(replace(turn, moves=self.coaching.attempt.moves))

    def take_back(self) -> Self:
        """Take back the last move tried."""
        if self.coaching is None:
            return super(CoachedPage, self).take_back()
        trying = self.coaching.attempt
        if not trying.past:
            return self
        coach = replace(self.coaching, trying=trying.take_back())
        return replace(self, coaching=coach, turn=self.turn.let_go())

    def answer(self, what: Card | Turn) -> Self:
        """Have an answer judged."""
        return replace(self, coaching=self.coach.with_answer(what))

    # From one thing that is shown to the next.

    def showing(self, coach: CoachState, notice: Notice | None = None) -> Self:
        """Show something else, with nothing prepared on the mine."""
        return replace(self, coaching=coach, turn=self.turn.afresh(), told=notice)

    def reviewing(self, player: int) -> Self:
        """Begin the review of a player's choices."""
        assert self.match is not None, "a match is reviewed"
        left = self.turn if self.coaching is None else self.left
        page = self.showing(CoachState.of(self.match, player))
        return replace(page, at=None, left=left, thinking=False)

    def asked_again(self, due: Due) -> Self:
        """Begin an attempt at a mistake that is due; it is reviewed meanwhile."""
        return replace(self.showing(CoachState.of_due(due)), match=due.match, left=None)

    def ending(self) -> Self:
        """Return to the game as it was."""
        if self.coaching is None:
            return self
        turn = self.left or self.turn.afresh()
        return replace(self, coaching=None, left=None, turn=turn, told=None)

    # What was thought out in the background.

    def looked_into(self, finding: Finding) -> Self:
        """Take in the review of a mistake that came back."""
        return replace(self, coaching=self.coach.looked_into(finding))

    def reasoned(self, reasons: Reasons) -> Self:
        """Take in the verdict on the choice shown."""
        return replace(self, coaching=self.coach.reasoned(reasons))

    def judged(self, judged: Judged | KsmError) -> Self:
        """Take in a judged answer, or the error of one that is not allowed."""
        notice = Notice.refusal(judged) if isinstance(judged, KsmError) else None
        return self.showing(self.coach.with_judged(judged), notice)
