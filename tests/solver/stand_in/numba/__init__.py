"""A numba that compiles in no time: for each function it keeps a file, and runs it as it is.

What it does stands in the file that STAND_IN_NOTES names, a line each: `compiles`, `compiled` or
`loaded`, which function, and the process. It is not done compiling while the file exists that
STAND_IN_HOLD names. It loads only what was kept for the same STAND_IN_PROCESSOR, and nothing at all
for the processor "forgetful".
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

__all__ = ["config", "int64", "njit"]

config = SimpleNamespace(CACHE_DIR="", DISABLE_JIT=0)


class _Int64:
    def __getitem__(self, _: slice) -> str:
        return "int64[::1]"


int64 = _Int64()


def njit(
    *, cache: bool, nogil: bool, pipeline_class: Callable[[], Any] | None = None
) -> Callable[[FunctionType], _Dispatcher]:
    """As numba's."""
    assert nogil
    folder = Path(config.CACHE_DIR) if cache else None
    return lambda function: _Dispatcher(function, folder, pipeline_class)


class _Dispatcher:
    def __init__(
        self, function: FunctionType, folder: Path | None, pipeline: Callable[[], Any] | None
    ) -> None:
        self.name = function.__name__
        self.original = function
        self.folder = folder
        self.pipeline = pipeline

    def compile(self, types: tuple[object, ...]) -> None:
        """Load the function or compile and keep it."""
        assert types
        processor = os.environ.get("STAND_IN_PROCESSOR", "")
        kept = None if self.folder is None else self.folder / f"{self.name}{processor}.nbc"
        if kept is not None and kept.exists() and processor != "forgetful":
            self._note("loaded")
            return
        if self.pipeline is not None:
            self.pipeline()
        self._note("compiles")
        while os.path.exists(os.environ.get("STAND_IN_HOLD", "")):
            time.sleep(0.01)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(self.name, encoding="utf-8")
        self._note("compiled")

    def _note(self, what: str) -> None:
        with Path(os.environ["STAND_IN_NOTES"]).open("a", encoding="utf-8") as notes:
            notes.write(f"{what} {self.name} {os.getpid()}\n")

    def disable_compile(self) -> None:
        """As numba's."""

    def __call__(self, *arguments: object) -> object:
        return self.original(*arguments)
