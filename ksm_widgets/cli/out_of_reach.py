"""Files that a command cannot read or write: why is told, and the exit status comes back."""

from __future__ import annotations

from ksm_widgets.cli.streams import complain
from ksm_widgets.rules.arguments import reason_of
from ksm_widgets.words import sentence

__all__ = ["unreadable", "unwritable"]

_STATUS = 2


def unreadable(file: object, error: Exception, language: str) -> int:
    """Say why a file cannot be read."""
    complain(sentence("cli.unreadable", language, file=file, reason=reason_of(error)))
    return _STATUS


def unwritable(file: object, error: Exception, language: str) -> int:
    """Say why a file cannot be written."""
    complain(sentence("cli.unwritable", language, file=file, reason=reason_of(error)))
    return _STATUS
