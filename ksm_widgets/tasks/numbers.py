"""Tasks that are answered with numbers: whole ones, or exact fractions such as 2/13."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Self

from ksm_widgets.rules.arguments import expect
from ksm_widgets.tasks.arguments import expect_each, expect_names
from ksm_widgets.tasks.task import Answering, Blank, Feedback, Form, Task
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

Number = int | Fraction
Given = Mapping[str, Number | None]
"""A number by the name of its field, None if the field has no number."""
_FILL = "fill-"
_LONGEST = 16
_FRACTION = re.compile(r"([0-9]+) */ *([0-9]+)", re.ASCII)
_DECIMAL = re.compile(r"([0-9]*)[.,]?([0-9]*) *(%?)", re.ASCII)
_ROUNDED = 2
"""The fewest decimals to which a fraction may be rounded."""


@dataclass(frozen=True, slots=True)
class NumberField:
    """A number to fill in: its label, its value, and what typical mistakes are told.

    A value that is a Fraction is asked for as one. `why` is said to any other wrong value. `sum` is
    how the value is worked out, such as `10 + 5 − 2`; it is shown with its result after every
    answer, and as `rounded` down where that isn't what it comes to exactly.
    """

    name: str
    label: Phrase
    value: Number
    why: Phrase
    mistakes: Mapping[Any, Phrase] = field(default_factory=dict)
    sum: str = ""
    rounded: bool = False

    def __post_init__(self) -> None:
        expect("name", self.name, str)
        expect("label", self.label, Phrase)
        expect("value", self.value, int, Fraction)
        expect("why", self.why, Phrase)
        expect("mistakes", self.mistakes, Mapping)
        expect("sum", self.sum, str)
        for number, told in self.mistakes.items():
            expect("mistakes", number, int, Fraction)
            expect("mistakes", told, Phrase)


Mistakes = Mapping[Any, "str | tuple[str, str] | Phrase"]
"""The remarks on wrong numbers: the end of a key, that end with a rule, or a Phrase."""


Field = NumberField
"""The same under its name in earlier versions."""


def worded_field(
    name: str,
    key: str,
    value: Number,
    rule: str,
    mistakes: Mistakes | None = None,
    sum: str = "",
    **params: object,
) -> NumberField:
    """A field with words from the catalogue, under `key` and `label`, `why` and so on.

    A mistake that happens to be the right value is left out.

    >>> field = worded_field("coins", "lesson_moving.cost_", 3, "R14", {0: "free"})
    >>> field.label.key, field.why.key, field.mistakes[0].key
    ('lesson_moving.cost_label', 'lesson_moving.cost_why', 'lesson_moving.cost_free')
    """

    def said(mistake: str | tuple[str, str] | Phrase) -> Phrase:
        if isinstance(mistake, Phrase):
            return mistake
        end, about = (mistake, rule) if isinstance(mistake, str) else mistake
        return Phrase(f"{key}{end}", params, about)

    told = {wrong: said(how) for wrong, how in (mistakes or {}).items() if wrong != value}
    why = Phrase(f"{key}why", params, rule)
    return NumberField(name, Phrase(f"{key}label"), value, why, told, sum)


def terms(plus: Iterable[int | Sequence[int]], minus: Iterable[int | Sequence[int]] = ()) -> str:
    """A sum and what is taken off it; several numbers that belong together have brackets.

    >>> terms([10, [4, 3]], [[2], []])
    '10 + (4 + 3) − 2'
    """
    added = " + ".join(filter(None, map(_together, plus))) or "0"
    return "".join((added, *(f" − {off}" for off in map(_together, minus) if off)))


def _together(numbers: int | Sequence[int]) -> str:
    if isinstance(numbers, int):
        return str(numbers)
    joined = " + ".join(map(str, numbers))
    return f"({joined})" if len(numbers) > 1 else joined


@dataclass(frozen=True, kw_only=True)
class Numbers(Task[Given]):
    """Fill in one number or several."""

    fields: tuple[NumberField, ...]

    def __post_init__(self) -> None:
        """Refuse fields with the same name."""
        super().__post_init__()
        expect_each("fields", self.fields, tuple, NumberField)
        expect_names(field.name for field in self.fields)

    def solution(self) -> Given:
        """Every field with its value."""
        return {field.name: field.value for field in self.fields}

    def check(self, answer: Given) -> Feedback:
        """Feedback to the numbers: it names the mistake, and works out the sums."""
        numbers = {field.name: answer.get(field.name) for field in self.fields}
        if any(type(number) not in (int, Fraction) for number in numbers.values()):
            fractions = any(isinstance(field.value, Fraction) for field in self.fields)
            key = "feedback.no_fraction" if fractions else "feedback.no_number"
            return self.unanswered(counted(key, len(self.fields)))
        wrong = [field for field in self.fields if numbers[field.name] != field.value]
        if wrong:
            why = [(field.label, _why(field, numbers[field.name])) for field in wrong]
            return replace(self.wrong(*self._in_fields(why)), sums=_sums(wrong))
        return replace(self.right(), sums=_sums(self.fields))

    def _in_fields(self, told: Iterable[tuple[Phrase, Phrase]]) -> Iterator[Phrase]:
        """The remark on each field; one that fits several fields stands there once."""
        for why, labels in _alike(told):
            if len(self.fields) == 1:
                yield why
            else:
                params = {"label": labels, "why": why}
                yield Phrase("feedback.in_field", params, why.rule, why.places)

    def begun(self) -> FillingIn:
        """No field filled in yet."""
        return FillingIn(task=self, seat=self.seat())


@dataclass(frozen=True, kw_only=True)
class FillingIn(Answering[Given]):
    """Numbers being filled in; `typed` is the text of each field."""

    task: Numbers
    typed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def answer(self) -> Given:
        """The numbers typed."""
        values = {field.name: field.value for field in self.task.fields}
        return {name: _number(text, values.get(name, 0)) for name, text in self.typed.items()}

    def form(self) -> Form:
        """A blank for every field."""
        blanks = (
            Blank(
                field.name,
                field.label,
                self.typed.get(field.name, ""),
                fraction=isinstance(field.value, Fraction),
            )
            for field in self.task.fields
        )
        return Form(blanks=tuple(blanks))

    def answered(self, answer: Given) -> Self:
        """The same with these numbers."""
        typed = {name: str(number) for name, number in answer.items() if number is not None}
        return replace(self, typed=MappingProxyType(typed), feedback=None)

    def acted(self, name: str, value: str) -> Self:
        """`fill-` and a field's name: type its number."""
        if not name.startswith(_FILL):
            return super().acted(name, value)
        typed = {**self.typed, name.removeprefix(_FILL): value.strip()[:_LONGEST]}
        return replace(self, typed=MappingProxyType(typed), feedback=None)


def _why(asked: NumberField, number: Number | None) -> Phrase:
    """The remark on a wrong number."""
    return next((said for value, said in asked.mistakes.items() if value == number), asked.why)


def _sums(fields: Iterable[NumberField]) -> tuple[Phrase, ...]:
    """How the values are worked out; fields with the same sum have one line."""
    told = (
        (
            field.label,
            Phrase(
                "feedback.sum_rounded" if field.rounded else "feedback.sum",
                {"sum": field.sum, "value": str(field.value)},
            ),
        )
        for field in fields
        if field.sum not in ("", str(field.value))
    )
    return tuple(
        replace(phrase, params={"label": labels, **phrase.params})
        for phrase, labels in _alike(told)
    )


def _alike(told: Iterable[tuple[Phrase, Phrase]]) -> list[tuple[Phrase, list[Phrase]]]:
    """Sentences, each once, with the labels of all fields of which it is said."""
    found: list[tuple[Phrase, list[Phrase]]] = []
    for label, phrase in told:
        labels = next((labels for other, labels in found if other == phrase), None)
        if labels is None:
            found.append((phrase, [label]))
        else:
            labels.append(label)
    return found


def _number(text: str, value: Number) -> Number | None:
    """The number in a text, None if there is none; for a whole `value` only a whole one is.

    For a fraction it may be a fraction, a decimal or a percentage; one that `value` rounds to
    counts as `value`.
    """
    if isinstance(value, int):
        return _whole(text)
    match = _FRACTION.fullmatch(text)
    if match:
        return Fraction(int(match[1]), int(match[2])) if int(match[2]) else None
    match = _DECIMAL.fullmatch(text)
    if match is None or not match[1] + match[2]:
        return None
    decimals = len(match[2]) + (2 if match[3] else 0)
    found = Fraction(int(match[1] + match[2]), 10**decimals)
    if decimals >= _ROUNDED and 2 * abs(found - value) <= Fraction(1, 10**decimals):
        return value
    return found


def _whole(text: str) -> int | None:
    """The whole number in a text, None if there is none."""
    digits = text.removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdigit()):
        return None
    return int(digits) if digits == text else -int(digits)
