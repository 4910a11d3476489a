"""Sentences before they are said: a catalogue key with parameters, and the reader they are for.

Nothing here knows a particular game. What a game calls its things in one of its editions are its
`Terms`; they come with the reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.errors import FaultyPosition, KsmError, RuleError
from ksm_widgets.words import Term, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping


@dataclass(frozen=True, slots=True)
class Phrase(Term):
    """A sentence that can be said in any language: its key and the parameters that fill it in.

    A parameter may be a Term, such as another Phrase, or a thing of the game that its terms name.
    `rule` is the rule it is about (`R13`), `places` are those to point out on the board.
    """

    rule: str | None = None
    places: tuple[Hashable, ...] = ()

    @classmethod
    def of(cls, key: str, **params: object) -> Phrase:
        """The sentence of `key` with these parameters."""
        return cls(key, params)

    @classmethod
    def why(cls, error: RuleError) -> Phrase:
        """A rule's own words about what it forbids."""
        return cls(error.key, error.params, error.rule, error.places)

    def say(self, language: str) -> str:
        """The sentence in a language, for a reader of the main game."""
        return Reader(language).say(self)


def plain(text: str, rule: str | None = None) -> Phrase:
    """A sentence in one language, said as it is: for a teacher's own tasks."""
    return Phrase("plain.text", {"text": text}, rule)


class Tone(Enum):
    """The tone of a notice."""

    INFO = "info"
    GOOD = "good"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to the player: sentences, the rule they are about, and places on the board.

    `arrow` is the move that was refused, if one was; `path` are the moves it tells to make.
    """

    phrases: tuple[Phrase | KsmError, ...]
    tone: Tone = Tone.INFO
    rule: str | None = None
    places: tuple[Any, ...] = ()
    arrow: Any = None
    path: tuple[Any, ...] = ()

    @classmethod
    def of(cls, key: str, tone: Tone = Tone.INFO, **params: object) -> Notice:
        """A notice of one sentence."""
        return cls((Phrase.of(key, **params),), tone)

    @classmethod
    def refusal(cls, error: KsmError, arrow: object = None) -> Notice:
        """The notice that something was not done, and why."""
        faults = error.faults if isinstance(error, FaultyPosition) else (error,)
        rules = [fault for fault in faults if isinstance(fault, RuleError)]
        places = tuple(place for fault in rules for place in fault.places)
        return cls(faults, Tone.WARNING, rules[0].rule if rules else None, places, arrow)

    def sentences(self, reader: Reader) -> tuple[str, ...]:
        """Its sentences one by one, in the words of the reader's language and edition."""
        return tuple(map(reader.say, self.phrases))

    def text(self, reader: Reader) -> str:
        """All of it in one piece, with the rule's number at the end."""
        rule = f" ({self.rule})" if self.rule else ""
        return " ".join(self.sentences(reader)) + rule


class Terms(Protocol):
    """The words of one edition of a game."""

    @property
    def name(self) -> str:
        """The edition's name."""

    @property
    def title(self) -> object:
        """The edition's name for readers."""

    @property
    def words(self) -> Mapping[str, object]:
        """Parameters that every sentence may name, besides its own."""

    def word(self, value: object, language: str) -> object:
        """The word for a thing of the game; any other value as it is."""


def main_edition(name: str) -> Terms:
    """The main game's edition of that name; raises EditionError for any other."""
    return edition(name)


_CAPITAL_AFTER_COLON = ("de",)
"""The languages in which a whole sentence within another one, after a colon, has a capital."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader's language (`en`, `de`) and the edition they play, by default their language's.

    `game` finds a game's edition by name; without it, it is one of the main game. Raises
    ArgumentError for an unknown language, EditionError for an unknown edition.

    >>> Reader("en").say(Phrase("power.seal"))
    'Seal'
    """

    language: str = "en"
    played: str = ""
    game: Callable[[str], Terms] = field(default=main_edition, repr=False)

    def __post_init__(self) -> None:
        expect_language(self.language)
        object.__setattr__(self, "played", self.edition.name)

    @property
    def edition(self) -> Terms:
        """The terms of the reader's edition."""
        return self.game(self.played or self.language)

    def say(self, phrase: Phrase | KsmError) -> str:
        """A sentence in the reader's language, with a capital at its beginning."""
        if isinstance(phrase, FaultyPosition):
            return " ".join(map(self.say, phrase.faults))
        return opened(self.text(phrase.key, **phrase.params))

    def text(self, key: str, /, **params: object) -> str:
        """The words of a key as they are in the catalogue."""
        terms = self.edition
        words = {name: self._word(value, terms) for name, value in params.items()}
        return sentence(key, self.language, **{**terms.words, **words})

    def _word(self, value: object, terms: Terms) -> object:
        if isinstance(value, KsmError):
            return self.say(value)
        if isinstance(value, Phrase):
            words = self.text(value.key, **value.params)
            whole = words.endswith(".") and self.language in _CAPITAL_AFTER_COLON
            return opened(words) if whole else words
        if isinstance(value, (list, tuple)):
            return [self._word(item, terms) for item in value]
        return terms.word(value, self.language)


def opened(sentence: str) -> str:
    """A sentence with a capital at its beginning, unless a place or a symbol is there.

    >>> opened("mask on a1"), opened("a1 is empty"), opened("n2w1 too"), opened("β and δ")
    ('Mask on a1', 'a1 is empty', 'n2w1 too', 'β and δ')
    """
    if _SYMBOL.match(sentence):
        return sentence
    return sentence[:1].upper() + sentence[1:]


_SYMBOL = re.compile(r"([a-z][0-9]+)+\b|[α-ω]")
