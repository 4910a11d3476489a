"""Tasks that are answered by marking quarries, with numbers, by choosing or by putting in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.digs import dig_fault, legal_digs, takings
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.task import Feedback, Table, Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile

__all__ = ["Choose", "Field", "Mark", "Numbers", "Option", "Order", "PlaceCard"]


def _quarries(answer: object) -> frozenset[Quarry]:
    """An answer as a set of quarries; anything else in it is dropped."""
    if not isinstance(answer, (Set, Sequence)):
        return frozenset()
    return frozenset(item for item in answer if isinstance(item, Quarry))


@dataclass(frozen=True, kw_only=True)
class Mark(Task):
    """Mark all the right quarries; with `one`, any one of them.

    `why_not` says of a quarry wrongly marked why it does not belong.
    """

    right_ones: frozenset[Quarry]
    why_not: Callable[[Quarry], Phrase] = field(
        default=lambda quarry: Phrase("feedback.not_this_one", {"quarry": quarry})
    )
    one: bool = False

    def solution(self) -> frozenset[Quarry]:
        """All the right quarries, or one of them."""
        return frozenset([min(self.right_ones)]) if self.one else self.right_ones

    def check(self, answer: object) -> Feedback:
        """Right if nothing is missing and nothing too much; a mistake is named with its rule."""
        marked = _quarries(answer)
        if not marked:
            return self.unanswered("feedback.nothing_marked")
        extra = sorted(marked - self.right_ones)
        if extra:
            return self.wrong(*(_at(self.why_not(quarry), quarry) for quarry in extra[:3]))
        if self.one and len(marked) > 1:
            return self.wrong(Phrase("feedback.only_one"))
        missing = 0 if self.one else len(self.right_ones - marked)
        if missing:
            key = "feedback.one_missing" if missing == 1 else "feedback.some_missing"
            return self.wrong(Phrase(key, {"count": missing}))
        return self.right()


def _at(sentence: Phrase, quarry: Quarry) -> Phrase:
    return replace(sentence, quarries=sentence.quarries or (quarry,))


@dataclass(frozen=True, kw_only=True)
class PlaceCard(Task):
    """Put the card where it can be dug: every legal dig counts that takes all of `takes`.

    With `worth` the dig must also be one worth the most; it says what tiles are worth. `singly`
    has quarries marked one by one, to learn how a card is held.
    """

    table: Table
    singly: bool = False
    takes: frozenset[Quarry] = frozenset()
    worth: Callable[[tuple[Tile, ...]], int] | None = None

    @property
    def laid(self) -> bool:
        """Whether the card is laid down as a whole; with the seal it has no shape to lay (R23)."""
        return not self.singly and Power.SEAL not in self.table.powers

    def solutions(self) -> tuple[Placement, ...]:
        """Every dig that is right."""
        digs = [
            dig
            for dig in legal_digs(self.table.position, self.table.shape, self.table.powers)
            if self.takes <= set(dig)
        ]
        if self.worth is None or not digs:
            return tuple(digs)
        worths = {dig: self.worth(takings(self.table.position, dig)) for dig in digs}
        return tuple(dig for dig in digs if worths[dig] == max(worths.values()))

    def solution(self) -> frozenset[Quarry]:
        """One dig that is right."""
        return frozenset(self.solutions()[0])

    def check(self, answer: object) -> Feedback:
        """Right if the rules allow the dig and it is one of those asked for."""
        marked = tuple(sorted(_quarries(answer)))
        if not marked:
            return self.unanswered(f"feedback.nothing_{'laid' if self.laid else 'marked'}")
        fault = dig_fault(self.table.position, marked, self.table.shape, self.table.powers)
        if fault is not None:
            return self.wrong(Phrase.why(fault))
        left = sorted(self.takes - set(marked))
        if left:
            params = {"quarries": [str(quarry) for quarry in left]}
            return self.wrong(Phrase("feedback.not_taken", params, None, tuple(left)))
        if self.worth is not None and marked not in self.solutions():
            worths: dict[str, object] = {
                "worth": self.worth(takings(self.table.position, marked)),
                "best": self.worth(takings(self.table.position, self.solutions()[0])),
            }
            return self.wrong(Phrase("feedback.dig_worth", worths))
        return self.right()


@dataclass(frozen=True, slots=True)
class Field:
    """A number to fill in: its label, its value, and what is said to typical wrong values.

    `why` is said to any other wrong value.
    """

    name: str
    label: Phrase
    value: int
    why: Phrase
    mistakes: Mapping[int, Phrase] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Numbers(Task):
    """Fill in one number or several; an answer maps the fields' names to numbers."""

    fields: tuple[Field, ...]

    def solution(self) -> dict[str, int]:
        """Every field with its value."""
        return {field.name: field.value for field in self.fields}

    def check(self, answer: object) -> Feedback:
        """Right if every number is; what is said names the mistake, not the number."""
        given = answer if isinstance(answer, Mapping) else {}
        numbers = {f.name: given.get(f.name) for f in self.fields}
        if any(type(number) is not int for number in numbers.values()):
            return self.unanswered("feedback.no_number")
        wrong = [f for f in self.fields if numbers[f.name] != f.value]
        if wrong:
            return self.wrong(*(self._why(f, numbers[f.name]) for f in wrong[:3]))
        return self.right()

    def _why(self, asked: Field, number: object) -> Phrase:
        why = next((said for value, said in asked.mistakes.items() if value == number), asked.why)
        if len(self.fields) == 1:
            return why
        params = {"label": asked.label, "why": why}
        return Phrase("feedback.in_field", params, why.rule, why.quarries)


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: its label, whether it is right, and why it is not (or why it is)."""

    name: str
    label: Phrase
    right: bool
    why: Phrase


@dataclass(frozen=True, kw_only=True)
class Choose(Task):
    """Choose the one right option or, with `several`, all that are right."""

    options: tuple[Option, ...]
    several: bool = False

    def solution(self) -> frozenset[str]:
        """The names of the right options, or of one of them."""
        names = [option.name for option in self.options if option.right]
        return frozenset(names if self.several else names[:1])

    def check(self, answer: object) -> Feedback:
        """Right if just what is right is chosen; for a wrong choice its own sentence is said."""
        given = [answer] if isinstance(answer, str) else answer
        names = set(given) if isinstance(given, (Set, Sequence)) else set()
        chosen = [option for option in self.options if option.name in names]
        if not chosen:
            return self.unanswered("feedback.nothing_chosen")
        wrong = [option for option in chosen if not option.right]
        if wrong:
            return self.wrong(*(option.why for option in wrong[:2]))
        if not self.several and len(chosen) > 1:
            return self.wrong(Phrase("feedback.only_one_choice"))
        missing = sum(option.right for option in self.options) - len(chosen)
        if self.several and missing:
            key = "feedback.one_choice_missing" if missing == 1 else "feedback.choices_missing"
            return self.wrong(Phrase(key, {"count": missing}))
        if self.praise is None and not self.several:
            return Feedback(True, (_with_rule(chosen[0].why, self.rules[0]),), self.right().stars)
        return self.right()


def _with_rule(sentence: Phrase, rule: str) -> Phrase:
    return replace(sentence, rule=sentence.rule or rule)


@dataclass(frozen=True, kw_only=True)
class Order(Task):
    """Put the options in order; `options` stand in the right one, `shown` as they are shown.

    An option's `why` says why it comes where it does.
    """

    options: tuple[Option, ...]
    shown: tuple[str, ...]

    def solution(self) -> tuple[str, ...]:
        """The names in the right order."""
        return tuple(option.name for option in self.options)

    def check(self, answer: object) -> Feedback:
        """Right if all stand in order; else the first place that is wrong is named."""
        given = tuple(answer) if isinstance(answer, Sequence) else ()
        if not given:
            return self.unanswered("feedback.nothing_chosen")
        for option, name in zip(self.options, given, strict=False):
            if option.name != name:
                return self.wrong(option.why)
        if len(given) != len(self.options):
            return self.unanswered("feedback.order_unfinished")
        return self.right()
