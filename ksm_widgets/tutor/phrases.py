"""Sentences that are not said yet: a key of the catalogue and what fills it in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import FaultyPosition, KsmError, RuleError
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.words import Term, say

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.quarries import Quarry

__all__ = ["Notice", "Phrase", "Tone", "a_tile", "power_term", "the_tile"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence to be said in any language: its key and its parameters, as pairs."""

    key: str
    params: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, key: str, **params: object) -> Phrase:
        """The sentence of `key` with these parameters; a Term or Power is said as a word."""
        return cls(key, tuple(params.items()))

    def say(self, language: str) -> str:
        """The sentence in a language, its first letter a capital."""
        words = {name: _spoken(value, language) for name, value in self.params}
        sentence = say(self.key, language, **words)
        return sentence[:1].upper() + sentence[1:]


def _spoken(value: object, language: str) -> object:
    if isinstance(value, Power):
        return power_term(value, language)
    if isinstance(value, Phrase):
        return say(
            value.key, language, **{name: _spoken(inner, language) for name, inner in value.params}
        )
    if isinstance(value, (list, tuple)):
        return [_spoken(item, language) for item in value]
    return value


def power_term(power: Power, language: str) -> Term:
    """A power's name; the German edition has an axe where the English one has a carpet (R22)."""
    if power is Power.CARPET and language == "de":
        return Term("power.axe")
    return Term(f"power.{power.value}")


def the_tile(tile: Tile) -> Term:
    """A tile with the definite article: the mummy."""
    return Term(f"the_tile.{tile.letter}")


def a_tile(tile: Tile) -> Term:
    """A tile with the indefinite article: a mummy."""
    return Term(f"a_tile.{tile.letter}")


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
    def say(cls, key: str, tone: Tone = Tone.INFO, **params: object) -> Notice:
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
