"""Attacks on the handlers themselves, without a server: who may end, reach or start a kernel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from inspect import unwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jupyter_server.auth.identity import IdentityProvider
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.web import Application, HTTPError
from voila.configuration import VoilaConfiguration

from ksm_widgets.site.channels import PROTOCOL, Channels, Kernel, Leave
from ksm_widgets.site.classroom import PATH, TEACHER, Assignment, DeskTop, News, Teacher
from ksm_widgets.site.connections import _CLIENT, _Client, _Use
from ksm_widgets.site.desks import DeskScript, answer
from ksm_widgets.site.handlers import Home, Notebook
from ksm_widgets.site.kernels import PAGE_LOAD
from ksm_widgets.site.parts import Parts
from ksm_widgets.site.tables import TableNews

HERE = "localhost:8866"
LOCAL = "http://192.168.1.2:8866/"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
KERNEL = "7f0b4a52-3f1b-4c55-8f0e-5d2f4f4c1a10"


class Kernels(dict[str, object]):
    """No kernels; only what is done to them is noted."""

    def __init__(self) -> None:
        super().__init__()
        self.ended: list[str] = []

    async def end(self, kernel_id: str) -> None:
        self.ended.append(kernel_id)


def asked(handler: type, address: str = "/", **headers: str) -> Any:
    """A handler with a request to answer, in an app that notes which kernels it ends."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    connection: Any = SimpleNamespace(set_close_callback=lambda _: None)
    request = HTTPServerRequest(
        start_line=RequestStartLine("GET", address, "HTTP/1.1"),
        headers=HTTPHeaders({"Host": HERE, **named}),
        connection=connection,
    )
    site = SimpleNamespace(
        root_dir=str(NOTEBOOKS),
        has_guests=False,
        share=False,
        hosts=["ksm.example"],
        others_url=LOCAL,
    )
    more = {"voila_configuration": VoilaConfiguration()} if handler is Notebook else {}
    return handler(Application(kernel_manager=Kernels(), voila=site), request, **more)


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        (f"http://{HERE}", True),
        ("", True),
        ("null", False),
        ("http://evil.example", False),
        ("http://localhost:1", False),
        (f"http://{HERE}.evil.example", False),
    ],
)
def test_only_a_page_of_ours_ends_a_kernel(origin: str, ours: bool) -> None:
    handler = asked(Leave, Origin=origin)
    if ours:
        handler.check_xsrf_cookie()
        return
    with pytest.raises(HTTPError) as refused:
        handler.check_xsrf_cookie()
    assert refused.value.status_code == 403


@pytest.mark.parametrize(
    ("method", "told", "passes"),
    [
        ("POST", {}, True),
        ("POST", {"Cookie": "ksm-class=x"}, False),
        ("POST", {"Cookie": "ksm-class=x", "Sec_Fetch_Site": "same-site"}, False),
        ("POST", {"Cookie": "ksm-class=x", "Sec_Fetch_Site": "same-origin"}, True),
        ("POST", {"Cookie": "ksm-class=x", "Origin": f"http://{HERE}"}, True),
        ("GET", {"Cookie": "ksm-class=x"}, True),
    ],
)
def test_what_changes_something_by_a_login_says_where_it_comes_from(
    method: str, told: dict[str, str], passes: bool
) -> None:
    handler = asked(Assignment, **told)
    handler.request.method = method
    assert handler.comes_from_here() is passes


@pytest.mark.parametrize(
    ("host", "told", "address"),
    [
        ("ksm.example", "", "http://ksm.example/"),
        ("KSM.example", "https", "https://KSM.example/"),
        ("ksm.example:444", "https, http", "https://ksm.example:444/"),
        ("ksm.example", "javascript", "http://ksm.example/"),
        (HERE, "https", LOCAL),
        ("evil.example", "https", LOCAL),
        ("ksm.example.evil.example", "https", LOCAL),
        ("[::1", "https", LOCAL),
    ],
)
def test_others_are_led_to_a_proxy_only_by_a_name_that_the_owner_allows(
    host: str, told: str, address: str
) -> None:
    handler = asked(Assignment, Host=host, X_Forwarded_Proto=told)
    assert handler.others_url == address


@pytest.mark.parametrize(
    ("offered", "status"), [("", 400), ("v2", 400), (f"v2, {PROTOCOL}", 404), (PROTOCOL, 404)]
)
def test_an_older_protocol_reaches_no_kernel(offered: str, status: int) -> None:
    handler = asked(Channels, "/?session_id=attack", Sec_WebSocket_Protocol=offered)
    with pytest.raises(HTTPError) as refused:
        asyncio.run(handler.get(KERNEL))
    assert refused.value.status_code == status
    assert handler.select_subprotocol(["v2", PROTOCOL]) == PROTOCOL
    assert handler.select_subprotocol(["v2"]) is None


@pytest.mark.parametrize(
    ("site", "kind", "unseen"),
    [
        ("cross-site", "iframe", True),
        ("cross-site", "empty", True),
        ("cross-site", "document", False),
        ("same-site", "iframe", True),
        ("same-site", "image", True),
        ("same-site", "document", False),
        ("same-origin", "iframe", False),
        ("none", "document", False),
    ],
)
def test_no_page_of_another_site_starts_a_kernel_unseen(site: str, kind: str, unseen: bool) -> None:
    """Another port of this computer is the same site, not the same origin."""
    handler = asked(Notebook, Sec_Fetch_Site=site, Sec_Fetch_Dest=kind)
    assert handler.is_loaded_unseen() is unseen


@pytest.mark.parametrize(
    "told",
    [
        {"Sec_Purpose": "prefetch"},
        {"Sec_Purpose": "prefetch;prerender"},
        {"Purpose": "Prefetch"},
        {"X_Moz": "prefetch"},
    ],
)
def test_no_browser_starts_a_kernel_in_advance(told: dict[str, str]) -> None:
    """A page elsewhere can have a browser fetch ten pages, each with a process."""
    handler = asked(
        Notebook, "/explorer.ipynb", Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="document", **told
    )
    with pytest.raises(HTTPError) as refused:
        asyncio.run(unwrap(Notebook.get)(handler, "explorer.ipynb"))
    assert refused.value.status_code == 403


@pytest.mark.parametrize("leaves", [True, False])
def test_who_leaves_before_the_page_came_leaves_no_kernel(leaves: bool) -> None:
    handler = asked(Notebook, "/explorer.ipynb")

    async def pieces(_: str) -> AsyncIterator[str]:
        PAGE_LOAD.get().kernel_id = KERNEL
        if leaves:
            handler.on_connection_close()
        yield ""

    async def flushed() -> None: ...

    handler.get_generator, handler.flush = pieces, flushed
    asyncio.run(unwrap(Notebook.get)(handler, "explorer.ipynb"))
    assert handler.settings["kernel_manager"].ended == [KERNEL] * leaves


def test_who_leaves_a_page_ends_its_kernel() -> None:
    handler = asked(Leave)
    handler.set_status, handler.finish = lambda _: None, lambda: None
    asyncio.run(unwrap(Leave.post)(handler, KERNEL))
    assert handler.settings["kernel_manager"].ended == [KERNEL]


def test_who_leaves_while_a_kernel_does_not_answer_leaves_no_error() -> None:
    """Else each such visitor wrote a traceback into the owner's terminal."""
    handler = asked(Channels)
    done = []

    async def connect() -> None:
        done.append("connected")

    handler.connection = SimpleNamespace(
        connect=connect, disconnect=lambda: done.append("disconnected")
    )
    handler.on_close()
    asyncio.run(handler.open(KERNEL))
    assert done == ["disconnected"]


@pytest.mark.parametrize("kept", [b"", b'"kept": 0, ', b'"kept": null, '])
def test_a_phone_says_what_it_has_kept_before_it_does_anything(kept: bytes) -> None:
    """What it says later is not believed."""
    said: list[object] = []
    body = b"{" + kept + b'"act": "hint", "value": ""}'
    handler: Any = SimpleNamespace(request=SimpleNamespace(body=body), finish=said.append)
    desk: Any = SimpleNamespace(fresh=True)
    answer(handler, desk)
    assert said == [{"again": True}]


@pytest.mark.parametrize("key", ["right", "wrong"])
@pytest.mark.parametrize("kind", [Home, Notebook, Channels, Kernel, Parts, DeskScript])
def test_the_key_of_the_app_lets_connections_wait(kind: type, key: str) -> None:
    """With too many, those that no key let in go first."""
    handler = asked(kind, "/", Authorization=f"token {key}")
    handler.application.settings |= {
        "identity_provider": IdentityProvider(token="right"),
        "cookie_secret": "secret",
        "login_url": "/login",
    }
    client = _Client("")

    async def prepare() -> None:
        _CLIENT.set(client)
        with suppress(HTTPError):
            await handler.prepare()

    handler.check_host = lambda: True
    handler.redirect = lambda *_: None
    asyncio.run(prepare())
    assert (client.use is _Use.WAITING) is (key == "right")


@pytest.mark.parametrize("key", ["right", "wrong"])
@pytest.mark.parametrize("kind", [News, DeskTop, Teacher])
def test_a_key_of_the_class_lets_connections_wait(kind: type[News], key: str) -> None:
    handler = asked(kind, "/", Cookie=f"ksm-{kind.opens.replace('/', '-')}={key}")
    handler.settings["voila"].served = SimpleNamespace(keys={PATH: "right", TEACHER: "right"})
    handler.finish_notice = lambda *_: None
    client = _Client("")

    async def take_key() -> None:
        _CLIENT.set(client)
        handler.take_key()

    asyncio.run(take_key())
    assert (client.use is _Use.WAITING) is (key == "right")


@pytest.mark.parametrize("key", ["right", "wrong"])
def test_a_key_of_a_table_lets_connections_wait(key: str) -> None:
    handler = asked(TableNews)
    handler.settings["voila"].tables = SimpleNamespace(find={"right": "table"}.get)
    client = _Client("")

    async def find() -> None:
        _CLIENT.set(client)
        handler.find(key)

    asyncio.run(find())
    assert (client.use is _Use.WAITING) is (key == "right")
