"""No serious fault of accessibility inside the explorer's own root, by axe-core."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from tests.mines import CURSED

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from benchmarks.browsing.pages import LabPage
    from benchmarks.browsing.servers import Server

FOLDS = (
    "Position as text",
    "Save",
    "Choose a card",
    "Values and variant",
    "Enter a card",
)


CHANGE_THEME = """async theme => {
    await window.jupyterapp.commands.execute('apputils:change-theme', { theme });
}"""


def faults(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    found = Axe().run(page, context=".ksm-explorer").response["violations"]
    return [
        f"{fault['id']}: {node['html']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.slow
def test_no_serious_fault_while_setting_up_playing_and_solving(page: Page, app: Server) -> None:
    page.set_viewport_size({"width": 1400, "height": 1150})
    page.goto(f"{app.url}/?board={CURSED}&card=1", timeout=PATIENCE)
    explorer = OnPage(page)
    explorer.ready()
    in_every_look(explorer)


@pytest.mark.slow
def test_no_serious_fault_in_lab_either(opened_in_lab: OnPage, lab_page: LabPage) -> None:
    page, explorer = lab_page.page, opened_in_lab
    explorer.paste(CURSED)
    explorer.choose_card(1)
    in_every_look(explorer)

    # By itself the explorer follows Lab's own theme.
    explorer.root.get_by_label("Colours").select_option("auto")
    for theme, look in (("JupyterLab Dark", "dark"), ("JupyterLab Light", "light")):
        page.evaluate(CHANGE_THEME, theme)
        expect(page.locator(f".ksm-theme-{look}")).to_have_count(1)
        assert faults(page) == [], theme
    assert lab_page.console_errors == []
    lab_page.shut_down()


def in_every_look(explorer: OnPage) -> None:
    """Look for faults with everything unfolded, while a plan is shown, in all colours."""
    page = explorer.page
    for name in FOLDS:
        explorer.fold(name)
    assert faults(page) == []
    explorer.button("Best by number of moves").click()
    expect(explorer.root.locator(".ksm-chart")).to_be_visible()
    for look in ("light", "dark", "contrast"):
        explorer.root.get_by_label("Colours").select_option(look)
        expect(page.locator(f".ksm-theme-{look}")).to_have_count(1)
        assert faults(page) == [], look
