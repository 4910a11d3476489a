"""The catalogues: every sentence the project says, in English and German, looked up by key.

A key is `table.name`; the sentences are TOML files, one folder a language, one file a room.
Keys are the same in all languages (a test holds that). This room imports no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from tomllib import loads
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LANGUAGES", "Term", "catalogue", "coins", "counted", "rough", "sentence"]

LANGUAGES = ("en", "de")


@dataclass(frozen=True, slots=True)
class Term:
    """A parameter of a sentence that is itself a word of the catalogue, such as a tile's name."""

    key: str


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All sentences of a language by key; raises KeyError for a language there is none of."""
    if language not in LANGUAGES:
        raise KeyError(language)
    sentences: dict[str, str] = {}
    for file in sorted((files("ksm_widgets.words") / language).iterdir(), key=lambda f: f.name):
        if not file.name.endswith(".toml"):
            continue
        for table, entries in loads(file.read_text(encoding="utf-8")).items():
            for name, sentence in entries.items():
                key = f"{table}.{name}"
                if key in sentences:
                    raise KeyError(f"{key} stands twice in the catalogue {language!r}")
                sentences[key] = sentence
    return MappingProxyType(sentences)


def sentence(key: str, language: str = "en", **params: object) -> str:
    """The sentence of a key with its parameters filled in.

    A parameter that is a Term is looked up in the same language, an amount of coins (a Decimal)
    written as that language writes it (and told roughly if it is a mean), and a list of parameters
    is joined by commas. Raises KeyError for a key or parameter missing.
    """
    sentences = catalogue(language)
    filled = {name: _word(value, language) for name, value in params.items()}
    return sentences[key].format(**filled)


def coins(amount: Decimal | int, language: str = "en") -> str:
    """An amount of coins, as short as can be and with the language's decimal mark.

    >>> coins(Decimal("2.500")), coins(Decimal("-2.5"), "de"), coins(10)
    ('2.5', '−2,5', '10')
    """
    whole, point, rest = f"{abs(amount):f}".partition(".")
    rest = rest.rstrip("0")
    minus = "−" if amount < 0 else ""
    mark = catalogue(language)["number.mark"]
    return f"{minus}{whole}{mark}{rest}" if point and rest else f"{minus}{whole}"


def counted(key: str, count: int) -> str:
    """The key of a sentence about so many: that about one has a key of its own.

    >>> counted("tell.card", 3), counted("tell.card", 1)
    ('tell.card', 'tell.card_one')
    """
    return f"{key}_one" if count == 1 else key


def rough(amount: Decimal) -> Decimal:
    """An amount as it is told: one to the thousandth is a mean, and told to the tenth.

    >>> rough(Decimal("15.046")), rough(Decimal("2.25")), rough(Decimal("7.500"))
    (Decimal('15.0'), Decimal('2.25'), Decimal('7.500'))
    """
    told_exactly = amount == amount.quantize(Decimal("0.01"))
    return amount if told_exactly else amount.quantize(Decimal("0.1"))


def _word(value: object, language: str) -> object:
    if isinstance(value, Term):
        return catalogue(language)[value.key]
    if isinstance(value, Decimal):
        return coins(rough(value), language)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_word(item, language)) for item in value)
    return value
