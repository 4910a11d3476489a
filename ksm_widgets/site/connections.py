"""The site's connections: nobody can use them up for the others, or keep them for nothing."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPMessageDelegate
from tornado.ioloop import PeriodicCallback

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from tornado.httputil import HTTPConnection, HTTPHeaders, RequestStartLine, ResponseStartLine
    from tornado.iostream import IOStream
    from tornado.web import Application

MOST = 500
"""Connections that are open together; a class of thirty needs some 250."""
MOST_WAITING = 64 * 2**20
"""Bytes kept for a visitor who does not take them; a page's whole state is a few megabytes."""
_FILES = 4096
"""Files that may be open together; a kernel needs some thirty."""
_PATIENCE = 60
"""Seconds to wait for the next request of a connection, or for the rest of one, and for somebody to
read on in a response: that is looked at so often."""
MOST_BODY = 2**16
"""Bytes of a request's body; the largest that a page of ours sends is a class's pack."""


class _Use(IntEnum):
    """How a connection is used; the lowest goes first."""

    NEVER = 0
    """It has not brought a complete request."""
    RESTING = 1
    """It had its response; a browser opens another one when it needs it."""
    UNREAD = 2
    """It has a response to read."""
    WAITING = 3
    """It waits for a page or for news, or is a socket: that takes a key."""


@dataclass(slots=True)
class _Client:
    """The other side of a connection, and how it is used as far as requests tell."""

    host: str
    use: _Use = _Use.NEVER


class _Noted(HTTPMessageDelegate):
    """A reader of a request that notes when it is complete."""

    def __init__(self, reads: HTTPMessageDelegate, client: _Client) -> None:
        self._reads, self._client = reads, client

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        """Pass on the head."""
        return self._reads.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        """Pass on a part of the body."""
        return self._reads.data_received(chunk)

    def finish(self) -> None:
        """Note that the request is complete, and have it answered."""
        self._client.use = _Use.WAITING
        self._reads.finish()

    def on_connection_close(self) -> None:
        """Pass on that the connection has ended."""
        self._reads.on_connection_close()


class PatientServer(HTTPServer):
    """A server that, with too many connections, ends one of the client with the most.

    Behind a proxy many visitors are one client, so it is the oldest of those that are least used.
    """

    def initialize(self, app: Application) -> None:  # type: ignore[override]
        """Begin to serve an app; tornado calls this in place of a constructor."""
        super().initialize(
            app,
            idle_connection_timeout=_PATIENCE,
            body_timeout=_PATIENCE,
            max_body_size=MOST_BODY,
        )
        self._open: dict[IOStream, _Client] = {}
        self._unread: dict[IOStream, int] = {}
        self._most = min(MOST, _allow_files(_FILES) // 2)
        self._looks = PeriodicCallback(self._end_unread, _PATIENCE * 1000)
        self._looks.start()

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Serve a new connection, for which another may have to go."""
        if len(self._open) >= self._most:
            self._forget_closed()
        if len(self._open) >= self._most:
            hosts = Counter(client.host for client in self._open.values())
            [(busiest, _)] = hosts.most_common(1)
            theirs = (each for each, client in self._open.items() if client.host == busiest)
            gone = min(theirs, key=self._use)
            gone.close()
            del self._open[gone]
        self._open[stream] = _Client(str(address[0]))
        super().handle_stream(stream, address)

    def start_request(self, server_conn: Any, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        """Read the next request of a connection, which has taken its last response."""
        reads = super().start_request(server_conn, request_conn)
        client = self._open.get(server_conn.stream)
        if client is None:
            return reads
        if client.use is not _Use.NEVER:
            client.use = _Use.RESTING
        return _Noted(reads, client)

    def _forget_closed(self) -> None:
        self._open = {each: client for each, client in self._open.items() if not each.closed()}

    def _use(self, stream: IOStream) -> _Use:
        use = self._open[stream].use
        return _Use.UNREAD if use is _Use.WAITING and stream.writing() else use

    def _end_unread(self) -> None:
        """End the connections on which nothing has been read since the last look."""
        self._forget_closed()
        before, self._unread = self._unread, {}
        for stream in self._open:
            read = stream._total_write_done_index
            if not stream.writing():
                continue
            if before.get(stream) == read:
                stream.close()
            else:
                self._unread[stream] = read


def _allow_files(wanted: int) -> int:
    """Return how many files this process may open, after asking the system for enough."""
    if sys.platform == "win32":  # It has no such limit.
        return wanted
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), most))
        now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(now, wanted)
