"""What callers hand over is of the kind expected, or an error says which that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from enum import Enum

    E = TypeVar("E", bound=Enum)


class _Written(Protocol):
    """What can be read from its text."""

    @classmethod
    def parse(cls, text: str) -> Self: ...


W = TypeVar("W", bound=_Written)

__all__ = [
    "beginning",
    "expect",
    "expect_language",
    "expect_position",
    "found",
    "one_of",
    "read",
    "reason_of",
]

_MOST_SHOWN = 30


def expect(name: str, value: object, *kinds: type) -> None:
    """Raise ArgumentError unless the argument of that name is of one of the kinds.

    A truth is no number here, though Python takes it for one.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        expected = " | ".join(kind.__name__ for kind in kinds)
        raise ArgumentError("argument.kind", name=name, found=found(value), expected=expected)


def expect_position(value: object) -> None:
    """Raise ArgumentError unless the argument `position` is one.

    What Position itself is made with cannot name it, so it is told by what only it has.
    """
    if not hasattr(value, "stacks"):
        raise ArgumentError(
            "argument.kind", name="position", found=found(value), expected="Position"
        )


def expect_language(value: object) -> None:
    """Raise ArgumentError unless the argument `language` is one that the catalogues have."""
    if value not in LANGUAGES:
        raise ArgumentError(
            "argument.choice", name="language", found=found(value), expected=LANGUAGES
        )


def one_of(name: str, value: E | str, kind: type[E]) -> E:
    """A member of a closed set, told by itself or by its value; raises ArgumentError for others."""
    if isinstance(value, kind):
        return value
    for member in kind:
        if isinstance(value, str) and member.value == value:
            return member
    expected = [member.value for member in kind]
    raise ArgumentError("argument.choice", name=name, found=found(value), expected=expected)


def read(name: str, value: W | str, kind: type[W]) -> W:
    """A thing told by itself or by its text; raises ArgumentError for others, or what parse does.

    Whoever is in a hurry asks for the kind first, and reads only what is not of it.
    """
    if isinstance(value, kind):
        return value
    expect(name, value, kind, str)
    return kind.parse(str(value))


def beginning(value: object) -> str:
    """The beginning of what was found instead, for a sentence; whole numbers may be too long.

    A text is told from a number by its quotes.
    """
    if isinstance(value, str):
        return repr(value[:20])
    try:
        return str(value)[:20]
    except ValueError:
        return "…"


def found(value: object) -> str:
    """What was found instead, for a sentence: the kind, and of plain values how they begin."""
    kind = type(value).__name__
    if not isinstance(value, (str, int, float)):
        return kind
    try:
        shown = repr(value)
    except ValueError:  # a whole number too long to be written
        return kind
    return f"{shown if len(shown) <= _MOST_SHOWN else f'{shown[:_MOST_SHOWN]}…'} ({kind})"


def reason_of(error: Exception) -> str:
    """What the system says is wrong with a file, without its name, which our own sentence has."""
    return getattr(error, "strerror", None) or str(error)
