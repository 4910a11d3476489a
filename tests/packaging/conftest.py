"""Builds what is given away: the wheel, and the sdist from which it can be built as well."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def pip(*arguments: str | Path, python: str | Path = sys.executable) -> None:
    """Run pip, and say nothing unless something is wrong."""
    subprocess.run([python, "-m", "pip", *arguments, "--quiet"], check=True)


def built_wheel(source: Path, folder: Path) -> Path:
    """The wheel of a folder with the project in it, built by the tools that are installed here."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(PROJECT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    build = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "sdist",
        "--directory",
        str(folder),
    ]
    subprocess.run(build, cwd=PROJECT, check=True, capture_output=True)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        # Python 3.11.2 has no filters to name.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)
    return folder / packed.name.removesuffix(".tar.gz")
