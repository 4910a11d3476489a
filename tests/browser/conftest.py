"""Fixtures for tests in a real browser: Chromium, JupyterLab, Voilà."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.chromium import ARGUMENTS, find_chromium
from benchmarks.browsing.pages import PATIENCE, LabPage, watch_console
from benchmarks.browsing.servers import NOTEBOOKS, Server, app_server, lab_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

HERE = Path(__file__).parent
HOW_TO_GET_IT = (
    "No Chromium was found. On Debian or Ubuntu: apt-get install chromium fonts-noto-color-emoji; "
    "elsewhere set KSM_CHROMIUM to the browser's executable."
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's executable. Without one a test is skipped, but fails where CI is set."""
    found = find_chromium()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(HOW_TO_GET_IT)
        pytest.skip(HOW_TO_GET_IT)
    return found


@pytest.fixture(scope="session", autouse=True)
def patience() -> None:
    """What is expected may take its time on a busy machine, not only Playwright's five seconds."""
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], chromium: str
) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab on a copy of the notebooks, in a home of its own; `lab.folder` may be added to."""
    assert chromium
    home = tmp_path_factory.mktemp("lab-home")
    folder = home / "notebooks"
    shutil.copytree(NOTEBOOKS, folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    with lab_server(folder, home) as server:
        yield server


@pytest.fixture(scope="session")
def app(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The explorer served by Voilà, in a home of its own."""
    assert chromium
    with app_server(tmp_path_factory.mktemp("app-home")) as server:
        yield server


@pytest.fixture
def console_errors(page: Page) -> list[str]:
    """What the page under test has logged as errors so far, uncaught exceptions included."""
    return watch_console(page)


@pytest.fixture
def lab_page(page: Page, lab: Server, console_errors: list[str]) -> LabPage:
    """A fresh browser page for JupyterLab; `lab_page.open("explorer.ipynb")` begins."""
    return LabPage(page, lab, console_errors)
