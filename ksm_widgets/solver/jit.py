"""The kernel compiled by numba, and the folder in the user's cache where it is kept.

All of the kernel is written into one file there, its numbers as they are now, and numba compiles
that. So compiled code is never out of date: another kernel has another folder, which is named
after its text and the versions of all that compiles it. For the same text two copies of the
package share one. numba itself keeps apart what it compiled for several processors.

A marker has the digest of all files; they are trusted only while it matches. One process at a time
compiles, under a lock that the operating system releases when the process dies.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import importlib.machinery
import inspect
import logging
import os
import pkgutil
import re
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn

from ksm_widgets._files import try_lock
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.solver import kernel
from ksm_widgets.solver.kernel.rollout import open_with, play_on
from ksm_widgets.solver.kernel.search import best_bound, search
from ksm_widgets.solver.kernel.values import lay_overcounts
from ksm_widgets.words import sentence

Entries = dict[str, Callable[..., int]]
ENTRIES = (search, best_bound, lay_overcounts, play_on, open_with)
"""The functions that are called from outside; all others are called by these."""
_VERSIONS_OF = ("numba", "llvmlite", "numpy")
_NUMBA_OPTIONS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX")
_UNREAD = re.compile("Environment variable '(NUMBA_[A-Z0-9_]+)' is defined but its ")
"""The beginning of numba's warning about a setting."""
_STEERING = ".numba_config.yaml"
_FOLDER = re.compile(r"[0-9a-f]{16}")
_MOST_FOLDERS = 8


class NotCompiled(Exception):
    """The compiled kernel is not in the cache, or numba does not load it; perhaps `damaged`."""

    def __init__(self, *, damaged: bool = False) -> None:
        super().__init__()
        self.damaged = damaged


class NoCompiler(KsmError, ImportError):
    """numba is not there, or cannot be used."""

    def __init__(self, reason: str) -> None:
        super().__init__("compiling.none", reason=reason)


class Busy(OSError):
    """Another process is compiling."""


@cache
def cache_folder() -> Path:
    """The folder for this kernel, Python and numba; it need not exist.

    It is in the user's cache, or in NUMBA_CACHE_DIR if that is set. Raises OSError if there is no
    place for it.
    """
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get(
        "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    )
    try:
        folder = Path(base) if base else Path.home() / ".cache"
    except RuntimeError as error:
        raise FileNotFoundError(str(error)) from error
    made_of = (
        [module.read_bytes() for module in [Path(__file__), *_kernel_files()]],
        sys.version,
        [_version(name) for name in _VERSIONS_OF],
        [os.environ.get(name) for name in _NUMBA_OPTIONS],
    )
    name = hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
    return folder.absolute() / "ksm_widgets" / name


def load() -> Entries:
    """Load the compiled kernel from the cache.

    Raises NotCompiled rather than compile anything, OSError if there is no place for a cache,
    NoCompiler without a numba.
    """
    folder = cache_folder()
    if not _intact(folder):
        raise NotCompiled(damaged=_marker(folder).exists())
    with contextlib.suppress(OSError):
        os.utime(_marker(folder))
    names = _run(folder)
    with _numba_caching_in(folder) as numba:
        for entry in ENTRIES:
            jit = numba.njit(cache=True, nogil=True, pipeline_class=_not_compiling)
            names[entry.__name__] = jit(names[entry.__name__])
    return _ready(names, numba)


def load_or_compile(*, wait: bool) -> Entries:
    """Load the compiled kernel, or compile it, half a minute's work, and keep it.

    If another process is compiling, wait for it or raise Busy. Raises as `load` does.
    """
    with contextlib.suppress(NotCompiled):
        return load()
    folder = cache_folder()
    with lock(folder, wait=wait):
        with contextlib.suppress(NotCompiled):
            return load()
        return _compile(folder)


def compile_for_now() -> Entries:
    """Compile the kernel for this process alone; raises NoCompiler without a numba."""
    return _compile(None)


def _compile(folder: Path | None) -> Entries:
    if folder is not None:
        if not _intact(folder):
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "kernel.py").exists():
            (folder / "kernel.py").write_text(kernel_text(), encoding="utf-8")
    names = _run(folder)
    with _numba_caching_in(folder) as numba:
        for name, value in list(names.items()):
            if inspect.isfunction(value):
                names[name] = numba.njit(cache=folder is not None, nogil=True)(value)
        entries = _ready(names, numba)
    if folder is not None:
        _marker(folder).write_text(_digest(folder))
        _remove_old(folder)
    return entries


def _ready(names: dict[str, Any], numba: Any) -> Entries:
    """Compile the entries or load them, for their own types only: never when they are called."""
    types = {"Ints": numba.int64[::1], "int": numba.int64}
    for entry in ENTRIES:
        compiled = names[entry.__name__]
        parameters = inspect.signature(entry).parameters.values()
        compiled.compile(tuple(types[parameter.annotation] for parameter in parameters))
        compiled.disable_compile()
    return {entry.__name__: names[entry.__name__] for entry in ENTRIES}


def _not_compiling(*_: object, **__: object) -> NoReturn:
    """Stand in for the compiler, to which numba turns for what it does not find in the cache."""
    raise NotCompiled


@contextlib.contextmanager
def _numba_caching_in(folder: Path | None) -> Iterator[Any]:
    """Make numba look in our folder, not in its own."""
    numba = import_numba()
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = before if folder is None else str(folder)
    try:
        yield numba
    finally:
        numba.config.CACHE_DIR = before


def import_numba() -> Any:
    """Import numba so that no file in the current folder steers it.

    Such a file could even name modules to run; numba looks for it when it is imported and whenever
    it compiles. Raises NoCompiler if numba cannot be used.
    """
    numba = _imported()
    if isinstance(numba, NoCompiler):
        raise numba
    if numba.config.DISABLE_JIT:
        raise NoCompiler("numba compiles nothing while NUMBA_DISABLE_JIT is set")
    return numba


@cache
def _imported() -> Any:
    """numba, or the error because of which it cannot be used."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        sys.meta_path.insert(0, _Unsteered)
        numba: object
        try:
            numba = importlib.import_module("numba")
        except Exception as error:  # One that does not fit NumPy fails in many ways.
            numba = NoCompiler(f"{type(error).__name__}: {error}")
        finally:
            sys.meta_path.remove(_Unsteered)
    for one in told:
        _tell(one)
    return numba


def _tell(told: warnings.WarningMessage) -> None:
    """Pass a warning on, but name a setting that numba cannot read in one line of our own.

    It is removed: numba goes on without it, but would warn of it again, here and in processes that
    are started here.
    """
    unread = _UNREAD.match(str(told.message))
    if unread is None:
        warnings.warn_explicit(told.message, told.category, told.filename, told.lineno)
    elif (value := os.environ.pop(unread[1], None)) is not None:
        line = sentence("compiling.setting", name=unread[1], found=repr(value[:20]))
        logging.getLogger(__name__).warning(line)


class _Unsteered(importlib.machinery.SourceFileLoader):
    """Finds numba's settings, and loads them without the name of that file."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None, _target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The settings' place; None for all other modules."""
        if name != "numba.core.config":
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path)
        if found is not None and found.origin is not None:
            found.loader = cls(name, found.origin)
        return found

    def get_code(self, fullname: str) -> CodeType | None:
        """The code; its file has no name, and no such file exists."""
        code = super().get_code(fullname)
        if code is None:
            return None
        named = ("" if text == _STEERING else text for text in code.co_consts)
        return code.replace(co_consts=tuple(named))


def kernel_text() -> str:
    """All of the kernel as one module: its numbers, then its functions.

    Raises NameError if two of its modules define the same name.
    """
    numbers: dict[str, int] = {}
    functions: dict[str, str] = {}
    for file in _kernel_files():
        module = importlib.import_module(f"{kernel.__name__}.{file.stem}")
        text = file.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                names, code = [node.name], str(ast.get_source_segment(text, node))
            elif isinstance(node, ast.Assign):
                names, code = [name.id for name in node.targets if isinstance(name, ast.Name)], ""
            else:
                continue
            for name in names:
                value = vars(module)[name]
                if name in numbers.keys() | functions.keys():
                    raise NameError(f"{name!r} is defined twice in the kernel, also in {file.stem}")
                if isinstance(value, int):
                    numbers[name] = value
                elif code:
                    functions[name] = code
    lines = ["from __future__ import annotations", *(f"{n} = {v}" for n, v in numbers.items())]
    return "\n".join([*lines, *functions.values(), ""])


def _kernel_files() -> list[Path]:
    modules = pkgutil.iter_modules(kernel.__path__)
    return [Path(kernel.__path__[0]) / f"{module.name}.py" for module in modules]


def _run(folder: Path | None) -> dict[str, Any]:
    """Run the one module and return its names."""
    file = None if folder is None else folder / "kernel.py"
    text = kernel_text() if file is None else file.read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": kernel.__name__}
    exec(compile(text, str(file), "exec"), names)  # noqa: S102 - our own text
    return names


def _marker(folder: Path) -> Path:
    return folder / "compiled"


def _intact(folder: Path) -> bool:
    """Whether a compiled kernel is here, every byte as it was written."""
    with contextlib.suppress(OSError):
        return _marker(folder).read_text(errors="replace") == _digest(folder)
    return False


def _digest(folder: Path) -> str:
    """The digest of the kernel's text and of all that numba keeps here."""
    digest = hashlib.sha256()
    for file in sorted([folder / "kernel.py", *folder.rglob("*.nb[ic]")]):
        with contextlib.suppress(OSError):
            digest.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def _remove_old(folder: Path) -> None:
    """Remove other kernels' folders, but for those used last; the caller has the lock."""

    def used(path: Path) -> float:
        return (_marker(path) if _marker(path).exists() else path).stat().st_mtime

    folders = [path for path in folder.parent.iterdir() if _FOLDER.fullmatch(path.name)]
    for old in sorted(folders, key=used, reverse=True)[_MOST_FOLDERS:]:
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def lock(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Be the one process that compiles here and in the folders beside it.

    Raises Busy, or waits, if another is; OSError if there is no place for a cache.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    # This file stays: if it were removed, two processes could each lock one of that name.
    with (folder.parent / "lock").open("ab") as file:
        while not try_lock(file.fileno()):
            if not wait:
                raise Busy("the solver is being compiled by another process")
            time.sleep(0.1)
        yield


def _version(distribution: str) -> str:
    """The version installed, without importing it."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
