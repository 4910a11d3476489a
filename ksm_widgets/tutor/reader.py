"""Who reads: a language, the edition on the reader's table, and how a sentence is said to them."""

from __future__ import annotations

from dataclasses import dataclass

from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.rulebooks import Edition, edition
from ksm_widgets.tutor.phrases import Phrase, opened, told

__all__ = ["Reader", "plain"]


def plain(text: str, rule: str | None = None) -> Phrase:
    """A sentence given as it is, in one language: for a teacher's own tasks."""
    return Phrase("plain.text", {"text": text}, rule)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader's language (`en`, `de`) and edition, by default that of the same name.

    Raises ArgumentError for another language, EditionError for another edition.

    >>> Reader("en").say(Phrase("power.seal"))
    'Seal'
    """

    language: str = "en"
    played: str = ""

    def __post_init__(self) -> None:
        expect_language(self.language)
        if not self.played:
            object.__setattr__(self, "played", self.language)
        edition(self.played)

    @property
    def edition(self) -> Edition:
        """The edition on the reader's table."""
        return edition(self.played)

    def say(self, phrase: Phrase) -> str:
        """A sentence in the reader's language, the object of R22 called as in their edition."""
        return opened(told(phrase.key, phrase.params, self.language, self.edition))

    def text(self, key: str, **params: object) -> str:
        """The words of a key, as they stand in the catalogue."""
        return told(key, params, self.language, self.edition)
