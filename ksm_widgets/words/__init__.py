"""The catalogues: every sentence for users, in English and German, looked up by key.

A key is `table.name`. The sentences are in TOML files beside the code that says them, one for each
language: `words.en.toml`, `words.de.toml`. Keys are the same in all languages (a test checks that).
This package imports no other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from tomllib import loads
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

__all__ = [
    "LANGUAGES",
    "LANGUAGE_NAMES",
    "Term",
    "calendar_day",
    "catalogue",
    "coins",
    "counted",
    "enumerated",
    "percent",
    "rough",
    "rounded",
    "sentence",
]

LANGUAGE_NAMES = MappingProxyType({"en": "English", "de": "Deutsch"})
"""The languages that there are catalogues of, each named in its own words."""
LANGUAGES = tuple(LANGUAGE_NAMES)


@dataclass(frozen=True, slots=True)
class Term:
    """A parameter of a sentence that is itself in the catalogue, such as a tile's name."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All sentences of a language by key; raises KeyError for an unknown language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    sentences: dict[str, str] = {}
    for file in _files_ending(f".{language}.toml", files("ksm_widgets")):
        for table, entries in loads(file.read_text(encoding="utf-8")).items():
            for name, sentence in entries.items():
                key = f"{table}.{name}"
                if key in sentences:
                    raise KeyError(f"{key} is defined twice in the catalogue {language!r}")
                sentences[key] = sentence
    return MappingProxyType(sentences)


def _files_ending(ending: str, folder: Traversable) -> Iterator[Traversable]:
    """Every file of a folder and its subfolders whose name ends like that."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files_ending(ending, entry)
        elif entry.name.endswith(ending):
            yield entry


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
    """An amount of coins, as short as possible and with the language's decimal mark.

    >>> coins(Decimal("2.500")), coins(Decimal("-2.5"), "de"), coins(10)
    ('2.5', '−2,5', '10')
    """
    whole, point, rest = f"{abs(amount):f}".partition(".")
    rest = rest.rstrip("0")
    minus = "−" if amount < 0 else ""
    mark = catalogue(language)["number.mark"]
    return f"{minus}{whole}{mark}{rest}" if point and rest else f"{minus}{whole}"


def rounded(number: float, digits: int, language: str = "en") -> str:
    """A number rounded to so many decimals, for a column of figures.

    >>> rounded(-2.46, 1, "de"), rounded(3, 1)
    ('−2,5', '3.0')
    """
    mark = catalogue(language)["number.mark"]
    return f"{number:.{digits}f}".replace("-", "−").replace(".", mark)


def percent(share: float, language: str = "en") -> str:
    """A share of one in whole percent.

    >>> percent(0.384), percent(0.384, "de")
    ('38%', '38 %')
    """
    return sentence("number.percent", language, share=round(100 * share))


def calendar_day(day: date, language: str = "en") -> str:
    """A date in words.

    >>> calendar_day(date(2026, 11, 22)), calendar_day(date(2026, 11, 22), "de")
    ('22 November 2026', '22. November 2026')
    """
    month = Term(f"date.month_{day.month}")
    return sentence("date.day", language, day=day.day, month=month, year=day.year)


def counted(key: str, count: int) -> str:
    """The key of a sentence about a number of things; for one, a key with `_one`.

    >>> counted("tell.card", 3), counted("tell.card", 1)
    ('tell.card', 'tell.card_one')
    """
    return f"{key}_one" if count == 1 else key


def enumerated(items: Sequence[object]) -> dict[str, object]:
    """The parameters of a sentence that lists up to six items: the first is `one`, and so on.

    >>> enumerated(["mirror", "seal"])
    {'one': 'mirror', 'two': 'seal'}
    """
    return dict(zip(_PLACES, items, strict=False))


_PLACES = ("one", "two", "three", "four", "five", "six")


def rough(amount: Decimal | Fraction, digits: int = 1) -> Decimal:
    """Round an amount for people: exact if hundredths suffice, as a mean's do not, else to tenths.

    `digits` is another number of decimals to round to.

    >>> rough(Decimal("15.046")), rough(Decimal("2.25")), rough(Decimal("7.500"))
    (Decimal('15.0'), Decimal('2.25'), Decimal('7.500'))
    >>> rough(Fraction(2, 3)), rough(Fraction(2, 3), 2), rough(Fraction(1, 4))
    (Decimal('0.7'), Decimal('0.67'), Decimal('0.25'))
    """
    hundredths = 100 * Fraction(amount)
    if hundredths.denominator == 1:
        return amount if isinstance(amount, Decimal) else Decimal(hundredths.numerator) / 100
    return Decimal(round(Fraction(amount) * 10**digits)).scaleb(-digits)


def _word(value: object, language: str) -> object:
    if isinstance(value, Term):
        return sentence(value.key, language, **value.params)
    if isinstance(value, Decimal):
        return coins(rough(value), language)
    if isinstance(value, int) and value < 0:
        return coins(value, language)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_word(item, language)) for item in value)
    return value
