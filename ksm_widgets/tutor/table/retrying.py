"""Learning from one's mistakes: the question is asked again, and the answer shown only afterwards.

Right is whatever is as good as the best within the error, whether the coach had thought of it or
not: what he had not is played on just like the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.players.effort import THOROUGH, as_quick_as_needed
from ksm_widgets.players.knowledge import card_to_play
from ksm_widgets.players.weighing import Weighing, option_problem
from ksm_widgets.rules import Card, GameError, Turn, moved
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.table.at_once import to_a_look
from ksm_widgets.tutor.table.coaching import figure_told, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.players.effort import Thought
    from ksm_widgets.players.moments import Moment
    from ksm_widgets.players.review import Finding, Option
    from ksm_widgets.rules import View

__all__ = ["ACCEPTED", "Answer", "Retry"]

ACCEPTED = 0.5
"""Points that a right answer may cost at most, where the figures are surer than that."""
_SEED = 1
"""Another luck than that by which the coach picked the best."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: what it was, what it costs against the best, and whether it is right."""

    option: Option
    right: bool


@dataclass(frozen=True, slots=True)
class Retry:
    """A mistake to be thought over again: the moment as it was, and the answers so far.

    `finding` is what the choice cost; None as long as that is being looked into, while one may
    think already. What was best is told once an answer is right, or after `give_up`.
    """

    moment: Moment
    finding: Finding | None = None
    answers: tuple[Answer, ...] = ()
    given_up: bool = False

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """A mistake that has been looked into."""
        return cls(finding.moment, finding)

    @property
    def view(self) -> View:
        """What was known then: the mine, the hand, what is held."""
        return self.moment.view

    @property
    def wants_card(self) -> bool:
        """Whether a card is asked for; else it is a turn, or the rest of one."""
        return self.moment.card is not None

    @property
    def solved(self) -> bool:
        """Whether the last answer was right."""
        return bool(self.answers) and self.answers[-1].right

    @property
    def over(self) -> bool:
        """Whether what was best may be shown."""
        return self.solved or self.given_up

    def asks(self) -> Phrase:
        """The question."""
        round_ = self.moment.round
        if self.wants_card:
            return Phrase.of("coach_retry.card", round=round_)
        number = card_to_play(self.view).number
        return Phrase.of("coach_retry.turn", round=round_, number=number)

    def answer(self, what: Card | Turn, *, pulse: Callable[[], object] = lambda: None) -> Self:
        """Judge an answer: a card of the hand, or the turn from this moment on.

        The choice must have been looked into. What nobody had thought of is played on first;
        `pulse` is called meanwhile.
        Raises GameError for a card that is not in the hand, and the error of a turn the rules
        forbid or, as far as is known, money does not pay.
        """
        if isinstance(what, Card) is not self.wants_card:
            kinds = ("Card", "Turn") if self.wants_card else ("Turn", "Card")
            raise TypeError(f"a {kinds[0]} was asked for, not a {kinds[1]}")
        self._check(what)
        option = self._known(what) or _weighed(self._found, what, pulse)
        if self._made(what):
            right = not self._found.flawed  # Another kernel may find that it was no mistake.
        else:
            right = option.loss.mean <= max(ACCEPTED, option.loss.error)
        return replace(self, answers=(*self.answers, Answer(option, right)))

    def give_up(self) -> Self:
        """Have the answer shown."""
        return replace(self, given_up=True)

    def told(self, thought: Thought = THOROUGH) -> tuple[Phrase, ...]:
        """What is said of the last answer; once it is over, what was best and why."""
        said: list[Phrase] = []
        if self.answers:
            last = self.answers[-1]
            if last.right:
                said.append(Phrase.of("coach_retry.right"))
            elif self._made(last.option.card or last.option.turn):
                said.append(Phrase.of("coach_retry.made", cost=figure_told(self._found.cost)))
            else:
                said.append(Phrase.of("coach_retry.weak", cost=figure_told(last.option.loss)))
        if not self.over:
            return tuple(said)
        return (*said, *told(self._found, thought, long_ago=bool(self.answers)))

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

    def _made(self, what: Card | Turn | None) -> bool:
        made = self._found.made
        return what is not None and self._same(what, made)

    def _known(self, what: Card | Turn) -> Option | None:
        """The option that comes to the same, if there is one."""
        return next((one for one in self._found.options if self._same(what, one)), None)

    def _same(self, what: Card | Turn, option: Option) -> bool:
        if isinstance(what, Card):
            return what == option.card
        return option.turn is not None and self._sign(what) == self._sign(option.turn)

    def _sign(self, turn: Turn) -> tuple[object, ...]:
        """What is the same for turns that come to the same, if only in another order of moves.

        From where a tile shows that nobody has seen, everything is thought over anyway.
        """
        view = self.view
        problem = option_problem(view, card_to_play(view), turn.powers)
        made = to_a_look(problem, turn.moves)
        if made:
            return len(made), moved(problem.position, made, view.variant)
        after = moved(problem.position, turn.moves, view.variant)
        return len(turn.moves), after, frozenset(turn.dig or ()), turn.powers


def _weighed(finding: Finding, what: Card | Turn, pulse: Callable[[], object]) -> Option:
    """An answer that was not among the options, played on beside the best and what was done."""
    made, best = _content(finding.made), _content(finding.options[0])
    weighing = Weighing(
        finding.moment.view,
        _SEED,
        made,
        only=[best, what],
        thought=as_quick_as_needed(pulse),
    )
    weighing.play(finding.games, pulse)
    return next(one for one in weighing.options() if _content(one) == what)


def _content(option: Option) -> Card | Turn:
    what = option.card or option.turn
    assert what is not None, "an option is a card or a turn"
    return what
