"""The messages that wait for a busy kernel: a visitor can't fill the memory with them."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zmq.eventloop.zmqstream import ZMQStream

MOST_UNREAD = 64 * 2**20
"""Bytes that may wait for a kernel: a few whole progress files."""
LEAST_SIZE = 2**12
"""Bytes that even the shortest message counts for."""
_DELIMITER = b"<IDS|MSG>"
_MOST_STATUS = 1000
"""Bytes of a status; whatever is longer is something else, which takes time to parse."""


class Backlog:
    """The messages that a kernel has been sent and has not dealt with yet.

    `said` brings what the kernel publishes: it says of each message when it is done with it, in the
    order in which they came.
    """

    def __init__(self, said: ZMQStream) -> None:
        self._said = said
        self._unread: deque[tuple[str, int]] = deque()
        self.size = 0
        said.on_recv(self._hear)

    def add(self, message_id: str, size: int) -> None:
        """Note that a message is on its way to the kernel."""
        size = max(size, LEAST_SIZE)
        self._unread.append((message_id, size))
        self.size += size

    def close(self) -> None:
        """Stop listening to a kernel that has ended."""
        self._said.close()

    def _hear(self, parts: list[bytes]) -> None:
        start = parts.index(_DELIMITER)
        header, parent, _, content = parts[start + 2 : start + 6]
        if len(content) > _MOST_STATUS or json.loads(header)["msg_type"] != "status":
            return
        if json.loads(content)["execution_state"] != "idle":
            return
        done = json.loads(parent).get("msg_id")
        # Others before it are done too, though their word was lost.
        for place, (message_id, _) in enumerate(self._unread):
            if message_id == done:
                for _ in range(place + 1):
                    self.size -= self._unread.popleft()[1]
                return
