"""What the page's Python is made of: every package with its digest, as Pyodide's lock file."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ksm_widgets.lite.wheels import Wheel, made_wheel, read_wheel, tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["CDN", "FROM_ELSEWHERE", "Elsewhere", "kernel_wheels", "lock", "own_wheel", "stand_ins"]

_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent
_STAND_INS = _HERE / "stand_ins"
LOCKED = _HERE / "requirements.txt"
"""The pure wheels that the page loads, with versions and digests."""
FROM_ELSEWHERE = ("numpy", "pillow")
"""Compiled for the browser by Pyodide's makers, and to be had from them only."""
CDN = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"
"""Where they have them."""
_NOT_IN_THE_PAGE = ("lite", "site", "cli", "notebooks")
"""Rooms that run on a computer, not in a page."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A package that the page fetches from another host, and checks by its digest."""

    name: str
    version: str
    address: str
    digest: str
    imports: tuple[str, ...]


def own_wheel() -> Wheel:
    """The project itself, with the rooms that a page needs."""
    files = tree(_PACKAGE, _PACKAGE.name, without=_NOT_IN_THE_PAGE)
    return made_wheel("ksm-widgets", version("ksm-widgets"), files)


def stand_ins() -> Iterator[Wheel]:
    """What stands in for NumPy and Pillow where nothing may be fetched from elsewhere."""
    numpy = (_STAND_INS / "numpy_stand_in.py").read_bytes()
    pillow = (_STAND_INS / "pillow_stand_in.py").read_bytes()
    yield made_wheel("numpy", "0", {"numpy/__init__.py": numpy})
    yield made_wheel("pillow", "0", {"PIL/__init__.py": b"", "PIL/Image.py": pillow})


def left_out() -> Wheel:
    """An empty jedi: the kernel asks for one, and completing code is no use where none is typed."""
    return made_wheel("jedi", "0", {})


def fetched_wheels(folder: Path) -> list[Wheel]:
    """The locked wheels, fetched by pip into a folder if they are not there."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "-qq", "--no-deps"),
            *("--only-binary", ":all:", "--platform", "any", "--python-version", "3.14"),
            *("--implementation", "py", "--abi", "none", "--require-hashes"),
            *("--requirement", str(LOCKED), "--dest", str(folder)),
        ],
        check=True,
    )
    return [read_wheel(path) for path in sorted(folder.glob("*.whl"))]


def kernel_wheels(extension: Path) -> list[Wheel]:
    """The wheels that the Pyodide kernel brings along, of two of a kind the later."""
    found = {wheel.name: wheel for wheel in map(read_wheel, sorted(extension.glob("*.whl")))}
    return list(found.values())


def from_elsewhere(known: dict[str, Any], base: str, release: str) -> list[Elsewhere]:
    """What comes from elsewhere, as the lock file of a release of Pyodide knows it."""
    address = base.replace("{version}", release)
    return [
        Elsewhere(
            name,
            entry["version"],
            address + entry["file_name"],
            entry["sha256"],
            tuple(entry["imports"]),
        )
        for name in FROM_ELSEWHERE
        if (entry := known["packages"][name])
    ]


def lock(known: dict[str, Any], wheels: Iterable[Wheel], elsewhere: Iterable[Elsewhere]) -> str:
    """Pyodide's lock file for exactly these packages.

    None depends on another: the page loads all of them at once, and resolves nothing.
    """
    there = [
        _entry(each.name, each.version, each.file, each.digest, each.imports) for each in wheels
    ]
    away = [
        _entry(each.name, each.version, each.address, each.digest, each.imports)
        for each in elsewhere
    ]
    ordered = sorted(there + away, key=lambda entry: str(entry["name"]))
    entries = {entry["name"]: entry for entry in ordered}
    return json.dumps({**known, "packages": entries}, indent=1) + "\n"


def _entry(
    name: str, version_: str, file: str, digest: str, imports: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "name": name,
        "version": version_,
        "file_name": file,
        "install_dir": "site",
        "sha256": digest,
        "package_type": "package",
        "imports": list(imports),
        "depends": [],
        "unvendored_tests": False,
    }
