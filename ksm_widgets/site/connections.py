"""The site's connections: nobody can use them up for the others, or keep them for nothing."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from tornado.httputil import HTTPConnection, HTTPMessageDelegate
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
_MOST_AHEAD = 8
"""Requests that may be sent in a row before the responses to those before them: no browser does."""
MOST_BODY = 2**16
"""Bytes of a request's body; the largest that a page of ours sends is a class's pack."""


class _Use(IntEnum):
    """How a connection is used; the lowest goes first."""

    STRANGE = 0
    """It has brought no key, whatever else."""
    RESTING = 1
    """It had its response; a browser opens another one when it needs it."""
    UNREAD = 2
    """It has a response to read."""
    WAITING = 3
    """It waits for a page or for news, or is a socket."""


@dataclass(slots=True)
class _Client:
    """The other side of a connection, and how it is used as far as requests tell.

    `ahead` counts its requests in a row that came before the response to the one before them.
    """

    host: str
    use: _Use = _Use.STRANGE
    ahead: int = 0


_CLIENT: ContextVar[_Client | None] = ContextVar("_CLIENT", default=None)
"""The other side of the connection of the request that is being answered."""


def note_let_in() -> None:
    """Note that a key let in the request that is being answered, or the app that needs none."""
    client = _CLIENT.get()
    if client is not None:
        client.use = _Use.WAITING


class PatientServer(HTTPServer):
    """A server that, with too many connections, ends one of the client with the most.

    Behind a proxy many visitors are one client, so it is the oldest of those that are least used,
    and strangers' go before all others.
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
            gone = self._next_to_go()
            gone.close()
            del self._open[gone]
        self._open[stream] = _Client(str(address[0]))
        super().handle_stream(stream, address)

    def start_request(self, server_conn: Any, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        """Read the next request of a connection, which has taken its last response.

        Of one that was closed, or sends more and more ahead, what has come is not read any more: a
        burst of that would keep the server busy for minutes after it.
        """
        stream = server_conn.stream
        client = self._open.get(stream)
        if client is not None:
            client.ahead = client.ahead + 1 if stream._read_buffer_size else 0
        if stream.closed() or (client is not None and client.ahead > _MOST_AHEAD):
            stream.close()
            stream._read_buffer.clear()
            stream._read_buffer_size = 0
        if client is not None and client.use is not _Use.STRANGE:
            client.use = _Use.RESTING
        _CLIENT.set(client)  # Each connection has a context of its own.
        return super().start_request(server_conn, request_conn)

    def _next_to_go(self) -> IOStream:
        """The connection that has to go if there are too many."""
        hosts = Counter(client.host for client in self._open.values())
        strangers = Counter(
            client.host for client in self._open.values() if client.use is _Use.STRANGE
        )
        [(busiest, most)] = hosts.most_common(1)
        if not strangers[busiest] and strangers.total() > most:
            # Strangers of many addresses end no more than those of one.
            [(busiest, _)] = strangers.most_common(1)
        theirs = (each for each, client in self._open.items() if client.host == busiest)
        return min(theirs, key=self._use)

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
