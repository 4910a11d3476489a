"""The built wheel alone, in an environment with nothing else, solves and shows."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
PACKAGE = PROJECT / "ksm_widgets"
BOARD = "-,-,-,-,-,-/" + "/".join(["-,-,-,-,-,-"] * 4) + "/5,5,5,-,-,-"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = ["-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir"]
    subprocess.run([sys.executable, *command, str(folder), str(PROJECT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def ksm(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `ksm` command of a fresh environment that holds the wheel only."""
    place = tmp_path_factory.mktemp("alone")
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--no-index", str(wheel)], check=True
    )
    return place / "bin" / "ksm"


def _ksm(ksm: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ksm, *arguments], input=text, capture_output=True, text=True, check=False, cwd=ksm.parent
    )


def test_every_file_of_the_package_is_packed(wheel: Path) -> None:
    """Data, scripts and styles too, and the notebooks."""
    packed = set(ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "ksm_widgets", "notebooks"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    expected = {
        f"ksm_widgets/{name}" if name.startswith("notebooks/") else name
        for name in tracked
        if (PROJECT / name).is_file()
    }
    assert expected <= packed


def test_it_solves(ksm: Path) -> None:
    done = _ksm(ksm, "solve", "-", text=json.dumps({"board": BOARD, "shape": "###"}))
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["net"]) == ("optimal", 15)


def test_it_knows_the_cards(ksm: Path) -> None:
    done = _ksm(ksm, "solve", "-", text=json.dumps({"board": BOARD, "card": 1}))
    assert (done.returncode, done.stderr) == (0, "")


def test_it_shows_and_draws(ksm: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    done = _ksm(ksm, "show", BOARD, "--svg", str(picture))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(BOARD)
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_it_says_how_to_get_jupyter(ksm: Path) -> None:
    done = _ksm(ksm, "lab")
    assert done.returncode == 2
    assert "ksm-widgets[lab]" in done.stderr


def test_its_front_door_opens_and_says_what_the_board_needs(ksm: Path) -> None:
    code = """
import ksm_widgets as ksm
print(ksm.solve(ksm.Position.near("5,4,3z"), "###").plan.net)
try:
    ksm.Explorer()
except ImportError as error:
    print(error)
"""
    python = ksm.with_name("python")
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    net, told = done.stdout.splitlines()
    assert net == "11"
    assert "pip install 'ksm-widgets[lab]'" in told
