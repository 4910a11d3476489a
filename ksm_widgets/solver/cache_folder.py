"""The folder in which the compiled kernel is kept, and when what lies there is believed.

numba loads what it once compiled only if its own version, the processor, the source's path and text
are still the same; it compiles anew what it does not load, and does not see that a constant of
another file has changed. So the folder is named after all of these, and its marker lists every file
in it with its digest: it is believed only while all of them lie there unaltered.

One process at a time compiles into any of the folders, under a lock that the operating system takes
back when the process dies.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import re
import shutil
import sys
import sysconfig
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from ksm_widgets.solver import kernel, twins

# There is neither in a browser, where nothing is compiled.
if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":
    import fcntl

__all__ = ["Busy", "CacheFolder", "cache_folder"]

_MARKER = "compiled"
_LOCK = "lock"
_NAME = re.compile(r"[0-9a-f]{16}")
_KEPT_DAYS = 30
_KEPT_BESIDE = 8
_PROCESSOR_TOLD = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX")
_CPUINFO = Path("/proc/cpuinfo")
_PROCESSOR_IS = {
    *("vendor_id", "cpu family", "model", "model name", "stepping", "flags"),
    *("CPU implementer", "CPU architecture", "CPU variant", "CPU part", "Features"),
    *("cpu", "features", "isa", "uarch"),
}
"""What that says of a processor for good, by the names that it has for several kinds."""


class Busy(OSError):
    """Another process compiles just now."""


@cache
def cache_folder() -> CacheFolder:
    """Where this kernel is kept compiled for this Python, numba and processor.

    It lies in the user's cache, or in NUMBA_CACHE_DIR if that is set, and need not exist. Raises
    OSError if there can be none.
    """
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get(
        "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    )
    try:
        folder = Path(base) if base else Path.home() / ".cache"
    except RuntimeError as error:
        raise FileNotFoundError(str(error)) from error
    return CacheFolder(folder.absolute() / "ksm_widgets" / _fingerprint())


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder with a kernel compiled, or place for one, among others of the kind."""

    path: Path

    @property
    def marker(self) -> Path:
        """The list of all files kept, written last; when it was last touched tells of its use."""
        return self.path / _MARKER

    def whole(self) -> bool:
        """Whether the kernel lies here compiled, every byte as it was kept."""
        try:
            lines = self.marker.read_text(encoding="utf-8").splitlines()
            return bool(lines) and all(
                line == self._line(self.path / line.partition("  ")[2]) for line in lines
            )
        except (OSError, ValueError):
            return False

    def damaged(self) -> bool:
        """Whether something was kept here that is whole no longer."""
        return self.marker.exists() and not self.whole()

    def seal(self) -> None:
        """Write the marker for the files that lie here now."""
        lines = [self._line(file) for file in sorted(self.path.rglob("*.nb[ic]"))]
        fresh = self.marker.with_suffix(".new")
        fresh.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        fresh.replace(self.marker)

    def _line(self, file: Path) -> str:
        """Digest and name, as `sha256sum --check` reads them."""
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        return f"{digest}  {file.relative_to(self.path).as_posix()}"

    def touch(self) -> None:
        """Note that what lies here was of use."""
        with contextlib.suppress(OSError):
            os.utime(self.marker)

    def empty(self) -> None:
        """Clear away what lies here, the marker first."""
        self.marker.unlink(missing_ok=True)
        shutil.rmtree(self.path, ignore_errors=True)

    def clear_away_others(self) -> None:
        """Empty the folders beside this one that were of no use for long, or are too many.

        The caller holds the lock, so none of them is just being filled.
        """
        others = [
            CacheFolder(path)
            for path in self.path.parent.iterdir()
            if _NAME.fullmatch(path.name) and path != self.path
        ]
        others.sort(key=CacheFolder._last_used, reverse=True)
        expired = time.time() - _KEPT_DAYS * 24 * 60 * 60
        for rank, folder in enumerate(others):
            if rank >= _KEPT_BESIDE or folder._last_used() < expired:
                with contextlib.suppress(OSError):
                    folder.empty()

    def _last_used(self) -> float:
        for path in (self.marker, self.path):
            with contextlib.suppress(OSError):
                return path.stat().st_mtime
        return 0.0

    @contextlib.contextmanager
    def lock(self, *, wait: bool = False) -> Iterator[None]:
        """Be the one process that compiles, here and in the folders beside this one.

        Raises Busy, or waits, if another is; OSError if nothing can be kept or locked here.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # This file stays for good: were it removed, two processes could each lock one of that name.
        with (self.path.parent / _LOCK).open("ab") as file:
            while not _locked(file.fileno()):
                if not wait:
                    raise Busy("the solver is being compiled by another process")
                time.sleep(0.1)
            yield


def _locked(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another process has it locked."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        elif sys.platform != "emscripten":
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _fingerprint() -> str:
    """A name that changes whenever what was kept is out of date, or numba would not load it."""
    source = Path(str(kernel.__file__)).parent.absolute()
    files = [*sorted(source.rglob("*.py")), Path(str(twins.__file__))]
    made_of = (
        [(str(file), file.read_bytes()) for file in files],
        (sys.version, sys.implementation.cache_tag, sysconfig.get_platform()),
        [_version(name) for name in ("numba", "llvmlite", "numpy")],
        _processor(),
    )
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]


def _version(distribution: str) -> str:
    """What is installed, without importing it."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def _processor() -> tuple[str | None, ...]:
    """The processor that numba compiles for, as far as it can be told without LLVM.

    To ask LLVM takes a tenth of a second. Two processors that look alike here share a folder; numba
    keeps the code of each and loads only the right one.
    """
    told = tuple(os.environ.get(name) for name in _PROCESSOR_TOLD)
    if (told[0] or "").lower() == "generic":
        # Code for any processor: this one does not matter.
        return told
    try:
        lines = _CPUINFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return (*told, os.environ.get("PROCESSOR_IDENTIFIER"))
    first = itertools.takewhile(str.strip, lines)
    return (*told, *(line for line in first if line.partition(":")[0].strip() in _PROCESSOR_IS))
