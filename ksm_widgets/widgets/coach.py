"""The coach at the table: he reviews a game in the background, shows choices, asks mistakes again.

What he finds is the page's (`coach_page`), how it is told `tutor.table.coaching`; here is what the
controls do, and what is thought out while the page answers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.table.at_once import dig_with
from ksm_widgets.tutor.table.coaching import told
from ksm_widgets.tutor.table.retrying import Retry
from ksm_widgets.tutor.table.reviewing import (
    Finding,
    Option,
    Review,
    as_quick_as_needed,
    choices,
    look_again,
    reviews,
    seats_to_review,
)
from ksm_widgets.tutor.table.touching import HandOnMine, moved_notice
from ksm_widgets.widgets.coach_page import Coaching, Reasons, Shown, Trying
from ksm_widgets.widgets.search import CutShort, Searching, heeding
from ksm_widgets.widgets.table_page import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ksm_widgets.rules import Card, Move
    from ksm_widgets.tutor.phrases import Phrase
    from ksm_widgets.tutor.table.missed import Mistakes
    from ksm_widgets.tutor.table.reviewing import Thought
    from ksm_widgets.widgets.table_others import OthersTurns

__all__ = ["Coach"]


_WAYS = {"1": 1, "-1": -1}
"""To the next mistake, and to the one before."""


_Judged = tuple[Retry, Reasons | None] | KsmError | None
"""An answer, with what there is to say if it is right; why it cannot be done; None if cut short."""


class CoachedTable(Table, Protocol):
    """Where he coaches: a table at which mistakes wait."""

    def count_due(self) -> None:
        """What waits to be tried again may be another by now."""


class Coach:
    """Who tells what choices cost.

    The acts of the page that are his are `acts`; while he asks about a mistake the hand's are too.
    """

    def __init__(self, table: CoachedTable, others: OthersTurns, missed: Mistakes) -> None:
        self._table, self._others, self._missed = table, others, missed
        self._weighing = Searching(self._gave_up)
        self._thinking = Searching(self._gave_up)
        self._reviews: Iterator[Review] = iter(())
        self._breathe: Callable[[], object] = lambda: None
        self._hand = HandOnMine()

    def wait(self, timeout: float | None = None) -> None:
        """Wait until nothing is weighed or thought out any more."""
        self._weighing.join(timeout)
        self._thinking.join(timeout)

    def acts(self) -> Mapping[str, Callable[[str], None]]:
        """What the controls do, by the name of their act."""
        acts: dict[str, Callable[[str], None]] = {"coach": self._begin, "again": self._ask_again}
        coach = self._table.page.coach
        if coach is None:
            return acts
        acts |= {
            "coach-stop": lambda _: self._weighing.stop(),
            "coach-on": lambda _: self._weigh(),
            "coach-at": lambda value: self.look_at(int(value)),
            "coach-mistake": lambda value: self.look_at(coach.mistake(_WAYS[value])),
            "coach-shown": lambda value: self._show(Shown(value)),
            "coach-all": lambda _: self._look_away(),
            "coach-try": lambda value: self._try(int(value) if value else coach.to_try()),
            "coach-tell": lambda _: self._tell(),
            "coach-end": lambda _: self.end(),
        }
        if coach.trying is not None:
            acts |= {
                "choose": lambda _: self._lay_down(),
                "dig": lambda _: self._dig(),
                "no-dig": lambda _: self._answer(Turn(self._tried.moves)),
                "back": lambda _: self._take_back(),
            }
        return acts

    # The review.

    def _begin(self, seat: str) -> None:
        """Review a seat's game; without one that of whoever has the screen, or of a person."""
        page = self._table.page
        match = page.match
        allowed = () if match is None else seats_to_review(match)
        if match is None or not allowed:
            raise ValueError("there is no game to review")
        usual = match.eyes if match.eyes in allowed else (*match.persons, *allowed)[0]
        player = int(seat) if seat else usual
        if player not in allowed:
            raise ValueError(seat)
        if page.coach is None:
            self._hand = page.hand
        self._others.halt()
        self.halt()
        self._reviews = reviews(match, player, pulse=self._pulse)
        coach = Coaching(player, choices(match, player), Review(player, (), None))
        hand = self._empty_hand()
        self._table.become(replace(page, coach=coach, at=None, hand=hand, thinking=False))
        self._weigh()

    def _weigh(self) -> None:
        """Weigh on, from where it was stopped."""
        reviews, latest = self._reviews, self._there.review

        def work(stop: Callable[[], bool], tell: Callable[[Review], None]) -> tuple[Review, bool]:
            # Cut short and begun anew it goes on: what was weighed is not weighed again.
            nonlocal latest
            self._breathe = stop
            for latest in reviews:
                tell(latest)
                if stop():
                    return latest, False
            return latest, True

        search = self._weighing.next(work, done=self._weighed, stands=self._found, goes_on=True)
        self._become(replace(self._there, running=True))
        search.start()

    def _pulse(self) -> None:
        """Between two games: who weighs elsewhere than in a thread lets the page answer."""
        self._breathe()

    def _found(self, found: Review | None) -> None:
        """There is more of the review."""
        coach = self._table.page.coach
        if found is None or coach is None or found is coach.review:
            return
        self._become(replace(coach, review=found))
        reasons = coach.reasons
        if reasons is not None and reasons.finding is not self._there.finding:
            self._reason()

    def _weighed(self, found: tuple[Review, bool]) -> None:
        """All is weighed, or it was stopped."""
        review, whole = found
        self._found(review)
        page = self._table.page
        if page.coach is None or page.match is None:
            return
        if whole:
            self._missed.note(page.match, review)
        self._become(replace(page.coach, running=False, whole=whole))

    # Looking at a choice.

    def look_at(self, at: int | None) -> None:
        """Show a choice: what was done, what was best, and in words why."""
        if at is None:
            raise ValueError("there is no such choice")
        self._become(self._there.looking_at(at), hand=self._empty_hand())
        self._reason()

    def _look_away(self) -> None:
        """Back to the whole game."""
        coach = replace(self._there, at=None, reasons=None, trying=None)
        self._become(coach, hand=self._empty_hand())

    def _show(self, shown: Shown) -> None:
        self._become(replace(self._there, shown=shown))

    def _reason(self) -> None:
        """Think out what there is to say of the choice looked at, and what the board shows."""
        finding = self._there.finding
        if finding is None:
            return

        def done(reasons: Reasons | None) -> None:
            coach = self._table.page.coach
            if coach is not None and coach.finding is finding:
                self._become(replace(coach, reasons=reasons))

        def work(stop: Callable[[], bool], _: object) -> Reasons | None:
            thought = as_quick_as_needed(heeding(stop))
            try:
                return _reasons(finding, told(finding, thought), thought)
            except CutShort:
                return None

        self._thinking.next(work, done=done, stands=_unheard).start()

    # Trying a mistake again.

    def _try(self, at: int | None) -> None:
        """Ask about a choice again, as if nothing were known of it yet."""
        if at is None:
            raise ValueError("there is no mistake left")
        coach = self._there.looking_at(at)
        finding = coach.finding
        assert finding is not None, "it is looked at"
        trying = Trying.of(Retry.of(finding))
        self._thinking.drop()
        self._become(replace(coach, trying=trying), hand=self._empty_hand())

    def _ask_again(self, _: str) -> None:
        """Ask about the most urgent mistake of the games before, as it was known then.

        One may think at once; what it cost is looked into meanwhile.
        """
        page = self._table.page
        if page.match is not None and not (page.coach is not None and page.coach.again):
            raise ValueError("there is a game at the table")
        self.halt()
        self._reviews = iter(())
        due = self._missed.due()
        if not due:  # It was tried elsewhere.
            self._table.count_due()
            self._table.become(self._table.page)
            return
        match, moment = due[0].match, due[0].moment
        hand = self._hand = self._empty_hand()
        coach = Coaching.of_due(Retry(moment))
        self._table.become(replace(page, match=match, coach=coach, hand=hand, told=None))

        def work(stop: Callable[[], bool], _: object) -> Finding | None:
            try:
                return look_again(moment, pulse=heeding(stop))
            except CutShort:
                return None

        self._thinking.next(work, done=self._looked_into, stands=_unheard).start()

    def _looked_into(self, finding: Finding | None) -> None:
        """What the mistake that came back had cost is known; an answer may wait to be judged."""
        if finding is None:
            return
        self._become(self._there.looked_into(finding))
        self._judge()

    @property
    def _tried(self) -> Trying:
        trying = self._there.trying
        if trying is None or trying.phase is None:
            raise ValueError("nothing is asked")
        return trying

    def move(self, move: Move) -> None:
        """Try a move; where it shows what nobody knows, that is the answer (R33)."""
        page, trying = self._table.page, self._tried.move(move)
        hand = replace(page.hand, wish=None, marked=(), notice=moved_notice(trying.view))
        self._become(replace(self._there, trying=trying), hand=hand)
        if trying.looks:
            self._answer(Turn(trying.moves))

    def _take_back(self) -> None:
        hand = replace(self._table.page.hand, picked=None, marked=(), notice=None)
        trying = self._tried
        if trying.moves:
            self._become(replace(self._there, trying=trying.take_back()), hand=hand)

    def _lay_down(self) -> None:
        card = self._table.page.hand.thought_of
        if card is not None:
            self._answer(card)

    def _dig(self) -> None:
        hand, trying = self._table.page.hand, self._tried
        if hand.dig(trying.view) is None:
            raise ValueError("nothing is laid")
        turn = hand.turn(trying.view)
        self._answer(replace(turn, moves=trying.moves))

    def _answer(self, what: Card | Turn) -> None:
        """Have an answer judged: it is played on, unless the coach has done so already."""
        trying = replace(self._tried, judging=True, answered=what)
        self._become(replace(self._there, trying=trying))
        self._judge()

    def _judge(self) -> None:
        """Judge the answer that waits, once the choice has been looked into."""
        trying = self._there.trying
        if trying is None or trying.answered is None or trying.retry.finding is None:
            return
        retry, what, finding = trying.retry, trying.answered, trying.retry.finding

        def work(stop: Callable[[], bool], _: object) -> _Judged:
            pulse = heeding(stop)
            try:
                judged = retry.answer(what, pulse=pulse)
                if not judged.over:
                    return judged, None
                thought = as_quick_as_needed(pulse)
                return judged, _reasons(finding, judged.told(thought), thought)
            except CutShort:
                return None
            except KsmError as error:
                return error

        self._thinking.next(work, done=self._judged, stands=_unheard).start()

    def _judged(self, judged: _Judged) -> None:
        """An answer is right, or it may be tried again; what cannot be done is explained."""
        coach = self._there
        trying = coach.trying
        if trying is None or judged is None:
            return
        if isinstance(judged, KsmError):
            notice = Notice.refusal(judged)
            coach = replace(coach, trying=Trying.of(trying.retry))
            self._become(coach, hand=self._empty_hand(), notice=notice)
            return
        retry, reasons = judged
        coach = replace(coach, trying=Trying.of(retry), reasons=reasons)
        self._become(self._known(coach) if retry.over else coach, hand=self._empty_hand())

    def _tell(self) -> None:
        """The answer, to who does not find it."""
        if self._tried.retry.finding is None:
            raise ValueError("it is being looked into")
        retry = replace(self._tried.retry, answers=()).give_up()
        coach = self._known(replace(self._there, trying=Trying.of(retry)))
        self._become(coach, hand=self._empty_hand())
        self._reason()

    def _known(self, coach: Coaching) -> Coaching:
        """The answer is known, and shown; how well it was known decides when it comes back."""
        match, trying = self._table.page.match, coach.trying
        assert match is not None, "a choice of a match is looked at"
        assert coach.at is not None, "a choice is looked at"
        assert trying is not None, "it was asked about"
        self._missed.answered(match, trying.retry)
        self._table.count_due()
        return replace(coach, solved=coach.solved | {coach.at}, shown=Shown.BEST)

    # Coming and going.

    def end(self) -> None:
        """Back to the table, as it was; the others go on."""
        self.halt()
        self._table.become(replace(self._table.page, coach=None, hand=self._hand, told=None))
        self._others.arrived(told=0)

    def halt(self) -> None:
        """Nothing is weighed or thought out any more."""
        self._weighing.drop()
        self._thinking.drop()

    @property
    def _there(self) -> Coaching:
        """What he shows; ValueError if nobody has asked him."""
        if self._table.page.coach is None:
            raise ValueError("nobody asked the coach")
        return self._table.page.coach

    def _become(
        self, coach: Coaching, *, hand: HandOnMine | None = None, notice: Notice | None = None
    ) -> None:
        page = replace(self._table.page, coach=coach)
        if hand is not None:
            page = replace(page, hand=hand, told=notice)
        self._table.become(page)

    def _empty_hand(self) -> HandOnMine:
        return HandOnMine(cursor=self._table.page.hand.cursor)

    def _gave_up(self, error: Exception) -> None:
        """Something went wrong in the background: the table shows it, nothing runs any more."""
        coach = self._table.page.coach
        if coach is not None and coach.again and coach.at is None:
            # It cannot be asked about, for nobody could judge an answer.
            self._table.become(replace(self._table.page, match=None, coach=None))
        elif coach is not None:
            trying = None if coach.trying is None else replace(coach.trying, judging=False)
            self._become(replace(coach, running=False, trying=trying))
        self._table.failed(error)


def _reasons(finding: Finding, words: tuple[Phrase, ...], thought: Thought) -> Reasons:
    """What is said, and what the board shows."""
    made, best = (_turn(finding, one, thought) for one in (finding.made, finding.options[0]))
    return Reasons(finding, words, made, best)


def _turn(finding: Finding, option: Option, thought: Thought) -> Turn:
    """A turn for the board; with a card the best dig as the mine lay."""
    if option.turn is not None:
        return option.turn
    assert option.card is not None, "an option is a card or a turn"
    return dig_with(finding.moment.view, option.card, thought).turn


def _unheard(_: object) -> None:
    """What is thought out so quickly does not tell how it stands."""
