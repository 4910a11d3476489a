"""A reader's copies of the notebooks: theirs to change, and updated where unchanged.

Beside them is a list of what was copied last. Outputs do not count, since they change with every
run.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

LARGEST = 5_000_000
"""Bytes; no file of the project has as many."""
_LIST = ".ksm-given.json"

_Given = dict[str, tuple[str, str]]
"""For each file that was copied: a digest of its bytes, and one of its cells."""


def follow(source: Path, target: Path) -> None:
    """Update the copies in `target`; files that a reader has changed or added stay.

    A copy is skipped if something else is in its place or a folder of it is a link, or if the
    disk is full.
    """
    given, home = _read(target / _LIST), os.path.realpath(target)
    now: _Given = {}
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        name = file.relative_to(source).as_posix()
        copy = target / name
        if os.path.realpath(copy.parent) != os.path.normpath(Path(home, name).parent):
            continue
        fresh = file.read_bytes()
        known = (_digest(fresh), _saying(fresh))
        old = given.get(name)
        # A broken link is in the way too: copying would write where it points.
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
        if _replaced(copy, fresh):
            now[name] = known
    _write(target / _LIST, now)


def leads_away(folder: Path) -> bool:
    """Whether a folder is a link to one in which nothing was copied before."""
    return folder.is_symlink() and not (folder / _LIST).is_file()


def own_content(file: Path) -> bytes | None:
    """The bytes of a plain file, up to the size of our largest; None for anything else."""
    try:
        # Anything may be there, even a pipe that never ends.
        if not file.is_file():
            return None
        with file.open("rb") as opened:
            return opened.read(LARGEST)
    except OSError:
        return None


def _replaced(file: Path, content: bytes) -> bool:
    """Write a file, whole or not at all, and return whether it was written."""
    part = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Somebody else's folder may have a link of that name, to any file of the reader's.
        part.unlink(missing_ok=True)
        with part.open("xb") as opened:
            opened.write(content)
        part.replace(file)
    except OSError:
        # Half a notebook would never be updated, since it is not what was copied.
        with suppress(OSError):
            part.unlink()
        return False
    return True


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _saying(content: bytes) -> str:
    """A digest of a notebook's cells, their types and sources; of other files, of all bytes."""
    try:
        cells = json.loads(content)["cells"]
        said = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
    except (ValueError, RecursionError, LookupError, TypeError):
        return _digest(content)
    return _digest(json.dumps(said).encode())


def _read(file: Path) -> _Given:
    """The list of what was copied last; empty if it cannot be read."""
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
    """Save the list; if that fails, the copies are just not updated next time."""
    _replaced(file, json.dumps(given, indent=1).encode())
