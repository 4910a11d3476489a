"""The doors of the site, in the order home shows them; a feature adds itself with a line here."""

from __future__ import annotations

from ksm_widgets.companions.door import SHELF
from ksm_widgets.course.door import COURSE, RULES
from ksm_widgets.explorer.door import EXPLORER
from ksm_widgets.game.door import PLAY
from ksm_widgets.solving.door import PUZZLES

DOORS = (COURSE, PLAY, PUZZLES, EXPLORER, RULES, SHELF)
RULEBOOKS = {door.path: door.rulebook for door in DOORS if door.rulebook is not None} | {
    path: book for door in DOORS for path, book in door.rulebooks.items()
}
