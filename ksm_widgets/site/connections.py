"""The site's connections: nobody can use them up for the others, or keep them for nothing."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tornado.httpserver import HTTPServer

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from tornado.iostream import IOStream
    from tornado.web import Application

MOST = 500
"""Connections that are open together; a class of thirty needs some 250."""
MOST_WAITING = 64 * 2**20
"""Bytes kept for a visitor who does not take them; a page's whole state is a few megabytes."""
_FILES = 4096
"""Files that may be open together; a kernel needs some thirty."""
_PATIENCE = 60
"""Seconds to wait for the next request of a connection, or for the rest of one."""
MOST_BODY = 2**16
"""Bytes of a request's body; the largest that a page of ours sends is a class's pack."""


class PatientServer(HTTPServer):
    """A server that, with too many connections, ends the oldest one of the client with the most."""

    def initialize(self, app: Application) -> None:  # type: ignore[override]
        """Begin to serve an app; tornado calls this in place of a constructor."""
        super().initialize(
            app,
            idle_connection_timeout=_PATIENCE,
            body_timeout=_PATIENCE,
            max_body_size=MOST_BODY,
        )
        self._open: dict[IOStream, str] = {}
        self._most = min(MOST, _allow_files(_FILES) // 2)

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Serve a new connection, for which another may have to go."""
        if len(self._open) >= self._most:
            self._open = {each: host for each, host in self._open.items() if not each.closed()}
        if len(self._open) >= self._most:
            [(busiest, _)] = Counter(self._open.values()).most_common(1)
            oldest = next(each for each, host in self._open.items() if host == busiest)
            oldest.close()
            del self._open[oldest]
        self._open[stream] = str(address[0])
        super().handle_stream(stream, address)


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
