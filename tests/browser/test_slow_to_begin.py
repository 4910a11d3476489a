"""Boards on a device so slow that none begins within the time that anywidget gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from benchmarks.browsing.servers import TOKEN, lab_server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server

SLOW = """
const kept = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (time) => kept(time === 2000 ? 0 : time);
"""
"""As if anywidget's two seconds were over before anything could begin."""


def answers(page: Page, console_errors: list[str]) -> None:
    """The explorer comes, and hears what is done."""
    explorer = OnPage(page)
    explorer.ready()
    explorer.button("Clear the mine").click()
    expect(explorer.notice).to_contain_text("The mine is empty")
    assert console_errors == []


@pytest.mark.slow
def test_the_app_on_a_slow_device(page: Page, app: Server, console_errors: list[str]) -> None:
    page.add_init_script(SLOW)
    page.goto(f"{app.url}/explorer.ipynb", timeout=PATIENCE)
    answers(page, console_errors)


@pytest.mark.slow
def test_jupyterlab_on_a_slow_computer(
    page: Page, chromium: str, tmp_path: Path, console_errors: list[str]
) -> None:
    assert chromium
    page.add_init_script(SLOW)
    with lab_server(None, tmp_path) as server:
        page.goto(f"{server.url}/lab/tree/explorer.ipynb?token={TOKEN}", timeout=PATIENCE)
        answers(page, console_errors)
