"""Worths and chances of Raubbau in words, perhaps between two numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.telling import numeral, percent
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import rounded

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from ksm_widgets.companions.raubbau.search.worth import Worth


def amount(worth: Worth, aim: Aim, language: str) -> str:
    """A worth in points, or in percent where it is the chance to win."""
    if aim is Aim.WIN:
        return chance(worth).say(language)
    return span(worth, lambda number: rounded(float(number), 2, language))


def chance(worth: Worth) -> Phrase:
    """A chance in percent, perhaps between two."""
    low, high = percent(worth.low), percent(worth.high)
    return low if low == high else Phrase("raubbau_told.between", {"low": low, "high": high})


def exactly(worth: Worth) -> Phrase:
    """A chance as a fraction and in percent."""
    return Phrase("raubbau_told.exactly", {"exact": exact(worth), "chance": chance(worth)})


def exact(worth: Worth) -> str:
    """A worth as a fraction, perhaps two."""
    return span(worth, numeral)


def span(worth: Worth, told: Callable[[Fraction], str]) -> str:
    """A number, or two if others' choices make it an interval."""
    low, high = told(worth.low), told(worth.high)
    return low if low == high else f"{low} – {high}"
