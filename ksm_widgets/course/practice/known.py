"""Questions from memory: nothing is drawn but the order of their options."""

from __future__ import annotations

from ksm_widgets.course.material import recalled
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.position import Position

ENTRANCE = recalled(
    "lesson_start.choose", "top bottom left", "bottom", "R1", table=MineTable(Position())
)
SECRET = recalled("lesson_round.secret", "coins dug tops hands undealt", "dug tops", "R33")
ALL = recalled("lesson_dig.all", "take_all leave return", "take_all", "R8", 1)
OPTIONAL = recalled("lesson_dig.optional", "no_dig must redraw", "no_dig", "R11", 1)
NOWHERE = recalled("practice.nowhere", "used another later", "used", "R11")
KEPT = recalled("lesson_tiles.kept", "keep bank mine", "keep", "R17", 1)
WHEN = recalled("lesson_magic.when", "earlier now other", "earlier", "R19", 1)
SECOND = recalled("lesson_magic.second", "nothing flip twice", "nothing", "R20", 1)
IDLE = recalled("practice.idle", "mirror carpet amulet", "mirror", "R20")
AFTERMATH = recalled(
    "lesson_paying.aftermath", "moves pay objects tiles back", "moves objects tiles", "R26"
)
RECEIVED = recalled(
    "lesson_paying.received", "free points spend pay only", "free points spend", "R26"
)
LATE = recalled("lesson_paying.late", "stands back fine", "stands", "R27", 1)
