"""Trying a mistake again: the same question, and the answer only afterwards.

Every answer that is not clearly worse than the best one is right if it came out better than what
was done; one that was not among the options is weighed, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.analysis.effort import THOROUGH
from ksm_widgets.analysis.knowledge import card_to_play, foreseen, option_problem
from ksm_widgets.analysis.options import to_a_look, turn_key
from ksm_widgets.analysis.review import look_at
from ksm_widgets.coach.mistakes import look_again
from ksm_widgets.coach.telling import cost_told, option_told, part_told, told
from ksm_widgets.game.match import Phase
from ksm_widgets.rules import Card, GameError, Turn
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.views import view as view_of
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.review import Finding, Moment
    from ksm_widgets.analysis.weighing import AnyOption
    from ksm_widgets.game.match import Match
    from ksm_widgets.rules import Move, View


@dataclass(frozen=True, slots=True)
class RetryAnswer:
    """An answer, its cost against the best option, and whether it is right."""

    option: AnyOption
    right: bool


@dataclass(frozen=True, slots=True)
class Retry:
    """A mistake to try again: the moment of the choice, and the answers so far.

    `finding` is what the choice cost, None until that is known. The best option is shown once an
    answer is right, or after `give_up`. `rest` is what the rest of a turn cost after a tile that
    the last answer uncovered: a choice of its own.
    """

    moment: Moment
    finding: Finding | None = None
    answers: tuple[RetryAnswer, ...] = ()
    given_up: bool = False
    rest: Finding | None = None

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """A mistake that has been reviewed."""
        return cls(finding.moment, finding)

    @property
    def view(self) -> View:
        """The view that the player had then."""
        return self.moment.view

    @property
    def wants_card(self) -> bool:
        """Whether a card is asked for, rather than a turn or the rest of one."""
        return isinstance(self.moment.choice, Card)

    @property
    def solved(self) -> bool:
        """Whether the last answer was right."""
        return bool(self.answers) and self.answers[-1].right

    @property
    def over(self) -> bool:
        """Whether the best option may be shown."""
        return self.solved or self.given_up

    @property
    def equal(self) -> AnyOption | None:
        """The right answer, if it is not the best option found: it may be as good."""
        if not self.solved or self.finding is None:
            return None
        answer, best = self.answers[-1].option, self.finding.options[0]
        return None if self._same(answer.choice, best.choice) else answer

    def asks(self) -> Phrase:
        """The question."""
        round_ = self.moment.round
        if self.wants_card:
            return Phrase.of("coach_retry.card", round=round_)
        number = card_to_play(self.view).number
        return Phrase.of("coach_retry.turn", round=round_, number=number)

    def answer(self, what: Card | Turn, *, pulse: Callable[[], object] = lambda: None) -> Self:
        """Judge an answer, a card of the hand or the turn from this moment on; needs `finding`.

        Early figures are replaced by better ones first, for an answer is judged by how far they may
        be off. An answer that was not among the options, or only seen at a glance, is weighed;
        `pulse` is called meanwhile.

        Raises GameError for a card that is not in the hand, and the error of a turn that the rules
        forbid or, by what is known, money does not pay for.
        """
        if isinstance(what, Card) is not self.wants_card:
            kinds = ("Card", "Turn") if self.wants_card else ("Turn", "Card")
            raise TypeError(f"a {kinds[0]} was asked for, not a {kinds[1]}")
        self._check(what)
        found = self._found
        if found.early:
            found = look_again(self.moment, pulse=pulse)
        asked = replace(self, finding=found)
        option = asked._known(what)
        if option is None or not option.closely:
            option = _weighed(found, what, pulse)
            asked = replace(asked, finding=asked._with(option))
        option = replace(option, choice=what)
        done = self._same(what, found.made.choice)
        # What came out no better than a mistake is not right either, however unsure its figure.
        no_better = found.flawed and option.loss.mean >= found.cost.mean
        # Another kernel may have found that what was done is no mistake.
        right = not (found.flawed if done else option.is_worse or no_better)
        return replace(asked, answers=(*self.answers, RetryAnswer(option, right)))

    def answer_rest(
        self, looked: View, rest: Turn, *, pulse: Callable[[], object] = lambda: None
    ) -> Self:
        """Judge the rest of a turn after its last look, as `looked` shows the mine then.

        Raises the error of a turn that the rules forbid or money does not pay for.
        """
        plan_of(option_problem(looked, card_to_play(looked), rest.powers), rest)
        moment = replace(self.moment, made=len(looked.begun), view=looked, choice=rest)
        return replace(self, rest=look_again(moment, pulse=pulse))

    def give_up(self) -> Self:
        """Show the answer."""
        return replace(self, given_up=True)

    @property
    def repeats(self) -> bool:
        """Whether the last answer is what was done in the game."""
        last = self.answers[-1].option.choice if self.answers else None
        return last is not None and self._same(last, self._found.made.choice)

    def told(self, thought: Thought = THOROUGH) -> tuple[Phrase, ...]:
        """The verdict on the last answer; at the end, the best option and why."""
        said: list[Phrase] = []
        if self.answers:
            last = self.answers[-1]
            what = part_told(self.view, last.option.choice)
            if last.right:
                said.append(Phrase.of("coach_retry.right", what=what))
            elif self.repeats:
                said.append(Phrase.of("coach_retry.made", cost=cost_told(self._found.cost)))
            elif not last.option.is_worse:
                said.append(Phrase.of("coach_retry.no_better", what=what))
            else:
                better = last.option.loss.mean <= self._found.cost.mean / 2
                key = f"coach_retry.{'better' if better else 'weak'}"
                said.append(Phrase.of(key, what=what, cost=cost_told(last.option.loss)))
        said += self._told_of_rest()
        if not self.over:
            return tuple(said)
        right = self.answers[-1].option if self.solved else None
        equal, long_ago = self.equal is not None, bool(self.answers)
        return (
            *said,
            *told(self._found, thought, long_ago=long_ago, answer=right, equal=equal),
        )

    def _told_of_rest(self) -> list[Phrase]:
        """The verdict on what came after a look, or that nothing after it is judged."""
        if self.rest is not None:
            if not self.rest.flawed:
                return [Phrase.of("coach_retry.rest_good")]
            cost, best = cost_told(self.rest.cost), option_told(self.rest.options[0])
            return [Phrase.of("coach_retry.rest_weak", cost=cost, what=best)]
        last = self.answers[-1].option.choice if self.answers else None
        if not isinstance(last, Turn) or not to_a_look(self.view, last.moves):
            return []
        return [Phrase.of("coach_retry.looked")]

    @property
    def _found(self) -> Finding:
        assert self.finding is not None, "a choice is judged once it has been looked into"
        return self.finding

    def _check(self, what: Card | Turn) -> None:
        view = self.view
        if isinstance(what, Turn):
            plan_of(option_problem(view, card_to_play(view), what.powers), what)
        elif what not in view.hand:
            raise GameError("game.card", "R6", player=self.moment.player + 1, number=what.number)

    def _known(self, what: Card | Turn) -> AnyOption | None:
        """The option that is the same, if there is one: its figure is already shown."""
        same = (one for one in self._found.options if self._same(what, one.choice))
        return next(same, None)

    def _with(self, weighed: AnyOption) -> Finding:
        """The finding with an option that was weighed more closely, among those that were, too."""
        best, *others = [
            one for one in self._found.options if not self._same(one.choice, weighed.choice)
        ]
        at = sum(one.closely and one.ahead.mean >= weighed.ahead.mean for one in others)
        return replace(self._found, options=(best, *others[:at], weighed, *others[at:]))

    def _same(self, one: Card | Turn, other: Card | Turn) -> bool:
        if isinstance(one, Turn) and isinstance(other, Turn):
            return turn_key(self.view, one) == turn_key(self.view, other)
        return one == other


def _weighed(finding: Finding, what: Card | Turn, pulse: Callable[[], object]) -> AnyOption:
    """Weigh an answer as if it had been played."""
    moment = replace(finding.moment, choice=what)
    return look_at(moment, glance=finding.glance, look=finding.games, pulse=pulse).made


@dataclass(frozen=True, slots=True)
class RetryAttempt:
    """A mistake being tried again on the board.

    `view` is what is known after the moves tried, and `past` what was known before each of those
    that can be taken back. `looked` is the view in which a move uncovered a tile last. `judging` is
    whether an answer is being judged, and `answer` the one that waits until the choice has been
    reviewed.
    """

    retry: Retry
    view: View
    past: tuple[View, ...] = ()
    looked: View | None = None
    judging: bool = False
    answer: Card | Turn | None = None

    @classmethod
    def of(cls, retry: Retry) -> Self:
        """The start of an attempt."""
        return cls(retry, retry.view)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves tried."""
        return self.view.begun[len(self.retry.view.begun) :]

    @property
    def looks(self) -> bool:
        """Whether the last move uncovers an unseen tile."""
        return bool(self.moves) and self.view.position.top(self.moves[-1].source) is Tile.UNSEEN

    @property
    def phase(self) -> Phase | None:
        """The answer wanted; None while one is judged, and at the end."""
        if self.judging or self.retry.over:
            return None
        return Phase.CHOOSE if self.retry.wants_card else Phase.DIG

    def move(self, move: Move) -> Self:
        """Try a move; raises MoveError."""
        return replace(self, view=foreseen(self.view, [move]), past=(*self.past, self.view))

    def take_back(self) -> Self:
        """Without the last move tried; there must be one, and no tile uncovered by it."""
        return replace(self, view=self.past[-1], past=self.past[:-1])

    def seeing(self, match: Match) -> Self:
        """With the tile that the last move uncovers, as it was in a match that is over (R33)."""
        moment = self.retry.moment
        game = next(
            step.game
            for step in match.steps
            if len(step.game.records) == moment.record
            and step.game.current == moment.player
            and len(step.game.begun) == moment.made
        )
        for move in self.moves:
            game = game.move(moment.player, move)
        seen = view_of(game, moment.player)
        return replace(self, view=seen, past=(), looked=seen)

    def parts(self, turn: Turn) -> tuple[Turn, Turn | None]:
        """The answer as far as its first look, and the rest after its last; else all of it."""
        if self.looked is None:
            return turn, None
        begun = len(self.retry.view.begun)
        rest = replace(turn, moves=turn.moves[len(self.looked.begun) - begun :])
        return Turn(moves=tuple(to_a_look(self.retry.view, turn.moves))), rest
