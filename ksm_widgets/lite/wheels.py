"""Wheels of plain Python, and ZIP files, so that the same files always make the same bytes."""

from __future__ import annotations

import io
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = [
    "Wheel",
    "made_archive",
    "made_wheel",
    "read_archive",
    "read_wheel",
    "tree",
    "with_files",
]

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP file can name."""
_ABOUT = """\
Wheel-Version: 1.0
Generator: ksm-widgets
Root-Is-Purelib: true
Tag: py3-none-any
"""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel as bytes, with the names it imports by."""

    name: str
    version: str
    file: str
    content: bytes = field(repr=False)
    imports: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes."""
        return sha256(self.content).hexdigest()


def made_wheel(name: str, version: str, files: Mapping[str, bytes]) -> Wheel:
    """The wheel of a distribution with these files, by their paths in it."""
    stem = f"{name.replace('-', '_')}-{version}"
    about = f"{stem}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    whole = {
        **dict(sorted(files.items())),
        f"{about}/METADATA": metadata.encode(),
        f"{about}/WHEEL": _ABOUT.encode(),
    }
    content = made_archive(_recorded(whole, f"{about}/RECORD"))
    return Wheel(name, version, f"{stem}-py3-none-any.whl", content, _imported(tuple(files)))


def with_files(wheel: Wheel, files: Mapping[str, bytes]) -> Wheel:
    """The same wheel with other files in it, which import by the same names."""
    record = next(path for path in files if path.endswith(".dist-info/RECORD"))
    others = {path: content for path, content in files.items() if path != record}
    return replace(wheel, content=made_archive(_recorded(others, record)))


def read_wheel(path: Path) -> Wheel:
    """A wheel that was fetched; its file's name says what it is."""
    name, version, *_ = path.name.split("-")
    content = path.read_bytes()
    imports = _imported(tuple(read_archive(content)))
    return Wheel(name.replace("_", "-").lower(), version, path.name, content, imports)


def made_archive(files: Mapping[str, bytes]) -> bytes:
    """A ZIP file with these files, by their paths."""
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = ZipInfo(path, _LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return written.getvalue()


def read_archive(content: bytes) -> dict[str, bytes]:
    """The files of a ZIP file, by their paths."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {
            entry.filename: archive.read(entry)
            for entry in archive.infolist()
            if not entry.is_dir()
        }


def tree(folder: Path, below: str, *, without: tuple[str, ...] = ()) -> dict[str, bytes]:
    """The files of a folder by the paths they have in a wheel; `without` names what stays out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if path.is_file() and "__pycache__" not in inner.parts and inner.parts[0] not in without:
            found[f"{below}/{inner.as_posix()}"] = path.read_bytes()
    return found


def _imported(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The modules at the top of a wheel with these files."""
    packages = {path.split("/")[0] for path in paths if path.count("/") and path.endswith(".py")}
    modules = {path.removesuffix(".py") for path in paths if "/" not in path}
    return tuple(sorted(name for name in packages | modules if name.isidentifier()))


def _recorded(files: Mapping[str, bytes], record: str) -> dict[str, bytes]:
    """The files, and at this path the record of them all."""
    lines = [f"{path},{_digest(content)},{len(content)}\n" for path, content in files.items()]
    return {**files, record: "".join([*lines, f"{record},,\n"]).encode()}


def _digest(content: bytes) -> str:
    return f"sha256={urlsafe_b64encode(sha256(content).digest()).decode().rstrip('=')}"
