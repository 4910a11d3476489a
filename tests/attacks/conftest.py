"""Servers to be attacked, and what an attacker needs: raw requests and sockets."""

from __future__ import annotations

import re
import socket
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psutil
import pytest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from benchmarks.browsing.servers import PATIENCE, Server, app_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from email.message import Message

PROTOCOL = "v1.kernel.websocket.jupyter.org"
PAGE = "/explorer.ipynb"
_KERNEL = re.compile(r'"kernelId": "([0-9a-f-]{36})"')


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that attack a server are slow."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        if item.path.parent == Path(__file__).parent and {"app", "shared"} & set(names):
            item.add_marker("slow")


class Answer(NamedTuple):
    """What a server answers to a request."""

    status: int
    headers: Message
    text: str

    @property
    def cookies(self) -> str:
        """The cookies that it sets, as a browser sends them back."""
        given = self.headers.get_all("Set-Cookie", [])
        return "; ".join(cookie.partition(";")[0] for cookie in given)

    @property
    def kernel(self) -> str:
        """The kernel of the page that it brings."""
        found = _KERNEL.search(self.text)
        assert found is not None, self
        return found[1]


class Target(NamedTuple):
    """A server under attack, and its home."""

    server: Server
    home: Path

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return int(self.server.url.rpartition(":")[2])

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return (self.home / "server.log").read_text(encoding="utf-8", errors="replace")

    @property
    def key(self) -> str:
        """The key that it has printed."""
        found = re.search(r"\?token=(\S+)", self.log)
        assert found is not None
        return found[1]

    def kernels(self) -> list[int]:
        """The processes of the kernels that run."""
        found = psutil.Process(self.server.process.pid).children()
        return [child.pid for child in found if child.status() != psutil.STATUS_ZOMBIE]

    def new_kernel(self) -> tuple[str, psutil.Process]:
        """Ask for a page; its kernel and the kernel's process."""
        before = self.kernels()
        kernel = self.ask(PAGE).kernel
        [process] = set(self.kernels()) - set(before)  # Numbers of processes begin anew one day.
        return kernel, psutil.Process(process)

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, /, **headers: str
    ) -> Answer:
        """Send a request; underscores in the names of headers are hyphens.

        As from a browser, a POST names its origin, by default the app itself.
        """
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        if method == "POST":
            named.setdefault("Origin", f"http://{named.get('Host', f'127.0.0.1:{self.port}')}")
        try:
            connection.request(method, path, body, named)
            said = connection.getresponse()
            return Answer(said.status, said.headers, said.read().decode("utf-8", "replace"))
        finally:
            connection.close()

    def refusal(self, kernel: str, protocol: str, session: str, **headers: str) -> int:
        """Ask for a socket to a kernel, and return the status of the answer."""
        sent = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "YXR0YWNrYXR0YWNrYXR0YQ==",
            "Sec_WebSocket_Protocol": protocol,
        }
        path = f"/api/kernels/{kernel}/channels?session_id={session}"
        return self.ask(path, **sent, **headers).status

    def raw_socket(self, kernel: str) -> socket.socket:
        """Open a socket to a kernel by hand, for frames that no library sends."""
        path = f"/api/kernels/{kernel}/channels?session_id=attack"
        lines = [
            f"GET {path} HTTP/1.1",
            *(f"Host: localhost:{self.port}", "Connection: Upgrade", "Upgrade: websocket"),
            *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: YXR0YWNrYXR0YWNrYXR0YQ=="),
            *(f"Sec-WebSocket-Protocol: {PROTOCOL}", "", ""),
        ]
        opened = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        opened.sendall("\r\n".join(lines).encode())
        assert opened.recv(12) == b"HTTP/1.1 101"
        return opened

    async def open_socket(self, kernel: str, session: str) -> WebSocketClientConnection:
        """Open a socket to a kernel; whoever asks closes it."""
        url = f"ws://127.0.0.1:{self.port}/api/kernels/{kernel}/channels?session_id={session}"
        return await websocket_connect(url, subprotocols=[PROTOCOL])

    @asynccontextmanager
    async def socket(self, kernel: str) -> AsyncIterator[WebSocketClientConnection]:
        """Open a socket to a kernel; in the end wait until the server has said goodbye too."""
        opened = await self.open_socket(kernel, "attack")
        try:
            yield opened
        finally:
            ended = opened.close_code is not None
            opened.close()
            while not ended:
                ended = await opened.read_message() is None


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """The app as its owner starts it, for this computer only."""
    home = tmp_path_factory.mktemp("app")
    with app_server(home, "--WarmKernels.spare=0") as server:
        yield Target(server, home)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """The app shared with all who have its key."""
    home = tmp_path_factory.mktemp("shared")
    with app_server(home, "--share", "--WarmKernels.spare=0") as server:
        yield Target(server, home)
