"""Words and figures that are put together alike in every game and language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction


def numeral(number: object, form: str = "") -> str:
    """A number as text, with the sign for minus.

    >>> numeral(-3), numeral(2, "+d")
    ('−3', '+2')
    """
    return format(number, form).replace("-", "−")


def decimal(number: float | Fraction, digits: int) -> Phrase:
    """A number rounded to some decimals.

    >>> decimal(-2.46, 1).say("de")
    '−2,5'
    >>> decimal(-0.001, 2).say("en")
    '0.00'
    """
    whole, _, rest = numeral(float(number), f"z.{digits}f").partition(".")
    return Phrase("shelf_told.decimal", {"whole": whole, "rest": rest})


def player_phrase(seat: int) -> Phrase:
    """The player of a seat."""
    return Phrase("shelf_told.player", {"seat": seat})


def counted_phrase(key: str, count: int) -> Phrase:
    """A number of things: `shelf_told.points` for points, with `_one` for a single one."""
    return Phrase(counted(key, count), {"count": count})


def percent(chance: Fraction) -> Phrase:
    """A chance in percent, `< 1%` and `> 99%` rather than 0 or 100 where it is neither."""
    share: int | str = round(100 * chance)
    if 0 < chance < 1 and share in (0, 100):
        share = "> 99" if share else "< 1"
    return Phrase("number.percent", {"share": share})


def with_things(name: str, things: Iterable[Phrase], language: str) -> str:
    """A place with everything there; its name alone if there are no things to tell."""
    reader = Reader(language)
    told = "; ".join(reader.text(thing.key, **thing.params) for thing in things)
    return f"{name}: {told}" if told else name
