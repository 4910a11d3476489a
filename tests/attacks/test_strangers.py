"""Attacks by who has no business here: other hosts' pages, and people without the key."""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from hashlib import sha256
from time import monotonic, sleep, time
from typing import TYPE_CHECKING

import pytest
from tornado.web import create_signed_value, decode_signed_value

from benchmarks.browsing.servers import PATIENCE, app_server
from ksm_widgets.page.part import STATIC, digest
from ksm_widgets.site.access import is_own_host
from ksm_widgets.site.parts import VERSION
from tests.attacks.conftest import PAGE, PROTOCOL, Target

if TYPE_CHECKING:
    from pathlib import Path

EVIL = "evil.example"


@pytest.mark.parametrize(
    "path", ["/", PAGE, "/en/rules.md", "/login", "/api/kernels/0-0-0-0-0", "/voila/static/x"]
)
def test_no_page_gets_at_the_app_by_a_name_of_its_own(app: Target, path: str) -> None:
    """As by DNS rebinding: the name is the attacker's, the address is this computer's."""
    others = ("0.0.0.0", "[::ffff:127.0.0.1]", f"localhost.{EVIL}", f"{EVIL}:{app.port}")
    for host in (EVIL, *others, "[", "a b", ""):
        answer = app.ask(path, Host=host)
        assert answer.status == (400 if host == "a b" else 403), host
        assert "ksm-" not in answer.text
    assert app.ask("/", Host=f"localhost:{app.port}").status == 200
    assert app.ask("/", Host=f"[::1]:{app.port}").status == 200


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("LOCALHOST:1", True),
        ("localhost.:1", True),
        ("127.0.0.1", True),
        ("127.0.0.2:8866", True),
        ("192.168.1.7:8866", False),
        ("[fe80::1]:8866", False),
        ("0.0.0.0:8866", False),
        ("[::ffff:127.0.0.1]:8866", False),
        ("ksm.example:80", True),
        ("example:80", False),
        ("127.0.0.1.evil.example", False),
        ("xlocalhost", False),
        ("evil.example@localhost", True),
        ("localhost@evil.example", False),
        ("", False),
    ],
)
def test_hosts(host: str, own: bool) -> None:
    assert is_own_host(host, ["ksm.example"]) is own
    served_to_others = own or host.startswith(("192.", "[fe80", "0.0.0.0", "[::ffff"))
    assert is_own_host(host, ["ksm.example"], anywhere=True) is served_to_others


@pytest.mark.slow
def test_a_name_that_the_owner_allows_is_served(tmp_path: Path) -> None:
    with app_server(tmp_path, "--WarmKernels.spare=0", "--Site.hosts=ksm.example") as server:
        app = Target(server, tmp_path)
        assert app.ask("/", Host="ksm.example").status == 200
        assert app.ask("/", Host=EVIL).status == 403


def leave(app: Target, kernel: str, **headers: str) -> int:
    return app.ask(f"/voila/api/shutdown/{kernel}", "POST", b"", **headers).status


def test_a_page_from_elsewhere_ends_no_kernel(app: Target) -> None:
    kernel = app.ask(PAGE).kernel
    here = f"http://localhost:{app.port}"
    for origin in (f"http://{EVIL}", "null", "http://localhost:1", f"https://localhost.{EVIL}"):
        assert leave(app, kernel, Host=f"localhost:{app.port}", Origin=origin) in (403, 404)
        assert leave(app, kernel, Host=EVIL, Origin=origin) == 403
    for method in ("DELETE", "POST", "PATCH"):
        assert app.ask(f"/api/kernels/{kernel}", method).status in (403, 405)
    assert app.ask(f"/api/kernels/{kernel}").status == 200
    assert leave(app, kernel, Host=f"localhost:{app.port}", Origin=here) == 204
    assert app.ask(f"/api/kernels/{kernel}").status == 404


def test_no_page_starts_kernels_unseen(app: Target) -> None:
    for kind in ("image", "iframe", "script", "empty"):
        answer = app.ask(PAGE, Sec_Fetch_Site="cross-site", Sec_Fetch_Dest=kind)
        assert (answer.status, "kernelId" in answer.text) == (403, False)
    followed = app.ask(PAGE, Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="document")
    assert followed.kernel


@pytest.mark.parametrize(
    "path",
    [
        "/",
        PAGE,
        "/en/rules.md",
        "/en/pictures",
        "/logout",
        "/voila/templates/lab/static/index.css",
        "/voila/templates/x",
        "/voila/templates/",
        "/voila/templates/lab/static/../../../../../pyproject.toml",
        "/voila/static/voila.js",
        "/voila/program.js",
        "/voila/static/",
        "/voila/parts/page/static/panel.js",
        "/voila/labextensions/ipycanvas/package.json",
        "/voila/files/explorer.ipynb",
        "/voila/api/themes/x",
        "/api/kernels/0-0-0-0-0",
        "/api/contents",
        "/static/x",
        "/oauth_callback",
        "/metrics",
        "/%00",
        "/%ff",
        "/?token=guessed",
        "/?token=",
        "/?language=de&look=dark",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PROPFIND"])
def test_without_the_key_there_is_one_sentence(shared: Target, path: str, method: str) -> None:
    answer = shared.ask(path, method)
    if answer.status == 302:
        assert answer.headers["Location"].startswith("/login")
    elif method != "OPTIONS":  # Jupyter tells who may ask, and nothing else.
        assert answer.status in (403, 404, 405), answer
    assert len(answer.text) < 200
    assert "Traceback" not in shared.log


def test_the_sentence_is_there_for_strangers(shared: Target) -> None:
    answer = shared.ask("/login")
    assert answer.status == 403
    assert "This app needs its key" in answer.text
    assert "<nav" not in answer.text
    assert shared.refusal("0-0-0-0-0", PROTOCOL, "a") == 403


def test_a_key_in_a_mistyped_address_stays_out_of_the_log(shared: Target) -> None:
    before = shared.log.count(shared.key)
    shared.ask(f"//evil.example/..?token={shared.key}")
    shared.ask(f"/nowhere.ipynb?language=de&token={shared.key}&look=dark")
    # As programs code it that pass a link on, and then the address of the page that asks for it.
    coded = shared.ask(f"/%3Ftoken%3D{shared.key}")
    shared.ask(coded.headers["Location"])
    for path in (f"/nope?t={shared.key}", f"/nope?token[]={shared.key}", f"/class/{shared.key}"):
        shared.ask(path, "DELETE")
    shared.ask("/login")  # A request is logged after its answer, and before the next one's.
    assert shared.log.count(shared.key) == before


def test_who_has_shown_the_key_is_known_for_a_year(shared: Target) -> None:
    first = shared.ask(f"/?token={shared.key}")
    assert (first.status, first.headers["Location"]) == (302, "/")
    again = shared.ask("/", Cookie=first.cookies)
    assert again.status == 200
    year = timedelta(days=364)
    for answer in (first, again):
        [login] = [
            cookie
            for cookie in answer.headers.get_all("Set-Cookie", [])
            if cookie.startswith("username-")
        ]
        expires = login.partition("expires=")[2].partition(";")[0]
        assert parsedate_to_datetime(expires) - datetime.now(UTC) > year
        assert "HttpOnly" in login
        assert "SameSite=Lax" in login


def test_a_login_of_last_spring_still_holds(shared: Target) -> None:
    secret = sha256(f"cookies {shared.key}".encode()).digest()
    name, _, value = shared.ask(f"/?token={shared.key}").cookies.partition("; ")[0].partition("=")
    inner = decode_signed_value(secret, name, value.strip('"'))
    assert inner is not None
    for days, status in ((300, 200), (400, 302)):
        made = time() - 86_400 * days
        signed = create_signed_value(secret, name, inner, clock=partial(float, made))
        assert shared.ask("/", Cookie=f"{name}={signed.decode()}").status == status


def test_a_forged_login_is_none(shared: Target) -> None:
    cookie = shared.ask(f"/?token={shared.key}").cookies
    name, _, value = cookie.partition("=")
    for forged in (f"{name}=x", f"{name}={value[:40]}x{value[41:]}", f'{name}="2|1:0|"'):
        assert shared.ask("/", Cookie=forged).status == 302


@pytest.mark.parametrize("after", [pytest.param(0, marks=pytest.mark.slow), 100])
def test_who_leaves_before_the_page_has_come_leaves_no_kernel(app: Target, after: int) -> None:
    ended = app.kernels()
    with socket.create_connection(("127.0.0.1", app.port)) as connection:
        connection.sendall(f"GET {PAGE} HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\n\r\n".encode())
        if after:
            connection.recv(after)
            assert len(app.kernels()) == len(ended) + 1
    # Whoever comes next has their turn after that.
    kernel = app.ask(PAGE).kernel
    assert leave(app, kernel, Host=f"localhost:{app.port}") == 204
    until = monotonic() + PATIENCE
    while len(app.kernels()) > len(ended):
        assert monotonic() < until
        sleep(0.05)


def test_what_is_not_there_says_so_and_leads_home(app: Target) -> None:
    for path in ("/en/nothing.ipynb", "/nothing", "/../pyproject.toml", "/%ff%00"):
        answer = app.ask(path)
        assert answer.status == 404
        assert "This page does not exist" in answer.text
        assert 'href="/"' in answer.text
    assert "Traceback" not in app.log


def test_a_visit_leaves_nothing_in_the_log(app: Target) -> None:
    assert app.ask(PAGE).status == 200
    assert "trusted" not in app.log


@pytest.mark.parametrize(
    "names",
    [
        *("page/part.py", "page/words.en.toml", "page/static", "page/static/none.js"),
        *("page/static/../part.py", "page/static/..%2fpanel.js", "/etc/x.js", "panel.js"),
        "page/static/panel.js+page/part.py",
        "+".join(["page/static/panel.js"] * 5),
    ],
)
def test_of_the_package_only_scripts_and_style_sheets_are_served(app: Target, names: str) -> None:
    assert app.ask(f"/voila/parts/{names}").status == 404


def test_a_browser_keeps_what_has_its_digest_in_its_address(app: Target) -> None:
    files = [STATIC / "pointing.js", STATIC / "board.js"]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    path = "/voila/parts/page/static/pointing.js+page/static/board.js"
    for version, kept in ((digest(text), True), ("other", False), ("", False)):
        answer = app.ask(f"{path}?v={version}")
        assert answer.text == text
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert ("immutable" in answer.headers["Cache-Control"]) is kept


def test_the_program_of_pages_is_kept_by_its_digest_and_packed_for_who_takes_it(
    app: Target,
) -> None:
    plain = app.ask("/voila/program.js")
    assert plain.headers["Cache-Control"] == "no-cache"
    kept = app.ask(f"/voila/program.js?v={digest(plain.text)}", Accept_Encoding="gzip")
    assert kept.headers["Cache-Control"].endswith("immutable")
    assert kept.headers["Content-Encoding"] == "gzip"
    assert int(kept.headers["Content-Length"]) < len(plain.text) / 2


def test_voila_s_files_are_kept_by_version_and_packed_for_who_takes_it(app: Target) -> None:
    plain = app.ask("/voila/static/voila.js")
    assert plain.headers["Cache-Control"] == "no-cache"
    kept = app.ask(f"/voila/static/{VERSION}/voila.js")
    assert kept.text == plain.text
    assert kept.headers["Cache-Control"].startswith("max-age=")
    packed = app.ask(f"/voila/static/{VERSION}/voila.js", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert 10 < int(packed.headers["Content-Length"]) < len(plain.text) / 2
    part = app.ask("/voila/static/voila.js", Accept_Encoding="gzip", Range="bytes=0-9")
    assert (part.status, part.text) == (206, plain.text[:10])
    for place in ("0" * 16, VERSION.upper(), f"{VERSION}/{VERSION}"):
        assert app.ask(f"/voila/static/{place}/voila.js").status in (403, 404)
