"""Attacks on the sockets: frames that lie, old protocols, pages from elsewhere."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from time import sleep
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import (
    serialize_binary_message,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import HTTPClientError

from benchmarks.browsing.servers import PATIENCE
from ksm_widgets.site.channels import MOST_BYTES, is_sound_frame
from ksm_widgets.site.log import MOST_LINES
from tests.attacks.conftest import PAGE, PROTOCOL

if TYPE_CHECKING:
    from tornado.websocket import WebSocketClientConnection

    from tests.attacks.conftest import Target

_SESSION = Session()
_MASK = bytes(4)


def message(kind: str = "kernel_info_request", **content: Any) -> dict[str, Any]:
    made: dict[str, Any] = _SESSION.msg(kind, content)
    return made


def frame(told: dict[str, Any], channel: str = "shell", buffers: tuple[bytes, ...] = ()) -> bytes:
    """A message as our pages send it."""
    names = ("header", "parent_header", "metadata", "content")
    parts = [_SESSION.pack(told[name]) for name in names]
    sent: bytes = serialize_msg_to_ws_v1([*parts, *buffers], channel)
    return sent


SOUND = frame(message())


def lying(count: int) -> bytes:
    """A sound frame that claims to have so many offsets."""
    return count.to_bytes(8, "little") + SOUND[8:]


def misplaced(number: int, offset: int) -> bytes:
    """A frame with two buffers, one of whose offsets lies."""
    sent = frame(message(), buffers=(b"12", b"345"))
    at = 8 * (number + 1)
    return sent[:at] + offset.to_bytes(8, "little") + sent[at + 8 :]


HEADERS: list[dict[str, Any]] = [
    {"msg_id": {}},
    {"msg_id": ""},
    {"msg_id": "x" * 10**4},
    {"session": 5},
    {"username": ["a"]},
    {"date": {}},
    {"version": "x"},
    {"version": 5.3},
    {"subshell_id": {}},
    {"subshell_id": "a"},
]
CONTENTS: list[tuple[str, dict[str, Any]]] = [
    ("comm_open", {"comm_id": 5, "target_name": 5, "data": 5}),
    ("comm_open", {"comm_id": "a", "target_name": 5, "data": {}}),
    ("comm_open", {"comm_id": "a", "target_name": "jupyter.widget", "data": {"state": {}}}),
    (
        "comm_open",
        {
            "comm_id": "a",
            "target_name": "jupyter.widget.control",
            "data": {},
            "target_module": "os",
        },
    ),
    ("comm_msg", {"comm_id": {}, "data": {}}),
    ("comm_msg", {"comm_id": "a"}),
    ("comm_msg", {"comm_id": "a", "data": []}),
    ("comm_close", {}),
    ("comm_info_request", {"target_name": {}}),
    ("shutdown_request", {}),
]
"""Messages of which the kernel once printed tracebacks in the owner's terminal."""


def bombs() -> list[bytes]:
    """Frames that once kept the server busy, or filled its memory, for good."""
    chance = random.Random(7)
    return [
        lying(2**63),
        lying(2**64 - 1),
        chance.randbytes(5000),
        *(chance.randbytes(size) for size in (0, 1, 7, 8, 9, 100_000)),
        b"\x07" + bytes(7) + b"\xff" * 56,
        misplaced(0, 0),
        misplaced(6, 0),
        misplaced(6, 2**63),
        misplaced(7, 2**64 - 1),
        misplaced(7, 10**6),
        frame(message(), channel="iopub"),
        frame({**message(), "header": []}),
        frame({**message(), "header": {}}),
        frame({**message(), "header": {"msg_type": "x" * 10**6}}),
        frame({**message(), "header": {"msg_type": "\x1b[31m"}}),
        frame({**message(), "content": "text"}),
        *(frame({**message(), "header": message()["header"] | change}) for change in HEADERS),
        *(frame(message(kind, **content)) for kind, content in CONTENTS),
        frame(message("comm_msg", comm_id="a", data={}), channel="control"),
        frame(message(), channel="control"),
        SOUND.replace(b"{", b"[", 1),
        serialize_msg_to_ws_v1([b"[" * 100_000] * 4, "shell"),
    ]


def test_what_our_pages_send_is_sound() -> None:
    assert is_sound_frame(SOUND)
    told = message("comm_msg", comm_id="a-1", data={"ä": 1})
    assert is_sound_frame(frame(told, buffers=(b"", b"\0" * 9)))
    assert is_sound_frame(frame(message("shutdown_request", restart=False), "control"))


@pytest.mark.parametrize("number", range(len(bombs())))
def test_a_frame_that_lies_is_not(number: int) -> None:
    assert not is_sound_frame(bombs()[number])


def test_neither_is_text_nor_the_older_protocol() -> None:
    told = message()
    older = serialize_binary_message({**told, "buffers": [b"12"], "channel": "shell"})
    assert not is_sound_frame(json.dumps(told, default=str))
    assert not is_sound_frame(older)


@pytest.mark.parametrize("place", ["header", "parent_header", "metadata", "content"])
@pytest.mark.parametrize("many", [[], {"": 0}, 1e300, "", '"', [[[[[[]]]]]]], ids=str)
def test_no_frame_is_more_than_soon_parsed(place: str, many: object) -> None:
    """Texts may be long, but a million lists take the server seconds, for everybody."""
    told = message("comm_msg", comm_id="a", data={})
    heavy = {**told[place], "x": [many] * 300_000}
    assert not is_sound_frame(frame({**told, place: heavy}))


def test_a_long_text_is_sound_whatever_it_has() -> None:
    for text in ('[["a\\b", 1],' * 200_000, "\\" * 10**6, '"' * 10**6, "ä" * 10**6):
        told = message("comm_msg", comm_id="a", data={"content": {"value": text}})
        assert is_sound_frame(frame(told))


def test_no_frame_hides_its_lists_in_another_encoding() -> None:
    told = message("comm_msg", comm_id="a", data={})
    names = ("header", "parent_header", "content")
    header, parent, content = (_SESSION.pack(told[name]) for name in names)
    hidden = json.dumps({"\u2230": [[]] * 300_000}, ensure_ascii=False).encode("utf-16-le")
    for parts in ([header, parent, hidden, content], [header, parent, content, hidden]):
        assert not is_sound_frame(serialize_msg_to_ws_v1(parts, "shell"))


def test_no_frame_is_longer_than_it_may_be() -> None:
    assert not is_sound_frame(frame(message(), buffers=(bytes(MOST_BYTES),)))


@given(st.binary(max_size=400))
def test_random_bytes_are_judged_not_obeyed(sent: bytes) -> None:
    assert not is_sound_frame(sent)


@given(st.integers(0, len(SOUND) - 1), st.binary(min_size=1, max_size=16))
def test_a_damaged_frame_is_judged_too(place: int, damage: bytes) -> None:
    is_sound_frame(SOUND[:place] + damage + SOUND[place + len(damage) :])
    assert not is_sound_frame(SOUND[:place])


@pytest.fixture(scope="module")
def kernel(app: Target) -> str:
    """A kernel whose page has just come."""
    return app.ask(PAGE).kernel


def test_whoever_sends_a_bomb_is_disconnected_and_nobody_else_notices(
    app: Target, kernel: str
) -> None:
    server = psutil.Process(app.server.process.pid)

    async def attack() -> None:
        before = server.cpu_times().user
        told: list[str | bytes] = [*bombs(), "text", json.dumps(message(), default=str)]
        for bomb in told:
            async with app.socket(kernel) as attacker:
                await attacker.write_message(bomb, binary=isinstance(bomb, bytes))
                while await attacker.read_message() is not None:
                    pass
                assert attacker.close_code == 1008
        assert server.cpu_times().user - before < 10
        async with app.socket(kernel) as reader:
            await reader.write_message(SOUND, binary=True)
            said = b""
            while b"kernel_info_reply" not in said:
                heard = await reader.read_message()
                assert isinstance(heard, bytes)
                said = heard

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))
    assert "Traceback" not in app.log
    assert app.ask("/").status == 200


def masked(sent: bytes) -> bytes:
    """A frame's bytes on the wire, under a mask that changes nothing."""
    size = len(sent)
    if size > 0xFFFF:
        length = b"\xff" + size.to_bytes(8, "big")
    else:
        length = b"\xfe" + size.to_bytes(2, "big") if size > 125 else bytes([0x80 | size])
    return b"\x82" + length + _MASK + sent


def test_what_comes_after_a_bomb_is_not_read(app: Target, kernel: str) -> None:
    """It was once taken for one of an older protocol, whose length was then believed."""
    server = psutil.Process(app.server.process.pid)
    before = server.memory_info().rss
    with app.raw_socket(kernel) as attacker:
        attacker.sendall(masked(b"bad") + masked(frame(message(), buffers=(b"",) * 20)))
        while attacker.recv(65536):
            pass
    assert app.ask("/").status == 200
    assert "Traceback" not in app.log
    assert server.memory_info().rss - before < 2**27


def test_many_long_messages_one_after_the_other_are_taken(app: Target, kernel: str) -> None:
    long = "a" * 9 * 2**20

    async def send() -> None:
        async with app.socket(kernel) as reader:
            for _ in range(10):
                told = message("comm_msg", comm_id="a", data={"a": long})
                await reader.write_message(frame(told), binary=True)
                await reader.write_message(frame(message()), binary=True)
                while b"kernel_info_reply" not in (heard := await reader.read_message() or b""):
                    assert heard

    asyncio.run(asyncio.wait_for(send(), PATIENCE))


def test_what_a_kernel_complains_of_does_not_reach_the_owner(app: Target, kernel: str) -> None:
    twice = frame(message())
    widget = message("comm_open", comm_id="a", target_name="jupyter.widget.control", data={})

    async def attack() -> None:
        async with app.socket(kernel) as attacker:
            for sent in (twice, twice, frame(widget), frame(message())):
                await attacker.write_message(sent, binary=True)
            replies = 0
            while replies < 2:
                heard = await attacker.read_message()
                assert isinstance(heard, bytes)
                replies += b"kernel_info_reply" in heard

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))
    assert "Traceback" not in app.log


@pytest.mark.parametrize(
    ("protocol", "session", "headers", "status"),
    [
        ("v0.kernel.websocket.jupyter.org", "a", {}, 400),
        ("", "a", {}, 400),
        (PROTOCOL, "%C3%A4", {}, 400),
        (PROTOCOL, "a" * 300, {}, 400),
        (PROTOCOL, "a", {"Origin": "http://evil.example"}, 403),
        (PROTOCOL, "a", {"Origin": "http://localhost:1"}, 403),
        (PROTOCOL, "a", {"Origin": "null"}, 403),
        (PROTOCOL, "a", {"Host": "evil.example", "Origin": "http://evil.example"}, 403),
    ],
)
def test_no_socket_for_whoever_speaks_or_comes_otherwise(
    app: Target, kernel: str, protocol: str, session: str, headers: dict[str, str], status: int
) -> None:
    assert app.refusal(kernel, protocol, session, **headers) == status
    assert app.refusal(kernel, f"something, {PROTOCOL}", "a") == 101


ODD = {
    "not masked": b"\x82\x05hello",
    "reserved bits": b"\xf2\x80" + _MASK,
    "reserved kind": b"\x8b\x80" + _MASK,
    "goes on with nothing": b"\x80\x81" + _MASK + b"a",
    "long ping": b"\x89\xfe\x10\x00" + _MASK + bytes(4096),
    "half a goodbye": b"\x88\x81" + _MASK + b"\x03",
    "odd goodbye": b"\x88\x82" + _MASK + b"\x00\x00",
    "endless": b"\x82\xff" + b"\xff" * 8 + _MASK,
    "endless and negative": b"\x82\xff" + b"\x80" + bytes(7) + _MASK,
    "in pieces": b"\x02\xff" + (2**20).to_bytes(8, "big") + _MASK + bytes(2**20),
    "no text": b"\x81\x82" + _MASK + b"\xff\xff",
}


@pytest.mark.parametrize("which", ODD)
def test_odd_frames_end_their_own_socket_only(which: str, app: Target, kernel: str) -> None:
    with app.raw_socket(kernel) as attacker:
        pieces = b"\x00\xff" + (2**20).to_bytes(8, "big") + _MASK + bytes(2**20)
        with suppress(ConnectionError):
            attacker.sendall(ODD[which] + (pieces * 12 if which == "in pieces" else b""))
            while attacker.recv(65536):
                pass
    assert app.ask("/").status == 200
    assert "Traceback" not in app.log


@pytest.mark.parametrize("kind", ["execute_request", "inspect_request", "complete_request"])
def test_no_message_runs_code(kind: str, app: Target, kernel: str) -> None:
    spot = app.home / "ran"
    code = f"open({str(spot)!r}, 'w')"

    async def attack() -> None:
        async with app.socket(kernel) as attacker:
            for told in (message(kind, code=code, cursor_pos=1, silent=False), message()):
                await attacker.write_message(frame(told), binary=True)
            while b"kernel_info_reply" not in (heard := await attacker.read_message() or b""):
                assert heard

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))
    assert not spot.exists()
    assert f'"{kind}", which is not allowed' in app.log


def test_what_is_refused_over_and_over_does_not_fill_the_log(app: Target, kernel: str) -> None:
    before = app.log.count("not allowed")
    refused = masked(frame(message("execute_request", code="1"))) * 1000
    with app.raw_socket(kernel) as attacker:
        attacker.sendall(refused + b"\x88\x80" + _MASK)
        with suppress(ConnectionError):
            while attacker.recv(65536):
                pass
    # A minute may have begun meanwhile.
    assert 0 < app.log.count("not allowed") <= before + 2 * MOST_LINES
    assert "Similar lines are left out" in app.log


def test_a_page_has_only_so_many_sockets(app: Target) -> None:
    """Each takes sockets of ZeroMQ, of which there are only so many for everybody."""
    kernel, _ = app.new_kernel()
    server = psutil.Process(app.server.process.pid)

    async def hold(opened: list[WebSocketClientConnection]) -> None:
        for number in range(40):
            # A full house refuses until those before have gone.
            with suppress(HTTPClientError):
                opened.append(await app.open_socket(kernel, f"s{number}"))
        for each in opened[:-4]:
            while await each.read_message() is not None:
                pass
        newest = opened[-1]
        await newest.write_message(SOUND, binary=True)
        while b"kernel_info_reply" not in (heard := await newest.read_message() or b""):
            assert heard
        for each in opened:
            each.close()

    before = server.num_fds()
    asyncio.run(asyncio.wait_for(hold([]), PATIENCE))
    assert server.num_fds() < before + 100
    assert app.ask(PAGE).status == 200
    assert "Traceback" not in app.log


# The next three come last: while a slow machine is at them, the kernel above is stopped as idle.


@pytest.mark.parametrize("stays", [True, False])
def test_answers_that_nobody_takes_do_not_pile_up(app: Target, stays: bool) -> None:
    kernel, process = app.new_kernel()
    server = psutil.Process(app.server.process.pid)
    before = server.memory_info().rss
    opened = message("comm_open", comm_id="all", target_name="jupyter.widget.control", data={})
    opened["metadata"] = {"version": "1.0.0"}
    everything = {"comm_id": "all", "data": {"method": "request_states"}}
    with app.raw_socket(kernel) as attacker:
        attacker.sendall(masked(frame(opened)))
        with suppress(ConnectionError):
            for _ in range(400):
                attacker.sendall(masked(frame(message("comm_msg", **everything))))
            while stays and server.memory_info().rss - before < 2**28:
                attacker.sendall(b"\x8a\x80" + _MASK)
                sleep(0.01)
    while psutil.pid_exists(process.pid):
        assert server.memory_info().rss - before < 2**28
        sleep(0.01)
    assert app.ask("/").status == 200
    assert "Traceback" not in app.log


def test_messages_that_nobody_deals_with_do_not_pile_up(app: Target) -> None:
    kernel, process = app.new_kernel()
    server = psutil.Process(app.server.process.pid)
    before = server.memory_info().rss
    long = masked(frame(message("comm_msg", comm_id="a", data={"a": "a" * 9 * 2**20})))
    with app.raw_socket(kernel) as attacker:
        attacker.sendall(masked(SOUND))
        answer = b""
        while b"kernel_info_reply" not in answer:
            answer += attacker.recv(65536)
        process.suspend()  # As if it were busy.
        with suppress(ConnectionError):
            for _ in range(60):
                attacker.sendall(long)
                assert server.memory_info().rss - before < 2**28
    process.wait(PATIENCE)
    assert app.ask("/").status == 200
    assert "Traceback" not in app.log


def test_no_socket_to_a_kernel_that_is_not_there(app: Target) -> None:
    assert app.refusal("0-0-0-0-0", PROTOCOL, "a") == 404
    assert "Traceback" not in app.log
