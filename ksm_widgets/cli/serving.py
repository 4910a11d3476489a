"""`ksm lab` and `ksm app`: the notebooks in JupyterLab, the explorer as a page of its own."""

from __future__ import annotations

import os
import runpy
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.cli.streams import complain
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["EXPLORER", "serve_app", "serve_lab"]

EXPLORER = "explorer.ipynb"

_PACKAGE = Path(__file__).resolve().parent.parent
_PACKED = _PACKAGE / "notebooks"
"""Where an installed package has its notebooks; in a checkout they lie beside the package."""
_OWN_COPY = "ksm-notebooks"
_DIGESTS = _PACKAGE / "tutor" / "course" / "notebooks.sha256"
"""What each notebook of the project is, byte for byte; the course's `writing` keeps it fresh."""
_LARGEST = 5_000_000
"""Bytes; no notebook of the project has as many."""
_SETTINGS = Path(__file__).resolve().parent / "jupyter"

# In a container everybody is root, and JupyterLab would refuse to start.
_AS_ROOT = ("--allow-root",) if getattr(os, "geteuid", lambda: -1)() == 0 else ()


def serve_lab(arguments: Sequence[str], *, language: str) -> int:
    """Start JupyterLab on the explorer; `arguments` are handed on to it.

    The notebooks of a checkout are opened where they are; those of an installed package are first
    copied to a folder here, so that a reader may change them, and what is there is left alone.
    """
    if not _there("jupyterlab", language):
        return 2
    if _PACKED.is_dir():
        folder = Path.cwd() / _OWN_COPY
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:  # something else of that name, or no room
            reason = error.strerror or error
            complain(sentence("cli.unwritable", language, file=folder, reason=reason))
            return 2
        _copy_missing(_PACKED, folder)
    else:
        folder = _PACKAGE.parent / "notebooks"
    _trust(folder)
    ours = [
        *_AS_ROOT,
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{EXPLORER}",
    ]
    return _start("jupyterlab", ours, arguments)


def serve_app(arguments: Sequence[str], *, language: str, share: bool, new_key: bool) -> int:
    """Serve the site: home, course, rules and explorer; `arguments` are handed on to Voilà.

    With `share` it answers the local network, for whoever has its key, which is otherwise the same
    at every start. Without, it answers this computer only.
    """
    if not _there("voila", language):
        return 2
    os.environ.setdefault("KSM_LANGUAGE", language)
    ours = [str(_shipped())]
    if share:
        ours.append("--Site.share=True")
    if new_key:
        ours.append("--Site.new_key=True")
    return _start("ksm_widgets.site", ours, arguments)


def _shipped() -> Path:
    """Where the project's notebooks lie, as they came."""
    return _PACKED if _PACKED.is_dir() else _PACKAGE.parent / "notebooks"


def _there(module: str, language: str) -> bool:
    if find_spec(module) is None:
        complain(sentence("cli.not_installed", language, module=module))
        return False
    return True


def _start(module: str, ours: list[str], theirs: Sequence[str]) -> int:
    """Become another program, in this very process, so that signals and status are its own.

    An option that the reader gives replaces ours: Jupyter takes most of them only once.
    """
    given = {argument.partition("=")[0] for argument in theirs}
    arguments = [*(option for option in ours if option.partition("=")[0] not in given), *theirs]
    paths = [str(_SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


def _trust(folder: Path) -> None:
    """Have JupyterLab show the pictures stored in our notebooks, also before they are run.

    It shows no SVG of a notebook that is not signed, and runs every script of one that is. So only
    what is the project's own is signed; a reader's notebooks, and those a stranger has put there,
    are not even opened.
    """
    notebooks = import_module("nbformat")
    keys = Path(import_module("jupyter_core.paths").jupyter_data_dir())
    # Where signatures cannot be kept there is a text in each picture's place, and that is all.
    with suppress(OSError, ValueError, sqlite3.Error):
        keys.mkdir(mode=0o700, parents=True, exist_ok=True)
        notary = import_module("nbformat.sign").NotebookNotary(data_dir=str(keys))
        with closing(notary.store):
            for content in _as_shipped(folder):
                notary.sign(notebooks.reads(content.decode("utf-8"), as_version=4))


def _as_shipped(folder: Path) -> Iterator[bytes]:
    """The notebooks of a folder that are the project's own, byte for byte."""
    for line in _DIGESTS.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        file = folder / name
        try:
            # Anything may lie in its place, a pipe that never ends as well.
            if not file.is_file():
                continue
            with file.open("rb") as opened:
                content = opened.read(_LARGEST)
        except OSError:
            continue
        if sha256(content).hexdigest() == digest:
            yield content


def _copy_missing(source: Path, target: Path) -> None:
    """Copy the files that are not there; where something is in the way it is left alone."""
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        copy = target / file.relative_to(source)
        # A link that leads nowhere is something too: to copy would be to write where it points.
        if os.path.lexists(copy):
            continue
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        except OSError:
            # Half a notebook would stay for good, since what is there is left alone.
            with suppress(OSError):
                copy.unlink()
