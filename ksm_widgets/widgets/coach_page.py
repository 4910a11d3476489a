"""The coach's part of a game's page, as a value: what was found, what of it is looked at, tried."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.moves import Move, moved
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.table.coaching import mistakes
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.tutor.table.reviewing import Review

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.views import View
    from ksm_widgets.tutor.phrases import Phrase
    from ksm_widgets.tutor.table.retrying import Retry
    from ksm_widgets.tutor.table.reviewing import Finding

__all__ = ["Coaching", "Reasons", "Shown", "Trying"]


class Shown(Enum):
    """What the board shows of a choice."""

    LAY = "lay"
    """The mine as it lay, as far as it was known."""
    MADE = "made"
    """What was done."""
    BEST = "best"
    """The best that was found."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """What is said of a finding, and the turns for the board: what was done, and the best.

    For a choice of card they are the best digs with the two cards as the mine lay.
    """

    finding: Finding
    words: tuple[Phrase, ...]
    made: Turn
    best: Turn


@dataclass(frozen=True, slots=True)
class Trying:
    """A mistake that is thought over again: the question, and what has been tried on the board.

    `view` is what is known after the moves tried, `judging` whether an answer is being judged, and
    `answered` the one that waits for that until the choice has been looked into.
    """

    retry: Retry
    view: View
    judging: bool = False
    answered: Card | Turn | None = None

    @classmethod
    def of(cls, retry: Retry) -> Self:
        """Nothing has been tried yet."""
        return cls(retry, retry.view)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves tried."""
        return self.view.begun[len(self.retry.view.begun) :]

    @property
    def looks(self) -> bool:
        """Whether the last move lays a tile bare that nobody had seen."""
        return bool(self.moves) and self.view.position.top(self.moves[-1].source) is Tile.UNSEEN

    @property
    def phase(self) -> Phase | None:
        """What is asked for; nothing while an answer is judged, and once it may be shown."""
        if self.judging or self.retry.over:
            return None
        return Phase.CHOOSE if self.retry.wants_card else Phase.DIG

    def move(self, move: Move) -> Self:
        """Try a move; raises MoveError."""
        view = self.view
        position = moved(view.position, move, view.variant)
        return replace(self, view=replace(view, position=position, begun=(*view.begun, move)))

    def take_back(self) -> Self:
        """All but the last move tried."""
        return replace(self, view=self.retry.view)._moved(self.moves[:-1])

    def _moved(self, moves: Sequence[Move]) -> Self:
        trying = self
        for move in moves:
            trying = trying.move(move)
        return trying


@dataclass(frozen=True, slots=True)
class Coaching:
    """The review of one seat's game as far as it is, and what of it is looked at.

    `choices` is how many there are, `running` whether more is being found out just now, `whole`
    whether there is no more to find out. `at` is the number of the one that is looked at, `reasons`
    what there is to say of it once that is thought out. With `trying` it is asked about again;
    `solved` are the numbers of the mistakes that need not be asked about any more. `again` is
    whether it is one mistake that came back, and no review.
    """

    seat: int
    choices: int
    review: Review
    running: bool = True
    whole: bool = False
    at: int | None = None
    shown: Shown = Shown.MADE
    reasons: Reasons | None = None
    trying: Trying | None = None
    solved: frozenset[int] = frozenset()
    again: bool = False

    @classmethod
    def of_due(cls, retry: Retry) -> Self:
        """A mistake that came back is asked about; it has yet to be looked into."""
        nothing = Review(retry.moment.player, (), None)
        trying = Trying.of(retry)
        return cls(
            retry.moment.player, 1, nothing, running=False, whole=True, trying=trying, again=True
        )

    def looked_into(self, finding: Finding) -> Self:
        """What the mistake that came back had cost is known by now."""
        assert self.trying is not None, "it is asked about"
        retry = replace(self.trying.retry, finding=finding)
        trying = replace(self.trying, retry=retry)
        return replace(self, review=Review(self.seat, (finding,), None), at=0, trying=trying)

    @property
    def finding(self) -> Finding | None:
        """The choice that is looked at, as far as it is looked into by now."""
        return None if self.at is None else self.review.findings[self.at]

    @property
    def words(self) -> tuple[Phrase, ...] | None:
        """What there is to say of the choice looked at; None while that is thought out."""
        return None if self.reasons is None else self.reasons.words

    @property
    def tells(self) -> bool:
        """Whether he shows what there is, and asks nothing."""
        return self.trying is None or self.trying.retry.over

    @property
    def answered(self) -> bool:
        """Whether he shows what there is after an answer to his question, right or not."""
        return (
            self.trying is not None and self.trying.retry.over and bool(self.trying.retry.answers)
        )

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
        """What is asked for: a card or a turn, while a mistake is tried again."""
        return None if self.trying is None else self.trying.phase

    @property
    def view(self) -> View | None:
        """What was known at the choice looked at, with what is tried or shown done as far as so."""
        if self.trying is not None and not self.trying.retry.over:
            return self.trying.view
        finding = self.finding
        if finding is None:
            return None
        view, turn = finding.moment.view, self.turn
        if turn is None:
            return view
        position = view.position
        for move in turn.moves:
            position = moved(position, move, view.variant)
        return replace(view, position=position, begun=(*view.begun, *turn.moves))

    @property
    def turn(self) -> Turn | None:
        """The turn that the board shows; None while it shows how the mine lay."""
        reasons = self.reasons
        if reasons is None or self.shown is Shown.LAY:
            return None
        return reasons.best if self.shown is Shown.BEST else reasons.made

    @property
    def dearest(self) -> tuple[int, ...]:
        """The numbers of the mistakes found by now, the dearest first."""
        place = {id(one): at for at, one in enumerate(self.review.findings)}
        return tuple(place[id(one)] for one in mistakes(self.review))

    def mistake(self, by: int) -> int | None:
        """The number of the next mistake in the game (by 1), or of the one before (by -1)."""
        flawed = sorted(self.dearest)
        here = self.at if self.at is not None else (-1 if by > 0 else self.choices)
        if by > 0:
            return next((one for one in flawed if one > here), None)
        return next((one for one in reversed(flawed) if one < here), None)

    def to_try(self) -> int | None:
        """The dearest mistake that has not been solved; None if there is none."""
        return next((one for one in self.dearest if one not in self.solved), None)

    def looking_at(self, at: int) -> Self:
        """Look at another choice; raises IndexError for one that is not reviewed yet."""
        if not 0 <= at < len(self.review.findings):
            raise IndexError(at)
        return replace(self, at=at, shown=Shown.MADE, reasons=None, trying=None)
