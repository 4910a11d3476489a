"""The digging cards: a number, which decides who digs first, and a shape (R5, R6)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ksm_widgets.rules.errors import CardFileError, ShapeTextError
from ksm_widgets.rules.shapes import Shape

__all__ = ["CARD_COUNT", "Card", "cards", "cards_text", "load_cards", "parse_cards"]

CARD_COUNT = 32
_MAX_TEXT = 100_000
_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Spreadsheets put it in front of a file."""
_MAX_DIGITS = 4
"""Of a card's number: zeros may stand in front, but not without end."""


@dataclass(frozen=True, slots=True)
class Card:
    """A digging card: its number (1-32) and its shape; the lowest number digs first (R6)."""

    number: int
    shape: Shape


@cache
def cards() -> tuple[Card, ...]:
    """The 32 cards the project ships: a reconstruction, the real shapes being undocumented (R5)."""
    source = files("ksm_widgets.rules") / "data" / "cards.csv"
    return parse_cards(source.read_text(encoding="utf-8"), "cards.csv")


def load_cards(path: Path) -> tuple[Card, ...]:
    """Read a card file, say with the shapes of the real game; they replace the project's own.

    Raises CardFileError as parse_cards does, and if the file cannot be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MAX_TEXT + 1)
    except UnicodeDecodeError as error:
        raise CardFileError("cards.not_utf8", file=str(path)) from error
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise CardFileError("cards.unreadable", file=str(path), reason=str(error)) from error
    if "\0" in text:  # UTF-16 without a mark: every other byte is zero
        raise CardFileError("cards.not_utf8", file=str(path))
    return parse_cards(text, path.name)


def parse_cards(text: str, name: str = "cards") -> tuple[Card, ...]:
    """Read the text of a card file: CSV with the columns `number,shape`, sorted by number.

    Lines that begin with `# ` are remarks. A number is 1 to 32 and stands once; a file need not
    name all 32. Raises CardFileError with the line for anything else.
    """
    if len(text) > _MAX_TEXT:
        raise CardFileError("cards.long", file=name, most=_MAX_TEXT)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    found: dict[int, Card] = {}
    header_seen = False
    for line, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip() or raw.startswith("# "):
            continue
        try:
            row = [field.strip() for field in next(csv.reader([raw], strict=True))]
        except csv.Error as error:
            raise CardFileError("cards.not_csv", file=name, line=line, reason=str(error)) from error
        if not header_seen:
            if row != ["number", "shape"]:
                raise CardFileError("cards.header", file=name, line=line)
            header_seen = True
            continue
        card = _card(row, name, line)
        if card.number in found:
            raise CardFileError("cards.twice", file=name, line=line, number=card.number)
        found[card.number] = card
    if not found:
        raise CardFileError("cards.empty", file=name)
    return tuple(found[number] for number in sorted(found))


def cards_text(deck: tuple[Card, ...]) -> str:
    """Write cards as a card file, the inverse of parse_cards."""
    return "number,shape\n" + "".join(f"{card.number},{card.shape}\n" for card in deck)


def _card(row: list[str], name: str, line: int) -> Card:
    if len(row) != 2:
        raise CardFileError("cards.columns", file=name, line=line, found=len(row))
    number, shape = row
    sound = number.isascii() and number.isdigit() and len(number) <= _MAX_DIGITS
    if not (sound and 1 <= int(number) <= CARD_COUNT):
        raise CardFileError(
            "cards.number", file=name, line=line, found=number[:20], most=CARD_COUNT
        )
    try:
        return Card(int(number), Shape.parse(shape))
    except ShapeTextError as error:
        raise CardFileError("cards.shape", file=name, line=line, reason=str(error)) from error
