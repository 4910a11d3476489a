"""An interactive tutor and puzzle explorer for the board game King Solomon's Mines."""

import sys

_ipython = sys.modules.get("IPython")
_shell = None if _ipython is None else _ipython.get_ipython()
if _shell is not None:  # in a notebook, a position shows as a picture
    from ksm_widgets.draw.display import register_display

    register_display(_shell)
