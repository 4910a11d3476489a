"""Rulebooks: the numbered rules of each game, in words and pictures, and links to them.

A game registers its rulebook when it is imported; a rule's number tells which book it is in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.draw.shapes import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Phrase, Reader


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its number (`R13`), title, text, and what draws a picture of it, if anything does."""

    number: str
    title: Phrase
    text: Phrase
    picture: Callable[[Reader, Theme], Scene] | None = None

    def drawn(self, reader: Reader, theme: Theme) -> Scene:
        """Its picture; an empty one if it has none."""
        return Scene(0, 0, ()) if self.picture is None else self.picture(reader, theme)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rules by chapter, their numbers a `prefix` and digits; `page` is where to read them.

    The catalogues have the page's title, introduction and chapters in the table `words`, and what
    the picture of a rule shows in the table `rule_picture`.
    """

    prefix: str
    chapters: Mapping[str, tuple[Rule, ...]]
    page: str = "rules.md"
    words: str = "rule_page"

    @property
    def rules(self) -> Mapping[str, Rule]:
        """All rules by number, in order."""
        return {rule.number: rule for rules in self.chapters.values() for rule in rules}


_BOOKS: dict[str, Rulebook] = {}
_NUMBER = re.compile(r"\b([A-Z]+)([0-9]+)\b")


def register(book: Rulebook) -> None:
    """Have the rules of a book found by number."""
    _BOOKS[book.prefix] = book


def book_of(number: str) -> Rulebook | None:
    """The registered rulebook with a rule of that number, None if there is none."""
    match = _NUMBER.fullmatch(number)
    book = _BOOKS.get(match[1]) if match else None
    return book if book is not None and number in book.rules else None


def find_rule(number: str) -> Rule | None:
    """The rule of a number, None if no registered rulebook has it."""
    book = book_of(number)
    return None if book is None else book.rules[number]


def title_of(number: str, reader: Reader) -> str:
    """The title of a rule, empty if no registered rulebook has it."""
    found = find_rule(number)
    return "" if found is None else reader.say(found.title)


def titled(number: str, reader: Reader) -> str:
    """A rule's number with its title."""
    return f"{number} {title_of(number, reader)}".rstrip()


def in_order(numbers: Iterable[str]) -> tuple[str, ...]:
    """Numbers of rules, each once, in order."""

    def place(number: str) -> tuple[str, int]:
        match = _NUMBER.fullmatch(number)
        return (match[1], int(match[2])) if match else (number, 0)

    return tuple(sorted(set(numbers), key=place))


def linked(text: str) -> str:
    """A Markdown text with a link for each rule's number, to its place in the rulebook.

    >>> linked("R0 is no rule of ours.")
    'R0 is no rule of ours.'
    """

    def link(match: re.Match[str]) -> str:
        book = book_of(match[0])
        return match[0] if book is None else f"[{match[0]}]({book.page}#{match[0]})"

    return _NUMBER.sub(link, text)
