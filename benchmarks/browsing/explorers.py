"""What a reader does with the explorer, in whatever page it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.draw import board_scene
from ksm_widgets.rules import Position, Quarry

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator, Page
    from playwright.sync_api import Position as Place

    from benchmarks.browsing.servers import Server

__all__ = ["PLACES", "OnPage"]

_SCENE = board_scene(Position())
PLACES = {
    str(area.target): (area.x + area.width / 2, area.y + area.height / 2)
    for area in _SCENE.hits
    if isinstance(area.target, Quarry)
}
"""The middle of each quarry in the board's picture, by its name."""


@dataclass
class OnPage:
    """The explorer on a page; of several the one so far down, 0 being the first."""

    page: Page
    number: int = 0

    @property
    def root(self) -> Locator:
        """All of it."""
        return self.page.locator(".ksm-explorer").nth(self.number)

    @property
    def canvas(self) -> Locator:
        """The board."""
        return self.root.locator("canvas.ksm-canvas")

    @property
    def notice(self) -> Locator:
        """What there is to say now."""
        return self.root.locator(".ksm-notice").first

    @property
    def board_text(self) -> Locator:
        """The field with the board in one line."""
        return self.root.locator("textarea[name=board]")

    @classmethod
    def served(cls, page: Page, app: Server, query: str) -> OnPage:
        """The app, opened by a link and painted."""
        page.goto(f"{app.url}/explorer.ipynb?{query}", timeout=PATIENCE)
        explorer = cls(page)
        explorer.ready()
        return explorer

    def ready(self) -> None:
        """Wait until it is there and painted."""
        expect(self.canvas).to_be_visible(timeout=PATIENCE)
        expect(self.canvas).to_have_attribute("role", "application", timeout=PATIENCE)
        self.page.wait_for_function(
            """canvas => {
                const middle = canvas.getContext('2d').getImageData(
                    canvas.width / 2, canvas.height / 2, 1, 1);
                return middle.data[3] === 255;
            }""",
            arg=self.canvas.element_handle(),
            timeout=PATIENCE,
        )

    def place(self, name: str) -> Place:
        """Where a quarry is on the canvas as it is shown."""
        box: FloatRect | None = self.canvas.bounding_box()
        assert box is not None
        unit = box["width"] / _SCENE.width
        x, y = PLACES[name]
        return {"x": x * unit, "y": y * unit}

    def click(self, name: str) -> None:
        """Click on a quarry."""
        self.canvas.click(position=self.place(name))

    def drag(self, source: str, target: str) -> None:
        """Drag from a quarry to another."""
        self.canvas.drag_to(
            self.canvas, source_position=self.place(source), target_position=self.place(target)
        )

    def button(self, name: str) -> Locator:
        """A button by the words on it."""
        return self.root.get_by_role("button", name=name, exact=True)

    def fold(self, name: str) -> None:
        """Open what is folded away."""
        summary = self.root.locator("summary", has_text=name)
        if not summary.evaluate("node => node.parentElement.open"):
            summary.click()

    def paste(self, board: str) -> None:
        """Read a position from text."""
        self.button("Set up").click()
        self.fold("Position as text")
        self.board_text.fill(board)
        self.button("Load").click()
        expect(self.notice).to_have_text("Position loaded.")

    def choose_card(self, number: int) -> None:
        """Choose a card by its number."""
        self.root.get_by_label("Card", exact=True).select_option(str(number))
        expect(self.notice).to_contain_text(f"Card {number}")
