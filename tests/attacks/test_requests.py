"""Attacks by requests that no browser sends: damaged, endless, many at a time."""

from __future__ import annotations

import re
import socket
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from benchmarks.browsing.servers import PATIENCE
from ksm_widgets.site import connections
from ksm_widgets.site.log import MOST_LINES

if TYPE_CHECKING:
    from tests.attacks.conftest import Target

HOST = b"Host: localhost\r\n"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
REQUESTS = {
    "long head": b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
    "many heads": b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 20_000 + b"\r\n",
    "no colon": b"GET / HTTP/1.1\r\n" + HOST + b"nothing\r\n\r\n",
    "less than no body": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
    "large body": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 100000\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "huge chunk": b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n\r\n",
    "no gzip": b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
    "two hosts": b"GET / HTTP/1.1\r\n" + HOST + b"Host: evil.example\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "odd origin": b"POST /voila/api/shutdown/0-0-0-0-0 HTTP/1.1\r\n"
    + HOST
    + b"Origin: http://[\r\nContent-Length: 0\r\n\r\n",
    "odd date": b"GET /en/pictures/R1.svg HTTP/1.1\r\n"
    + HOST
    + b"If-Modified-Since: 1 Jan 0 0:0 +99999999\r\nRange: bytes=9-1,a\r\n\r\n",
    "backslashes": b"GET / HTTP/1.1\r\n" + HOST + b'Cookie: a="' + b"\\" * 60_000 + b'"\r\n\r\n',
    "many cookies": b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: " + b"a=b;" * 15_000 + b"\r\n\r\n",
    "odd cookies": b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: ksm-look=\xff; =; ;\x7f=\r\n\r\n",
    "odd token": b"GET /?token=%FF HTTP/1.1\r\n" + HOST + b"Authorization: token \xff\r\n\r\n",
    "odd xsrf": b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Cookie: _xsrf=2|x|y|z\r\nContent-Length: 0\r\n\r\n",
    "long path": b"GET /" + b"a" * 60_000 + b".ipynb HTTP/1.1\r\n" + HOST + b"\r\n",
    "long name": b"GET /voila/static/" + b"a" * 400 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "escapes": b"GET /voila/static/%1b[31m%07%0aFORGED HTTP/1.1\r\n" + HOST + b"\r\n",
    "eight bits": b"GET /x\xc2\x9b31m?\xff HTTP/1.1\r\n" + HOST + b"\r\n",
    "zero": b"GET /voila/static/%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    "no HTTP": b"\x00\x01\r\n\r\n",
    "another HTTP": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}


def sent(target: Target, request: bytes) -> bytes:
    """Send these bytes, and return the first line of the answer, empty if there is none."""
    with socket.create_connection(("127.0.0.1", target.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(request)
            return connection.recv(1000).partition(b"\r\n")[0]
        except ConnectionError:  # It has hung up before it had all of it.
            return b""


@pytest.mark.parametrize("which", REQUESTS)
def test_no_request_gets_at_anything(which: str, app: Target, shared: Target) -> None:
    for target in (app, shared):
        said = sent(target, REQUESTS[which])
        assert not said or said.split()[1] in (b"200", b"302", b"400", b"403", b"404"), said
        assert target.ask("/login").status in (302, 403)
        assert "Traceback" not in target.log
        assert not STEERS.search(target.log)
        assert "\nFORGED" not in target.log


def test_nobody_uses_up_all_connections(shared: Target) -> None:
    """The oldest of whoever has most are ended: those that begin a request and leave it at that."""
    with ExitStack() as held:
        opened = []
        for _ in range(connections.MOST + 100):
            one = socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE)
            held.enter_context(one)
            one.sendall(b"GET / HTTP/1.1\r\nX: ")
            opened.append(one)
        assert shared.ask("/login").status == 403
        assert opened[0].recv(1) == b""
        opened[-1].sendall(b"a\r\nHost: localhost\r\n\r\n")
        assert opened[-1].recv(12) == b"HTTP/1.1 302"
    assert "Too many open files" not in shared.log


def test_refused_requests_do_not_fill_the_log(shared: Target) -> None:
    before = shared.log.count("GET /login")
    requests = b"GET /login HTTP/1.1\r\n" + HOST + b"\r\n"
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as stranger:
        stranger.sendall(requests * 300)
        stranger.shutdown(socket.SHUT_WR)
        while stranger.recv(65536):
            pass
    assert shared.log.count("GET /login") <= before + 2 * MOST_LINES
