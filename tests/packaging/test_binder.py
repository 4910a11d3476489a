"""What a Binder build does, without Docker: requirements, postBuild, the server's settings."""

from __future__ import annotations

import json
import os
import subprocess
import time
import venv
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlparse
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from benchmarks.browsing.servers import free_port

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]


def _surroundings(home: Path, place: Path) -> dict[str, str]:
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "KSM_", "NUMBA_", "PYTHONPATH", "XDG_"))
    }
    return {
        **ours,
        "HOME": str(home),
        "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }


def _led_to(url: str, server: subprocess.Popen[bytes]) -> str:
    """Where a server leads who opens an address, once it answers."""
    while server.poll() is None:
        try:
            with build_opener(HTTPCookieProcessor()).open(url, timeout=30) as said:
                return str(said.geturl())
        except HTTPError:
            raise
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("The server did not start.")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment as Binder builds it from a clone of the project."""
    folder = tmp_path_factory.mktemp("binder")
    clone, place = folder / "clone", folder / "venv"
    subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(clone)], check=True)
    venv.create(place, with_pip=True)
    surroundings = _surroundings(folder, place)
    for command in (
        ["pip", "install", "--quiet", "-r", "binder/requirements.txt"],
        ["binder/postBuild"],
    ):
        subprocess.run(command, cwd=clone, env=surroundings, check=True)
    return place


@pytest.fixture(scope="module")
def surroundings(built: Path) -> dict[str, str]:
    """What the image's programs find around them."""
    return _surroundings(built.parent, built)


def test_home_comes_first(built: Path, surroundings: dict[str, str]) -> None:
    """The server is started as the image does; who comes to its root is led to home."""
    port, token = free_port(), "binder"
    arguments = ("--no-browser", f"--port={port}", "--ip=127.0.0.1", "--allow-root")
    server = subprocess.Popen(
        ["binder/start", "jupyter", "notebook", *arguments, f"--IdentityProvider.token={token}"],
        cwd=built.parent / "clone",
        env=surroundings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        led = _led_to(f"http://127.0.0.1:{port}/?token={token}", server)
    finally:
        server.terminate()
        server.wait()
    path = urlparse(led).path
    assert path == "/lab/tree/notebooks/home.md"
    assert (built.parent / "clone" / path.removeprefix("/lab/tree/")).is_file()


def test_it_asks_nothing_and_runs_what_is_opened(built: Path) -> None:
    labconfig = built / "etc" / "jupyter" / "labconfig"
    page = json.loads((labconfig / "page_config.json").read_text(encoding="utf-8"))
    assert page["disabledExtensions"]["@jupyterlab/apputils-extension:announcements"] is True
    extension = built / "share" / "jupyter" / "labextensions" / "ksm-widgets" / "package.json"
    about = json.loads(extension.read_text(encoding="utf-8"))
    assert (extension.parent / about["jupyterlab"]["_build"]["load"]).is_file()


def test_the_notebooks_are_trusted(built: Path, surroundings: dict[str, str]) -> None:
    code = """
import sys
from nbformat import read
from nbformat.sign import NotebookNotary
for name in sys.argv[1:]:
    print(NotebookNotary().check_signature(read(name, as_version=4)))
"""
    names = sorted(str(path) for path in (built.parent / "clone" / "notebooks").rglob("*.ipynb"))
    done = subprocess.run(
        [built / "bin" / "python", "-c", code, *names],
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["True"] * len(names)
    assert len(names) > 20


def test_the_solver_is_compiled_for_any_machine(built: Path, surroundings: dict[str, str]) -> None:
    code = "from ksm_widgets.solver import jit; print(bool(jit.load()))"
    done = subprocess.run(
        ["binder/start", built / "bin" / "python", "-c", code],
        cwd=built.parent / "clone",
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "True"


def test_the_widgets_are_there(built: Path) -> None:
    python = built / "bin" / "python"
    code = "import ipycanvas, jupyterlab, voila; from ksm_widgets.widgets import Explorer"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
