"""The explorer as an app: a board without code, and a program that ends with its page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import app_server
from tests.browser.test_site import KERNELS
from tests.mines import ENDLESS

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from benchmarks.browsing.servers import Server


def test_the_page_shows_a_board_and_no_code(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    scripts: list[str] = []
    page.on("request", lambda one: scripts.append(one.url) if ".js" in one.url else None)
    page.goto(f"{app.url}/explorer.ipynb")
    OnPage(page).ready()
    expect(page.get_by_text(re.compile("import Explorer"))).to_have_count(0)
    # Voilà's and the widgets' programs come in some eighty pieces, unless they are joined.
    assert sum("/voila/program.js" in url for url in scripts) == 1
    assert not [url for url in scripts if re.search(r"/\d+\.[^/]*js", url)]
    assert console_errors == []


@pytest.mark.slow
def test_a_page_that_crashes_does_not_keep_its_kernel(
    browser: Browser, page: Page, tmp_path: Path
) -> None:
    """Whether its end is told to the server or only noticed there, and though a search goes on."""
    # Not so quickly that a slow machine's kernel is ended before its page has begun to search.
    quickly = (
        "--MappingKernelManager.cull_idle_timeout=15",
        "--MappingKernelManager.cull_interval=1",
    )
    with app_server(tmp_path, *quickly) as server:
        page.goto(server.url)
        left = browser.new_page()
        explorer = OnPage.served(left, server, ENDLESS)
        explorer.button("Solve").click()
        expect(explorer.root.locator(".ksm-progress")).to_be_visible()
        [address] = left.evaluate(KERNELS)
        assert page.evaluate("async address => (await fetch(address)).ok", address)
        with pytest.raises(Error):
            left.goto("chrome://crash")
        page.wait_for_function(
            "async address => (await fetch(address)).status === 404",
            arg=address,
            timeout=PATIENCE,
        )
