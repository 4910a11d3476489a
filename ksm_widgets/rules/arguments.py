"""Checks of arguments, and how a wrong value is shown in an error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from ksm_widgets.rules.errors import ArgumentError
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from enum import Enum

    _E = TypeVar("_E", bound=Enum)


class _Parsed(Protocol):
    """A class whose members can be read from text."""

    @classmethod
    def parse(cls, text: str) -> Self: ...


_P = TypeVar("_P", bound=_Parsed)

_MOST_SHOWN = 30


def expect(name: str, value: object, *kinds: type) -> None:
    """Raise ArgumentError unless the argument of that name is of one of the kinds.

    bool is not accepted as int.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        expected = " | ".join(kind.__name__ for kind in kinds)
        raise ArgumentError("argument.kind", name=name, found=found(value), expected=expected)


def expect_whole(name: str, value: object, least: int, most: int) -> None:
    """Raise ArgumentError unless the argument of that name is an int from `least` to `most`."""
    expect(name, value, int)
    if not (isinstance(value, int) and least <= value <= most):
        params = {"found": found(value), "least": least, "most": most}
        raise ArgumentError("argument.range", name=name, **params)


def expect_language(value: object) -> None:
    """Raise ArgumentError unless the argument `language` is one the catalogues have."""
    if value not in LANGUAGES:
        raise ArgumentError(
            "argument.choice", name="language", found=found(value), expected=LANGUAGES
        )


def one_of(name: str, value: _E | str, kind: type[_E]) -> _E:
    """An enum's member, given as itself or as its value; raises ArgumentError for anything else."""
    if isinstance(value, kind):
        return value
    for member in kind:
        if isinstance(value, str) and member.value == value:
            return member
    expected = [member.value for member in kind]
    raise ArgumentError("argument.choice", name=name, found=found(value), expected=expected)


def read(name: str, value: _P | str, kind: type[_P]) -> _P:
    """A value, given as itself or as text; raises ArgumentError, or whatever its `parse` raises.

    Where speed matters, check the kind first and call this only for text.
    """
    if isinstance(value, kind):
        return value
    expect(name, value, kind, str)
    return kind.parse(str(value))


def beginning(value: object) -> str:
    """The first characters of a wrong value, for an error; text is in quotes."""
    if isinstance(value, str):
        return repr(value[:20])
    try:
        return str(value)[:20]
    except ValueError:  # an int with too many digits
        return "…"


def found(value: object) -> str:
    """A wrong value for an error: its type and, if it is a plain value, its first characters."""
    kind = type(value).__name__
    if not isinstance(value, (str, int, float)):
        return kind
    try:
        shown = repr(value)
    except ValueError:  # an int with too many digits
        return kind
    return f"{shown if len(shown) <= _MOST_SHOWN else f'{shown[:_MOST_SHOWN]}…'} ({kind})"


def reason_of(error: Exception) -> str:
    """The system's reason why a file cannot be used, without the file's name."""
    return getattr(error, "strerror", None) or str(error)
