"""The wheel on each Python it is meant for: the core's own tests, with nothing else installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.conftest import PROJECT, pip

pytestmark = pytest.mark.slow

VERSIONS = ("3.11", "3.12", "3.13")
CORE = ("tests/rules", "tests/words", "tests/solver/test_problem.py", "tests/puzzles/test_pack.py")


def _interpreters() -> dict[str, Path]:
    """Those of this machine that can make an environment, also where a manager keeps several."""
    found = {}
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in VERSIONS:
        named = shutil.which(f"python{version}")
        # A name on the path may be a manager's stub for a version that is not chosen.
        places = [Path(named)] if named else []
        places += sorted(kept.glob(f"{version}.*/bin/python"))
        asked = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"
        for place in places:
            told = subprocess.run([place, "-c", asked], capture_output=True, text=True, check=False)
            if told.stdout.strip() == version:
                found[version] = place
                break
    return found


INTERPRETERS = _interpreters()


def test_there_is_one_to_try() -> None:
    assert "{}.{}".format(*sys.version_info[:2]) in INTERPRETERS


@pytest.mark.parametrize("version", INTERPRETERS)
def test_the_core_passes_its_tests(version: str, wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "venv"
    subprocess.run([INTERPRETERS[version], "-m", "venv", place], check=True)
    python = place / "bin" / "python"
    pip("install", wheel, "hypothesis", "pytest", python=python)
    # The tests alone, so that the package is the installed one.
    shutil.copytree(PROJECT / "tests", tmp_path / "tests")
    shutil.copyfile(PROJECT / "pyproject.toml", tmp_path / "pyproject.toml")
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *CORE],
        cwd=tmp_path,
        env=ours,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    where = "import ksm_widgets; print(ksm_widgets.__file__)"
    told = subprocess.run([python, "-c", where], cwd=tmp_path, capture_output=True, check=True)
    assert str(place).encode() in told.stdout
