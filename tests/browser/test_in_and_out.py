"""What comes into the explorer from outside stays text, and what it gives out is what it shows."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from tests.mines import CURSED

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from benchmarks.browsing.servers import Server

HOSTILE = "<img src=x onerror=\"window.taken='yes'\">"
FIELDS = ".ksm-explorer :is(input:not([type=checkbox], [type=file]), textarea, select)[data-act]"
# Puts a text in a field that would not take it from a keyboard, and lets the page hear of it.
FORCE = """(node, text) => {
    if (node.matches('select')) node.append(new Option(text, text));
    if (node.matches('input')) node.type = 'text';
    node.value = text;
    node.dispatchEvent(new Event('change', { bubbles: true }));
}"""
_READ = """const image = new Image();
    image.src = source;
    await image.decode();"""
SIZE = f"async source => {{ {_READ} return [image.naturalWidth, image.naturalHeight]; }}"
SAME_AS_SHOWN = f"""async source => {{
    {_READ}
    const shown = document.querySelector('.ksm-explorer canvas');
    const read = document.createElement('canvas');
    [read.width, read.height] = [image.naturalWidth, image.naturalHeight];
    read.getContext('2d').drawImage(image, 0, 0);
    const [one, other] = [shown, read].map(canvas => canvas.getContext('2d').getImageData(
        0, 0, canvas.width, canvas.height).data);
    return one.length === other.length && one.every((part, place) => part === other[place]);
}}"""


def taken(page: Page) -> bool:
    """Whether a text from outside has become part of the page."""
    found = page.evaluate(
        "() => window.taken || document.querySelectorAll('.ksm-explorer img').length"
    )
    return bool(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["board", "card", "shape", "powers", "unseen", HOSTILE])
def test_a_link_is_no_html(page: Page, app: Server, name: str) -> None:
    page.goto(f"{app.url}/?board={CURSED}&{quote(name)}={quote(HOSTILE)}")
    explorer = OnPage(page)
    explorer.ready()
    expect(explorer.notice).to_have_class("ksm-notice ksm-tone-warning")
    assert not taken(page)


@pytest.mark.slow
def test_no_field_and_no_file_is_html(page: Page, app: Server, tmp_path: Path) -> None:
    explorer = OnPage.served(page, app, f"board={CURSED}&card=1")
    for summary in explorer.root.locator("summary").all():
        if not summary.evaluate("node => node.parentElement.open"):
            summary.click()
    explorer.board_text.fill(HOSTILE)
    explorer.button("Load").click()
    expect(explorer.notice).to_contain_text("this one has 1")
    explorer.canvas.evaluate(
        """(canvas, text) => {
            canvas.focus();
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', text);
            canvas.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        }""",
        "/".join([f"{HOSTILE},-,-,-,-,-"] * 6),
    )
    expect(explorer.notice).to_contain_text("<")
    for text in (f"number,shape\n{HOSTILE},##\n", f"number,shape\n3,{HOSTILE}\n", HOSTILE):
        cards = tmp_path / "cards.csv"
        cards.write_text(text, encoding="utf-8")
        explorer.root.locator("input[type=file]").set_input_files(cards)
        expect(explorer.notice).to_have_class("ksm-notice ksm-tone-warning")
        explorer.choose_card(2)
    fields = page.locator(FIELDS)
    for number in range(fields.count()):
        fields.nth(number).evaluate(FORCE, HOSTILE)
    explorer.choose_card(2)
    assert not taken(page)


@pytest.mark.slow
def test_pictures_that_are_saved_show_the_board(page: Page, app: Server, tmp_path: Path) -> None:
    explorer = OnPage.served(page, app, f"board={CURSED}&card=1")
    explorer.fold("Save")

    def saved(kind: str) -> bytes:
        with page.expect_download() as download:
            explorer.button(f"Picture ({kind})").click()
        assert download.value.suggested_filename == f"mine.{kind.lower()}"
        download.value.save_as(tmp_path / kind)
        return (tmp_path / kind).read_bytes()

    # The browser reads the file that has arrived, and finds what the canvas shows.
    png = b64encode(saved("PNG")).decode()
    assert page.evaluate(SAME_AS_SHOWN, f"data:image/png;base64,{png}")

    svg = saved("SVG")
    words = ElementTree.fromstring(svg).findtext("{http://www.w3.org/2000/svg}desc") or ""
    assert "5  4  3z" in words
    source = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
    assert page.evaluate(SIZE, source) == [698, 752]
