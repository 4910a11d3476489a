"""`ksm lab`, `ksm app`, `ksm site`: the notebooks in JupyterLab, as an app, as plain files."""

from __future__ import annotations

import errno
import os
import runpy
import sqlite3
import sys
from contextlib import closing, suppress
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.cli.copies import follow, own_content
from ksm_widgets.cli.out_of_reach import unwritable
from ksm_widgets.cli.streams import complain
from ksm_widgets.tutor.course.progress import data_folder
from ksm_widgets.tutor.course.writing import HOME
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["build_site", "serve_app", "serve_lab"]

_PACKAGE = Path(__file__).resolve().parent.parent
_PACKED = _PACKAGE / "notebooks"
"""Where an installed package has its notebooks; in a checkout they lie beside the package."""
_OWN_COPY = "ksm-notebooks"
_ROOT = "--ServerApp.root_dir="
_DIGESTS = _PACKAGE / "tutor" / "course" / "notebooks.sha256"
"""What each notebook of the project is, byte for byte; the course's `writing` keeps it fresh."""
_SETTINGS = Path(__file__).resolve().parent / "jupyter"

# In a container everybody is root, and JupyterLab would refuse to start.
_AS_ROOT = ("--allow-root",) if getattr(os, "geteuid", lambda: -1)() == 0 else ()


def serve_lab(arguments: Sequence[str], *, language: str) -> int:
    """Start JupyterLab on the page that says where to go; `arguments` are handed on to it.

    What is opened are copies, so that a reader may change them and the project's own stay as they
    are: in a folder here or, where nothing can be written here, among the reader's own data.
    Whoever names another folder by `--ServerApp.root_dir` gets that as it is.
    """
    if not _there("jupyterlab", language):
        return 2
    ours = [*_AS_ROOT, f"--LabApp.extra_labextensions_path={_SETTINGS / 'labextensions'}"]
    named = [given.removeprefix(_ROOT) for given in arguments if given.startswith(_ROOT)]
    if named:
        folder = Path(named[-1])
    else:
        try:
            folder = _own_folder()
        except OSError as error:  # something else of that name, or no room
            return unwritable(error.filename, error, language)
        follow(_shipped(), folder)
        ours += [f"{_ROOT}{folder}", f"--LabApp.default_url=/lab/tree/{HOME}"]
    os.environ.setdefault("KSM_LANGUAGE", language)
    _trust(folder)
    return _start("jupyterlab", ours, arguments)


def _own_folder() -> Path:
    """The folder of the reader's copies; raises OSError where none can be had."""
    here = Path.cwd() / _OWN_COPY
    try:
        here.mkdir(exist_ok=True)
        if os.access(here, os.W_OK | os.X_OK):
            return here
    except PermissionError:
        pass
    except OSError as error:
        if error.errno != errno.EROFS:
            raise
    among_data = data_folder() / "notebooks"
    among_data.mkdir(parents=True, exist_ok=True)
    return among_data


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


def build_site(
    folder: Path, *, language: str, base: str | None, core: Path | None, alone: bool
) -> int:
    """Build the page without a server into a folder; see `ksm_widgets.lite` for what is wished."""
    if not _there("jupyterlite_core", language, extra="lite"):
        return 2
    wishes = [str(_shipped()), str(folder)]
    if alone:
        wishes.append("--alone")
    wishes += [f"--{name}={wish}" for name, wish in (("base", base), ("core", core)) if wish]
    return _start("ksm_widgets.lite", wishes, ())


def _shipped() -> Path:
    """Where the project's notebooks lie, as they came."""
    return _PACKED if _PACKED.is_dir() else _PACKAGE.parent / "notebooks"


def _there(module: str, language: str, *, extra: str = "lab") -> bool:
    if find_spec(module) is None:
        complain(sentence("cli.not_installed", language, module=module, extra=extra))
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
        content = own_content(folder / name)
        if content is not None and sha256(content).hexdigest() == digest:
            yield content
