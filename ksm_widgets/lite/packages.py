"""The page's Python: wheels, byte for byte reproducible, and Pyodide's lock file that lists them.

Every package is in the lock file with its digest, and the browser runs nothing that differs.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent
_STAND_INS = _HERE / "stand_ins"
LOCKED = _HERE / "requirements.txt"
"""The pure wheels that the page loads, with versions and digests."""
REMOTE = ("numpy", "pillow")
"""Packages that only Pyodide's makers compile for browsers."""
CDN = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"
"""The address where they publish them."""
_NOT_IN_THE_PAGE = ("lite", "site", "cli", "notebooks")
"""Packages of ours that run on a computer, not in a page."""
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP file can name; every file gets it."""
_WHEEL = """\
Wheel-Version: 1.0
Generator: ksm-widgets
Root-Is-Purelib: true
Tag: py3-none-any
"""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel as bytes, and the names it is imported by."""

    name: str
    version: str
    file: str
    content: bytes = field(repr=False)
    imports: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes."""
        return sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class RemoteWheel:
    """A wheel that the page fetches from another host and checks by its digest."""

    name: str
    version: str
    file: str
    digest: str
    imports: tuple[str, ...]


def build_wheel(name: str, version: str, files: Mapping[str, bytes]) -> Wheel:
    """Return the wheel of a distribution with these files, by their paths in it."""
    stem = f"{name.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    whole = {
        **dict(sorted(files.items())),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": _WHEEL.encode(),
    }
    content = zip_files(_with_record(whole, f"{info}/RECORD"))
    return Wheel(name, version, f"{stem}-py3-none-any.whl", content, _imports(tuple(files)))


def replace_files(wheel: Wheel, files: Mapping[str, bytes]) -> Wheel:
    """Return the same wheel with other files, which are imported by the same names."""
    record = next(path for path in files if path.endswith(".dist-info/RECORD"))
    others = {path: content for path, content in files.items() if path != record}
    return replace(wheel, content=zip_files(_with_record(others, record)))


def read_wheel(path: Path) -> Wheel:
    """Read a wheel from a file, whose name says which it is."""
    name, version, *_ = path.name.split("-")
    content = path.read_bytes()
    imports = _imports(tuple(unzip_files(content)))
    return Wheel(name.replace("_", "-").lower(), version, path.name, content, imports)


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file of files by path: always the same bytes for the same files."""
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = ZipInfo(path, _EARLIEST)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return written.getvalue()


def unzip_files(content: bytes) -> dict[str, bytes]:
    """Return the files of a ZIP file by path."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {
            entry.filename: archive.read(entry)
            for entry in archive.infolist()
            if not entry.is_dir()
        }


def _imports(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return the top-level modules of a wheel with these files."""
    packages = {path.split("/")[0] for path in paths if path.count("/") and path.endswith(".py")}
    modules = {path.removesuffix(".py") for path in paths if "/" not in path}
    return tuple(sorted(name for name in packages | modules if name.isidentifier()))


def _with_record(files: Mapping[str, bytes], record: str) -> dict[str, bytes]:
    """Return the files and, under the path `record`, the list of them with their digests."""
    lines = [f"{path},{_digest(content)},{len(content)}\n" for path, content in files.items()]
    return {**files, record: "".join([*lines, f"{record},,\n"]).encode()}


def _digest(content: bytes) -> str:
    return f"sha256={urlsafe_b64encode(sha256(content).digest()).decode().rstrip('=')}"


def own_wheel() -> Wheel:
    """Return the project itself, with the packages that a page needs."""
    files = {}
    for path in sorted(_PACKAGE.rglob("*")):
        inner = path.relative_to(_PACKAGE)
        wanted = "__pycache__" not in inner.parts and inner.parts[0] not in _NOT_IN_THE_PAGE
        if path.is_file() and wanted:
            files[f"{_PACKAGE.name}/{inner.as_posix()}"] = path.read_bytes()
    return build_wheel("ksm-widgets", version("ksm-widgets"), files)


def stand_ins() -> Iterator[Wheel]:
    """Yield what takes the place of NumPy and Pillow in a page that fetches nothing from afar."""
    numpy = (_STAND_INS / "numpy_stand_in.py").read_bytes()
    pillow = (_STAND_INS / "pillow_stand_in.py").read_bytes()
    yield build_wheel("numpy", "0", {"numpy/__init__.py": numpy})
    yield build_wheel("pillow", "0", {"PIL/__init__.py": b"", "PIL/Image.py": pillow})


def empty_jedi() -> Wheel:
    """Return an empty jedi: the kernel asks for one, but there is no code to complete."""
    return build_wheel("jedi", "0", {})


def fetch_wheels(folder: Path, requirements: Path = LOCKED) -> list[Wheel]:
    """Return the locked wheels, fetched by pip into a folder.

    Raises CalledProcessError if one has no digest or does not match it.
    """
    subprocess.run(
        [
            # Of the folder it is started in, which may be anybody's, nothing is imported.
            *(sys.executable, "-P", "-m", "pip", "download", "-qq", "--no-deps"),
            *("--only-binary", ":all:", "--platform", "any", "--python-version", "3.14"),
            *("--implementation", "py", "--abi", "none", "--require-hashes"),
            *("--requirement", str(requirements), "--dest", str(folder)),
        ],
        check=True,
    )
    return [read_wheel(path) for path in sorted(folder.glob("*.whl"))]


def kernel_wheels(extension: Path) -> list[Wheel]:
    """Return the wheels of the Pyodide kernel; of two versions of one, the later."""
    found = {wheel.name: wheel for wheel in map(read_wheel, sorted(extension.glob("*.whl")))}
    return list(found.values())


def remote_wheels(known: dict[str, Any], base: str, release: str) -> list[RemoteWheel]:
    """Return what comes from `base`, as the lock file of a release of Pyodide has it."""
    address = base.replace("{version}", release)
    entries = {name: known["packages"][name] for name in REMOTE}
    return [
        RemoteWheel(
            name,
            entry["version"],
            address + entry["file_name"],
            entry["sha256"],
            tuple(entry["imports"]),
        )
        for name, entry in entries.items()
    ]


def lock_file(known: dict[str, Any], wheels: Iterable[Wheel | RemoteWheel]) -> str:
    """Return Pyodide's lock file for exactly these wheels.

    None depends on another: the page loads all of them at once and resolves nothing.
    """
    entries = {
        wheel.name: {
            "name": wheel.name,
            "version": wheel.version,
            "file_name": wheel.file,
            "install_dir": "site",
            "sha256": wheel.digest,
            "package_type": "package",
            "imports": list(wheel.imports),
            "depends": [],
            "unvendored_tests": False,
        }
        for wheel in sorted(wheels, key=lambda wheel: wheel.name)
    }
    return json.dumps({**known, "packages": entries}, indent=1) + "\n"
