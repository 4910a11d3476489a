"""`ksm lab` and `ksm app`: the notebooks in JupyterLab, the explorer as a page of its own."""

from __future__ import annotations

import os
import runpy
import shutil
import sys
from contextlib import closing, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EXPLORER", "serve_app", "serve_lab"]

EXPLORER = "explorer.ipynb"

_PACKAGE = Path(__file__).resolve().parent.parent
_PACKED = _PACKAGE / "notebooks"
"""Where an installed package has its notebooks; in a checkout they lie beside the package."""
_OWN_COPY = "ksm-notebooks"
_SETTINGS = Path(__file__).resolve().parent / "jupyter"
_IDLE_SECONDS = 600
"""A page that was closed leaves its kernel behind; it is stopped after so long."""

# In a container everybody is root, and JupyterLab would refuse to start.
_AS_ROOT = ("--allow-root",) if getattr(os, "geteuid", lambda: -1)() == 0 else ()

# Notebook 7's own part looks for pieces that Voilà doesn't have, and logs an error.
_NOT_FOR_VOILA = ("@jupyter-notebook/lab-extension",)


def serve_lab(arguments: Sequence[str], *, language: str) -> int:
    """Start JupyterLab on the explorer; `arguments` are handed on to it.

    The notebooks of a checkout are opened where they are; those of an installed package are first
    copied to a folder here, so that a reader may change them, and what is there is left alone.
    """
    if not _there("jupyterlab", language):
        return 2
    if _PACKED.is_dir():
        folder = Path.cwd() / _OWN_COPY
        _copy_missing(_PACKED, folder)
    else:
        folder = _PACKAGE.parent / "notebooks"
    _trust(folder, _PACKED if _PACKED.is_dir() else folder)
    ours = [
        *_AS_ROOT,
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{EXPLORER}",
    ]
    return _start("jupyterlab", ours, arguments)


def serve_app(arguments: Sequence[str], *, language: str) -> int:
    """Serve the explorer with Voilà; `arguments` are handed on to it."""
    if not _there("voila", language):
        return 2
    folder = _PACKED if _PACKED.is_dir() else _PACKAGE.parent / "notebooks"
    ours = [
        str(folder / EXPLORER),
        f"--MappingKernelManager.cull_idle_timeout={_IDLE_SECONDS}",
        f"--MappingKernelManager.cull_interval={_IDLE_SECONDS // 10}",
        *(f"--VoilaConfiguration.extension_denylist={name}" for name in _NOT_FOR_VOILA),
    ]
    return _start("voila", ours, arguments)


def _there(module: str, language: str) -> bool:
    if find_spec(module) is None:
        print(sentence("cli.not_installed", language, module=module), file=sys.stderr)
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


def _trust(folder: Path, shipped: Path) -> None:
    """Have JupyterLab show the pictures stored in our notebooks, also before they are run.

    It shows no SVG of a notebook that is not signed. Only what is as it was shipped is signed; a
    reader's own notebooks are their own affair.
    """
    notebooks = import_module("nbformat")
    keys = Path(import_module("jupyter_core.paths").jupyter_data_dir())
    try:
        keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:  # Without a disk there is a text in each picture's place.
        return
    notary = import_module("nbformat.sign").NotebookNotary(data_dir=str(keys))
    with closing(notary.store):
        for original in sorted(shipped.rglob("*.ipynb")):
            ours = folder / original.relative_to(shipped)
            if ours.read_bytes() == original.read_bytes():
                with suppress(OSError, ValueError):
                    notary.sign(notebooks.read(ours, as_version=4))


def _copy_missing(source: Path, target: Path) -> None:
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        copy = target / file.relative_to(source)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
