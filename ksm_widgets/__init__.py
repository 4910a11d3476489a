"""An interactive tutor and puzzle explorer for the board game King Solomon's Mines.

Everything a user needs can be had from here, and is loaded when it is first asked for:

>>> import ksm_widgets as ksm
>>> mine = ksm.Position.near("5,4,3z")
>>> print(ksm.solve(mine, "###", money=10))
Best plan: net 11. Nothing beats it, that is proven.
Moves: c1-d1
Dig: a1, b1, c1, which takes treasure of 5, treasure of 4, treasure of 3
Account: moves 1 + curses 0 = 1 to pay; money 10 + treasures dug 12 − 1 = 21 left
Net: treasures 12 + other tiles 0 − 1 to pay = 11
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # as good as that of `typing`, whose import takes longer than all the rest
if TYPE_CHECKING:
    from typing import Any

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
    from ksm_widgets.rules import card as card
    from ksm_widgets.rules import cards as cards
    from ksm_widgets.rules import dug as dug
    from ksm_widgets.rules import legal_digs as legal_digs
    from ksm_widgets.rules import legal_moves as legal_moves
    from ksm_widgets.rules import load_cards as load_cards
    from ksm_widgets.rules import moved as moved
    from ksm_widgets.rules import new_game as new_game
    from ksm_widgets.rules import play as play
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
    from ksm_widgets.tutor.coach.showing import svg as svg
    from ksm_widgets.widgets import Course as Course
    from ksm_widgets.widgets import Explorer as Explorer
    from ksm_widgets.widgets import GameTable as GameTable
    from ksm_widgets.widgets import Puzzles as Puzzles
else:  # unseen by type checkers, to which every name would be there otherwise

    def __getattr__(name: str) -> object:
        home = _HOMES.get(name) or _WIDGETS.get(name)
        if home is None:
            here = sys.modules[__name__]  # with it Python asks "Did you mean …?"
            told = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(told, name=name, obj=here)
        value = getattr(import_module(home), name)
        globals()[name] = value
        return value


_HOMES = {
    "QUARRIES": "ksm_widgets.rules",
    "Card": "ksm_widgets.rules",
    "Game": "ksm_widgets.rules",
    "KsmError": "ksm_widgets.rules",
    "Move": "ksm_widgets.rules",
    "Position": "ksm_widgets.rules",
    "Power": "ksm_widgets.rules",
    "Quarry": "ksm_widgets.rules",
    "Shape": "ksm_widgets.rules",
    "Stage": "ksm_widgets.rules",
    "Tile": "ksm_widgets.rules",
    "Turn": "ksm_widgets.rules",
    "Variant": "ksm_widgets.rules",
    "card": "ksm_widgets.rules",
    "cards": "ksm_widgets.rules",
    "dug": "ksm_widgets.rules",
    "legal_digs": "ksm_widgets.rules",
    "legal_moves": "ksm_widgets.rules",
    "load_cards": "ksm_widgets.rules",
    "moved": "ksm_widgets.rules",
    "new_game": "ksm_widgets.rules",
    "play": "ksm_widgets.rules",
    "Answer": "ksm_widgets.solver",
    "HandPlan": "ksm_widgets.solver",
    "Plan": "ksm_widgets.solver",
    "Policy": "ksm_widgets.solver",
    "Problem": "ksm_widgets.solver",
    "Slot": "ksm_widgets.solver",
    "Status": "ksm_widgets.solver",
    "Values": "ksm_widgets.solver",
    "solve": "ksm_widgets.solver",
    "solve_covered": "ksm_widgets.solver",
    "solve_hand": "ksm_widgets.solver",
    "svg": "ksm_widgets.tutor.coach.showing",
}
_WIDGETS = {
    "Course": "ksm_widgets.widgets",
    "Explorer": "ksm_widgets.widgets",
    "GameTable": "ksm_widgets.widgets",
    "Puzzles": "ksm_widgets.widgets",
}
"""Where what is exported lives; the imports above say the same to editors and type checkers."""

# A star takes what runs everywhere; widgets are asked for by name.
__all__ = [*_HOMES]  # noqa: PLE0604


def __dir__() -> list[str]:
    """What is exported, and what Python keeps in every module; how it gets here is not shown."""
    return sorted({*_HOMES, *_WIDGETS, *(name for name in globals() if name.startswith("__"))})


_SHOWN = {
    "Answer": "ksm_widgets.solver.answer",
    "Card": "ksm_widgets.rules.deck",
    "Plan": "ksm_widgets.solver.answer",
    "Position": "ksm_widgets.rules.position",
    "Scene": "ksm_widgets.draw.shapes",
    "Shape": "ksm_widgets.rules.shapes",
}
"""What shows as a picture in a notebook, by the modules of its classes."""


def _show_in(shell: "Any") -> None:
    """Let an IPython shell show all that; how is loaded once there is something to be shown."""

    def picture(thing: object) -> str:
        return str(import_module("ksm_widgets.tutor.coach.showing").svg(thing))

    def words(thing: object, printer: "Any", cycle: bool) -> None:
        printer.text(import_module("ksm_widgets.tutor.coach.showing").plain(thing))

    formatters = shell.display_formatter.formatters
    for name, home in _SHOWN.items():
        formatters["image/svg+xml"].for_type_by_name(home, name, picture)
        formatters["text/plain"].for_type_by_name(home, name, words)


_ipython = sys.modules.get("IPython")
_shell = None if _ipython is None else _ipython.get_ipython()
if _shell is not None:
    _show_in(_shell)
