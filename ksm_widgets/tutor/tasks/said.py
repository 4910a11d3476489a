"""What a task is made with is checked, and a text will do where a sentence is expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect, found
from ksm_widgets.rules.errors import ArgumentError, KsmError
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.reader import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Said", "SaidInTurn", "TaskError", "expect_callable", "expect_each", "expect_names"]


class TaskError(KsmError):
    """A task that nobody could answer, or that says too little; the sentence tells which."""


class Said:
    """A task's sentence: made with a Phrase, or with a text that is said as it is.

    It is the type of a dataclass's field, which is read as a Phrase.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, task: object, owner: type | None = None) -> Phrase:
        if task is None:  # Asked for the field's default: there is none.
            raise AttributeError(self._name)
        sentence: Phrase = task.__dict__[self._name]
        return sentence

    def __set__(self, task: object, given: Phrase | str) -> None:
        task.__dict__[self._name] = _sentence(self._name, given)


class SaidInTurn:
    """Sentences of a task, each made as `Said`; a single one may stand for itself."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, task: object, owner: type | None = None) -> tuple[Phrase, ...]:
        if task is None:  # Asked for the field's default.
            return ()
        sentences: tuple[Phrase, ...] = task.__dict__[self._name]
        return sentences

    def __set__(self, task: object, given: Phrase | str | Sequence[Phrase | str]) -> None:
        expect(self._name, given, Phrase, str, Sequence)
        several = [given] if isinstance(given, (Phrase, str)) else given
        task.__dict__[self._name] = tuple(_sentence(self._name, one) for one in several)


def _sentence(name: str, given: Phrase | str) -> Phrase:
    expect(name, given, Phrase, str)
    return plain(given) if isinstance(given, str) else given


def expect_each(name: str, given: object, whole: type, *kinds: type) -> None:
    """Raise ArgumentError unless an argument is a whole of that kind, all of it of the kinds."""
    expect(name, given, whole)
    for one in given:  # type: ignore[attr-defined] # every kind of whole asked for is a collection
        expect(name, one, *kinds)


def expect_callable(name: str, given: object) -> None:
    """Raise ArgumentError unless an argument can be called; it is asked when there is an answer."""
    if not callable(given):
        raise ArgumentError("argument.kind", name=name, found=found(given), expected="Callable")


def expect_names(names: Iterable[str]) -> None:
    """Raise TaskError if there are no names, or two alike: an answer could not tell them apart."""
    there = list(names)
    if not there:
        raise TaskError("task.nothing_right")
    for name in there:
        if there.count(name) > 1:
            raise TaskError("task.twice", name=name)
