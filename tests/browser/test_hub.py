"""The app as a JupyterHub starts it for each of a class, with the settings that the docs show."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from http.client import NOT_FOUND
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE, watch_console
from benchmarks.browsing.servers import HERE, NOTEBOOKS, Server, free_port, running
from tests.browser.lessons import OnTask
from tests.browser.test_site import KERNELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

SETTINGS = Path(__file__).parents[2] / "docs" / "hub" / "jupyterhub_config.py"
PASSWORD = "queen-of-sheba"


@pytest.fixture(scope="module")
def hub(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A hub in a folder of its own, with the proxy that npm has."""
    assert chromium
    home = tmp_path_factory.mktemp("hub")
    npm = shutil.which("npm")
    proxy = ["install", "--silent", "--no-audit", "--no-fund", "--prefix", str(home)]
    if (
        npm is None
        or subprocess.run(
            [npm, *proxy, "configurable-http-proxy@5"], check=False, timeout=600
        ).returncode
    ):
        # It belongs to the hub and is not ours; a machine without Node.js, or offline, has none.
        pytest.skip("the hub's proxy comes by npm, which is not there or does not get it")
    commands = (home / "node_modules" / ".bin", Path(sys.executable).parent, os.environ["PATH"])
    told = {"PATH": os.pathsep.join(map(str, commands)), "KSM_CLASS_PASSWORD": PASSWORD}
    port = free_port()
    arguments = [
        *("-m", "jupyterhub", "--config", str(SETTINGS), "--ip=127.0.0.1", f"--port={port}"),
        f"--JupyterHub.hub_port={free_port()}",
        f"--ConfigurableHTTPProxy.api_url={HERE}:{free_port()}",
    ]
    url = f"{HERE}:{port}"
    with running(arguments, home, url, "/hub/login", NOTEBOOKS, told) as server:
        yield server


def signed_in(browser: Browser, hub: Server, name: str) -> Page:
    """A browser whose user has signed in and been led to home."""
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(hub.url)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("[data-door=explorer]")).to_be_visible(timeout=PATIENCE)
    assert page.url == f"{hub.url}/user/{name}/"
    return page


def test_each_of_a_class_has_an_app_of_their_own(browser: Browser, hub: Server) -> None:
    anna, bruno = (signed_in(browser, hub, name) for name in ("anna", "bruno"))
    errors = watch_console(anna)
    anna.goto(f"{hub.url}/user/anna/en/03-card.ipynb")
    task = OnTask(anna.locator(".ksm-lesson:has([type=number])").first)
    task.ready()
    task.root.get_by_role("spinbutton").fill("4")
    task.button("Check").click()
    expect(task.said).to_contain_text("That is right")
    for page, name, reached in ((bruno, "bruno", "0 / 12"), (anna, "anna", "3 / 12")):
        page.goto(f"{hub.url}/user/{name}/en/00-start.ipynb")
        row = page.locator(".ksm-overview tr", has_text="Reading a card")
        expect(row).to_contain_text(reached, timeout=PATIENCE)
    # It is the user's, not the browser's: on another computer it is there as well.
    elsewhere = signed_in(browser, hub, "anna")
    elsewhere.goto(f"{hub.url}/user/anna/en/00-start.ipynb")
    row = elsewhere.locator(".ksm-overview tr", has_text="Reading a card")
    expect(row).to_contain_text("3 / 12", timeout=PATIENCE)
    assert errors == []

    for path in ("", "explorer.ipynb", "api/kernels/0-0-0-0-0"):
        refused = bruno.request.get(f"{hub.url}/user/anna/{path}")
        assert refused.status in (403, 404)
        assert "ksm" not in refused.text()
    for page in (anna, bruno, elsewhere):
        page.context.close()


def test_a_page_that_is_left_ends_its_kernel(browser: Browser, hub: Server) -> None:
    page = signed_in(browser, hub, "anna")
    errors = watch_console(page)
    page.get_by_role("link", name="Explorer").first.click()
    OnPage(page).ready()
    [address] = page.evaluate(KERNELS)
    assert page.request.get(address).status == 200
    page.get_by_role("navigation").get_by_role("link", name="Home").click()
    expect(page.locator("[data-door=explorer]")).to_be_visible()
    until = time.monotonic() + PATIENCE / 1000
    while page.request.get(address).status != NOT_FOUND:
        assert time.monotonic() < until
    assert errors == []
    page.context.close()
