"""A reader's own copies of the project's notebooks: theirs to change, and fresh where they did not.

Beside the copies a list is kept of what was given last. A copy that still says what it said then
follows the project; what it shows, its outputs, does not count, for it changes with every run.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["LARGEST", "follow", "own_content"]

LARGEST = 5_000_000
"""Bytes; no file of the project has as many."""
_LIST = ".ksm-given.json"

_Given = dict[str, tuple[str, str]]
"""For each file what was given: a digest of its bytes, and one of what it says."""


def follow(source: Path, target: Path) -> None:
    """Bring the copies in `target` up to date; what a reader has changed or put there stays.

    Where something else is in the way of a copy, or the disk is full, that one is passed over.
    """
    given = _read(target / _LIST)
    now: _Given = {}
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        name = file.relative_to(source).as_posix()
        copy = target / name
        fresh = file.read_bytes()
        known = (_digest(fresh), _saying(fresh))
        old = given.get(name)
        # A link that leads nowhere is something too: to copy would be to write where it points.
        if os.path.lexists(copy):
            found = own_content(copy)
            if found is None or (old is None and found != fresh):
                continue
            if old is not None and _saying(found) != old[1]:
                now[name] = old
                continue
            if old is not None and known[0] == old[0]:
                now[name] = old
                continue
        if _copied(file, copy):
            now[name] = known
    _write(target / _LIST, now)


def own_content(file: Path) -> bytes | None:
    """The bytes of a plain file, no link, and no more than ours have; None for all else."""
    try:
        # Anything may lie in its place, a pipe that never ends as well.
        if not file.is_file():
            return None
        with file.open("rb") as opened:
            return opened.read(LARGEST)
    except OSError:
        return None


def _copied(file: Path, copy: Path) -> bool:
    part = copy.with_name(f".{copy.name}.part")
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, part)
        part.replace(copy)
    except OSError:
        # Half a notebook would stay for good, since it is not what was given.
        with suppress(OSError):
            part.unlink()
        return False
    return True


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _saying(content: bytes) -> str:
    """A digest of what a notebook says: its cells' kinds and sources. Of other files, of all."""
    try:
        cells = json.loads(content)["cells"]
        said = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
    except (ValueError, RecursionError, LookupError, TypeError):
        return _digest(content)
    return _digest(json.dumps(said).encode())


def _read(file: Path) -> _Given:
    """What was given last; a list that cannot be read says nothing."""
    content = own_content(file)
    if content is None:
        return {}
    try:
        rows = json.loads(content)
        return {
            name: (whole, said)
            for name, (whole, said) in rows.items()
            if isinstance(whole, str) and isinstance(said, str)
        }
    except (ValueError, RecursionError, AttributeError, TypeError):
        return {}


def _write(file: Path, given: _Given) -> None:
    """Keep what was given; without that the copies stay as they are, which harms nobody."""
    with suppress(OSError):
        part = file.with_name(f"{file.name}.part")
        part.write_text(json.dumps(given, indent=1), encoding="utf-8")
        part.replace(file)
