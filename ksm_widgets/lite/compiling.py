"""Byte code for the page, made by the Python that will run it: Pyodide, under Node.

A page would otherwise compile all that it imports, and at every visit anew.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ksm_widgets.lite.wheels import Wheel, made_archive, read_archive, with_files

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["compiled", "with_byte_code"]

_DRIVER = Path(__file__).with_name("compile.mjs")


def compiled(
    core: Path, python: str, standard: bytes, wheels: Iterable[Wheel]
) -> tuple[bytes, list[Wheel]]:
    """Python's own library and the wheels, with byte code in place of what is Python in them.

    `core` is a folder with Pyodide, `python` the version of its Python, `standard` that library
    as a ZIP file. What is compiled is told where it will lie, as an error's traceback shows.
    """
    major, minor, *_ = python.split(".")
    library = f"lib/python{major}{minor}.zip/"
    packages = f"lib/python{major}.{minor}/site-packages/"
    archives = {wheel.name: read_archive(wheel.content) for wheel in wheels}
    own = read_archive(standard)
    sources = {library + path: content for path, content in own.items() if path.endswith(".py")}
    for files in archives.values():
        sources |= {
            packages + path: content for path, content in files.items() if path.endswith(".py")
        }
    made = _compiled(core, sources)
    return made_archive(with_byte_code(own, made, library)), [
        with_files(wheel, with_byte_code(archives[wheel.name], made, packages)) for wheel in wheels
    ]


def with_byte_code(files: dict[str, bytes], made: dict[str, bytes], below: str) -> dict[str, bytes]:
    """Files with the byte code in the place of each source of which there is any.

    `made` has it by the source's path with a `c` behind, in the folder `below`.
    """
    return dict(
        (f"{path}c", made[code]) if (code := f"{below}{path}c") in made else (path, content)
        for path, content in files.items()
    )


def _compiled(core: Path, sources: dict[str, bytes]) -> dict[str, bytes]:
    """The byte code of each source that compiles, by its path with a `c` behind."""
    with TemporaryDirectory() as temporary:
        given, made = Path(temporary) / "sources.zip", Path(temporary) / "compiled.zip"
        given.write_bytes(made_archive(sources))
        command = ["node", str(_DRIVER), *map(str, (core.resolve(), given, made))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"Pyodide compiled nothing:\n{done.stderr[-3000:]}")
        return read_archive(made.read_bytes())
