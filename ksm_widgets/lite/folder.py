"""The folder a page is built into: nothing of somebody else's in it is lost."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import KsmError
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator


LIVE_FOLDER = "live"
"""The part of a page that is JupyterLite."""
_MARKER = ".ksm-site"
"""The file by which a folder is known to hold a page of ours."""
_OURS = (_MARKER, "index.html", "service-worker.js", ".nojekyll", LIVE_FOLDER, *LANGUAGES)
"""Everything that a build puts at the top of a folder, and all that the next one removes."""
_LITTER = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""Files that a file manager puts into every folder, and again if they are removed."""


class SiteFolderError(KsmError):
    """A folder holds something else than a page of ours."""


def mark(built: Path) -> None:
    """Mark a folder as a page of ours, with the SHA-256 of each of its files."""
    lines = [f"{_digest(path)}  {name}\n" for name, path in _files_of(built)]
    text = "A page built by `ksm site`, which may replace it.\n"
    (built / _MARKER).write_text(text + "".join(lines), encoding="utf-8")


def _files_of(page: Path) -> Iterator[tuple[str, Path]]:
    """Everything in a page but folders and its marker, with its place there."""
    for top in sorted({*_OURS} - {_MARKER}):
        found = page / top
        inside = found.rglob("*") if found.is_dir() and not found.is_symlink() else (found,)
        for path in sorted(inside):
            if path.is_symlink() or path.is_file():
                yield path.relative_to(page).as_posix(), path


def _digest(path: Path) -> str:
    return "" if path.is_symlink() else sha256(path.read_bytes()).hexdigest()


def put_in_place(built: Path, out: Path) -> None:
    """Move a built page into a folder, in place of an earlier one; other files stay.

    The earlier one goes only when all of the new one is on the same disk.
    """
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".ksm-site-", dir=out) as fresh:
        for name in _OURS:
            shutil.move(built / name, Path(fresh) / name)
        for name in _OURS:
            _remove(out / name)
            (Path(fresh) / name).rename(out / name)


def check_folder(folder: Path, *, replace: bool = False) -> None:
    """Raise SiteFolderError if a page may not be built into a folder.

    It may be new, empty, or hold a page of ours as it was built, beside other files. `replace`
    also allows one with files added or changed, or whose marker does not list its files.
    """
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise SiteFolderError("lite.no_folder", folder=folder)
        return
    if not any(folder.iterdir()):
        return
    marker = folder / _MARKER
    listed = _listed(marker) if marker.is_file() else frozenset()
    whole = all((folder / name).exists() for name in ("index.html", LIVE_FOLDER, *LANGUAGES))
    added = (
        name
        for name, path in _files_of(folder)
        if f"{_digest(path)}  {name}" not in listed and path.name not in _LITTER
    )
    other = next(added, None)
    if listed and other is None:
        return
    if not whole:
        raise SiteFolderError("lite.not_empty", folder=folder)
    if replace:
        return
    if not listed:
        raise SiteFolderError("lite.older", folder=folder)
    raise SiteFolderError("lite.not_as_built", folder=folder, file=other)


def _listed(marker: Path) -> frozenset[str]:
    """The lines of a marker with a file each; none for a marker of an earlier version."""
    return frozenset(marker.read_text(encoding="utf-8", errors="replace").splitlines()[1:])


def _remove(path: Path) -> None:
    """Remove a file, a link or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
