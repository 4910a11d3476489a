"""Names of a module that are loaded from their homes when they are first asked for."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def loading(module: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a module that has these names from other modules.

    `homes` has the names of each home, separated by spaces; a home is a module as it is named
    within `ksm_widgets`. Hide the function from type checkers, which would accept any name.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> object:
        here = sys.modules[module]
        if name not in home_of:
            message = f"module {module!r} has no attribute {name!r}"
            # With the module Python can ask "Did you mean ...?".
            raise AttributeError(message, name=name, obj=here)
        value = getattr(import_module(f"ksm_widgets.{home_of[name]}"), name)
        setattr(here, name, value)
        return value

    return load
