"""A task: what lies on the table, what is asked, and what is said to an answer.

No widget here: a task is data and a check. The kinds of task stand in `kinds` and `turns`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.position import Position
from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.powers import Power
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.shapes import Shape

__all__ = ["MOST_STARS", "Feedback", "Sheet", "Table", "Task", "asked", "stars_for"]

MOST_STARS = 3


@dataclass(frozen=True, slots=True)
class Table:
    """What a task lays before the learner: the mine, a card, powers spent, money held.

    `marked` quarries are pointed out from the start. `open` shows covered tiles as well (R33).
    """

    position: Position
    card: Card | None = None
    powers: frozenset[Power] = frozenset()
    money: int | None = None
    variant: Variant = Variant.STANDARD
    marked: tuple[Quarry, ...] = ()
    open: bool = False

    @property
    def shape(self) -> Shape:
        """The card's shape; a task that asks for a dig has laid a card."""
        assert self.card is not None, "the task lays no card"
        return self.card.shape


@dataclass(frozen=True, slots=True)
class Sheet:
    """A small table of words and numbers that a task shows: a head and rows."""

    head: tuple[Phrase, ...]
    rows: tuple[tuple[Phrase, ...], ...]


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said to an answer: right or not, the sentences that tell why, stars if right.

    The first sentence names the mistake; its rule is the feedback's rule. `given` is whether there
    was an answer at all, or something is still to be filled in.
    """

    right: bool
    remarks: tuple[Phrase, ...]
    stars: int = 0
    given: bool = True

    @property
    def rule(self) -> str | None:
        """The rule that the answer missed, or that it got right."""
        return next((remark.rule for remark in self.remarks if remark.rule), None)

    @property
    def quarries(self) -> tuple[Quarry, ...]:
        """The quarries the sentences speak of."""
        return tuple(dict.fromkeys(q for remark in self.remarks for q in remark.quarries))


@dataclass(frozen=True, kw_only=True)
class Task(ABC):
    """One question on one table; `rules` are those it exercises, the first the main one.

    `hints` are a ladder, from the idea to all but the answer. `praise` is said to a right answer.
    """

    question: Phrase
    rules: tuple[str, ...]
    hints: tuple[Phrase, ...] = ()
    praise: Phrase | None = None
    table: Table | None = None
    sheet: Sheet | None = None

    @abstractmethod
    def solution(self) -> object:
        """One right answer."""

    @abstractmethod
    def check(self, answer: object) -> Feedback:
        """What is said to an answer, whatever it is; every right answer counts."""

    def right(self, stars: int = MOST_STARS, *more: Phrase) -> Feedback:
        """The feedback to a right answer."""
        praise = self.praise or Phrase("feedback.right")
        said = praise if praise.rule else _about(praise, self.rules[0])
        return Feedback(True, (said, *more), stars)

    def wrong(self, *remarks: Phrase) -> Feedback:
        """The feedback to a wrong answer; a sentence without a rule is about the main one."""
        return Feedback(False, tuple(r if r.rule else _about(r, self.rules[0]) for r in remarks))

    def unanswered(self, key: str) -> Feedback:
        """The feedback to no answer, or to one that is not finished."""
        return Feedback(False, (Phrase(key, rule=self.rules[0]),), given=False)


def _about(sentence: Phrase, rule: str) -> Phrase:
    return Phrase(sentence.key, sentence.params, rule, sentence.quarries)


def stars_for(over: int) -> int:
    """Stars for an answer that costs so many coins more than the best: 3 for none, 2 for one."""
    return max(1, MOST_STARS - over)


class Asked(TypedDict):
    """The sentences of a task as its constructor takes them."""

    question: Phrase
    hints: tuple[Phrase, ...]


def asked(key: str, hints: int = 2, /, **params: object) -> Asked:
    """The sentences of a task from a catalogue: the key itself and its hints, at most four."""
    rungs = (f"{key}_hint1", f"{key}_hint2", f"{key}_hint3", f"{key}_hint4")
    return {
        "question": Phrase(key, params),
        "hints": tuple(Phrase(rung, params) for rung in rungs[:hints]),
    }
