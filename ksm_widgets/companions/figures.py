"""Figures of an answer as readers see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.words import rounded

if TYPE_CHECKING:
    from fractions import Fraction


def percent(chance: Fraction, language: str = "en") -> str:
    """A chance in percent, `< 1 %` and `> 99 %` rather than 0 or 100 where it is neither.

    Whole percents are written alike in both languages.
    """
    if 0 < chance < 1:
        whole = round(100 * chance)
        if whole == 0:
            return "< 1 %"
        if whole == 100:
            return "> 99 %"
        return f"{whole} %"
    return f"{rounded(float(100 * chance), 0, language)} %"
