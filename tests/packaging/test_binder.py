"""What a Binder build does, without Docker: requirements, postBuild, the server's settings."""

from __future__ import annotations

import json
import os
import subprocess
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment as Binder builds it from a clone of the project."""
    folder = tmp_path_factory.mktemp("binder")
    clone, place = folder / "clone", folder / "venv"
    subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(clone)], check=True)
    venv.create(place, with_pip=True)
    surroundings = {
        **os.environ,
        "HOME": str(folder),
        "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }
    for command in (
        ["pip", "install", "--quiet", "-r", "binder/requirements.txt"],
        ["binder/postBuild"],
    ):
        subprocess.run(command, cwd=clone, env=surroundings, check=True)
    return place


def test_the_explorer_comes_first_and_asks_nothing(built: Path) -> None:
    settings = built / "etc" / "jupyter"
    server = json.loads(
        (settings / "jupyter_server_config.d" / "ksm_widgets.json").read_text(encoding="utf-8")
    )
    page = json.loads((settings / "labconfig" / "page_config.json").read_text(encoding="utf-8"))
    url = server["LabApp"]["default_url"]
    assert url.startswith("/lab/tree/")
    assert (built.parent / "clone" / url.removeprefix("/lab/tree/")).is_file()
    assert page["disabledExtensions"]["@jupyterlab/apputils-extension:announcements"] is True


def test_the_widgets_are_there(built: Path) -> None:
    python = built / "bin" / "python"
    code = "import ipycanvas, jupyterlab, voila, ksm_widgets.widgets"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
