"""Worths and chances of Raubbau in words, perhaps between two numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.telling import decimal, numeral, percent
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.search.worth import Worth


def amount(worth: Worth, aim: Aim) -> Phrase:
    """A worth in points, or in percent where it is the chance to win."""
    return chance(worth) if aim is Aim.WIN else mean(worth)


def mean(worth: Worth) -> Phrase:
    """A mean to two decimals, perhaps between two."""
    return _between(decimal(worth.low, 2), decimal(worth.high, 2))


def chance(worth: Worth) -> Phrase:
    """A chance in percent, perhaps between two."""
    return _between(percent(worth.low), percent(worth.high))


def _between(low: Phrase, high: Phrase) -> Phrase:
    return low if low == high else Phrase("raubbau_told.between", {"low": low, "high": high})


def exactly(worth: Worth) -> Phrase:
    """A chance as a fraction and in percent."""
    return Phrase("raubbau_told.exactly", {"exact": exact(worth), "chance": chance(worth)})


def exact(worth: Worth) -> str:
    """A worth as a fraction, perhaps two."""
    low, high = numeral(worth.low), numeral(worth.high)
    return low if low == high else f"{low} – {high}"
