"""Records of games as text: the first line is the setting, each further line an act, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from ksm_widgets.rules.errors import KsmError, TextError, beginning

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

MAX_TEXT = 200_000


class RecordError(TextError):
    """A record that cannot be read or replayed; the sentence names the line."""


class _Game(Protocol):
    def after(self, act: Any, /) -> Self: ...


_G = TypeVar("_G", bound=_Game)


def replay(
    text: str,
    head: re.Pattern[str],
    example: str,
    begin: Callable[[re.Match[str]], _G],
    read_act: Callable[[str], object],
) -> _G:
    """Replay a record; raises RecordError with the line that cannot be read or is refused.

    `head` matches the first line, of which `example` is one.
    """
    if len(text) > MAX_TEXT:
        raise RecordError("shelf_record.long", most=MAX_TEXT)
    lines = text.rstrip().splitlines() or [""]
    match = head.fullmatch(lines[0].strip())
    if match is None:
        raise RecordError("shelf_record.head", found=beginning(lines[0]), example=example)
    game = begin(match)
    for number, line in enumerate(lines[1:], start=2):
        try:
            game = game.after(read_act(line))
        except KsmError as error:
            raise RecordError("shelf_record.refused", line=number, reason=str(error)) from error
    return game


def record_text(head: str, acts: list[str]) -> str:
    """A record of these lines."""
    return "".join(f"{line}\n" for line in [head, *acts])
