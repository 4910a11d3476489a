"""Real Jupyter servers, each in a home of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import NOT_FOUND
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "HERE",
    "NOTEBOOKS",
    "TOKEN",
    "Server",
    "app_server",
    "free_port",
    "lab_server",
    "plain_files",
    "running",
]

HERE = "http://127.0.0.1"
TOKEN = "browsing"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
# A server that has not answered by then will not; a slow machine needs a fraction of it.
PATIENCE = 180


@dataclass(frozen=True)
class Server:
    """A running server: where it answers, its process, and the folder it serves."""

    url: str
    process: subprocess.Popen[bytes]
    folder: Path


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def plain_files(folder: Path, port: int = 0) -> Iterator[str]:
    """The address of a host that serves a folder's files, nothing else, and says not a word."""
    serve = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), serve) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"{HERE}:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@contextmanager
def lab_server(folder: Path | None, home: Path) -> Iterator[Server]:
    """`ksm lab` on a folder of notebooks, which run when they are told to.

    Without a folder it is as a reader starts it: on their copies, which run by themselves.
    """
    port = free_port()
    arguments = [
        *("-m", "ksm_widgets", "lab", "--no-browser"),
        *(f"--port={port}", "--ServerApp.port_retries=0"),
        f"--IdentityProvider.token={TOKEN}",
        "--LabApp.expose_app_in_browser=True",
    ]
    if folder is None:
        folder = home / "ksm-notebooks"
    else:
        by_hand = home / "no-extensions"
        arguments += [
            f"--ServerApp.root_dir={folder}",
            f"--LabApp.extra_labextensions_path={by_hand}",
        ]
    with running(arguments, home, f"{HERE}:{port}", "/api/status", folder) as server:
        yield server


@contextmanager
def app_server(home: Path, *arguments: str, port: int | None = None) -> Iterator[Server]:
    """`ksm app`, with further arguments, at a free port unless one is named."""
    port = port or free_port()
    # Like the command `ksm`, which imports nothing from the folder it is started in.
    given = ["-P", "-m", "ksm_widgets", "app", "--no-browser", f"--port={port}", *arguments]
    with running(given, home, f"{HERE}:{port}", "/login", NOTEBOOKS) as server:
        yield server


@contextmanager
def running(
    arguments: list[str],
    home: Path,
    url: str,
    probe: str,
    folder: Path,
    told: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """A server started with these arguments for Python, until it answers; ended afterwards.

    `told` is what it is to find in its environment besides.
    """
    log = home / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=home,
            env={**_surroundings(home), **(told or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _await_answer(process, url + probe, log)
            yield Server(url, process, folder)
        finally:
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _surroundings(home: Path) -> dict[str, str]:
    """The environment without any trace of the user's own Jupyter or IPython."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "IPYTHON", "XDG_", "KSM_"))
    }
    runtime = str(home / "runtime")
    # In a home so new the solver would be compiled anew, for boards that take no time at all.
    return {
        **ours,
        "HOME": str(home),
        "JUPYTER_RUNTIME_DIR": runtime,
        "KSM_SOLVER": "interpreted",
    }


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _await_answer(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Wait until the server answers, be it that one has to sign in first."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        try:
            with urlopen(url, timeout=5):
                return
        except URLError as error:
            if isinstance(error, HTTPError):
                error.close()
                if error.code != NOT_FOUND:  # Where a proxy is there before what it stands for.
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"The server did not start:\n{log.read_text(errors='replace')}")
