"""The explorer as a page without code, as `ksm app` serves it."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import app_server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server


def test_the_page_shows_a_board_and_no_code(
    page: Page, app: Server, console_errors: list[str]
) -> None:
    page.goto(app.url)
    expect(page.locator("canvas").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(re.compile("import Explorer"))).to_have_count(0)
    assert console_errors == []


@pytest.mark.slow
def test_a_page_that_was_left_does_not_keep_its_kernel(page: Page, tmp_path: Path) -> None:
    quickly = (
        "--MappingKernelManager.cull_idle_timeout=2",
        "--MappingKernelManager.cull_interval=1",
    )
    with app_server(tmp_path, *quickly) as server:
        page.goto(server.url)
        expect(page.locator("canvas").first).to_be_visible(timeout=PATIENCE)
        assert _kernels(server) == 1
        page.goto("about:blank")
        while _kernels(server):
            page.wait_for_timeout(200)


def _kernels(server: Server) -> int:
    """How many kernels a server has running, as the operating system sees it."""
    rows = subprocess.run(
        ["ps", "-o", "args=", "--ppid", str(server.process.pid)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    return sum("ipykernel_launcher" in row for row in rows)
