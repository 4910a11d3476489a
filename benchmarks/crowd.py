"""Visitors who come to the app at once, without browsers, which would be on other machines.

Each asks for the explorer's page as a browser does, connects to its kernel, takes all widgets, and
says that the canvas is there; with the picture that comes then the board would be on the screen.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter
from typing import Any
from uuid import uuid4

from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect

from benchmarks.browsing.servers import Server
from ksm_widgets.course import EXPLORER

__all__ = ["Crowd", "arrived"]

_PATIENCE = 300.0
_CONFIGURATION = re.compile(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', re.DOTALL)
_PROTOCOL = "v1.kernel.websocket.jupyter.org"
_CONTROL = "jupyter.widget.control"


class Crowd:
    """Those who have come: how many seconds each waited for the board."""

    def __init__(self, seconds: list[float]) -> None:
        self.seconds = seconds


@asynccontextmanager
async def _visit(url: str, seconds: list[float]) -> AsyncIterator[None]:
    """A visit; once the board is there its time is added, and the visitor stays."""
    start = perf_counter()
    client = AsyncHTTPClient(force_instance=True)
    said = await client.fetch(f"{url}/{EXPLORER}", request_timeout=_PATIENCE)
    found = _CONFIGURATION.search(said.body.decode())
    assert found is not None
    kernel = json.loads(found[1])["kernelId"]
    channels = f"{url.replace('http', 'ws', 1)}/api/kernels/{kernel}/channels?session_id={uuid4()}"
    connection = await websocket_connect(channels, subprotocols=[_PROTOCOL])
    talk = _Talk(connection)
    try:
        canvas = await talk.widgets("CanvasModel")
        await talk.painted(canvas)
        seconds.append(perf_counter() - start)
        yield
    finally:
        connection.close()
        leave = f"{url}/voila/api/shutdown/{kernel}"
        await client.fetch(leave, method="POST", body="")
        client.close()


class _Talk:
    """What a page and its kernel say to each other."""

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self._connection = connection

    async def widgets(self, model: str) -> str:
        """Take the state of all widgets; returns the name of one of this model."""
        control = uuid4().hex
        await self._say(
            "comm_open",
            {"comm_id": control, "target_name": _CONTROL, "data": {}},
            {"version": "1.0.0"},
        )
        await self._say("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
        while True:
            content = await self._heard("comm_msg")
            if content["comm_id"] == control:
                states = content["data"]["states"]
                return str(next(at for at, one in states.items() if one["model_name"] == model))

    async def painted(self, canvas: str) -> None:
        """Say that a canvas is on the screen, and wait for its picture."""
        ready = {"method": "custom", "content": {"event": "client_ready"}}
        await self._say("comm_msg", {"comm_id": canvas, "data": ready})
        while (await self._heard("comm_msg"))["data"].get("method") != "custom":
            pass

    async def _say(self, kind: str, content: Any, metadata: Any = None) -> None:
        header = {"msg_id": uuid4().hex, "msg_type": kind, "session": "crowd", "version": "5.4"}
        message = {
            "header": {**header, "username": "", "date": "2000-01-01T00:00:00Z"},
            "parent_header": {},
            "metadata": metadata or {},
            "content": content,
        }
        packed = serialize_msg_to_ws_v1(message, "shell", lambda part: json.dumps(part).encode())
        await self._connection.write_message(packed, binary=True)

    async def _heard(self, kind: str) -> Any:
        """The content of the next message of a kind."""
        while True:
            said = await asyncio.wait_for(self._connection.read_message(), _PATIENCE)
            assert isinstance(said, bytes), "The kernel hung up."
            _, (header, _, _, content, *_) = deserialize_msg_from_ws_v1(said)
            if json.loads(header)["msg_type"] == kind:
                return json.loads(content)


@contextmanager
def arrived(server: Server, number: int) -> Iterator[Crowd]:
    """So many visitors, come in the same instant, all with their boards; they leave together."""
    loop = asyncio.new_event_loop()
    seconds: list[float] = []
    visits = [_visit(server.url, seconds) for _ in range(number)]

    async def all_there() -> None:
        await asyncio.gather(*(visit.__aenter__() for visit in visits))

    async def all_gone() -> None:
        await asyncio.gather(*(visit.__aexit__(None, None, None) for visit in visits))

    try:
        loop.run_until_complete(all_there())
        yield Crowd(sorted(seconds))
        loop.run_until_complete(all_gone())
    finally:
        loop.close()
