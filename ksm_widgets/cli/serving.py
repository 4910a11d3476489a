"""`ksm lab`, `ksm app`, `ksm site`: the notebooks in JupyterLab, as an app, as static files."""

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
from shutil import which
from typing import TYPE_CHECKING

from ksm_widgets.cli.commands import option_help
from ksm_widgets.cli.copies import follow, leads_away, own_content
from ksm_widgets.course import DIGESTS, HOME
from ksm_widgets.progress.progress import data_folder
from ksm_widgets.puzzles.pack import opened_pack
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.solving.classroom import Classroom, pack_of
from ksm_widgets.terminal.command import Command
from ksm_widgets.terminal.streams import FileError, print_error, put_line
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ksm_widgets.puzzles import Pack


_PACKAGE = Path(__file__).resolve().parent.parent
_PACKED = _PACKAGE / "notebooks"
"""The notebooks of an installed package; in a checkout they are beside the package."""
_OWN_COPY = "ksm-notebooks"
_ROOT = "--ServerApp.root_dir="
_SETTINGS = Path(__file__).resolve().parent / "jupyter"

# In a container everybody is root, and JupyterLab would refuse to start.
_AS_ROOT = ("--allow-root",) if getattr(os, "geteuid", lambda: -1)() == 0 else ()


def _no_options(parser: argparse.ArgumentParser, language: str) -> None:
    pass


def _add_app_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = option_help(language)
    parser.add_argument("--share", action="store_true", help=text("share"))
    parser.add_argument("--new-key", action="store_true", help=text("new_key"))
    parser.add_argument("--pack", type=Path, metavar="FILE", help=text("class_pack"))


def _add_site_options(parser: argparse.ArgumentParser, language: str) -> None:
    text = option_help(language)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=text("site_folder"))
    parser.add_argument("--base", metavar="ADDRESS", help=text("site_base"))
    parser.add_argument("--alone", action="store_true", help=text("site_alone"))
    parser.add_argument("--core", type=Path, metavar="FOLDER", help=text("site_core"))
    parser.add_argument("--replace", action="store_true", help=text("site_replace"))


def _serve_lab(args: argparse.Namespace, language: str) -> int:
    """Start JupyterLab on the start page; unknown arguments are passed on to it.

    It opens copies of the notebooks, which a reader may change: in a folder here or, if that
    cannot be written, among the user's data. Another folder can be given by
    `--ServerApp.root_dir`; then nothing is copied.
    """
    arguments: list[str] = args.others
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
            raise FileError.unwritable(error.filename, error) from error
        follow(_shipped(), folder)
        ours += [f"{_ROOT}{folder}", f"--LabApp.default_url=/lab/tree/{HOME}"]
    os.environ.setdefault("KSM_LANGUAGE", language)
    _trust(folder)
    return _start("jupyterlab", ours, arguments)


def _own_folder() -> Path:
    """The folder of the reader's copies; raises OSError if there can be none."""
    here = Path.cwd() / _OWN_COPY
    try:
        # In somebody else's folder a link of that name may lead to any folder of the reader's.
        if not leads_away(here):
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


def _serve_app(args: argparse.Namespace, language: str) -> int:
    """Serve the app; unknown arguments are passed on to Voilà.

    With --share it answers the local network, for everyone who has its key, which is the same at
    every start unless --new-key is given. Otherwise it answers this computer only. The pack of
    --pack is the assignment of a class, until there is another one.
    """
    if not _there("voila", language):
        return 2
    if args.pack is not None:
        if not args.share:
            print_error(sentence("cli.pack_alone", language))
            return 2
        try:
            with opened_pack(args.pack) as opened:
                pack = pack_of(opened, args.pack.name)
            before = _assign(Classroom(), pack)
        except KsmError as error:
            print_error(error.sentence(language))
            return 2
        if before:
            put_line(sentence("cli.pack_another", language))
    os.environ.setdefault("KSM_LANGUAGE", language)
    ours = [str(_shipped())]
    if args.share:
        ours.append("--Site.share=True")
    if args.new_key:
        ours.append("--Site.new_key=True")
    return _start("ksm_widgets.site", ours, args.others)


def _assign(room: Classroom, pack: Pack) -> bool:
    """Give a class a pack; return whether its pupils had another one before."""
    before = room.pack
    room.assign(pack)
    return before is not None and before.mark != pack.mark and bool(room.pupils())


def _build_site(args: argparse.Namespace, language: str) -> int:
    """Build the page that needs no server into a folder."""
    if not _there("jupyterlite_core", language, extra="lite"):
        return 2
    for program in ("node",) if args.core else ("node", "npm"):
        if which(program) is None:
            print_error(sentence("cli.no_program", language, program=program))
            return 2
    building = import_module("ksm_widgets.lite.building")
    source = None if args.alone else args.base or building.packages.CDN
    options = building.BuildOptions(source, args.core, args.replace)
    try:
        building.build(_shipped(), args.folder, options)
    except KsmError as error:
        print_error(error.sentence(language))
        return 2
    except OSError as error:
        raise FileError.unwritable(error.filename, error) from error
    return 0


def _shipped() -> Path:
    """The folder of the project's own notebooks."""
    return _PACKED if _PACKED.is_dir() else _PACKAGE.parent / "notebooks"


def _there(module: str, language: str, *, extra: str = "lab") -> bool:
    if find_spec(module) is None:
        print_error(sentence("install.missing", language, module=module, extra=extra))
        return False
    return True


def _start(module: str, ours: list[str], theirs: Sequence[str]) -> int:
    """Run another program in this process, so that signals and status are its own.

    An option of the user's replaces ours: Jupyter accepts most of them only once.
    """
    given = {argument.partition("=")[0] for argument in theirs}
    arguments = [*(option for option in ours if option.partition("=")[0] not in given), *theirs]
    paths = [str(_SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


def _trust(folder: Path) -> None:
    """Have JupyterLab show the pictures stored in our notebooks before they are run.

    It shows no SVG of an unsigned notebook, and runs every script of a signed one. So only the
    project's own notebooks are signed; others in the folder are not even opened.
    """
    notebooks = import_module("nbformat")
    keys = Path(import_module("jupyter_core.paths").jupyter_data_dir())
    # Without signatures there is only a text in place of each picture.
    with suppress(OSError, ValueError, sqlite3.Error):
        keys.mkdir(mode=0o700, parents=True, exist_ok=True)
        notary = import_module("nbformat.sign").NotebookNotary(data_dir=str(keys))
        with closing(notary.store):
            for content in _as_shipped(folder):
                notary.sign(notebooks.reads(content.decode("utf-8"), as_version=4))


def _as_shipped(folder: Path) -> Iterator[bytes]:
    """The notebooks in a folder that are exactly the project's own."""
    for line in DIGESTS.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        content = own_content(folder / name)
        if content is not None and sha256(content).hexdigest() == digest:
            yield content


COMMANDS = {
    "lab": Command(_no_options, _serve_lab, passes_on=True),
    "app": Command(_add_app_options, _serve_app, passes_on=True),
    "site": Command(_add_site_options, _build_site),
}
