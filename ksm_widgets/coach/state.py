"""A review as the coach shows it, as a value: a choice, an attempt, the progress so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.analysis.effort import as_quick_as_needed
from ksm_widgets.analysis.review import Review
from ksm_widgets.coach.mistakes import choices
from ksm_widgets.coach.reasons import dig_with
from ksm_widgets.coach.retrying import Retry, RetryAttempt
from ksm_widgets.coach.telling import (
    heading,
    is_good,
    mistakes,
    part_told,
    summary,
    told,
    verdict,
)
from ksm_widgets.game.match import MatchError
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import moved
from ksm_widgets.rules.turns import Turn
from ksm_widgets.telling.phrases import Phrase, Tone

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.review import Finding, Moment
    from ksm_widgets.analysis.weighing import AnyOption
    from ksm_widgets.coach.mistakes import Due
    from ksm_widgets.game.match import Match, Phase
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.views import View
    from ksm_widgets.telling.phrases import Reader


class ShownPart(Enum):
    """The part of a choice that the board shows."""

    BEFORE = "lay"
    """The mine before the choice, as far as it was known."""
    MADE = "made"
    """The choice made."""
    ANSWER = "answer"
    """The right answer of an attempt, where it is not the best option found."""
    BEST = "best"
    """The best option found."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """The verdict on a finding, and the turns to show on the board: the one made and the best.

    For a choice of card they are the best digs with the two cards. `answer` is that of an attempt,
    if it is right without being the best.
    """

    finding: Finding
    words: tuple[Phrase, ...]
    made: Turn
    best: Turn
    answer: Turn | None = None

    @classmethod
    def of(
        cls,
        finding: Finding,
        words: tuple[Phrase, ...],
        thought: Thought,
        equal: AnyOption | None = None,
    ) -> Self:
        """With the turns of a finding, and that of an answer that is `equal` to the best."""
        both = (finding.made.choice, finding.options[0].choice)
        made, best = (_turn(finding, one, thought) for one in both)
        answer = None if equal is None else _turn(finding, equal.choice, thought)
        return cls(finding, words, made, best, answer)


def _turn(finding: Finding, choice: Card | Turn, thought: Thought) -> Turn:
    """A turn that was weighed; for a card its best dig."""
    if isinstance(choice, Turn):
        return choice
    return dig_with(finding.moment.view, choice, thought).turn


def verdict_on(finding: Finding, pulse: Callable[[], None]) -> Reasons:
    """Think out the verdict on a finding; `pulse` is called meanwhile."""
    thought = as_quick_as_needed(pulse)
    return Reasons.of(finding, told(finding, thought), thought)


Judged = tuple[Retry, Reasons | None]
"""An attempt with a judged answer, and if it is right the verdict on the choice."""


def judged(trying: RetryAttempt, pulse: Callable[[], None]) -> Judged | KsmError:
    """Judge the answer of an attempt, or return the error of one that is not allowed."""
    retry, what = trying.retry, trying.answer
    assert what is not None, "an answer is judged"
    assert retry.finding is not None, "its choice has been reviewed"
    first, rest = trying.parts(what) if isinstance(what, Turn) else (what, None)
    try:
        after = retry.answer(first, pulse=pulse)
        if after.over and rest is not None and trying.looked is not None:
            after = after.answer_rest(trying.looked, rest, pulse=pulse)
    except KsmError as error:
        return error
    if not after.over:
        return after, None
    thought = as_quick_as_needed(pulse)
    return after, Reasons.of(retry.finding, after.told(thought), thought, after.equal)


@dataclass(frozen=True, slots=True)
class CoachState:
    """The review of a seat's game so far, and the choice being shown, which has the board.

    `choices` is how many there are, `running` whether the review continues, `whole` whether it is
    complete. `at` is the number of the choice shown, `reasons` its verdict once that is known;
    `thought_out` are the verdicts so far. `trying` is an attempt at it; `solved` are the numbers of
    mistakes already tried. `again` says that it is a single mistake that came back, rather than a
    review.
    """

    match: Match
    seat: int
    choices: int
    review: Review
    running: bool = True
    whole: bool = False
    at: int | None = None
    shown: ShownPart = ShownPart.MADE
    reasons: Reasons | None = None
    thought_out: tuple[Reasons, ...] = ()
    trying: RetryAttempt | None = None
    solved: frozenset[int] = frozenset()
    again: bool = False

    @classmethod
    def of(cls, match: Match, seat: int) -> Self:
        """The review of a seat's game at its beginning."""
        return cls(match, seat, choices(match, seat), Review(seat, (), None))

    @classmethod
    def of_due(cls, due: Due) -> Self:
        """An attempt at a mistake that came back, and has yet to be reviewed."""
        seat, trying = due.moment.player, RetryAttempt.of(Retry(due.moment))
        nothing = Review(seat, (), None)
        return cls(
            due.match, seat, 1, nothing, running=False, whole=True, trying=trying, again=True
        )

    def looked_into(self, finding: Finding) -> Self:
        """With the review of the mistake that came back."""
        assert self.trying is not None, "it is being tried"
        retry = replace(self.trying.retry, finding=finding)
        trying = replace(self.trying, retry=retry)
        return replace(self, review=Review(self.seat, (finding,), None), at=0, trying=trying)

    # An attempt.

    def tried(self, at: int | None) -> Self:
        """Begin an attempt at a choice; MatchError if it is not reviewed yet."""
        coach = self.looking_at(at)
        assert coach.finding is not None, "it is looked at"
        return replace(coach, trying=RetryAttempt.of(Retry.of(coach.finding)))

    @property
    def attempt(self) -> RetryAttempt:
        """The attempt that waits for an answer; MatchError if none does."""
        if self.trying is None or self.trying.phase is None:
            raise MatchError("match.not_now")
        return self.trying

    def with_answer(self, what: Card | Turn) -> Self:
        """With an answer to be judged."""
        return replace(self, trying=replace(self.attempt, judging=True, answer=what))

    def with_judged(self, judged: Judged | KsmError) -> Self:
        """With a judged answer; after one that is not allowed the attempt begins again."""
        assert self.trying is not None, "an answer was given in an attempt"
        if isinstance(judged, KsmError):
            return replace(self, trying=RetryAttempt.of(self.trying.retry))
        retry, reasons = judged
        assert self.at is not None, "a choice is looked at"
        findings = [*self.review.findings]
        findings[self.at] = retry.finding or findings[self.at]
        review = replace(self.review, findings=tuple(findings))
        coach = replace(self, review=review, trying=RetryAttempt.of(retry), reasons=reasons)
        return coach._solved() if retry.over else coach

    def given_up(self) -> Self:
        """Give up the attempt, to show the answer."""
        if self.attempt.retry.finding is None:
            raise MatchError("match.not_now")
        retry = replace(self.attempt.retry, answers=()).give_up()
        return replace(self, trying=RetryAttempt.of(retry))._solved()

    def _solved(self) -> Self:
        assert self.at is not None, "a choice is looked at"
        shown = ShownPart.BEST if self.equal is None else ShownPart.ANSWER
        return replace(self, solved=self.solved | {self.at}, shown=shown)

    def stopped_thinking(self) -> Self:
        """With nothing thought out any more, after an error."""
        trying = self.trying
        if trying is not None:
            trying = replace(trying, judging=False, answer=None)
        return replace(self, running=False, trying=trying)

    @property
    def finding(self) -> Finding | None:
        """The review of the choice shown, if it is known."""
        return None if self.at is None else self.review.findings[self.at]

    @property
    def wanted(self) -> Moment | RetryAttempt | Finding | None:
        """The work to be done now; None if there is none.

        A mistake that came back is reviewed, an answer is judged, a choice shown gets its verdict.
        """
        finding, asks = self.finding, self.asks
        if self.trying is not None and self.trying.retry.finding is None:
            return self.trying.retry.moment
        if asks is not None:
            return asks if asks.judging else None
        # Meanwhile the review may have found the choice's figures anew: what was said of an attempt
        # stays.
        known = self.reasons is not None and (self.reasons.finding is finding or self.after_attempt)
        return None if known else finding

    @property
    def words(self) -> tuple[Phrase, ...] | None:
        """The verdict on the choice shown; None until it is known."""
        return None if self.reasons is None else self.reasons.words

    @property
    def asks(self) -> RetryAttempt | None:
        """The attempt under way; None while the coach shows something instead of asking."""
        return None if self.trying is None or self.trying.retry.over else self.trying

    @property
    def attempted(self) -> bool:
        """Whether an attempt under way has been answered."""
        return self.asks is not None and bool(self.asks.retry.answers)

    @property
    def after_attempt(self) -> bool:
        """Whether a choice is shown after an attempt at it."""
        return self.trying is not None and not self.asks and bool(self.trying.retry.answers)

    @property
    def equal(self) -> AnyOption | None:
        """The right answer of an attempt that is over, if it is not the best option found."""
        return None if self.trying is None else self.trying.retry.equal

    @property
    def stopped(self) -> bool:
        """Whether the review was stopped before its end."""
        return not (self.running or self.whole)

    @property
    def judging(self) -> bool:
        """Whether an answer is being judged."""
        return self.trying is not None and self.trying.judging

    @property
    def phase(self) -> Phase | None:
        """The answer wanted in an attempt: a card or a turn."""
        return None if self.trying is None else self.trying.phase

    @property
    def view(self) -> View | None:
        """The view at the choice, with the moves tried or shown."""
        view, turn = self.asked, self.turn
        if view is None or self.asks is not None or turn is None:
            return view
        position = view.position
        for move in turn.moves:
            position = moved(position, move, view.variant)
        return replace(view, position=position, begun=(*view.begun, *turn.moves))

    @property
    def asked(self) -> View | None:
        """The view at the choice, with the moves tried; without those of a turn shown."""
        if self.asks is not None:
            return self.asks.view
        return None if self.finding is None else self.finding.moment.view

    @property
    def turn(self) -> Turn | None:
        """The turn on the board; None while it shows the mine before it."""
        reasons = self.reasons
        if reasons is None or self.shown is ShownPart.BEFORE:
            return None
        if self.shown is ShownPart.ANSWER:
            return reasons.answer
        return reasons.best if self.shown is ShownPart.BEST else reasons.made

    @property
    def mine(self) -> Position:
        """The mine at the choice; with the whole game, as it is now."""
        return self.match.mine if self.view is None else self.view.position

    @property
    def round(self) -> int:
        """The round of the choice; with the whole game, the one being played."""
        return self.match.round if self.view is None else self.view.round

    @property
    def dig(self) -> tuple[Quarry, ...]:
        """The dig of that turn."""
        return () if self.turn is None or self.turn.dig is None else self.turn.dig

    @property
    def can_take_back(self) -> bool:
        """Whether an attempt has a move to take back."""
        return self.trying is not None and bool(self.trying.past)

    @property
    def shows(self) -> bool:
        """Whether something is shown, rather than asked or judged."""
        return self.phase is None and not self.judging

    @property
    def board_help(self) -> str:
        """The key of the help on the board's keys."""
        return "coach.board_help" if self.phase is None else "at_table.board_help"

    @property
    def learn(self) -> str:
        """The key of the words on the button to try a mistake, or after that the next one."""
        return "coach.learn" if self.trying is None else "coach.learn_next"

    @property
    def tone(self) -> Tone:
        """Whether the last attempt or the choice was good."""
        trying, finding = self.trying, self.finding
        if self.judging:
            return Tone.INFO
        if trying is not None and trying.retry.answers:
            return Tone.GOOD if trying.retry.solved else Tone.WARNING
        if finding is None or trying is not None:
            return Tone.INFO
        if finding.flawed:
            return Tone.WARNING
        return Tone.GOOD if is_good(finding) else Tone.INFO

    def said(self, reader: Reader) -> tuple[str, ...]:
        """The coach's words, sentence by sentence: on an attempt, a choice, or the whole game."""
        say, finding = reader.say, self.finding
        if self.asks is not None:
            return self._said_of_attempt(self.asks, reader)
        if finding is not None:
            words = self.words
            if words is None:
                words = verdict(finding)
                words += (Phrase("coach.thinking"),) if finding.flawed else ()
            if finding.early and not self.whole:
                words = (*words, Phrase("coach.early"))
            return (say(heading(finding)) + ".", *map(say, words))
        if self.running:
            return (reader.text("coach.begins"),)
        whole = tuple(map(say, summary(self.review, self.match)))
        if self.to_try() is None:
            return whole
        return (*whole, reader.text("coach.try_again", learn=reader.text(self.learn)))

    def _said_of_attempt(self, asks: RetryAttempt, reader: Reader) -> tuple[str, ...]:
        """The verdict on the last answer, if there was one, and the question."""
        if asks.judging:  # What was said of the answer before does not apply to this one.
            return (reader.text("coach.judging"),)
        retry, say = asks.retry, reader.say
        # The verdict comes first, where a phone shows it.
        said = [*map(say, retry.told()), say(retry.asks())]
        if self.again:
            names = [seat.name for seat in self.match.seats]
            who = names.pop(self.seat)
            said.insert(0, reader.text("coach.of_game", who=who, others=names))
        elif not retry.answers:  # A mistake that comes back after days is a new question.
            done = part_told(retry.view, retry.moment.choice)
            said.append(reader.text("coach_retry.then", what=done))
        return tuple(said)

    @property
    def dearest(self) -> tuple[int, ...]:
        """The numbers of the mistakes found so far, the costliest first."""
        return tuple(map(self.review.findings.index, mistakes(self.review)))

    def mistake(self, by: int) -> int | None:
        """The number of the next mistake in the game (by 1), or of the previous one (by -1)."""
        flawed = sorted(self.dearest)
        here = self.at if self.at is not None else (-1 if by > 0 else self.choices)
        if by > 0:
            return next((one for one in flawed if one > here), None)
        return next((one for one in reversed(flawed) if one < here), None)

    def to_try(self) -> int | None:
        """The costliest mistake not tried yet; None if there is none."""
        return next((one for one in self.dearest if one not in self.solved), None)

    def looking_at(self, at: int | None) -> Self:
        """Show another choice; MatchError if it is not reviewed yet."""
        if at is None or not 0 <= at < len(self.review.findings):
            raise MatchError("match.not_now")
        finding = self.review.findings[at]
        reasons = next((one for one in self.thought_out if one.finding is finding), None)
        return replace(self, at=at, shown=ShownPart.MADE, reasons=reasons, trying=None)

    def reasoned(self, reasons: Reasons) -> Self:
        """Take in the verdict on the choice shown, which is kept for when it is shown again."""
        return replace(self, reasons=reasons, thought_out=(*self.thought_out, reasons))
