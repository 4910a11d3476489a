"""An interactive tutor and puzzle explorer for the board game King Solomon's Mines.

Everything a user needs can be imported from here, and is loaded when it is first used:

>>> import ksm_widgets as ksm
>>> mine = ksm.Position.near("5,4,3z")
>>> print(ksm.solve(mine, "###", money=10))
Best plan: net 11. Proven: nothing beats it.
Moves: c1-d1
Dig: a1, b1, c1, which takes treasures of 5, 4 and 3
Account: moves 1 + curses 0 = 1 to pay; money 10 + treasures dug 12 − 1 = 21 left
Net: treasures 12 + other tiles 0 − 1 to pay = 11
"""

import sys
from importlib import import_module

from ksm_widgets._loading import loading
from ksm_widgets.pictures import paint_with

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from typing import Any

    from ksm_widgets.draw import svg as svg
    from ksm_widgets.players import BOTS as BOTS
    from ksm_widgets.players import Bot as Bot
    from ksm_widgets.players import get_bot as get_bot
    from ksm_widgets.players import play_on as play_on
    from ksm_widgets.puzzles import Pack as Pack
    from ksm_widgets.puzzles import Puzzle as Puzzle
    from ksm_widgets.puzzles import read_pack as read_pack
    from ksm_widgets.puzzles.pack import shipped_pack as shipped_pack
    from ksm_widgets.rules import QUARRIES as QUARRIES
    from ksm_widgets.rules import Card as Card
    from ksm_widgets.rules import Game as Game
    from ksm_widgets.rules import KsmError as KsmError
    from ksm_widgets.rules import Move as Move
    from ksm_widgets.rules import Position as Position
    from ksm_widgets.rules import Power as Power
    from ksm_widgets.rules import Quarry as Quarry
    from ksm_widgets.rules import Shape as Shape
    from ksm_widgets.rules import Stage as Stage
    from ksm_widgets.rules import Tile as Tile
    from ksm_widgets.rules import Turn as Turn
    from ksm_widgets.rules import Variant as Variant
    from ksm_widgets.rules import View as View
    from ksm_widgets.rules import card as card
    from ksm_widgets.rules import cards as cards
    from ksm_widgets.rules import dug as dug
    from ksm_widgets.rules import legal_digs as legal_digs
    from ksm_widgets.rules import legal_moves as legal_moves
    from ksm_widgets.rules import load_cards as load_cards
    from ksm_widgets.rules import moved as moved
    from ksm_widgets.rules import new_game as new_game
    from ksm_widgets.rules import play as play
    from ksm_widgets.rules import view as view
    from ksm_widgets.solver import Answer as Answer
    from ksm_widgets.solver import HandPlan as HandPlan
    from ksm_widgets.solver import Plan as Plan
    from ksm_widgets.solver import Policy as Policy
    from ksm_widgets.solver import Problem as Problem
    from ksm_widgets.solver import Slot as Slot
    from ksm_widgets.solver import Status as Status
    from ksm_widgets.solver import Values as Values
    from ksm_widgets.solver import solve as solve
    from ksm_widgets.solver import solve_covered as solve_covered
    from ksm_widgets.solver import solve_hand as solve_hand
    from ksm_widgets.widgets import Course as Course
    from ksm_widgets.widgets import Explorer as Explorer
    from ksm_widgets.widgets import GameTable as GameTable
    from ksm_widgets.widgets import Puzzles as Puzzles


__version__ = "0.1.0"


# The modules of all exported names; the imports above tell editors and type checkers the same.
_HOMES = {
    "players": "BOTS Bot get_bot play_on",
    "puzzles": "Pack Puzzle read_pack",
    "puzzles.pack": "shipped_pack",
    "rules": "QUARRIES Card Game KsmError Move Position Power Quarry Shape Stage Tile Turn Variant "
    "View card cards dug legal_digs legal_moves load_cards moved new_game play view",
    "solver": "Answer HandPlan Plan Policy Problem Slot Status Values solve solve_covered "
    "solve_hand",
    "telling.pictures": "svg",
}
_WIDGETS = {"widgets": "Course Explorer GameTable Puzzles"}
if not TYPE_CHECKING:
    __getattr__ = loading(__name__, _HOMES | _WIDGETS)

# `import *` takes what runs everywhere; widgets must be imported by name.
__all__ = " ".join(_HOMES.values()).split()  # noqa: PLE0605


def __dir__() -> list[str]:
    """The exported names, and those Python keeps in every module."""
    own = {name for name in globals() if name.startswith("__")}
    return sorted({*__all__, *_WIDGETS["widgets"].split(), *own})


# What paints is imported when the first picture is shown.
paint_with(lambda thing: str(import_module("ksm_widgets.telling.pictures").svg(thing)))


class _Earlier:
    """Finds modules under the names that they had in earlier versions."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> "Any":
        """The specification of a module that was moved, None for any other."""
        if name.startswith("ksm_widgets."):
            return import_module("ksm_widgets._moved").spec(name)
        return None


sys.meta_path.append(_Earlier)
