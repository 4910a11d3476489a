"""What somebody does at the table: settle who plays, lay cards down, dig, watch the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from benchmarks.browsing.explorers import OnPage
from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.rules import QUARRIES, Position, Shape, legal_digs
from ksm_widgets.rules.deck import around, card

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from benchmarks.browsing.servers import Server
    from ksm_widgets.rules.deck import Placement

__all__ = ["OnTable"]


@dataclass
class OnTable(OnPage):
    """The page of a game."""

    @classmethod
    def opened(cls, page: Page, app: Server) -> OnTable:
        """The game's page of the app, before a game."""
        page.goto(f"{app.url}/play.ipynb", timeout=PATIENCE)
        table = cls(page)
        expect(table.does("begin")).to_be_visible(timeout=PATIENCE)
        return table

    def does(self, act: str, value: str | None = None) -> Locator:
        """A control by what it does."""
        which = "" if value is None else f"[data-value='{value}']"
        return self.root.locator(f"[data-act='{act}']{which}")

    @property
    def told(self) -> Locator:
        """What is said below the board."""
        return self.root.locator(".ksm-part-said .ksm-notice")

    @property
    def round(self) -> Locator:
        """Which round it is."""
        return self.root.locator(".ksm-round-told")

    @property
    def mine(self) -> Position:
        """The mine, as the page has it for who cannot see it."""
        cells = self.root.locator(".ksm-table td span[aria-hidden]").all_text_contents()
        rows = [",".join(cells[at : at + 6]) for at in range(0, 36, 6)]
        return Position.parse("/".join(rows))

    @property
    def shape(self) -> Shape:
        """The shape of the card in hand."""
        words = self.root.locator(".ksm-held-card .ksm-unseen").inner_text()
        return card(int("".join(filter(str.isdigit, words.partition(",")[0])))).shape

    def lay_down(self, which: int = 0) -> None:
        """Lay down a card of the hand, and go on until the own turn or the next choice."""
        self.does("card").nth(which).click()
        expect(self.does("choose")).not_to_have_attribute("aria-disabled", "true")
        self.does("choose").click()
        expect(self.does("skip").or_(self.does("no-dig"))).to_be_visible()

    def skip(self) -> None:
        """Have the others play until something is to be done here."""
        here = self.does("no-dig").or_(self.does("choose")).or_(self.does("replay"))
        expect(self.does("skip").or_(here).first).to_be_visible()
        # They play on by themselves meanwhile, so it may be gone at any moment.
        self.does("skip").evaluate_all("all => all.forEach(one => one.click())")
        expect(here.first).to_be_visible()

    def lay(self, placement: Placement) -> None:
        """Lay the card in hand there."""
        self.click(str(next(one for one in QUARRIES if around(self.shape, one) == placement)))

    def dig_noted(self) -> None:
        """Note that the card in hand was dug somewhere without a move."""
        self.does("tool", "card").click()
        self.lay(legal_digs(self.mine, self.shape)[0])
        expect(self.does("dig")).not_to_have_attribute("aria-disabled", "true")
        self.does("dig").click()

    def no_dig(self) -> None:
        """End the turn without a dig."""
        self.does("no-dig").click()
        self.does("sure").click()

    def dig(self) -> bool:
        """Dig somewhere, if that is possible without a move; else end the turn."""
        digs = legal_digs(self.mine, self.shape)
        if not digs:
            self.no_dig()
            return False
        self.does("tool", "card").click()
        expect(self.does("tool", "card")).to_have_attribute("aria-pressed", "true")
        self.lay(digs[0])
        expect(self.does("dig")).not_to_have_attribute("aria-disabled", "true")
        self.does("dig").click()
        sure = self.does("sure")
        after = self.does("skip").or_(self.does("choose")).or_(self.does("replay"))
        expect(after.or_(sure).first).to_be_visible()
        if sure.count():
            sure.click()
        return True

    def read_in(self, record: str) -> None:
        """Read a record in."""
        self.fold("Open a game record")
        self.root.locator("textarea[name=record]").fill(record)
        self.root.locator("button[data-act=import]").click()
