"""Building the page without a server: Python, notebooks, JupyterLite and our own pages."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ksm_widgets.course import ONLY_NOTEBOOK
from ksm_widgets.lite import packages
from ksm_widgets.lite.folder import LIVE_FOLDER, check_folder, mark, put_in_place
from ksm_widgets.lite.packages import RemoteWheel, Wheel, replace_files, unzip_files, zip_files
from ksm_widgets.lite.pages import add_service_worker, index_page
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable


_HERE = Path(__file__).parent
_LIVE = _HERE / "live"
_COMPILE = _HERE / "compile.mjs"
_EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
_KERNEL = "@jupyterlite/pyodide-kernel-extension"
_USED = ("@jupyter-widgets/jupyterlab-manager", _KERNEL, "anywidget", "ipycanvas")
"""JupyterLab's extensions that the page has; whatever else is installed stays out."""
_CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""Pyodide's files that every page needs as they are; the rest are packages."""
_STANDARD = "python_stdlib.zip"
"""Python's standard library, which is compiled with the packages."""
_NPM = ("package.json", "package-lock.json")
_EARLIEST = 315532800
"""The time that all files get: 1980, the earliest that a ZIP file can name."""
_DISABLED = (
    # The notebooks read no files of the browser; what works offline is our own service worker's.
    "@jupyterlite/application-extension:service-worker-manager",
    # It asks readers who reload or leave whether their changes may be lost: there are none.
    "@jupyterlab/application-extension:dirty",
)
"""JupyterLite's own parts that the page does without."""
_PLUGIN = f"{_KERNEL}:kernel"


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """Options of a build: `base` is where NumPy and Pillow come from, None for stand-ins.

    `core` is a folder with Pyodide's own files; without one npm fetches them, as locked. With
    `replace` a page that an earlier version built without a marker may be replaced.
    """

    base: str | None = packages.CDN
    core: Path | None = None
    replace: bool = False


def build(notebooks: Path, out: Path, options: BuildOptions) -> None:
    """Build the page into a folder; the same options make the same bytes.

    The folder is new, empty or holds such a page, which is replaced once the new one is complete;
    other files beside it stay. Raises SiteFolderError for any other folder.
    """
    check_folder(out, replace=options.replace)
    with TemporaryDirectory() as temporary:
        stage = Path(temporary)
        core = options.core or _fetch_core(stage / "npm")
        lite, built = stage / "lite", stage / "built"
        wheels = _write_python(lite / "static" / "pyodide", core, stage / "wheels", options.base)
        _write_notebooks(notebooks, lite / "files")
        _write_json(lite / "jupyter-lite.json", _configuration([wheel.name for wheel in wheels]))
        _write_json(lite / "overrides.json", _SETTINGS)
        _build_lite(lite, built / LIVE_FOLDER, live_extension(stage / "extension"))
        (built / "index.html").write_text(index_page(), encoding="utf-8")
        for language in LANGUAGES:
            shutil.copytree(notebooks / language / "pictures", built / language / "pictures")
        # Some hosts would leave out what begins with an underscore.
        (built / ".nojekyll").touch()
        remote = {wheel.file: wheel.digest for wheel in wheels if isinstance(wheel, RemoteWheel)}
        add_service_worker(built, remote)
        mark(built)
        check_folder(out, replace=options.replace)
        put_in_place(built, out)


def _fetch_core(folder: Path) -> Path:
    """Return a folder with Pyodide's core, fetched by npm as the lock file has it."""
    folder.mkdir(parents=True)
    for name in _NPM:
        shutil.copy(_HERE / name, folder)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "node_modules" / "pyodide"


def _write_python(
    folder: Path, core: Path, cache: Path, base: str | None
) -> list[Wheel | RemoteWheel]:
    """Write Pyodide and everything that is loaded with it; returns the wheels, by name."""
    folder.mkdir(parents=True)
    for name in _CORE:
        shutil.copy(core / name, folder)
    known = _read_json(core / "pyodide-lock.json")
    here = [
        packages.own_wheel(),
        packages.empty_jedi(),
        *packages.fetch_wheels(cache),
        *packages.kernel_wheels(_EXTENSIONS / _KERNEL / "static" / "pypi"),
    ]
    remote: list[RemoteWheel] = []
    if base is None:
        here += packages.stand_ins()
    else:
        # The lock file names the Python it is for, but not the release of Pyodide.
        release = _read_json(core / "package.json")["version"]
        remote = packages.remote_wheels(known, base, release)
    standard = (core / _STANDARD).read_bytes()
    standard, here = compile_python(core, known["info"]["python"], standard, here)
    (folder / _STANDARD).write_bytes(standard)
    for wheel in here:
        (folder / wheel.file).write_bytes(wheel.content)
    wheels: list[Wheel | RemoteWheel] = [*here, *remote]
    wheels.sort(key=lambda wheel: wheel.name)
    locked = packages.lock_file(known, wheels)
    (folder / "pyodide-lock.json").write_text(locked, encoding="utf-8")
    return wheels


def compile_python(
    core: Path, python: str, standard: bytes, wheels: Iterable[Wheel]
) -> tuple[bytes, list[Wheel]]:
    """Return the standard library and the wheels with byte code in place of their sources.

    `core` is a folder with Pyodide, `python` the version of its Python, `standard` the library as a
    ZIP file. Byte code names the paths where it will be, as an error's traceback shows them.
    """
    major, minor, *_ = python.split(".")
    library = f"lib/python{major}{minor}.zip/"
    site = f"lib/python{major}.{minor}/site-packages/"
    archives = {wheel.name: unzip_files(wheel.content) for wheel in wheels}
    own = unzip_files(standard)
    sources = {library + path: content for path, content in own.items() if path.endswith(".py")}
    for files in archives.values():
        sources |= {site + path: content for path, content in files.items() if path.endswith(".py")}
    compiled = _run_compiler(core, sources)
    return zip_files(with_byte_code(own, compiled, library)), [
        replace_files(wheel, with_byte_code(archives[wheel.name], compiled, site))
        for wheel in wheels
    ]


def with_byte_code(
    files: dict[str, bytes], compiled: dict[str, bytes], below: str
) -> dict[str, bytes]:
    """Return files with byte code in place of each source that has any.

    `compiled` has it by the source's path below `below`, with a `c` at the end.
    """
    replaced = {}
    for path, content in files.items():
        code = compiled.get(f"{below}{path}c")
        if code is None:
            replaced[path] = content
        else:
            replaced[f"{path}c"] = code
    return replaced


def _run_compiler(core: Path, sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the byte code of each source that compiles, by its path with a `c` at the end."""
    with TemporaryDirectory() as temporary:
        given, made = Path(temporary) / "sources.zip", Path(temporary) / "compiled.zip"
        given.write_bytes(zip_files(sources))
        command = ["node", str(_COMPILE), *map(str, (core.resolve(), given, made))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"Pyodide compiled nothing:\n{done.stderr[-3000:]}")
        return unzip_files(made.read_bytes())


def _write_notebooks(notebooks: Path, folder: Path) -> None:
    """Copy the notebooks, as a page without a server needs them."""
    for path in sorted(notebooks.rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            _write_json(folder / path.relative_to(notebooks), for_the_page(_read_json(path)))


def for_the_page(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook as JupyterLite needs it: trusted, for its kernel, no text as list of lines.

    It shows no stored output of a notebook that is not trusted, and joins lists of lines by commas.
    """
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    cells = [
        _cell(cell)
        for cell in notebook["cells"]
        if ONLY_NOTEBOOK not in cell["metadata"].get("tags", ())
    ]
    metadata = {**notebook["metadata"], "kernelspec": kernel}
    return {**notebook, "cells": cells, "metadata": metadata}


def _cell(cell: dict[str, Any]) -> dict[str, Any]:
    made = {**cell, "source": _joined(cell["source"])}
    if cell["cell_type"] == "code":
        made["metadata"] = {**cell["metadata"], "trusted": True}
        made["outputs"] = [
            {**output, "data": {kind: _joined(data) for kind, data in output["data"].items()}}
            for output in cell["outputs"]
        ]
    return made


def _joined(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def _configuration(names: list[str]) -> dict[str, Any]:
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        # All are there before the kernel starts: nothing is installed, and nothing resolved.
        "loadPyodideOptions": {"packages": names},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "ksm_widgets",
            # Readers always open what the site has, not what their browser kept of it.
            "enableMemoryStorage": True,
            "contentsStorageDrivers": ["memoryStorageDriver"],
            "settingsStorageDrivers": ["memoryStorageDriver"],
            "workspacesStorageDrivers": ["memoryStorageDriver"],
            "disabledExtensions": list(_DISABLED),
            "litePluginSettings": {_PLUGIN: kernel},
        },
    }


_SETTINGS = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}
"""Settings of JupyterLab: the system's colours, and a whole notebook on the page at once."""


def live_extension(folder: Path) -> Path:
    """Write our extension of JupyterLite, its script under the name of its digest.

    So no browser runs an older script, which it kept, with a newer page.
    """
    description = _read_json(_LIVE / "package.json")
    build = description["jupyterlab"]["_build"]
    script = (_LIVE / build["load"]).read_bytes()
    build["load"] = f"static/live.{sha256(script).hexdigest()[:16]}.js"
    _write_json(folder / "package.json", description)
    (folder / "static").mkdir()
    (folder / build["load"]).write_bytes(script)
    return folder


def _build_lite(source: Path, out: Path, live: Path) -> None:
    """Run JupyterLite's own build, with our extension."""
    extensions = [*(_EXTENSIONS / name for name in _USED), live]
    configuration = {
        "apps": ["lab"],
        "contents": ["files"],
        "federated_extensions": [str(path) for path in extensions],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(out),
        "source_date_epoch": _EARLIEST,
    }
    _write_json(source / "jupyter_lite_config.json", {"LiteBuildConfig": configuration})
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--force"]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    if done.returncode:
        told = done.stdout[-3000:] + done.stderr[-3000:]
        raise RuntimeError(f"JupyterLite's build failed:\n{told}")


def _read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _write_json(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")
