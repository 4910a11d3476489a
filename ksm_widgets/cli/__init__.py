"""The command line, `ksm`: solve, show, arena, puzzles, play, note, replay, lab and app.

Nothing imports this room; it imports the rooms below the widgets and starts Jupyter by its name.
Exit status: 0 all is well, 1 a problem or a board is wrong, 2 the command or a file is.
"""

from ksm_widgets.cli.commands import main

__all__ = ["main"]
