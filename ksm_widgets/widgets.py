"""The widgets that notebooks import by name; each is loaded when it is first asked for."""

from ksm_widgets._loading import loading
from ksm_widgets.words import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ksm_widgets.coach.view.coach import GameTable
    from ksm_widgets.companions.view.opening import shelf_course, shelf_game
    from ksm_widgets.course.view.course import Course
    from ksm_widgets.explorer.view.explorer import Explorer
    from ksm_widgets.solving.view.puzzles import Puzzles
else:
    _load = loading(
        __name__,
        {
            "coach.view.coach": "GameTable",
            "companions.view.opening": "shelf_course shelf_game",
            "course.view.course": "Course",
            "explorer.view.explorer": "Explorer",
            "solving.view.puzzles": "Puzzles",
        },
    )

    def __getattr__(name: str) -> object:
        try:
            return _load(name)
        except ModuleNotFoundError as error:
            if str(error.name).startswith("ksm_widgets"):
                raise
            told = sentence("install.missing", module=error.name, extra="lab")
            raise ImportError(told) from error


__all__ = ["Course", "Explorer", "GameTable", "Puzzles", "shelf_course", "shelf_game"]


__path__: list[str] = []  # Earlier it was a package; see `_moved`.
