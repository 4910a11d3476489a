"""A dialogue in a terminal: ask, read a line, act on it, repeat."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.terminal.streams import (
    FileError,
    StreamError,
    next_line,
    print_error,
    put_line,
    wrapped,
)
from ksm_widgets.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ksm_widgets.telling.phrases import Phrase, Reader


_QUIT = ("quit", "q")
_MOST_UNCLEAR = 500
"""Lines that cannot be acted on; then the dialogue ends."""
MOVE = re.compile("[a-f][1-6]-[a-f][1-6]", re.IGNORECASE)
"""A typed move, in small letters or capitals."""


def dialogue(ask: Callable[[], bool], act: Callable[[str], None], language: str) -> bool:
    """Ask, read a line and act on it until `ask` returns False; False if the user leaves before.

    `ask` prints what is asked for. What `act` cannot do it raises as a KsmError: its sentence is
    printed, and the same is asked again. A user leaves with `quit` or at the end of the input
    (Ctrl-D). Ctrl-C raises KeyboardInterrupt, so `act` should save whatever is to last.

    Raises StreamError where so many lines cannot be acted on that nobody types them.
    """
    unclear = 0
    while ask():
        typed = next_line()
        if typed is None or typed.lower() in _QUIT:
            return False
        try:
            act(typed)
        except KsmError as error:
            put_line(error.sentence(language))
            unclear += 1
            if unclear >= _MOST_UNCLEAR:
                raise StreamError("terminal.all_unclear", most=_MOST_UNCLEAR) from error
    return True


def is_yes(typed: str) -> bool:
    """Whether an answer means yes, in whichever language."""
    words = " ".join(sentence("terminal.yes", language) for language in LANGUAGES)
    return typed.lower() in words.split()


class UnclearError(KsmError):
    """A typed line is none of the commands."""

    @classmethod
    def of(cls, typed: str) -> Self:
        """The error of this line."""
        return cls("terminal.unclear", found=beginning(typed))


class Printer:
    """Prints sentences for a reader."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def say(self, key: str, **params: object) -> None:
        """Print the sentence of a key."""
        put_line(wrapped(self.reader.text(key, **params)))

    def tell(self, phrases: Iterable[Phrase]) -> None:
        """Print phrases, all in one line."""
        put_line(wrapped(" ".join(map(self.reader.say, phrases))))


@contextmanager
def users_progress(language: str) -> Iterator[Progress]:
    """The user's progress while a command runs.

    Says at the beginning if no file takes it, and raises FileError if it is not saved in the end.
    """
    progress = Progress.of_user()
    if not progress.saved:
        print_error(sentence("terminal.cannot_save", language))
    try:
        yield progress
    finally:
        progress.close()
    if not progress.saved:
        raise FileError("terminal.not_saved")
