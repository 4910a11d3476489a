"""Scenes of every kind for the tests: boards with each mark, cards, the purse, the chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from ksm_widgets.draw import (
    DARK,
    Marks,
    Scene,
    Theme,
    account_scene,
    balance_scene,
    board_scene,
    card_scene,
    small_card_scene,
    tile_scene,
    tray_scene,
)
from ksm_widgets.draw.charts import curve_scene, frontier_scene
from ksm_widgets.rules import Account, Balance, Move, Position, Quarry, Tile, cards

MINE = Position.parse(
    "1x5a,2b,-,M,C,S/A,xyz?,3,4,5,a/b,c,d,12,34,5x/-,-,y,z,?,??/1111,222,33,4,5,a/M,C,S,A,b,dcba"
)
C3, D4, E5, A1 = (Quarry.parse(name) for name in ("c3", "d4", "e5", "a1"))

MARKS: dict[str, Marks] = {
    "picked": Marks(picked=C3),
    "targets": Marks(targets=(D4,)),
    "dig": Marks(dig=(C3, A1)),
    "not_diggable": Marks(not_diggable=(D4,)),
    "ghost": Marks(ghost=(C3, D4)),
    "ghost not ok": Marks(ghost=(C3, D4), ghost_ok=False),
    "ghost untold": Marks(ghost=(C3, D4), ghost_ok=None),
    "path": Marks(path=(Move(C3, D4), Move(D4, E5)), first_step=9),
    "bare": Marks(bare=(E5,)),
    "illegal": Marks(illegal=Move(C3, D4)),
    "faults": Marks(faults=(A1,)),
    "focus": Marks(focus=E5),
    "area": Marks(area=(C3,)),
}
"""Every mark by itself."""


@dataclass(frozen=True)
class Choice:
    """A choice on the curve of a game."""

    round: int
    before: float
    after: float
    flawed: bool = False


CHOICES = (
    Choice(1, 1, 0.8),
    Choice(1, 2, -2.5, True),
    Choice(2, 1, 0.5),
    Choice(2, 3, 2.6),
    Choice(3, 5, -6, True),
    Choice(3, -4, -4),
    Choice(3, -3, -6, True),
    Choice(4, 2, 2),
)
"""A game's choices, the last three of it still to come, and its end."""


def _marked(marks: Marks) -> Callable[[Theme], Scene]:
    return lambda theme: board_scene(MINE, marks, theme=theme)


def _tile(tile: Tile) -> Callable[[Theme], Scene]:
    return lambda theme: tile_scene(tile, theme=theme)


SCENES: dict[str, Callable[[Theme], Scene]] = {
    "covered board": lambda theme: board_scene(MINE, theme=theme),
    "open board": lambda theme: board_scene(MINE, open_view=True, theme=theme, edition="de"),
    **{f"mark {name}": _marked(marks) for name, marks in MARKS.items()},
    **{f"tile {tile.letter}": _tile(tile) for tile in Tile},
    "axe": lambda theme: tile_scene(Tile.CARPET, edition="de", theme=theme),
    "card": lambda theme: card_scene(cards()[14], theme=theme),
    "card turned": lambda theme: card_scene(cards()[14], quarters=1, theme=theme),
    "small card": lambda theme: small_card_scene(cards()[31], theme=theme),
    "shape": lambda theme: card_scene(cards()[31].shape, theme=theme),
    "tray": lambda theme: tray_scene(12, (Tile.MUMMY, Tile.MUMMY, Tile.BETA), theme=theme),
    "account": lambda theme: account_scene(Account(3, 2, 4, 10), theme=theme),
    "balance": lambda theme: balance_scene(
        Balance(Account(3, 2, 4, 10), Decimal("2.5"), dug=True), theme=theme
    ),
    "balance so far": lambda theme: balance_scene(Balance(Account(3, 0, 0, 10)), theme=theme),
    "account unpaid": lambda theme: account_scene(Account(9, 6, 0, 10), theme=theme),
    "frontier": lambda theme: frontier_scene(
        [Decimal(net) for net in ("-2", "0.5", "0.5", "7")], chosen=3, theme=theme
    ),
    "curve": lambda theme: curve_scene(CHOICES, 11, chosen=4, theme=theme),
    "curve to its end": lambda theme: curve_scene(CHOICES, 7, theme=theme),
    "curve before the first": lambda theme: curve_scene((), 11, theme=theme),
}


def dark(name: str) -> Scene:
    """A scene by torchlight."""
    return SCENES[name](DARK)
