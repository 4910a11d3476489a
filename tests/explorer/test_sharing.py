"""The position as a link and as a QR code, whatever the explorer is used for."""

from __future__ import annotations

from html import unescape

import pytest

from ksm_widgets.explorer.editing import choose_tool
from ksm_widgets.explorer.session import Mode, Session, State, Tool
from ksm_widgets.explorer.view.acts import ACTS
from ksm_widgets.explorer.view.page import Page
from ksm_widgets.explorer.view.panels import PANELS
from ksm_widgets.page.html import joined

HERE = "http://192.0.2.7:8866/explorer.ipynb"


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("tool", [Tool.MOVE, Tool.DIG, Tool.TABLE, Tool.PLACE])
def test_link_and_code_are_there_in_every_mode(mode: Mode, tool: Tool) -> None:
    session = choose_tool(Session(state=State(mode=mode)), tool)
    page = Page(session=session, address=HERE)
    shown = unescape(str(joined(PANELS["set"](page))))
    assert f'value="{HERE}?{page.link}"' in shown
    assert "ksm-code" not in shown  # To draw it takes a while.
    coded = ACTS["code"](page, "on")
    assert '<div class="ksm-code" role="img"' in str(joined(PANELS["set"](coded)))
    assert "ksm-code" not in str(joined(PANELS["set"](ACTS["code"](coded, ""))))


def test_without_an_address_there_is_no_code() -> None:
    page = Page(coded=True)
    shown = str(joined(PANELS["set"](page)))
    assert "Share this position" in shown
    assert "ksm-code" not in shown


def test_the_foot_of_a_phone_is_the_pad_s_while_a_mine_is_entered() -> None:
    page = Page()
    assert "ksm-entering" not in page.classes
    assert "ksm-entering" in ACTS["enter"](page, "anew").classes
