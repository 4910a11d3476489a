"""Figures of an answer as readers see them, alike in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


def numeral(number: object, form: str = "") -> str:
    """A number as text, with the sign for minus.

    >>> numeral(-3), numeral(2, "+d")
    ('−3', '+2')
    """
    return format(number, form).replace("-", "−")


def percent(chance: Fraction) -> str:
    """A chance in percent, `< 1 %` and `> 99 %` rather than 0 or 100 where it is neither."""
    whole = round(100 * chance)
    if 0 < chance < 1 and whole in (0, 100):
        return "> 99 %" if whole else "< 1 %"
    return f"{whole} %"
