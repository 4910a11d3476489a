"""Which connections go when there are too many, and those on which nobody reads."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Self

import pytest
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from ksm_widgets.site import connections
from ksm_widgets.site.connections import PatientServer, note_let_in

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LARGE = b"x" * 2**25
MOST = 6
WAITS = "waits-with-key"


class Waits(RequestHandler):
    """A page that waits for news, with a key or without."""

    async def get(self, key: str) -> None:
        if key:
            note_let_in()
        await asyncio.sleep(60)


class Large(RequestHandler):
    """More than a system keeps for somebody who does not read."""

    def get(self) -> None:
        note_let_in()
        self.finish(LARGE)


class Short(RequestHandler):
    """A page, and how often it was asked for."""

    asked = 0

    def get(self) -> None:
        Short.asked += 1
        note_let_in()
        self.finish("page")


def request(path: str) -> bytes:
    return f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def serve(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[int], Awaitable[None]], *, patience: float = 60
) -> None:
    """Act while a server of few connections runs at a port."""
    monkeypatch.setattr(connections, "MOST", MOST)
    monkeypatch.setattr(connections, "_PATIENCE", patience)

    async def served() -> None:
        server = PatientServer(
            Application([("/waits(-with-key)?", Waits), ("/large", Large), ("/short", Short)])
        )
        [bound] = bind_sockets(0, "127.0.0.1")
        server.add_socket(bound)
        await act(bound.getsockname()[1])
        server.stop()
        await server.close_all_connections()

    asyncio.run(served())


class Visitor:
    """A browser's side of a connection, which takes little of what it does not read."""

    def __init__(self, reads: asyncio.StreamReader, writes: asyncio.StreamWriter) -> None:
        self.reads, self.writes = reads, writes

    @classmethod
    async def of(cls, port: int, sent: bytes, *, at: str = "127.0.0.1") -> Self:
        """Connect from an address of this computer's and send this."""
        local = (at, 0)
        visitor = cls(
            *await asyncio.open_connection("127.0.0.1", port, limit=2**16, local_addr=local)
        )
        visitor.writes.write(sent)
        await asyncio.sleep(0.05)
        return visitor

    async def read(self, size: int = -1) -> int:
        """Read so much, or until the server ends the connection; the bytes that came."""
        try:
            return len(await asyncio.wait_for(self.reads.read(size), 20))
        except ConnectionError:
            return 0

    async def is_waiting(self) -> bool:
        """Whether nothing came, and the server has not ended the connection."""
        try:
            await asyncio.wait_for(self.reads.read(1), 0.1)
        except TimeoutError:
            return True
        return False


def test_of_one_address_what_is_used_least_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy all visitors have one address: the oldest was that of a player who waits."""

    async def act(port: int) -> None:
        waits = await Visitor.of(port, request(WAITS))
        unread = await Visitor.of(port, request("large"))
        resting = await Visitor.of(port, request("short"))
        partly = [await Visitor.of(port, request("short")[:-2]) for _ in range(MOST - 3)]
        others = list[Visitor]()
        for gone in (*partly, resting, unread):
            others.append(await Visitor.of(port, request(WAITS)))
            assert await gone.read() < len(LARGE)
            assert await waits.is_waiting()
        for one in (waits, unread, resting, *partly, *others):
            one.writes.close()

    serve(monkeypatch, act)


def test_whatever_strangers_ask_ends_only_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that is being answered once counted as one with a key, and many never end."""

    async def act(port: int) -> None:
        guests = [await Visitor.of(port, request(path)) for path in (WAITS, "short")]
        assert await guests[1].read(1)
        strangers = list[Visitor]()
        for _ in range(2 * MOST):
            strangers.append(await Visitor.of(port, 9 * request("waits")))
        assert await guests[0].is_waiting()
        guests[1].writes.write(request("short"))
        await guests[1].read(1)
        assert not guests[1].reads.at_eof()
        assert await strangers[0].read() == 0
        for one in (*guests, *strangers):
            one.writes.close()

    serve(monkeypatch, act)


@pytest.mark.skipif(sys.platform != "linux", reason="Others have no such addresses")
def test_strangers_of_many_addresses_end_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(port: int) -> None:
        guests = [await Visitor.of(port, request(WAITS)) for _ in range(2)]
        strangers = [
            await Visitor.of(port, request("waits"), at=f"127.0.1.{number}")
            for number in range(1, 2 * MOST)
        ]
        for one in guests:
            assert await one.is_waiting()
        for one in (*guests, *strangers):
            one.writes.close()

    serve(monkeypatch, act)


@pytest.mark.skipif(sys.platform != "linux", reason="Others have no such addresses")
def test_of_guests_whoever_has_the_most_loses_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(port: int) -> None:
        many = [await Visitor.of(port, request(WAITS)) for _ in range(MOST)]
        other = await Visitor.of(port, request(WAITS), at="127.0.1.1")
        stranger = await Visitor.of(port, request("waits"), at="127.0.1.2")
        assert await many[0].read() == await many[1].read() == 0
        assert await other.is_waiting()
        for one in (*many, other, stranger):
            one.writes.close()

    serve(monkeypatch, act)


def test_a_response_that_nobody_reads_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(port: int) -> None:
        unread = await Visitor.of(port, request("large"))
        waits = await Visitor.of(port, request(WAITS))
        await asyncio.sleep(1.5)
        assert await unread.read() < len(LARGE)
        assert await waits.is_waiting()
        for one in (unread, waits):
            one.writes.close()

    serve(monkeypatch, act, patience=0.4)


def test_who_reads_slowly_gets_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(port: int) -> None:
        slow = await Visitor.of(port, request("large"))
        got = 0
        for _ in range(16):
            await asyncio.sleep(0.1)
            part = got + len(LARGE) // 16
            while got < part:
                came = await slow.read(part - got)
                assert came
                got += came
        slow.writes.close()

    serve(monkeypatch, act, patience=0.8)


@pytest.mark.parametrize("leaves", [True, False])
def test_a_burst_of_requests_is_not_answered_for_ever(
    monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    """The server went on answering after the sender had left, and no page loaded meanwhile."""
    monkeypatch.setattr(Short, "asked", 0)

    async def act(port: int) -> None:
        bursts = [await Visitor.of(port, 1_000 * request("short")) for _ in range(3)]
        for one in bursts:
            if not leaves:
                await one.read()
            one.writes.transport.abort()
        await asyncio.sleep(0.5)
        assert Short.asked < 100
        # Whoever waits for each response may go on and on, and so may who sends a few ahead.
        usual = await Visitor.of(port, b"")
        for sent in (*[1] * 30, 5, 5):
            usual.writes.write(sent * request("short"))
            for _ in range(sent):
                head = await asyncio.wait_for(usual.reads.readuntil(b"\r\n\r\n"), 20)
                assert head.startswith(b"HTTP/1.1 200")
                assert await usual.reads.readexactly(4) == b"page"
        usual.writes.close()

    serve(monkeypatch, act)
