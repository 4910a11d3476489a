"""The notebook's widgets: a touch becomes a call on the tutor, then the scene is painted again."""

from ksm_widgets.words import sentence

try:
    from ksm_widgets.widgets.course import Course
    from ksm_widgets.widgets.explorer import Explorer
    from ksm_widgets.widgets.play import GameTable
    from ksm_widgets.widgets.puzzles import Puzzles
except ModuleNotFoundError as error:
    if str(error.name).startswith("ksm_widgets"):
        raise
    raise ImportError(sentence("cli.not_installed", module=error.name, extra="lab")) from error

__all__ = ["Course", "Explorer", "GameTable", "Puzzles"]
