"""The digging cards: numbers, which decide who digs first, and shapes, turned and laid on the mine.

That is R5-R7, and R21 and R23 for what magic does to a shape.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.pictures import Pictured
from ksm_widgets.rules.arguments import expect, found, reason_of
from ksm_widgets.rules.errors import CardError, CardFileError, ShapeTextError
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Quarry
from ksm_widgets.rules.tiles import Power

if TYPE_CHECKING:
    from collections.abc import Iterable


MAX_SIZE = 6
"""No card digs more than six quarries (R5)."""

Placement = tuple[Quarry, ...]
"""The quarries a shape covers somewhere on the mine, in the order of QUARRIES."""


@dataclass(frozen=True, slots=True)
class Shape(Pictured):
    """The shape of a card, with its arrow pointing to the entrance (R5, R7).

    `cells` are (row, column) pairs, row 0 the nearest to the entrance, trimmed and sorted.

    >>> import ksm_widgets as ksm
    >>> ksm.Shape.parse("##./.##").turned()
    Shape.parse('.#/##/#.')
    """

    cells: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        expect("cells", self.cells, tuple)
        if not 1 <= len(set(self.cells)) <= MAX_SIZE:
            raise ShapeTextError("shape.size", found=len(set(self.cells)), most=MAX_SIZE)
        low_row = min(row for row, _ in self.cells)
        low_column = min(column for _, column in self.cells)
        trimmed = sorted({(row - low_row, column - low_column) for row, column in self.cells})
        object.__setattr__(self, "cells", tuple(trimmed))
        if self.rows > SIDE or self.columns > SIDE:
            raise ShapeTextError("shape.box", rows=self.rows, columns=self.columns, most=SIDE)

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Read a shape: rows joined by `/`, far row first, `#` a quarry and `.` none.

        Raises ShapeTextError for other letters, rows of unequal length, fewer than one or more
        than six quarries, or a shape larger than the mine.
        """
        expect("text", text, str)
        if len(text) > 1000:
            raise ShapeTextError("shape.long", found=len(text))
        rows = text.split("/")
        for number, row in enumerate(rows, start=1):
            for letter in row:
                if letter not in "#.":
                    raise ShapeTextError("shape.letter", row=number, found=letter)
            if len(row) != len(rows[0]):
                raise ShapeTextError(
                    "shape.ragged", row=number, found=len(row), expected=len(rows[0])
                )
        return cls(
            tuple(
                (len(rows) - 1 - away, column)
                for away, row in enumerate(rows)
                for column, letter in enumerate(row)
                if letter == "#"
            )
        )

    @property
    def size(self) -> int:
        """The number of quarries the shape digs, 1 to 6."""
        return len(self.cells)

    @property
    def rows(self) -> int:
        """The number of rows of the shape."""
        return 1 + max(row for row, _ in self.cells)

    @property
    def columns(self) -> int:
        """The number of columns of the shape."""
        return 1 + max(column for _, column in self.cells)

    @property
    def connected(self) -> bool:
        """Whether its quarries are connected, corners included (R23)."""
        reached = [self.cells[0]]
        for row, column in reached:
            reached += [
                cell
                for cell in self.cells
                if cell not in reached and max(abs(cell[0] - row), abs(cell[1] - column)) == 1
            ]
        return len(reached) == self.size

    def turned(self, quarters: int = 1) -> Shape:
        """The shape after so many quarter turns clockwise, as the mirror allows (R21)."""
        cells = self.cells
        for _ in range(quarters % 4):
            cells = tuple((-column, row) for row, column in cells)
        return Shape(cells)

    def flipped(self) -> Shape:
        """The mirror image of the shape, which no rule allows (R7)."""
        return Shape(tuple((row, -column) for row, column in self.cells))

    def __str__(self) -> str:
        lines = [["."] * self.columns for _ in range(self.rows)]
        for row, column in self.cells:
            lines[self.rows - 1 - row][column] = "#"
        return "/".join("".join(line) for line in lines)

    def __repr__(self) -> str:
        return f"Shape.parse({str(self)!r})"


@lru_cache(maxsize=2048)
def covering(shape: Shape, quarry: Quarry) -> tuple[Placement, ...]:
    """Every placement of the shape as it is held that covers a quarry: its middle one there first.

    Where none covers it, the nearest one. Each placement is the first for some quarry.

    >>> [" ".join(map(str, each)) for each in covering(Shape.parse("##"), Quarry.parse("b1"))]
    ['a1 b1', 'b1 c1']
    """
    middle = shape.rows // 2, shape.columns // 2
    row, column = min(shape.cells, key=lambda cell: (_apart(cell, middle), cell))
    wanted = quarry.row - row, quarry.column - column
    rows, columns = range(SIDE - shape.rows + 1), range(SIDE - shape.columns + 1)
    nearest = sorted(product(rows, columns), key=lambda offset: _apart(offset, wanted))
    found = [
        tuple(QUARRIES[(r + down) * SIDE + c + right] for r, c in shape.cells)
        for down, right in nearest
    ]
    return tuple(each for each in found if quarry in each) or (found[0],)


def around(shape: Shape, quarry: Quarry) -> Placement:
    """The shape with its middle one on a quarry, pushed inside the mine where it would stick out.

    It still covers the quarry then, unless no placement does.

    >>> [str(quarry) for quarry in around(Shape.parse("##"), Quarry.parse("a1"))]
    ['a1', 'b1']
    """
    return covering(shape, quarry)[0]


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The squared distance of two cells."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def placements(shape: Shape, powers: frozenset[Power] = frozenset()) -> tuple[Placement, ...]:
    """Every set of quarries the card's shape can cover, whatever is there, without repeats.

    As held (R7); turned any way with the mirror (R21); with the seal also every connected set of
    as many quarries (R23). Sorted in the quarries' order.
    """
    return _placements(shape, Power.MIRROR in powers, Power.SEAL in powers)


@lru_cache(maxsize=256)
def _placements(shape: Shape, mirror: bool, seal: bool) -> tuple[Placement, ...]:
    if seal and shape.connected:
        return connected_sets(shape.size)
    # Numbers of quarries are sorted much faster than quarries.
    found: set[tuple[int, ...]] = set()
    for turned in {shape.turned(quarters) for quarters in (range(4) if mirror else range(1))}:
        cells = [row * SIDE + column for row, column in turned.cells]
        for row in range(SIDE - turned.rows + 1):
            for first in range(row * SIDE, (row + 1) * SIDE - turned.columns + 1):
                found.add(tuple(first + cell for cell in cells))
    if seal:
        found.update(tuple(at.index for at in one) for one in connected_sets(shape.size))
    return tuple(tuple(QUARRIES[index] for index in one) for one in sorted(found))


@cache
def connected_sets(size: int) -> tuple[Placement, ...]:
    """Every connected set of `size` quarries, corners included (R23).

    There are 36, 110, 420, 1747, 7484 and 31992 of them for 1 to 6 quarries.
    """
    if not 1 <= size <= MAX_SIZE:
        raise ShapeTextError("shape.size", found=size, most=MAX_SIZE)
    # A set is an int with a bit for each quarry: much faster than sets of quarries.
    beside = [sum(1 << other.index for other in quarry.neighbours) for quarry in QUARRIES]
    grown = {1 << quarry.index for quarry in QUARRIES}
    for _ in range(size - 1):
        larger: set[int] = set()
        for quarries in grown:
            rim = 0
            for index in _bits(quarries):
                rim |= beside[index]
            larger.update(quarries | 1 << index for index in _bits(rim & ~quarries))
        grown = larger
    ordered = sorted(tuple(_bits(quarries)) for quarries in grown)
    return tuple(tuple(QUARRIES[index] for index in indices) for indices in ordered)


def _bits(number: int) -> list[int]:
    """The bits that are set in a number, lowest first."""
    bits = []
    while number:
        low = number & -number
        bits.append(low.bit_length() - 1)
        number ^= low
    return bits


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
        raise CardFileError("cards.shape", file=name, line=line, reason=error) from error


def _ranges(numbers: Iterable[int]) -> list[str]:
    """Whole numbers as ranges: 1, 3–7."""
    ordered = sorted(numbers)
    ends = [at for at, (one, next_) in enumerate(pairwise(ordered), start=1) if next_ > one + 1]
    runs = [ordered[a:b] for a, b in pairwise([0, *ends, len(ordered)])]
    return [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs if run]
