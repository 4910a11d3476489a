"""Sentences that are not said yet: a key of the catalogue and what fills it in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import FaultyPosition, KsmError, RuleError
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.rulebooks import Edition, edition
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import Term, sentence

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.quarries import Quarry

__all__ = [
    "Notice",
    "Phrase",
    "Tone",
    "a_tile",
    "move_told",
    "opened",
    "power_term",
    "the_tile",
    "tile_term",
    "told",
]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence to be said in any language: its key, and what fills it in.

    A Term or Power that fills it in is said as a word, another Phrase as it would be by itself.
    `rule` is the rule it is about (`R13`), `places` are those it speaks of, to be pointed out on
    the board (in the mine: quarries).
    """

    key: str
    params: Mapping[str, object] = field(default_factory=dict)
    rule: str | None = None
    places: tuple[Hashable, ...] = ()

    @classmethod
    def of(cls, key: str, **params: object) -> Phrase:
        """The sentence of `key` with these parameters."""
        return cls(key, params)

    @classmethod
    def why(cls, error: RuleError) -> Phrase:
        """What a rule's own error says."""
        return cls(error.key, error.params, error.rule, error.quarries)

    def say(self, language: str) -> str:
        """The sentence in a language, to a reader who plays the edition of the same name."""
        return opened(told(self.key, self.params, language, edition(language)))


def told(key: str, params: Mapping[str, object], language: str, played: Edition) -> str:
    """The sentence of a key, the object of R22 called as in the edition played.

    `{carpet}` and its cases are that edition's word for it.
    """
    cases = {
        f"carpet{case}": Term(f"lesson_words.{played.carpet}{case}")
        for case in ("", "_acc", "_dat")
    }
    words = {name: _word(value, language, played) for name, value in params.items()}
    return sentence(key, language, **{**cases, **words})


def _word(value: object, language: str, played: Edition) -> object:
    """What fills a sentence in: those in it, and in a list, are said first."""
    match value:
        case Power():
            return played.power_term(value)
        case Phrase():
            return told(value.key, value.params, language, played)
        case list() | tuple():
            return [_word(item, language, played) for item in value]
        case Term(key) if played.name != language and key in _CARPETS:
            return Term(_CARPETS[key].format(played.carpet))
        case _:
            return value


_CARPETS = {
    "tile.C": "edition_tile.{}",
    "a_tile.C": "lesson_words.a_{}",
    "the_tile.C": "lesson_words.{}",
}
"""A catalogue names the carpet as its language's edition does; here is where another's stands."""


def opened(sentence: str) -> str:
    """A sentence with a capital at its beginning, unless a quarry or a parchment stands there.

    >>> opened("mask on a1"), opened("a1 is empty"), opened("β and δ")
    ('Mask on a1', 'a1 is empty', 'β and δ')
    """
    if _SMALL.match(sentence):
        return sentence
    return sentence[:1].upper() + sentence[1:]


_SMALL = re.compile(r"[a-f][1-6]\b|[αβγδ]")


def power_term(power: Power, language: str) -> Term:
    """A power's name in the edition of a language (R22)."""
    return edition(language).power_term(power)


def tile_term(tile: Tile) -> Term:
    """The name of a tile; a reader's edition may have a name of its own for it (R22)."""
    return Term(f"tile.{tile.letter}")


def the_tile(tile: Tile) -> Term:
    """A tile with the definite article: the mummy."""
    return Term(f"the_tile.{tile.letter}")


def a_tile(tile: Tile) -> Term:
    """A tile with the indefinite article: a mummy."""
    return Term(f"a_tile.{tile.letter}")


def move_told(move: Move) -> str:
    """A move as a reader is told of it; it is never broken at the end of a line."""
    return f"{move.source}→{move.target}"


class Tone(Enum):
    """How a notice is meant."""

    INFO = "info"
    GOOD = "good"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell the player now: sentences, the rule they rest on, and where it is.

    `arrow` is the move that was refused, if one was.
    """

    phrases: tuple[Phrase | KsmError, ...]
    tone: Tone = Tone.INFO
    rule: str | None = None
    quarries: tuple[Quarry, ...] = ()
    arrow: Move | None = None

    @classmethod
    def of(cls, key: str, tone: Tone = Tone.INFO, **params: object) -> Notice:
        """A notice of one sentence."""
        return cls((Phrase.of(key, **params),), tone)

    @classmethod
    def refusal(cls, error: KsmError, arrow: Move | None = None) -> Notice:
        """Why something was not done."""
        faults = error.faults if isinstance(error, FaultyPosition) else (error,)
        rules = [fault for fault in faults if isinstance(fault, RuleError)]
        return cls(
            faults,
            Tone.WARNING,
            rules[0].rule if rules else None,
            tuple(quarry for fault in rules for quarry in fault.quarries),
            arrow,
        )

    def sentences(self, language: str) -> tuple[str, ...]:
        """What the notice says, sentence by sentence."""
        return tuple(
            phrase.sentence(language) if isinstance(phrase, KsmError) else phrase.say(language)
            for phrase in self.phrases
        )

    def text(self, language: str) -> str:
        """All of it in one piece, with the rule's number at the end."""
        rule = f" ({self.rule})" if self.rule else ""
        return " ".join(self.sentences(language)) + rule
