"""The sockets between pages and their kernels, and the end of a kernel whose page was left.

Whatever arrives on a socket is checked before it is parsed: a frame that lies about its lengths
would have the server work and allocate without end, for everybody.
"""

from __future__ import annotations

import json
import re
from asyncio import Future
from collections import defaultdict
from contextlib import suppress
from itertools import pairwise
from struct import unpack_from
from typing import Any, ClassVar

from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketClosedError
from voila.tornado.kernel_websocket_handler import (
    VoilaKernelWebsocketHandler,
    read_header_from_binary_message,
)

from ksm_widgets.site.access import AskedByPages, HostChecked
from ksm_widgets.site.connections import MOST_WAITING

PROTOCOL = "v1.kernel.websocket.jupyter.org"
"""The protocol of our pages. Voilà reads every message as one of it, also those of an older one."""
MOST_BYTES = 10 * 2**20
"""Bytes of a frame: a whole progress file fits."""
_MOST_OFFSETS = 256
_LEAST_OFFSETS = 6
"""The channel, four parts, and the end of the last."""
_CHANNELS = (b"shell", b"control")
_MOST_JSON = 2**18
"""Bytes of a JSON object besides its texts. A file is one long text and soon read; as many bytes
of empty lists keep the server busy for seconds."""
_JSON_PARTS = 4
"""Header, parent header, metadata and content; buffers come after."""
_MOST_SOCKETS = 4
"""Sockets of a kernel, and as many again that are just being closed. A page has one, and another
after each loss of the network, which the old one may not have noticed yet. Each takes four of
ZeroMQ's sockets, of which there are 1,023 for everybody."""
_SESSION = re.compile(r"[A-Za-z0-9_-]{0,100}")
_ID = re.compile(r"[\x20-\x7e]{1,200}")
_VERSION = re.compile(r"\d{1,3}(\.\d{1,3}){1,2}")
_TARGET = "jupyter.widget.control"
"""The only thing that a page opens: it asks for the widgets that Python made, and makes none."""
_KIND = re.compile(r"[a-z_]{1,40}")
"""A message's type, which the log may name."""
_LONGEST = 200
"""Characters of any other text in a header."""
_POLICY_VIOLATION = 1008


def is_sound_frame(frame: object) -> bool:
    """Return whether a frame is a message of our protocol whose lengths are true.

    Its first eight bytes count the offsets that follow, eight bytes each; they divide the rest into
    the channel's name, four JSON objects and buffers. The header names the message's type.
    """
    if not isinstance(frame, bytes) or not 8 <= len(frame) <= MOST_BYTES:
        return False
    count = int.from_bytes(frame[:8], "little")
    if not _LEAST_OFFSETS <= count <= _MOST_OFFSETS or len(frame) < 8 * (count + 1):
        return False
    offsets = unpack_from(f"<{count}Q", frame, 8)
    rising = all(start <= end for start, end in pairwise(offsets))
    if not rising or offsets[0] < 8 * (count + 1) or offsets[-1] > len(frame):
        return False
    channel = frame[offsets[0] : offsets[1]]
    if channel not in _CHANNELS:
        return False
    parts = [frame[offsets[i] : offsets[i + 1]] for i in range(1, _JSON_PARTS + 1)]
    if not all(map(_is_light, parts)):
        return False
    try:
        # Decoded here, for json would guess at other encodings, in which a quote is other bytes.
        header, *others = (json.loads(part.decode()) for part in parts)
    except (ValueError, RecursionError):
        return False
    if not all(isinstance(part, dict) for part in (header, *others)):
        return False
    return _is_sound_header(header) and _is_sound_content(header["msg_type"], channel, others[-1])


def _is_light(part: bytes) -> bool:
    """Return whether JSON has little besides its texts."""
    quoted = part.replace(rb"\\", b"").replace(rb"\"", b"")
    # Between two texts there is a comma or a colon.
    if quoted.count(b'"') > 2 * _MOST_JSON:
        return False
    return sum(map(len, quoted.split(b'"')[::2])) <= _MOST_JSON


def _is_sound_header(header: dict[str, Any]) -> bool:
    """Return whether all that the kernel reads in a header is short text of the kind it expects."""
    texts = (header.get(name, "") for name in ("session", "username", "date"))
    return (
        all(isinstance(text, str) and len(text) <= _LONGEST for text in texts)
        and _fits(header.get("msg_id"), _ID)
        and _fits(header.get("msg_type"), _KIND)
        and _fits(header.get("version", "5.3"), _VERSION)
        and header.get("subshell_id") is None
    )


def _is_sound_content(kind: str, channel: bytes, content: dict[str, Any]) -> bool:
    """Return whether a message says what its kind has to say; of others Voilà takes none."""
    if channel != b"shell" and kind != "shutdown_request":
        return False
    comm = _fits(content.get("comm_id"), _ID) and isinstance(content.get("data", {}), dict)
    match kind:
        case "comm_open":
            known = content.get("target_name") == _TARGET
            return comm and known and content.get("target_module") is None
        case "comm_msg":
            return comm and "data" in content
        case "comm_close":
            return comm
        case "comm_info_request":
            return isinstance(content.get("target_name", ""), str)
        case "shutdown_request":
            return isinstance(content.get("restart"), bool)
    return True


def _fits(text: object, pattern: re.Pattern[str]) -> bool:
    return isinstance(text, str) and pattern.fullmatch(text) is not None


class Channels(HostChecked, VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """The socket between a page and its kernel."""

    _of_kernel: ClassVar[defaultdict[str, list[Channels]]] = defaultdict(list)
    """The sockets of each kernel, from the handshake on, the oldest first."""

    async def get(self, kernel_id: str) -> None:
        """Connect a page that speaks our protocol to a kernel that runs."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in map(str.strip, offered.split(",")):
            raise HTTPError(400)
        if not _SESSION.fullmatch(self.get_query_argument("session_id", "")):
            raise HTTPError(400)
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        sockets = self._of_kernel[kernel_id]
        if len(sockets) >= 2 * _MOST_SOCKETS:
            raise HTTPError(503)
        for oldest in sockets[: len(sockets) + 1 - _MOST_SOCKETS]:
            oldest._drop()
        sockets.append(self)
        try:
            await ensure_async(super().get(kernel_id))  # Returns when the socket is closed.
        finally:
            sockets.remove(self)
            if not sockets:
                self._of_kernel.pop(kernel_id, None)

    async def open(self, kernel_id: str) -> None:
        """Begin to pass messages on, unless the page has gone while the kernel did not answer."""
        if self.connection is not None:
            await super().open(kernel_id)

    def _drop(self) -> None:
        """End the connection without waiting for what the other side says to it."""
        if self.ws_connection is not None:
            self.ws_connection.stream.close()

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        """Choose our protocol, whatever Jupyter is configured to prefer."""
        return PROTOCOL if PROTOCOL in subprotocols else None

    def on_message(self, ws_message: str | bytes) -> None:
        """Hand a sound message to the kernel; a page that sends anything else is disconnected."""
        if self.ws_connection is None:
            return  # What still comes then would be read as of an older protocol.
        if is_sound_frame(ws_message) and self._may_wait(ws_message):
            super().on_message(ws_message)
        else:
            self.close(_POLICY_VIOLATION)

    def _may_wait(self, frame: str | bytes) -> bool:
        """Return whether a sound message may join those that wait for the kernel."""
        assert isinstance(frame, bytes)
        header = read_header_from_binary_message(frame)
        kernels: Any = self.kernel_manager
        if header["msg_type"] not in kernels.allowed_message_types:
            return True  # It never gets to the kernel.
        return bool(kernels.note_message(self.kernel_id, header["msg_id"], len(frame)))

    _waiting = 0
    """Bytes sent that the page has not taken yet."""

    def write_message(self, message: Any, binary: bool = False) -> None:
        """Send a message to the page; what a page that has gone would have got is dropped.

        A page that asks and asks, and takes no answer, is disconnected.
        """
        with suppress(WebSocketClosedError):
            sent = super().write_message(message, binary)
            if sent is None:
                return
            size = len(message)
            self._waiting += size
            sent.add_done_callback(lambda sent: self._taken(sent, size))
            if self._waiting > MOST_WAITING:
                self._drop()

    def _taken(self, sent: Future[None], size: int) -> None:
        self._waiting -= size
        sent.exception()  # If the page has gone, that is no news.


class Kernel(HostChecked, KernelHandler):
    """The answer to a page that asks whether its kernel runs."""

    SUPPORTED_METHODS = ("GET",)


class Leave(AskedByPages, KernelHandler):
    """The end of a kernel whose page was left.

    The browser sends this with nothing but the kernel's id, which only its page knows. Voilà's own
    handler wants a header that no page can send while it goes away.
    """

    SUPPORTED_METHODS = ("POST",)

    @authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel if it is still running."""
        manager: Any = self.settings["kernel_manager"]
        await manager.end(kernel_id)
        self.set_status(204)
        self.finish()
