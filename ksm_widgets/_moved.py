"""Modules under the names that pages told readers to import before the packages were reorganised.

So `from ksm_widgets.tutor.reader import Reader` still works: a module of an old name has the
contents of the new one, and is made only when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from importlib.abc import InspectLoader, Loader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType, ModuleType

_PACKAGES = (
    "ksm_widgets.tutor",
    "ksm_widgets.tutor.course",
    "ksm_widgets.tutor.table",
    "ksm_widgets.tutor.tasks",
    "ksm_widgets.tutor.tasks.mine",
)
_MODULES = {
    "ksm_widgets.course.drawing": "ksm_widgets.course.material",
    "ksm_widgets.solver.compile": "ksm_widgets.solver.__main__",
    "ksm_widgets.tutor.course.drawing": "ksm_widgets.course.material",
    "ksm_widgets.tutor.course.lesson": "ksm_widgets.course.lesson",
    "ksm_widgets.tutor.course.progress": "ksm_widgets.progress.progress",
    "ksm_widgets.tutor.phrases": "ksm_widgets.telling.phrases",
    "ksm_widgets.tutor.reader": "ksm_widgets.telling.phrases",
    "ksm_widgets.tutor.table.match": "ksm_widgets.game.match",
    "ksm_widgets.tutor.table.telling": "ksm_widgets.game.telling",
    "ksm_widgets.tutor.tasks.form": "ksm_widgets.tasks.task",
    "ksm_widgets.tutor.tasks.kinds": "ksm_widgets.course.kinds",
    "ksm_widgets.tutor.tasks.mine.table": "ksm_widgets.mine.table",
    "ksm_widgets.tutor.tasks.task": "ksm_widgets.tasks.task",
    "ksm_widgets.widgets.lesson": "ksm_widgets.tasks.view.task",
}


class _Renamed(Loader):
    """Fills a module from the one of the new name."""

    def exec_module(self, module: ModuleType) -> None:
        """Give the module what is in the other one."""
        home = _MODULES.get(module.__name__)
        if home is not None:
            there = vars(import_module(home))
            vars(module).update({key: there[key] for key in there if not key.startswith("__")})

    def get_code(self, name: str) -> CodeType | None:
        """The code of the module of the new name, for `python -m` with the old one."""
        home = find_spec(_MODULES[name])
        loader = home and home.loader
        return loader.get_code(home.name) if home and isinstance(loader, InspectLoader) else None


def spec(name: str) -> ModuleSpec | None:
    """The specification of a module that was moved, None for any other."""
    if name not in _MODULES and name not in _PACKAGES:
        return None
    return ModuleSpec(name, _Renamed(), is_package=name in _PACKAGES)
