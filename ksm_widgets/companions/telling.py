"""Words and figures that are put together alike in every game and language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from ksm_widgets.telling.phrases import Phrase, Reader


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


def with_things(name: str, things: Iterable[Phrase], reader: Reader) -> str:
    """A place with everything there; its name alone if there are no things to tell."""
    told = "; ".join(reader.text(thing.key, **thing.params) for thing in things)
    return f"{name}: {told}" if told else name
