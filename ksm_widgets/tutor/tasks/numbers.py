"""Tasks that are answered with numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from ksm_widgets.rules.arguments import expect
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.tasks.form import Blank, Form
from ksm_widgets.tutor.tasks.said import expect_each, expect_names
from ksm_widgets.tutor.tasks.task import Answering, Feedback, Task

__all__ = ["Field", "FillingIn", "Given", "Numbers", "asked_field"]

Given = Mapping[str, int | None]
"""A number for each field by its name; None where there is none, or no number."""
_FILL = "fill-"
_LONGEST = 12


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

    def __post_init__(self) -> None:
        expect("name", self.name, str)
        expect("label", self.label, Phrase)
        expect("value", self.value, int)
        expect("why", self.why, Phrase)
        expect("mistakes", self.mistakes, Mapping)
        for number, told in self.mistakes.items():
            expect("mistakes", number, int)
            expect("mistakes", told, Phrase)


def asked_field(
    name: str,
    key: str,
    value: int,
    rule: str,
    mistakes: Mapping[int, str | tuple[str, str]] | None = None,
    **params: object,
) -> Field:
    """A field from a catalogue: its label stands under `key` and `label`, its reason under `why`.

    A mistake is given as what its sentence adds to `key`, or as that and a rule of its own. One
    that comes to the right value is none, and is left out.

    >>> field = asked_field("coins", "lesson_moving.cost_", 3, "R14", {0: "free"})
    >>> field.label.key, field.why.key, field.mistakes[0].key
    ('lesson_moving.cost_label', 'lesson_moving.cost_why', 'lesson_moving.cost_free')
    """
    told = {}
    for wrong, ending in (mistakes or {}).items():
        end, about = (ending, rule) if isinstance(ending, str) else ending
        if wrong != value:
            told[wrong] = Phrase(f"{key}{end}", params, about)
    why = Phrase(f"{key}why", params, rule)
    return Field(name, Phrase(f"{key}label"), value, why, told)


@dataclass(frozen=True, kw_only=True)
class Numbers(Task[Given]):
    """Fill in one number or several."""

    fields: tuple[Field, ...]

    def __post_init__(self) -> None:
        """Refuse fields that cannot be told apart."""
        super().__post_init__()
        expect_each("fields", self.fields, tuple, Field)
        expect_names(field.name for field in self.fields)

    def solution(self) -> Given:
        """Every field with its value."""
        return {field.name: field.value for field in self.fields}

    def check(self, answer: Given) -> Feedback:
        """Right if every number is; what is said names the mistake, not the number."""
        numbers = {field.name: answer.get(field.name) for field in self.fields}
        if any(type(number) is not int for number in numbers.values()):
            return self.unanswered("feedback.no_number")
        wrong = [field for field in self.fields if numbers[field.name] != field.value]
        if wrong:
            return self.wrong(*(self._why(field, numbers[field.name]) for field in wrong[:3]))
        return self.right()

    def _why(self, asked: Field, number: int | None) -> Phrase:
        why = next((said for value, said in asked.mistakes.items() if value == number), asked.why)
        if len(self.fields) == 1:
            return why
        params = {"label": asked.label, "why": why}
        return Phrase("feedback.in_field", params, why.rule, why.places)

    def begun(self) -> FillingIn:
        """No field filled in yet."""
        return FillingIn(task=self, seat=self.seat())


@dataclass(frozen=True, kw_only=True)
class FillingIn(Answering[Given]):
    """Numbers being filled in; `typed` is what stands in the fields, as text."""

    task: Numbers
    typed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def answer(self) -> Given:
        """What was typed, as numbers."""
        return {name: _whole(text) for name, text in self.typed.items()}

    def form(self) -> Form:
        """A blank for every field."""
        blanks = (
            Blank(field.name, field.label, self.typed.get(field.name, ""))
            for field in self.task.fields
        )
        return Form(blanks=tuple(blanks))

    def answered(self, answer: Given) -> Self:
        """The fields with these numbers."""
        typed = {name: str(number) for name, number in answer.items() if number is not None}
        return replace(self, typed=MappingProxyType(typed), feedback=None)

    def acted(self, name: str, value: str) -> Self:
        """`fill-` and a field's name: its number is typed."""
        if not name.startswith(_FILL):
            return super().acted(name, value)
        typed = {**self.typed, name.removeprefix(_FILL): value.strip()[:_LONGEST]}
        return replace(self, typed=MappingProxyType(typed), feedback=None)


def _whole(text: str) -> int | None:
    """A whole number as it was typed, or None if it is none."""
    digits = text.removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdigit()):
        return None
    return int(digits) if digits == text else -int(digits)
