"""The page without a server, visited again without a network; boards and Python are stand-ins."""

from __future__ import annotations

import os
import shutil
import time
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from typing import TYPE_CHECKING, BinaryIO

import pytest
from playwright.sync_api import Error, expect

from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import HERE, free_port, plain_files
from ksm_widgets.lite.pages import add_service_worker, index_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager
    from io import BytesIO
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

# What the frame with the boards says once Python has come.
FRAME = """<!DOCTYPE html><title>boards</title><script type="module">
import { version } from "./python.js";
parent.postMessage({ ksm: { stage: "interface" } }, location.origin);
parent.postMessage({ ksm: { stage: "warm" } }, location.origin);
document.title = version;
</script>"""
DAY = 86_400
AGES = {"first": -1000, "second": -2000}
"""Seconds; below 0, so that the browser asks the host for each file again."""
OLD_AGES = {"first": 100 * DAY, "second": DAY}
"""A browser keeps a file for longer the longer it has not changed."""
KEPT = "() => document.documentElement.dataset.kept === 'yes'"
WARM = "() => document.documentElement.dataset.stage === 'warm'"
VERSION = "() => document.getElementById('live').contentDocument.title"
CACHED = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(
    async (name) => [name, (await (await caches.open(name)).keys())
        .map(({ url }) => new URL(url).pathname)])))"""
TEXTS = """async () => (await Promise.all((await caches.keys()).map(async (name) => {
    const cache = await caches.open(name);
    return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()));
}))).flat().join()"""

FIXED_NAMES = ("files/en/explorer.ipynb", "static/pyodide/pyodide.mjs")
"""Files that have the same name in each version, and are in the frame's hands."""

LOADING = "async () => (await navigator.locks.query()).held.length === 1"
WAITING = """async () => (await navigator.locks.query()).pending.some(
    ({ mode }) => mode === "exclusive")"""

INSTALLED = """async () => {
    const found = await navigator.serviceWorker.getRegistration();
    return Boolean(found && (found.installing || found.waiting || found.active));
}"""


def build(folder: Path, version: str, ages: Mapping[str, int] = AGES) -> None:
    """Write a version of the page as `ksm site` does."""
    shutil.rmtree(folder, ignore_errors=True)
    frame = folder / "live" / "lab"
    frame.mkdir(parents=True)
    (folder / "index.html").write_text(index_page(), encoding="utf-8")
    (folder / "note.txt").write_text(version)
    (frame / "index.html").write_text(FRAME)
    (frame / "python.js").write_text(f"export const version = '{version}';")
    for name in FIXED_NAMES:
        (folder / "live" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "live" / name).write_text(version)
    add_service_worker(folder, {})
    built = time.time() - ages[version]
    for path in folder.rglob("*"):
        os.utime(path, (built, built))


class Host:
    """A host with our page and another one, that can be switched off and on again."""

    def __init__(self, root: Path) -> None:
        self.root, self.port = root, free_port()
        self.ours, self.other = (f"{HERE}:{self.port}/{name}/" for name in ("ours", "other"))
        build(root / "ours", "first")
        (root / "other").mkdir()
        (root / "other" / "index.html").write_text("<!DOCTYPE html><title>other</title>")

    def on(self) -> AbstractContextManager[str]:
        return plain_files(self.root, self.port)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(locale="en-GB")
    yield made
    made.close()


def visit(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(WARM)
    return page


def await_true(page: Page, said: str) -> None:
    """Wait until what has to be waited for itself is true."""
    until = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(said):
        assert time.monotonic() < until
        page.wait_for_timeout(50)


def await_update(page: Page) -> None:
    """Wait until the second version is kept, and nothing of the first one."""
    kept = page.evaluate(TEXTS)
    while "'second'" not in kept or "'first'" in kept:
        page.wait_for_timeout(50)
        kept = page.evaluate(TEXTS)


def test_a_second_visit_needs_no_network(host: Host, context: BrowserContext) -> None:
    with host.on():
        visit(context, host.ours).wait_for_function(KEPT)
    page = visit(context, f"{host.ours}#en/rules.md")
    expect(page.get_by_role("heading", name="The rules")).to_be_visible()
    assert page.evaluate(VERSION) == "first"
    # With its file's name too, as some hosts write it.
    assert visit(context, f"{host.ours}index.html").evaluate(VERSION) == "first"


def test_nor_does_it_where_the_host_shortens_addresses(
    host: Host, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As some hosts do; a browser takes no page from a worker that came by a redirection."""
    answer = SimpleHTTPRequestHandler.send_head

    def shorten(handler: SimpleHTTPRequestHandler) -> BytesIO | BinaryIO | None:
        if not handler.path.endswith("/index.html"):
            return answer(handler)
        handler.send_response(HTTPStatus.PERMANENT_REDIRECT)
        handler.send_header("Location", handler.path.removesuffix("index.html"))
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return None

    monkeypatch.setattr(SimpleHTTPRequestHandler, "send_head", shorten)
    with host.on():
        visit(context, host.ours).wait_for_function(KEPT)
    assert visit(context, host.ours).evaluate(VERSION) == "first"


@pytest.mark.parametrize("status", [HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS])
def test_nor_does_it_while_the_host_can_t_serve_it(
    host: Host, context: BrowserContext, monkeypatch: pytest.MonkeyPatch, status: HTTPStatus
) -> None:
    def refuse(handler: SimpleHTTPRequestHandler) -> None:
        handler.send_error(status)

    with host.on():
        visit(context, host.ours).wait_for_function(KEPT)
        monkeypatch.setattr(SimpleHTTPRequestHandler, "send_head", refuse)
        assert visit(context, host.ours).evaluate(VERSION) == "first"
        # What was never kept is refused as it is elsewhere.
        answer = context.new_page().goto(f"{host.ours}none.html")
        assert answer is not None
        assert answer.status == status


def test_a_second_visit_asks_the_host_for_its_version_only(
    host: Host, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = SimpleHTTPRequestHandler.send_head
    asked = []

    def note(handler: SimpleHTTPRequestHandler) -> BytesIO | BinaryIO | None:
        asked.append(handler.path)
        return answer(handler)

    with host.on():
        visit(context, host.ours).wait_for_function(KEPT)
        monkeypatch.setattr(SimpleHTTPRequestHandler, "send_head", note)
        assert visit(context, host.ours).evaluate(VERSION) == "first"
    # The browser itself asks for it too, to update it.
    assert set(asked) == {"/ours/service-worker.js"}


def test_nothing_is_fetched_to_be_kept_while_a_page_loads(
    host: Host, context: BrowserContext
) -> None:
    with host.on():
        loading = context.new_page()
        loading.route("**/live/lab/index.html", lambda route: None)
        loading.goto(host.ours, wait_until="commit")
        await_true(loading, LOADING)
        page = visit(context, host.ours)
        await_true(page, WAITING)
        assert page.evaluate(TEXTS) == ""
        loading.close()
        page.wait_for_function(KEPT)


@pytest.mark.parametrize(
    "ages", [AGES, pytest.param(OLD_AGES, marks=pytest.mark.slow)], ids=["new", "old"]
)
def test_a_new_version_is_there_as_soon_as_it_is_served(
    ages: Mapping[str, int], host: Host, context: BrowserContext
) -> None:
    build(host.root / "ours", "first", ages)
    with host.on():
        visit(context, host.ours).wait_for_function(KEPT)
    build(host.root / "ours", "second", ages)
    with host.on():
        page = visit(context, host.ours)
        assert page.evaluate(VERSION) == "second"
        await_update(page)
    assert visit(context, host.ours).evaluate(VERSION) == "second"


@pytest.mark.parametrize("path", ["jupyter-lite.json", *FIXED_NAMES])
def test_no_file_of_an_older_version_is_used(host: Host, browser: Browser, path: str) -> None:
    """As where a browser keeps no page for use without a network, only files as it sees fit."""
    told = f"await (await fetch('../{path}')).text()"
    context = browser.new_context(service_workers="block")
    for version, age in OLD_AGES.items():
        build(host.root / "ours", version, OLD_AGES)
        live = host.root / "ours" / "live"
        (live / "jupyter-lite.json").write_text(version)
        (live / "lab" / "index.html").write_text(FRAME.replace("= version", f"= {told}"))
        for written in (live / "jupyter-lite.json", live / "lab" / "index.html"):
            os.utime(written, (time.time() - age,) * 2)
        with host.on():
            page = visit(context, host.ours)
            page.wait_for_function(f"version => ({VERSION})() === version", arg=version)
    context.close()


def test_other_pages_of_the_host_keep_what_is_theirs(host: Host, context: BrowserContext) -> None:
    with host.on():
        page = context.new_page()
        page.goto(host.other)
        page.evaluate("async () => (await caches.open('theirs')).add(location.href)")
        visit(context, host.ours).wait_for_function(KEPT)
        build(host.root / "ours", "second")
        updated = visit(context, host.ours)
        await_update(updated)
        cached = updated.evaluate(CACHED)
        assert cached.pop("theirs") == ["/other/"]
        [own] = cached.values()
        assert all(path.startswith("/ours/") for path in own)
        # Nothing of theirs goes through our worker, nor do they get any of it.
        page.goto(host.other)
        assert page.evaluate("() => navigator.serviceWorker.controller") is None
    with pytest.raises(Error):
        page.goto(host.other)


def test_two_of_these_pages_on_a_host_are_both_kept(host: Host, context: BrowserContext) -> None:
    build(host.root / "twin", "first")
    twin = f"{HERE}:{host.port}/twin/"
    with host.on():
        for address in (twin, host.ours):
            visit(context, address).wait_for_function(KEPT)
    for address in (twin, host.ours):
        assert visit(context, address).evaluate(VERSION) == "first"


def test_a_file_that_is_not_the_one_built_is_not_kept(host: Host, context: BrowserContext) -> None:
    """As when a host, or whoever sits between, sends something else."""
    (host.root / "ours" / "note.txt").write_text("changed on the way")
    with host.on():
        page = visit(context, host.ours)
        page.wait_for_function("() => document.documentElement.dataset.kept === 'asked'")
        while page.evaluate(INSTALLED):
            page.wait_for_timeout(50)
        assert "changed on the way" not in page.evaluate(TEXTS)
    with pytest.raises(Error):
        page.goto(host.ours)


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
@pytest.mark.parametrize("address", ["#nothing", "#%E0%A4", "#explorer.ipynb%3", "#../etc", "#<b>"])
def test_a_page_that_there_is_none_of_says_so_and_leads_home(
    language: str, address: str, host: Host, browser: Browser
) -> None:
    with host.on(), browser.new_context(locale=language) as context:
        page = visit(context, host.ours + address)
        heading = {"en": "This page does not exist", "de": "Diese Seite gibt es nicht"}[language]
        expect(page.get_by_role("heading")).to_have_text(heading)
        expect(page.get_by_role("status")).to_be_hidden()
        page.locator("#read a").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(
            {"en": "Mines", "de": "Salomon"}[language]
        )
