"""The kernel's functions as numba compiles them, and as it loads what it compiled before.

Each function gets a twin whose globals are the other twins, so nothing in the source says how it is
run. A search that must end in time never compiles: it loads the two functions it calls, each of
which holds all that it calls itself, or learns that they can't be loaded.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import pkgutil
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from ksm_widgets.solver import kernel
from ksm_widgets.solver.kernel.rollout import play_on
from ksm_widgets.solver.kernel.search import best_bound, search

__all__ = ["ENTRIES", "NotKept", "compile_kernel", "kernel_modules", "load_kernel", "names_of"]

ENTRIES = (search, best_bound, play_on)
"""The functions that are called from outside; all others are called by these."""


class NotKept(Exception):
    """A function of the kernel does not lie compiled in the folder, or numba does not load it."""


def compile_kernel(folder: Path | None) -> dict[str, Any]:
    """Compile the whole kernel, half a minute's work; returns its entries by name.

    What numba finds in the folder it loads instead, what it compiles it keeps there; without a
    folder nothing is kept. Raises ImportError without numba, NameError if the kernel's modules do
    not agree on a name.
    """
    numba = _numba()
    twins = names_of(kernel_modules())
    kept = folder is not None
    with _kept_in(folder, numba.config):
        for name, value in list(twins.items()):
            if _is_of_kernel(value):
                twins[name] = numba.njit(cache=kept, nogil=True)(_twin(value, twins))
    return _entries(twins, numba)


def load_kernel(folder: Path) -> dict[str, Any]:
    """Load the kernel that was compiled into this folder; raises NotKept rather than compile."""
    numba = _numba()
    with _kept_in(folder, numba.config):
        jit = numba.njit(cache=True, nogil=True, pipeline_class=_no_compiling)
        twins = {entry.__name__: jit(_twin(entry, {})) for entry in ENTRIES}
    return _entries(twins, numba)


def kernel_modules() -> list[types.ModuleType]:
    """All modules of the kernel."""
    return [
        importlib.import_module(f"{kernel.__name__}.{module.name}")
        for module in pkgutil.iter_modules(kernel.__path__)
    ]


def names_of(modules: Iterable[types.ModuleType]) -> dict[str, Any]:
    """What each name in these modules means: compiled, they share one namespace.

    Raises NameError if a name, a private one too, means different things in two of them.
    """
    meanings: dict[str, Any] = {}
    owners: dict[str, str] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith("__"):
                continue
            owner = owners.setdefault(name, module.__name__)
            known = meanings.setdefault(name, value)
            if known is not value and (type(known) is not type(value) or known != value):
                raise NameError(
                    f"{name!r} means one thing in {owner}, another in {module.__name__}"
                )
    return meanings


def _numba() -> Any:
    numba = importlib.import_module("numba")
    if numba.config.DISABLE_JIT:
        raise ImportError("numba is told not to compile (NUMBA_DISABLE_JIT)")
    return numba


def _is_of_kernel(value: object) -> bool:
    return isinstance(value, types.FunctionType) and value.__module__.startswith(kernel.__name__)


def _twin(function: Callable[..., Any], names: dict[str, Any]) -> types.FunctionType:
    """The same function with other globals."""
    assert isinstance(function, types.FunctionType)
    names.setdefault("__builtins__", __builtins__)
    names.setdefault("__name__", __name__)
    twin = types.FunctionType(function.__code__, names, function.__name__)
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    return twin


def _entries(twins: dict[str, Any], numba: Any) -> dict[str, Any]:
    """The entries, compiled or loaded now and for their own types only: never at a call."""
    numbers = {"Ints": numba.int64[::1], "int": numba.int64}
    for entry in ENTRIES:
        twin = twins[entry.__name__]
        parameters = inspect.signature(entry).parameters.values()
        twin.compile(tuple(numbers[parameter.annotation] for parameter in parameters))
        twin.disable_compile()
    return {entry.__name__: twins[entry.__name__] for entry in ENTRIES}


def _no_compiling(*_: object, **__: object) -> NoReturn:
    """What numba turns to when it would have to compile."""
    raise NotKept


@contextlib.contextmanager
def _kept_in(folder: Path | None, config: Any) -> Iterator[None]:
    """While functions are made ready, let numba look in our folder, not beside the source."""
    before = config.CACHE_DIR
    if folder is not None:
        config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
