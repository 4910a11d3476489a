"""Building the page: everything put in its place, then JupyterLite's own build around it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ksm_widgets.lite import packages
from ksm_widgets.lite.compiling import compiled
from ksm_widgets.lite.pages import index
from ksm_widgets.tutor.course.writing import ONLY_NOTEBOOK
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from ksm_widgets.lite.wheels import Wheel

__all__ = ["Wishes", "build", "prepared"]

_HERE = Path(__file__).parent
_LIVE = _HERE / "live"
_EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
_KERNEL = "@jupyterlite/pyodide-kernel-extension"
_TAKEN = ("@jupyter-widgets/jupyterlab-manager", _KERNEL, "anywidget", "ipycanvas")
"""What of JupyterLab's extensions the page has; whatever else is installed stays out."""
_CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What of Pyodide every page needs as it is; the rest are packages."""
_STANDARD = "python_stdlib.zip"
"""Python's own library, which is compiled with the packages."""
_NPM = ("package.json", "package-lock.json")
_LONG_AGO = 315532800
"""The time that all files are said to be from: 1980, the earliest that a ZIP file can name."""
_LEFT_OUT = (
    # Files of the browser's are not asked for at every import.
    "@jupyterlite/application-extension:service-worker-manager",
    # It asks whoever reloads or leaves whether what they have changed may be lost: nothing is.
    "@jupyterlab/application-extension:dirty",
)
"""What JupyterLite does by itself, and the page does without."""
_PLUGIN = f"{_KERNEL}:kernel"


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the page is to be: `base` is where NumPy and Pillow come from, None for stand-ins.

    `core` is a folder with Pyodide's own files; without one npm fetches them, as locked.
    """

    base: str | None = packages.CDN
    core: Path | None = None


def build(notebooks: Path, out: Path, wishes: Wishes) -> None:
    """Build the page into a folder, which is emptied first; the same wishes make the same bytes."""
    with TemporaryDirectory() as temporary:
        stage = Path(temporary)
        core = wishes.core or _fetched_core(stage / "npm")
        lite = stage / "lite"
        names = _lay_out_python(lite / "static" / "pyodide", core, stage / "wheels", wishes.base)
        _lay_out_notebooks(notebooks, lite / "files")
        _write_json(lite / "jupyter-lite.json", _configuration(names))
        _write_json(lite / "overrides.json", _SETTINGS)
        shutil.rmtree(out, ignore_errors=True)
        _build_lite(lite, out / "live")
    (out / "index.html").write_text(index(), encoding="utf-8")
    for language in LANGUAGES:
        shutil.copytree(notebooks / language / "pictures", out / language / "pictures")
    # Some hosts would leave out what begins with an underscore.
    (out / ".nojekyll").touch()


def _fetched_core(folder: Path) -> Path:
    """Pyodide's core, fetched by npm as the lock file has it."""
    folder.mkdir(parents=True)
    for name in _NPM:
        shutil.copy(_HERE / name, folder)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "node_modules" / "pyodide"


def _lay_out_python(folder: Path, core: Path, cache: Path, base: str | None) -> list[str]:
    """Put Pyodide and all that is loaded with it in a folder; returns the packages' names."""
    folder.mkdir(parents=True)
    for name in _CORE:
        shutil.copy(core / name, folder)
    known = _read_json(core / "pyodide-lock.json")
    wheels: list[Wheel] = [
        packages.own_wheel(),
        packages.left_out(),
        *packages.fetched_wheels(cache),
        *packages.kernel_wheels(_EXTENSIONS / _KERNEL / "static" / "pypi"),
    ]
    elsewhere: list[packages.Elsewhere] = []
    if base is None:
        wheels += packages.stand_ins()
    else:
        # The lock tells which Python it is for, not of which release of Pyodide it is.
        release = _read_json(core / "package.json")["version"]
        elsewhere = packages.from_elsewhere(known, base, release)
    standard = (core / _STANDARD).read_bytes()
    standard, wheels = compiled(core, known["info"]["python"], standard, wheels)
    (folder / _STANDARD).write_bytes(standard)
    for wheel in wheels:
        (folder / wheel.file).write_bytes(wheel.content)
    locked = packages.lock(known, wheels, elsewhere)
    (folder / "pyodide-lock.json").write_text(locked, encoding="utf-8")
    return sorted([*(each.name for each in wheels), *(each.name for each in elsewhere)])


def _lay_out_notebooks(notebooks: Path, folder: Path) -> None:
    """Copy the notebooks, as a page without a server needs them."""
    for path in sorted(notebooks.rglob("*.ipynb")):
        if ".ipynb_checkpoints" in path.parts:
            continue
        there = folder / path.relative_to(notebooks)
        there.parent.mkdir(parents=True, exist_ok=True)
        _write_json(there, prepared(_read_json(path)))


def prepared(notebook: dict[str, Any]) -> dict[str, Any]:
    """A notebook as JupyterLite takes it: trusted, for its kernel, no text in a list of lines.

    It would show nothing that is stored in a notebook that is not trusted, and put commas between
    the lines of a list.
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
    made = {**cell, "source": _text(cell["source"])}
    if cell["cell_type"] == "code":
        made["metadata"] = {**cell["metadata"], "trusted": True}
        made["outputs"] = [
            {**output, "data": {kind: _text(data) for kind, data in output["data"].items()}}
            for output in cell["outputs"]
        ]
    return made


def _text(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def _configuration(names: list[str]) -> dict[str, Any]:
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        # All are there before the kernel begins: nothing is installed, and nothing resolved.
        "loadPyodideOptions": {"packages": names},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "ksm_widgets",
            # What a reader opens is always what the site has, not what their browser kept of it.
            "enableMemoryStorage": True,
            "contentsStorageDrivers": ["memoryStorageDriver"],
            "settingsStorageDrivers": ["memoryStorageDriver"],
            "workspacesStorageDrivers": ["memoryStorageDriver"],
            "disabledExtensions": list(_LEFT_OUT),
            "litePluginSettings": {_PLUGIN: kernel},
        },
    }


_SETTINGS = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}
"""Of JupyterLab's own: colours as the system has them, and all of a notebook there at once."""


def _build_lite(source: Path, out: Path) -> None:
    """JupyterLite's own build."""
    extensions = [*(_EXTENSIONS / name for name in _TAKEN), _LIVE]
    configuration = {
        "apps": ["lab"],
        "contents": ["files"],
        "federated_extensions": [str(path) for path in extensions],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(out),
        "source_date_epoch": _LONG_AGO,
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
