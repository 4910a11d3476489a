"""Who reads: a language, the edition on the reader's table, and how a sentence is said to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.rules.editions import Edition, edition
from ksm_widgets.words import Term, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.errors import RuleError
    from ksm_widgets.rules.quarries import Quarry

__all__ = ["Reader", "Sentence", "plain"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to be said to a reader: a catalogue's key with its parameters.

    `rule` is the rule it is about (`R13`), `quarries` those it speaks of, to be shown on the mine.
    """

    key: str
    params: Mapping[str, object] = field(default_factory=dict)
    rule: str | None = None
    quarries: tuple[Quarry, ...] = ()

    @classmethod
    def of(cls, error: RuleError) -> Sentence:
        """What a rule's own error says."""
        return cls(error.key, error.params, error.rule, error.quarries)


def plain(text: str, rule: str | None = None) -> Sentence:
    """A sentence given as it is, in one language: for a teacher's own tasks."""
    return Sentence("plain.text", {"text": text}, rule)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader's language (`en`, `de`) and edition, by default that of the same name.

    >>> Reader("en").say(Sentence("power.seal"))
    'seal'
    """

    language: str = "en"
    played: str = ""

    def __post_init__(self) -> None:
        if not self.played:
            object.__setattr__(self, "played", self.language)
        edition(self.played)

    @property
    def edition(self) -> Edition:
        """The edition on the reader's table."""
        return edition(self.played)

    def say(self, sentence: Sentence) -> str:
        """The sentence in the reader's language, the object of R22 called as in their edition."""
        return self.text(sentence.key, **sentence.params)

    def text(self, key: str, **params: object) -> str:
        """The sentence of a key; `{carpet}` and its cases are the edition's word for R22."""
        cases = {
            case: Term(f"lesson_words.{self.edition.carpet}{case.removeprefix('carpet')}")
            for case in ("carpet", "carpet_acc", "carpet_dat")
        }
        said = {name: self._said(value) for name, value in params.items()}
        return say(key, self.language, **{**cases, **said})

    def _said(self, value: object) -> object:
        """A parameter that is itself a sentence is said first, and so are those in a list."""
        if isinstance(value, Sentence):
            return self.say(value)
        if isinstance(value, (list, tuple)):
            return [self._said(item) for item in value]
        if isinstance(value, Term) and value.key == "tile.C":
            return Term(f"edition_tile.{self.edition.carpet}")
        if isinstance(value, Term) and value.key == "a_tile.C":
            return Term(f"lesson_words.a_{self.edition.carpet}")
        return value
