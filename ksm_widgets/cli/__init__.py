"""The command line, `ksm`; every feature has its own commands in its `terminal`.

Exit status: 0 all is well, 1 a problem or a board is wrong, 2 the command or a file is.
"""

from ksm_widgets.cli.commands import main as main
