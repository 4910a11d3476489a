"""The pages about all of it, as a reader meets them: searched, by day and by night, on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from tests.docs.building import build

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

TUTORIAL = "docs/tutorial.html"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> str:
    target: Path = tmp_path_factory.mktemp("pages")
    done = build(target)
    assert done.returncode == 0, done.stderr
    return target.as_uri()


def test_what_is_searched_is_found(page: Page, pages: str) -> None:
    page.goto(f"{pages}/index.html")
    expect(page).to_have_url(re.compile("docs/index.html$"))
    page.get_by_placeholder("Search").fill("hungarian")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="How the solver works").last.click()
    expect(page).to_have_url(re.compile("how-the-solver-works.html"))


@pytest.mark.parametrize("width", [390, 1280])
def test_it_follows_the_readers_light_and_fits(page: Page, pages: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    grounds = set()
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{pages}/{TUTORIAL}")
        grounds.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        for picture in page.get_by_role("article").get_by_role("img").all():
            assert picture.evaluate("image => image.naturalWidth > 0")
    assert len(grounds) == 2
