"""A game as text: the board, cards side by side, what each seat holds, the final points."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.plans import tiles_phrase
from ksm_widgets.terminal.dialogue import Printer
from ksm_widgets.terminal.streams import aligned, put_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.game.match import Match
    from ksm_widgets.rules import Card, View


_GAP = 4
_DIGITS = 6
"""Digits of a number that are read."""


class GamePrinter(Printer):
    """Prints a game for a reader, in the words of the edition being played."""

    def __init__(self, language: str, edition: str) -> None:
        super().__init__(Reader(language, edition))

    @classmethod
    def of(cls, match: Match, language: str) -> Self:
        """The printer of a match."""
        return cls(language, match.game.setting.edition.name)

    def board(self, position: object) -> None:
        """Print the mine."""
        put_line(str(position))

    def cards(self, cards: Sequence[Card]) -> None:
        """Print cards, their numbers above, their arrows to the entrance."""
        for line in cards_beside(cards, shutil.get_terminal_size().columns):
            put_line(line)

    def others(self, match: Match, own: int) -> None:
        """Print what everybody knows of the other seats."""
        for seat, known in enumerate(match.seat_infos):
            if seat != own:
                self.say(
                    "match_terminal.other",
                    who=known.seat.name,
                    cards=known.cards_left,
                    curses=known.collected.curses,
                    magic=known.collected.magic,
                )

    def purse(self, view: View) -> None:
        """Print the player's own coins and tiles."""
        holding = view.holding
        figures = {"coins": holding.coins, "money": holding.money}
        if holding.tiles:
            self.say("match_terminal.purse", tiles=tiles_phrase(holding.tiles), **figures)
        else:
            self.say("match_terminal.coins", **figures)

    def points(self, match: Match) -> None:
        """Print a table of everybody's points."""
        heads = ("name", "coins", "treasures", "parchments", "curses", "magic", "total")
        rows = [[self.reader.text(f"match_points.{head}") for head in heads]]
        for seat, score in zip(match.seats, match.scores, strict=True):
            rows.append([seat.name, *(str(getattr(score, head)) for head in heads[1:])])
        for line in aligned(rows):
            put_line(line)


def cards_beside(cards: Sequence[Card], width: int) -> list[str]:
    """Cards as lines of text, as many side by side as fit the width.

    >>> from ksm_widgets.rules import Card, Shape
    >>> for line in cards_beside([Card(3, Shape.parse("##")), Card(15, Shape.parse("#./##"))], 40):
    ...     print(line)
    3     15
    ##    #.
          ##
    """
    blocks = [[str(card.number), *str(card.shape).split("/")] for card in cards]
    lines: list[str] = []
    while blocks:
        row, used = [blocks.pop(0)], 0
        used = _wide(row[0])
        while blocks and used + _GAP + _wide(blocks[0]) <= width:
            used += _GAP + _wide(blocks[0])
            row.append(blocks.pop(0))
        for level in range(max(map(len, row))):
            parts = [
                (block[level] if level < len(block) else "").ljust(_wide(block)) for block in row
            ]
            lines.append((" " * _GAP).join(parts).rstrip())
        if blocks:
            lines.append("")
    return lines


def _wide(block: Sequence[str]) -> int:
    return max(map(len, block))


def number_typed(digits: str) -> int:
    """The number that was typed; of a long one its beginning, which is too much all the same."""
    return int(digits[:_DIGITS])


def tiles_typed(letters: str) -> tuple[Tile, ...]:
    """Parse tiles by their letters; raises TextError for any other letter."""
    known = {tile.letter: tile for tile in Tile if tile is not Tile.UNSEEN}
    for letter in letters:
        if letter not in known:
            raise TextError("match_terminal.no_tile", found=letter)
    return tuple(known[letter] for letter in letters)
