"""The built wheel alone, in an environment with nothing else, solves and shows."""

from __future__ import annotations

import json
import re
import subprocess
import venv
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.packaging.conftest import PROJECT, pip

pytestmark = pytest.mark.slow

BOARD = "-,-,-,-,-,-/" + "/".join(["-,-,-,-,-,-"] * 4) + "/5,5,5,-,-,-"


@pytest.fixture(scope="module")
def ksm(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `ksm` command of a fresh environment that holds the wheel only."""
    place = tmp_path_factory.mktemp("alone")
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    pip("install", "--no-index", wheel, python=python)
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


def test_its_page_on_an_index_has_links_that_lead_somewhere(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith("/METADATA"))
        about = message_from_bytes(packed.read(name))
    homes = dict(told.split(", ") for told in about.get_all("Project-URL", []))
    assert set(homes) == {"Changelog", "Documentation", "Issues", "Source"}
    assert all(home.startswith(homes["Source"]) for home in homes.values())
    source = re.escape(homes["Source"])
    page = str(about.get_payload())
    links = re.findall(r"\]\((.+?)\)", page)
    ours = [link for link in links if re.match(source, link)]
    assert len(ours) > 10
    assert all(link in ours or link.startswith("https://") for link in links)
    for link in ours:
        path = re.sub(rf"{source}/(blob|raw)/v{about['Version']}/", "", link)
        assert (PROJECT / path).exists(), link
    (picture,) = re.findall(r"!\[.+?\]\((.+?)\)", page)
    assert "/raw/" in picture


def test_it_says_its_version(ksm: Path, wheel: Path) -> None:
    done = _ksm(ksm, "--version")
    assert (done.returncode, done.stdout) == (0, f"ksm {wheel.name.split('-')[1]}\n")


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


def test_its_widgets_say_what_brings_them(ksm: Path) -> None:
    """As a notebook asks for them, whose kernel has nothing but the wheel."""
    code = "from ksm_widgets.widgets import Explorer"
    python = ksm.with_name("python")
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'ksm-widgets[lab]'" in done.stderr
