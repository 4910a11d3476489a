"""The digging cards, each with a number, which decides who digs first, and a shape (R5, R6)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.pictures import Pictured
from ksm_widgets.rules.arguments import expect, found, reason_of
from ksm_widgets.rules.errors import CardError, CardFileError, ShapeTextError
from ksm_widgets.rules.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable


CARD_COUNT = 32
_MAX_TEXT = 100_000
_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Spreadsheets begin a file with it."""
_MAX_DIGITS = 4
"""The most digits of a card's number, leading zeros included."""


@dataclass(frozen=True, slots=True)
class Card(Pictured):
    """A digging card: its number, 1-32, and its shape; the lowest number digs first (R6).

    >>> import ksm_widgets as ksm
    >>> ksm.card(15)
    Card(number=15, shape=Shape.parse('###/#.#'))
    """

    number: int
    shape: Shape

    def __post_init__(self) -> None:
        expect("number", self.number, int)
        expect("shape", self.shape, Shape)


def card(number: int, deck: Iterable[Card] | None = None) -> Card:
    """The card of that number, from the built-in deck or another one.

    Raises CardError if there is none; the error lists those there are.

    >>> import ksm_widgets as ksm
    >>> ksm.card(15).shape.size
    5
    >>> ksm.card(33)
    Traceback (most recent call last):
    ksm_widgets.rules.errors.CardError: There is no card 33. There are: 1–32.
    """
    expect("number", number, int)
    there = {one.number: one for one in (cards() if deck is None else deck)}
    if number not in there:
        shown = found(number).removesuffix(" (int)")
        raise CardError("cards.unknown", number=shown, known=_ranges(there))
    return there[number]


CardLike = Card | Shape | int | str
"""A card in any form: the card itself, its number, its shape or the shape's text."""


def shape_of(name: str, given: CardLike) -> Shape:
    """The shape of a card, a card's number or a text; `name` is the argument's, for an error.

    Raises ArgumentError for anything else, CardError for a number no card has, and ShapeTextError
    for a text that is not a shape.
    """
    expect(name, given, Card, Shape, int, str)
    match given:
        case Card():
            return given.shape
        case Shape():
            return given
        case int():
            return card(given).shape
        case str():
            return Shape.parse(given)


@cache
def cards() -> tuple[Card, ...]:
    """The 32 built-in cards: a reconstruction, as the real shapes are not documented (R5).

    >>> import ksm_widgets as ksm
    >>> len(ksm.cards()), str(ksm.cards()[14].shape)
    (32, '###/#.#')
    """
    source = files("ksm_widgets.rules") / "data" / "cards.csv"
    return parse_cards(source.read_text(encoding="utf-8"), "cards.csv")


def load_cards(path: Path | str) -> tuple[Card, ...]:
    """Read a card file, such as one with the shapes of the real game, to use instead of `cards()`.

    Raises CardFileError as parse_cards does, and if the file cannot be read.

    >>> import ksm_widgets as ksm
    >>> deck = ksm.load_cards("no-cards-yet.csv")
    Traceback (most recent call last):
    ksm_widgets.rules.errors.CardFileError: The card file no-cards-yet.csv cannot be read: ...
    """
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(_MAX_TEXT + 1)
    except UnicodeDecodeError as error:
        raise CardFileError("cards.not_utf8", file=str(path)) from error
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise CardFileError("cards.unreadable", file=str(path), reason=reason_of(error)) from error
    if "\0" in text:  # UTF-16 without a mark: every other byte is zero
        raise CardFileError("cards.not_utf8", file=str(path))
    return parse_cards(text, Path(path).name)


def parse_cards(text: str, name: str = "cards") -> tuple[Card, ...]:
    """Read the text of a card file: CSV with the columns `number,shape`, sorted by number.

    Lines that begin with `#` and a space are comments. Each number is 1 to 32 and unique; a file
    need not have all 32. Raises CardFileError with the line for anything else.
    """
    if len(text) > _MAX_TEXT:
        raise CardFileError("cards.long", file=name, most=_MAX_TEXT)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    deck: dict[int, Card] = {}
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
        if card.number in deck:
            raise CardFileError("cards.twice", file=name, line=line, number=card.number)
        deck[card.number] = card
    if not deck:
        raise CardFileError("cards.empty", file=name)
    return tuple(deck[number] for number in sorted(deck))


def cards_text(deck: tuple[Card, ...]) -> str:
    """Write cards as a card file, the inverse of parse_cards."""
    return "number,shape\n" + "".join(f"{card.number},{card.shape}\n" for card in deck)


def own_cards(deck: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a deck that are not the built-in ones: those of somebody's own game.

    >>> own_cards([*cards(), Card(4, Shape.parse("#.##"))])
    (Card(number=4, shape=Shape.parse('#.##')),)
    """
    return tuple(card for card in deck if card not in cards())


def deck_with(own: Iterable[Card]) -> tuple[Card, ...]:
    """The built-in cards with somebody's own in place of those of the same number."""
    known = {card.number: card for card in own}
    return tuple(known.get(card.number, card) for card in cards())


def own_cards_text(own: Iterable[Card]) -> str:
    """Somebody's own cards as text to keep; empty for none."""
    kept = tuple(own)
    return cards_text(kept) if kept else ""


def own_cards_from(text: str | None) -> tuple[Card, ...]:
    """The cards of a kept text; none if it is empty or makes no sense."""
    try:
        return own_cards(parse_cards(text)) if text else ()
    except CardFileError:
        return ()


OWN_CARDS = "cards"
"""The setting under which one's own cards are kept with the progress."""


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


def _ranges(numbers: Iterable[int]) -> list[str]:
    """Whole numbers as ranges: 1, 3–7."""
    ordered = sorted(numbers)
    ends = [at for at, (one, next_) in enumerate(pairwise(ordered), start=1) if next_ > one + 1]
    runs = [ordered[a:b] for a, b in pairwise([0, *ends, len(ordered)])]
    return [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs if run]
