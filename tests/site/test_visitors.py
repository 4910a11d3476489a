"""Visitors who come and go in ways no browser of ours does: too quickly, or speaking otherwise."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
import time
from http import HTTPStatus
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil
import pytest
from tornado.httpclient import HTTPClientError
from tornado.websocket import websocket_connect

from benchmarks.browsing.servers import HERE, PATIENCE, Server, app_server

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

PAGE = "explorer.ipynb"
KERNEL = re.compile(rb'"kernelId": "([0-9a-f-]{36})"')


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Server]:
    with app_server(tmp_path) as server:
        yield server


def port(app: Server) -> int:
    return int(app.url.rpartition(":")[2])


def kernels(app: Server) -> int:
    """How many kernels run."""
    found = psutil.Process(app.process.pid).children()
    return sum(child.status() != psutil.STATUS_ZOMBIE for child in found)


def broken_off(app: Server, *, after: int) -> None:
    """Ask for a page, and hang up after so many bytes of it."""
    with socket.create_connection(("127.0.0.1", port(app))) as connection:
        asked = f"GET /{PAGE} HTTP/1.1\r\nHost: 127.0.0.1:{port(app)}\r\n\r\n"
        connection.sendall(asked.encode())
        if after:
            connection.recv(after)


def whole(app: Server) -> str:
    """Ask for a page and wait for all of it; returns its kernel."""
    with urlopen(f"{app.url}/{PAGE}", timeout=PATIENCE) as said:
        found = KERNEL.search(said.read())
    assert found is not None
    return found[1].decode()


def leave(app: Server, kernel: str) -> None:
    with urlopen(f"{app.url}/voila/api/shutdown/{kernel}", data=b"", timeout=PATIENCE) as said:
        assert said.status == 204


def test_a_hundred_reloads_leave_no_kernel_behind(app: Server) -> None:
    """Most of them before there was anything of the page, some while it came."""
    for number in range(100):
        broken_off(app, after=0 if number % 20 else 100)
    # Who comes last has the turn after all of them; then only the warm one is left.
    leave(app, whole(app))
    until = time.monotonic() + PATIENCE
    while kernels(app) > 1:
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere paths may be too long for sockets")
def test_nobody_else_on_the_computer_can_listen_to_a_kernel(app: Server) -> None:
    whole(app)
    processes = psutil.Process(app.process.pid).children()
    files = [Path(word) for each in processes for word in each.cmdline() if "kernel-" in word]
    assert files
    for file in files:
        told = json.loads(file.read_text())
        assert told["transport"] == "ipc"
        assert Path(told["ip"]).parent == file.parent
        assert not file.parent.stat().st_mode & 0o077


def connections(app: Server) -> Path:
    """The folder of the files by which the app talks to its kernels."""
    processes = psutil.Process(app.process.pid).children()
    return next(
        Path(word).parent for each in processes for word in each.cmdline() if "kernel-" in word
    )


def test_pages_open_although_temporary_folders_were_cleared_away(app: Server) -> None:
    whole(app)
    rmtree(connections(app))
    whole(app)
    whole(app)


def test_a_page_without_a_kernel_says_so_and_leads_home(app: Server) -> None:
    whole(app)
    folder = connections(app)
    rmtree(folder)
    folder.touch()
    with pytest.raises(HTTPError) as caught:
        whole(app)
    said = caught.value.read().decode()
    folder.unlink()
    assert caught.value.code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert "This page could not be opened" in said
    assert 'href="/"' in said


def test_a_page_that_speaks_an_old_protocol_is_refused(app: Server) -> None:
    """Else the next picture that went to it would stop the server for everybody."""
    kernel = whole(app)
    address = f"{app.url}/api/kernels/{kernel}/channels".replace(HERE, "ws://127.0.0.1")

    async def connected(*protocols: str) -> str | None:
        connection = await websocket_connect(address, subprotocols=list(protocols))
        chosen = connection.selected_subprotocol
        connection.close()
        # Until the server has said goodbye too: the socket would be left open.
        while await connection.read_message() is not None:
            pass
        return chosen

    for protocols in ((), ("v0.kernel.websocket.jupyter.org",)):
        with pytest.raises(HTTPClientError, match="400"):
            asyncio.run(connected(*protocols))
    known = "v1.kernel.websocket.jupyter.org"
    assert asyncio.run(connected("something", known)) == known
