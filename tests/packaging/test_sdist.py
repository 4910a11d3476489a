"""The sdist holds what its own tests and `make` need, and makes the same wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from tests.packaging.conftest import PROJECT, built_wheel

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

NOT_NEEDED = {".github/workflows/site.yml", ".pre-commit-config.yaml"}
"""Files for who works with git, and for where it is hosted."""
OWN_TESTS = ("tests/words", "tests/docs", "tests/test_readme.py", "tests/test_rooms.py")


def test_every_file_is_packed(unpacked: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    left_out = {name for name in tracked if not (unpacked / name).exists()}
    assert {name for name in left_out if (PROJECT / name).exists()} == NOT_NEEDED


def test_it_makes_the_same_wheel(unpacked: Path, wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as ours, ZipFile(built_wheel(unpacked, tmp_path)) as theirs:
        assert {name: theirs.read(name) for name in theirs.namelist()} == {
            name: ours.read(name) for name in ours.namelist()
        }


def test_its_own_tests_pass(unpacked: Path) -> None:
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *OWN_TESTS],
        cwd=unpacked,
        env=ours,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_make_finds_what_it_runs(unpacked: Path) -> None:
    assert os.access(unpacked / ".ci" / "setup", os.X_OK)
    # These tests are run by make themselves, and a make below another says where it is.
    told = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "lab"],
        cwd=unpacked,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.splitlines()[0].startswith(".ci/setup")
