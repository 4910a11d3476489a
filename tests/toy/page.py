"""The toy game on a page of its own: two take in turn, and a link opens the heaps again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from ksm_widgets.draw.showing import BoardView
from ksm_widgets.page.html import button, element, fault
from ksm_widgets.page.page import BOARD, BoardPage
from ksm_widgets.page.state import PageState, whole
from ksm_widgets.rules.errors import TextError
from ksm_widgets.telling.phrases import Reader
from tests.toy.game import HeapsPicture, Take, taken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.page.html import Child
    from ksm_widgets.progress.progress import Progress
    from ksm_widgets.telling.phrases import Notice


def link_of(sizes: tuple[int, ...]) -> str:
    """The query string that opens these heaps."""
    return f"heaps={'.'.join(map(str, sizes))}"


def heaps_of(link: str) -> tuple[int, ...]:
    """The heaps of a link; raises TextError for one that has none."""
    parts = parse_qs(link).get("heaps", [""])[0].split(".")
    if not all(part.isascii() and part.isdigit() and int(part[:9]) < 10 for part in parts):
        raise TextError("plain.text", text="no heaps")
    return tuple(map(int, parts))


@dataclass(frozen=True, slots=True)
class ToyPage(PageState):
    """Heaps, how many pebbles a touch takes, and whose turn it is."""

    sizes: tuple[int, ...] = (3, 4, 5)
    most: int = 2
    count: int = 1
    turn: int = 0
    told: Notice | None = None

    def telling(self, notice: Notice | None) -> ToyPage:
        return replace(self, told=notice)

    @property
    def board(self) -> BoardView:
        picture = HeapsPicture(self.sizes, self.theme.ink)
        return BoardView(picture, text=link_of(self.sizes), label="heaps", help="")

    @property
    def link(self) -> str:
        return link_of(self.sizes)

    @property
    def announcement(self) -> str:
        return "" if self.told is None else self.told.text(Reader(self.language))

    @property
    def over(self) -> bool:
        return not any(self.sizes)


def _take(page: ToyPage, value: str) -> ToyPage:
    heap = whole(value, 0, len(page.sizes) - 1)
    sizes = taken(page.sizes, Take(heap, page.count), page.most)
    return replace(page, sizes=sizes, turn=1 - page.turn, told=None)


def _count(page: ToyPage, value: str) -> ToyPage:
    return replace(page, count=whole(value, 1, 9))


def _said(page: ToyPage) -> Child:
    return element("p", page.announcement), fault(page)


class Toy(BoardPage[ToyPage]):
    """The toy's widget; a game that is won goes to `progress`."""

    panels = MappingProxyType(
        {
            "said": _said,
            "counts": lambda page: [button(str(each), "count", each) for each in (1, 2)],
        }
    )
    layout = ("sheet", BOARD, "said", "counts")
    near = ("said",)
    acts = MappingProxyType({"take": _take, "count": _count})
    paste_act = "open"
    restores = True

    def __init__(self, progress: Progress, link: str = "") -> None:
        self._progress = progress
        super().__init__(replace(ToyPage(), sizes=heaps_of(link)) if link else ToyPage())

    @property
    def effects(self) -> Mapping[str, Callable[[str], None]]:
        return {"open": self.restored}

    def tap(self, place: int) -> None:
        self.act("take", str(place))
        if self.page.over:
            won = self.page.turn == 1  # The first player took the last one.
            self._progress.answered("toy.game", 0, "short", right=won, stars=3 * won, rule="T1")

    def restored(self, link: str) -> None:
        self.set_page(replace(self.page, sizes=heaps_of(link)))
