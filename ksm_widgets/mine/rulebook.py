"""The mine's rulebook, R1 to R33, with a picture of each rule, and pictures for lessons."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.draw import (
    LIGHT,
    Marks,
    Placed,
    Rect,
    Scene,
    Text,
    account_scene,
    board_scene,
    card_scene,
    tile_scene,
    tray_scene,
)
from ksm_widgets.draw.ground import CELL, corner
from ksm_widgets.draw.shapes import beside, panel, shifted
from ksm_widgets.rules.dealing import CARDS_EACH, COINS_EACH
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.position import Position, targets
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Move, Quarry, Variant
from ksm_widgets.rules.scoring import CURSE_BONUS, MAGIC_BONUS, bonuses
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.rules.turns import account
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import tile_term
from ksm_widgets.telling.rulebook import Rule, Rulebook, register

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader

    Items = Callable[[Reader], Sequence[tuple[Scene, str]]]


def _quarries(names: str) -> tuple[Quarry, ...]:
    return tuple(Quarry.parse(name) for name in names.split())


def _corner(
    text: str, marks: Marks, theme: Theme, reader: Reader, *, open_view: bool = False
) -> Scene:
    """The near left part of a mine that the text describes."""
    columns, rows = text.partition("/")[0].count(",") + 1, text.count("/") + 1
    mine = Position.near(text)
    scene = board_scene(mine, marks, open_view=open_view, theme=theme, edition=reader.played)
    shown = {corner(quarry) for quarry in QUARRIES if quarry.row < rows and quarry.column < columns}
    cells = {corner(quarry) for quarry in QUARRIES} - shown
    items = [
        item for item in scene.items if not (isinstance(item, Placed) and (item.x, item.y) in cells)
    ]
    top = corner(QUARRIES[(rows - 1) * SIDE])[1] - 24
    width = corner(QUARRIES[columns - 1])[0] + CELL + 10
    bottom = corner(QUARRIES[0])[1] + CELL + 34
    return Scene(width, bottom - top, tuple(shifted(items, 0, -top)))


def _tiles(rows: Sequence[Sequence[Tile]], reader: Reader, theme: Theme) -> Scene:
    """Tiles in rows."""
    items: list[Placed | Text] = []
    width = y = 0.0
    for row in rows:
        scene = beside(*(tile_scene(t, theme=theme, edition=reader.played) for t in row))
        items += shifted(scene.items, 0, y)
        width, y = max(width, scene.width), y + scene.height + 10
    return Scene(width, y - 10, tuple(items))


def _sheet(rows: Sequence[Sequence[object]], theme: Theme, wide: float = 96) -> Scene:
    """A small table with a head row."""
    first = 150.0
    columns = len(rows[0])
    width, height = first + wide * (columns - 1) + 20, 34.0 * len(rows) + 12
    items: list[Rect | Text] = [panel(width, height, theme)]
    for line, row in enumerate(rows):
        for column, cell in enumerate(row):
            x = 16 if column == 0 else first + wide * (column - 0.5)
            colour = theme.soft_ink if line == 0 else theme.ink
            anchor = "start" if column == 0 else "middle"
            items.append(Text(x, 28 + 34 * line, str(cell), 15, colour, anchor, bold=line == 0))
    return Scene(width, height, tuple(items))


def _card(number: int, theme: Theme, reader: Reader, quarters: int = 0) -> Scene:
    return card_scene(card(number), quarters=quarters, theme=theme, language=reader.language)


def _board(text: str, **marks: object) -> Callable[[Reader, Theme], Scene]:
    """A picture of a corner of a mine with marks, given by the names of quarries."""
    told = {
        name: _quarries(value) if isinstance(value, str) else value for name, value in marks.items()
    }
    return lambda reader, theme: _corner(text, Marks(**told), theme, reader)  # type: ignore[arg-type]


_AROUND = "41,2,-/13y,b4a,3yx1/y,1z2a,5x"


def _reach(variant: Variant, illegal: Move | None) -> Callable[[Reader, Theme], Scene]:
    source = Quarry.parse("b2")
    reach = targets(Position.near(_AROUND), source, variant)
    marks = Marks(picked=source, targets=reach, illegal=illegal)
    return lambda reader, theme: _corner(_AROUND, marks, theme, reader)


def _moves(*texts: str) -> tuple[Move, ...]:
    return tuple(Move.parse(text) for text in texts)


def _dealt(reader: Reader, theme: Theme) -> Scene:
    head = [reader.text(f"rule_sheet.{name}") for name in ("players", "cards", "coins")]
    rows = [(players, CARDS_EACH[players], COINS_EACH[players]) for players in CARDS_EACH]
    return _sheet([head, *rows], theme, 170)


def _shares(theme: Theme, cases: Sequence[Sequence[int]]) -> Scene:
    """The bonuses for collections of curses, case by case."""
    rows: list[Sequence[object]] = []
    for sizes in cases:
        pad = [""] * (3 - len(sizes))
        rows += [["", *sizes, *pad], ["→", *bonuses(sizes, CURSE_BONUS), *pad]]
    return _sheet(rows, theme)


def _bonuses(reader: Reader, theme: Theme) -> Scene:
    return _sheet(
        [
            ["", "1.", "2."],
            [reader.text("rule_sheet.curses"), *CURSE_BONUS],
            [reader.text("rule_sheet.magic"), *MAGIC_BONUS],
        ],
        theme,
    )


def _scores(reader: Reader, theme: Theme) -> Scene:
    return _sheet(
        [
            ["", "Anna", "Bruno", "Carlo", "Davide"],
            [reader.text("rule_sheet.english"), 54, 81, 28, 48],
            [reader.text("rule_sheet.german"), 56, 63, 44, 48],
        ],
        theme,
    )


def _both_views(reader: Reader, theme: Theme) -> Scene:
    text = "13x5,a2/x,4M3"
    views = (_corner(text, Marks(), theme, reader, open_view=open_) for open_ in (True, False))
    return beside(*views)


def _of(group: Group) -> tuple[Tile, ...]:
    return tuple(tile for tile in Tile if tile.group is group)


_ROW = "3a,y2,15,4/1x,b4,2,z"
_PICTURES: dict[str, Callable[[Reader, Theme], Scene]] = {
    "R1": lambda reader, theme: board_scene(
        Position(), Marks(area=_quarries("a1 f6")), theme=theme, language=reader.language
    ),
    "R2": lambda reader, theme: _tiles([_of(group) for group in list(Group)[:4]], reader, theme),
    "R3": lambda reader, theme: board_scene(
        Position.set_up(Random(3)), theme=theme, edition=reader.played, language=reader.language
    ),
    "R4": _dealt,
    "R5": lambda reader, theme: beside(*(_card(n, theme, reader) for n in (1, 15, 32))),
    "R6": lambda reader, theme: beside(*(_card(n, theme, reader) for n in (4, 17, 29))),
    "R7": lambda reader, theme: beside(
        _card(3, theme, reader),
        _corner(
            "x3,2a,1y,z4/4b,11,2x,35/a2,1c,y3,2z",
            Marks(dig=_quarries("a1 b1 a2"), ghost=_quarries("c2 d2 c3")),
            theme,
            reader,
        ),
    ),
    "R8": _board(_ROW, dig="a1 b1 a2"),
    "R9": _board("3a,1y2,x4/12,b4,z", dig="a1 b1 a2"),
    "R10": _board("3a,y2,15/-,b4,2y", not_diggable="a1 b1 a2"),
    "R11": _board("3,y2,15a/1x,b42,2"),
    "R12": _reach(Variant.STANDARD, None),
    "R13": _reach(Variant.STANDARD, Move.parse("b2-c2")),
    "R14": _board("3a,y2,1/1xb,b,2", path=_moves("a1-b1", "b1-c2")),
    "R15": _reach(Variant.BEGINNER, None),
    "R16": _board("x1,y2/a3,b5", dig="a2 a1 b1"),
    "R17": lambda reader, theme: _tiles([_of(Group.CURSE)], reader, theme),
    "R18": lambda reader, theme: _tiles([_of(Group.PARCHMENT)], reader, theme),
    "R19": lambda reader, theme: _tiles([_of(Group.MAGIC)], reader, theme),
    "R20": _board("3a,y2,15b/1,b42,25", dig="b1 c1 c2"),
    "R21": lambda reader, theme: beside(_card(3, theme, reader), _card(3, theme, reader, 1)),
    "R22": _board("3,y2,15b/1x4,b2,2", dig="a2 a1 b1"),
    "R23": _board("3,y2,1/1a4,b3x,25/z1,4,x3", dig="b3 c2 c1"),
    "R24": lambda reader, theme: beside(
        tile_scene(Power.AMULET.tile, theme=theme, edition=reader.played),
        _corner("x3,1y/2z,a", Marks(dig=_quarries("a1 a2 b2")), theme, reader),
    ),
    "R25": lambda reader, theme: account_scene(
        account(2, (Tile.SCORPION, Tile.TREASURE_5), frozenset(), 3),
        theme=theme,
        language=reader.language,
    ),
    "R26": lambda reader, theme: account_scene(
        account(5, (Tile.MUMMY,), frozenset(), 2), theme=theme, language=reader.language
    ),
    "R27": _board(_ROW, ghost="a1 b1 a2"),
    "R28": lambda reader, theme: tray_scene(
        7,
        [Tile(letter) for letter in "5421abcdxyMS"],
        widest=560,
        theme=theme,
        edition=reader.played,
        language=reader.language,
    ),
    "R29": _bonuses,
    "R30": lambda reader, theme: _shares(theme, [(29, 13), (29, 15)]),
    "R31": lambda reader, theme: _shares(theme, [(16, 16, 9), (16, 9, 9), (9, 9, 9)]),
    "R32": _scores,
    "R33": _both_views,
}


def _rule(number: str) -> Rule:
    def picture(reader: Reader, theme: Theme) -> Scene:
        title = f"{number} {reader.text(f'rule_title.{number}')}"
        description = reader.text(f"rule_picture.{number}")
        scene = _PICTURES[number](reader, theme)
        return replace(scene, title=title, description=description)

    return Rule(number, Phrase(f"rule_title.{number}"), Phrase(f"rule_text.{number}"), picture)


RULEBOOK = Rulebook(
    "R",
    {
        name: tuple(_rule(f"R{number}") for number in range(first, last + 1))
        for name, first, last in (
            ("mine", 1, 5),
            ("round", 6, 11),
            ("moving", 12, 15),
            ("tiles", 16, 18),
            ("powers", 19, 24),
            ("paying", 25, 27),
            ("end", 28, 32),
            ("hidden", 33, 33),
        )
    },
)
register(RULEBOOK)
RULES = tuple(RULEBOOK.rules)
"""The numbers of all rules, in order."""


def tiles_of(*groups: Group) -> Items:
    """Every kind of tile of these groups, with its name in the reader's edition."""

    def items(reader: Reader) -> Sequence[tuple[Scene, str]]:
        tiles = [tile for group in groups for tile in Tile if tile.group is group]
        return [(tile_scene(tile, edition=reader.played), _name(tile, reader)) for tile in tiles]

    return items


def _name(tile: Tile, reader: Reader) -> str:
    return reader.say(Phrase("legend.tile", {"tile": tile_term(tile)}))


def rule_pictures(*numbers: str, theme: Theme = LIGHT) -> Items:
    """The pictures of some rules, with what they show."""

    def items(reader: Reader) -> Sequence[tuple[Scene, str]]:
        rules = [RULEBOOK.rules[number] for number in numbers]
        return [
            (rule.drawn(reader, theme), reader.text(f"rule_picture.{rule.number}"))
            for rule in rules
        ]

    return items
