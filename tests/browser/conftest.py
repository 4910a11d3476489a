"""Fixtures for tests in a real browser: Chromium, JupyterLab, Voilà."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.chromium import ARGUMENTS, find_chromium
from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE, LabPage, for_guest, watch_console
from benchmarks.browsing.servers import NOTEBOOKS, TOKEN, Server, app_server, lab_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page

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


@pytest.fixture(scope="session")
def shared_app(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app for guests, each of whom has nothing but what they keep themselves."""
    assert chromium
    options = ("--share", "--Voila.ip=127.0.0.1", f"--Voila.token={TOKEN}")
    with app_server(tmp_path_factory.mktemp("shared-home"), *options) as server:
        yield server


@pytest.fixture
def own_app(shared_app: Server, context: BrowserContext) -> Server:
    """The app where `page` is a new guest's, for whom no game is kept."""
    for_guest(context, shared_app)
    return shared_app


@pytest.fixture
def console_errors(page: Page) -> list[str]:
    """What the page under test has logged as errors so far, uncaught exceptions included."""
    return watch_console(page)


@pytest.fixture
def lab_page(page: Page, lab: Server, console_errors: list[str]) -> LabPage:
    """A fresh browser page for JupyterLab; `lab_page.open("explorer.ipynb")` begins."""
    return LabPage(page, lab, console_errors)


@pytest.fixture
def notebook(lab: Server) -> str:
    """A copy of the explorer's notebook that no other test has run and saved."""
    name = f"explorer-{uuid4().hex}.ipynb"
    shutil.copyfile(NOTEBOOKS / "explorer.ipynb", lab.folder / name)
    return name


@pytest.fixture
def window() -> tuple[int, int]:
    """Width and height: all of the board fits.

    A notebook that scrolls while one clicks is not the explorer's doing.
    """
    return 1400, 1150


@pytest.fixture
def opened_in_lab(lab_page: LabPage, notebook: str, window: tuple[int, int]) -> OnPage:
    """The explorer in JupyterLab, for tests that end its kernel themselves."""
    lab_page.page.set_viewport_size({"width": window[0], "height": window[1]})
    lab_page.open(notebook)
    lab_page.run_all()
    explorer = OnPage(lab_page.page)
    explorer.ready()
    return explorer


@pytest.fixture
def in_lab(opened_in_lab: OnPage, lab_page: LabPage) -> Iterator[OnPage]:
    """The explorer in JupyterLab, where nothing goes wrong."""
    yield opened_in_lab
    assert lab_page.console_errors == []
    lab_page.shut_down()
