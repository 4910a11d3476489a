"""Checks of the arguments that a task is made of; an error names what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect, found
from ksm_widgets.rules.errors import ArgumentError, KsmError
from ksm_widgets.telling.phrases import Phrase, plain

if TYPE_CHECKING:
    from collections.abc import Iterable


class TaskError(KsmError):
    """A task that nobody could answer, or that says too little; the sentence names the fault."""


def expect_each(name: str, given: object, whole: type, *kinds: type) -> None:
    """Raise ArgumentError unless an argument is a collection of that type, all of it of `kinds`."""
    expect(name, given, whole)
    for one in given:  # type: ignore[attr-defined] # every type asked for is a collection
        expect(name, one, *kinds)


def expect_callable(name: str, given: object) -> None:
    """Raise ArgumentError unless an argument can be called."""
    if not callable(given):
        raise ArgumentError("argument.kind", name=name, found=found(given), expected="Callable")


def expect_names(names: Iterable[str]) -> None:
    """Raise TaskError unless there are names, all different: answers are given by name."""
    there = list(names)
    if not there:
        raise TaskError("task.nothing_right")
    for name in there:
        if there.count(name) > 1:
            raise TaskError("task.twice", name=name)


def as_phrase(name: str, given: object) -> Phrase:
    """A sentence given as a Phrase, or as text to be said as it is."""
    expect(name, given, Phrase, str)
    return given if isinstance(given, Phrase) else plain(str(given))


def as_phrases(name: str, given: object) -> tuple[Phrase, ...]:
    """Sentences given one by one, or a single one."""
    expect(name, given, Phrase, str, Sequence)
    several = given if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    return tuple(as_phrase(name, one) for one in several)
