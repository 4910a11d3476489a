"""What a terminal shows of a match: cards beside each other, who sits there, points, sentences."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from ksm_widgets.cli.streams import put_line
from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.phrases import Phrase, a_tile
from ksm_widgets.tutor.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.rules import Card, View
    from ksm_widgets.tutor.table.match import Match

__all__ = ["MOVE", "Screen", "cards_beside", "tiles_typed"]

MOVE = re.compile("[a-f][1-6]-[a-f][1-6]")
"""A move as it is typed."""

_GAP = 4


class Screen:
    """A terminal on which a match is told to a reader, in the edition that is played."""

    def __init__(self, language: str, edition: str) -> None:
        self.reader = Reader(language, edition)

    def say(self, key: str, **params: object) -> None:
        """Say the sentence of a key."""
        put_line(self.reader.text(key, **params))

    def tell(self, phrases: Iterable[Phrase]) -> None:
        """Say sentences, all in one line."""
        put_line(" ".join(map(self.reader.say, phrases)))

    def board(self, position: object) -> None:
        """The mine as people read it."""
        put_line(str(position))

    def cards(self, cards: Sequence[Card]) -> None:
        """Cards with their numbers above, the arrow to the entrance."""
        for line in cards_beside(cards, shutil.get_terminal_size().columns):
            put_line(line)

    def others(self, match: Match, own: int) -> None:
        """What everybody knows of those on the other seats."""
        for seat, standing in enumerate(match.standings):
            if seat != own:
                self.say(
                    "match_terminal.other",
                    who=standing.seat.name,
                    cards=standing.cards_left,
                    curses=standing.collected.curses,
                    magic=standing.collected.magic,
                )

    def purse(self, view: View) -> None:
        """What lies behind one's own screen."""
        tiles = [a_tile(tile) for tile in view.holding.tiles]
        key = "match_terminal.purse" if tiles else "match_terminal.coins"
        self.say(key, coins=view.holding.coins, money=view.holding.money, tiles=tiles)

    def points(self, match: Match) -> None:
        """Everybody's points, each by what it is for."""
        heads = ("name", "coins", "treasures", "parchments", "curses", "magic", "total")
        rows = [[self.reader.text(f"match_points.{head}") for head in heads]]
        for seat, score in zip(match.seats, match.scores, strict=True):
            figures = [getattr(score, head) for head in heads[1:]]
            rows.append([seat.name, *map(str, figures)])
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            put_line("  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]))


def cards_beside(cards: Sequence[Card], width: int) -> list[str]:
    """Cards as lines of text, as many beside each other as the width has room for.

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


def tiles_typed(letters: str) -> tuple[Tile, ...]:
    """Tiles by their letters; raises TextError for a letter that stands for none."""
    known = {tile.letter: tile for tile in Tile if tile is not Tile.UNSEEN}
    for letter in letters:
        if letter not in known:
            raise TextError("match_terminal.no_tile", found=letter)
    return tuple(known[letter] for letter in letters)


def _wide(block: Sequence[str]) -> int:
    return max(map(len, block))
