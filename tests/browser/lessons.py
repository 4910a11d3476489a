"""What a learner does in a lesson: touch the board, choose, fill in, check, ask for a hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from benchmarks.browsing.pages import PATIENCE
from ksm_widgets.course.kinds import Numbers, PlaceCard
from ksm_widgets.draw import BOARD_HEIGHT, BOARD_WIDTH, board_scene
from ksm_widgets.rules import Move, Position, Quarry, Turn
from tests.laying import laying

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Locator

    from ksm_widgets.tasks.task import AnyTask

__all__ = ["OnTask"]

_PLACES = {area.target: area for area in board_scene(Position()).hits}


@dataclass
class OnTask:
    """A task on a page."""

    root: Locator

    @property
    def said(self) -> Locator:
        """What was said last."""
        return self.root.locator("[role=status].ksm-notice")

    @property
    def hints(self) -> Locator:
        """The hints that were asked for."""
        return self.root.locator(".ksm-hints li")

    @property
    def has_board(self) -> bool:
        """Whether the task has a board."""
        boards = self.root.locator(".ksm-board")
        return any(board.is_visible() for board in boards.all())

    def button(self, name: str) -> Locator:
        """A button by its words."""
        return self.root.get_by_role("button", name=name, exact=True)

    def ready(self) -> None:
        """Wait until the task is there, and its board, if it has one, is painted."""
        expect(self.root.locator(".ksm-question")).to_be_visible(timeout=PATIENCE)
        canvas = self.root.locator("canvas.ksm-canvas")
        if self.has_board:
            expect(canvas).to_be_visible(timeout=PATIENCE)

    def click(self, quarry: Quarry) -> None:
        """Click the middle of a quarry."""
        canvas = self.root.locator("canvas.ksm-canvas")
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        assert box is not None
        area = _PLACES[quarry]
        canvas.click(
            position={
                "x": (area.x + area.width / 2) * box["width"] / BOARD_WIDTH,
                "y": (area.y + area.height / 2) * box["height"] / BOARD_HEIGHT,
            }
        )

    def mark(self, quarries: Iterable[Quarry]) -> None:
        """Mark quarries, one after the other."""
        for quarry in quarries:
            self.click(quarry)

    def lay(self, task: AnyTask, dig: Iterable[Quarry], moves: Iterable[Move] = ()) -> None:
        """Lay the card, turned as far as it must be."""
        quarters, quarry = laying(task, dig, moves)
        for _ in range(quarters):
            self.root.locator("[data-act=turn]").click()
        self.click(quarry)

    def fill(self, numbers: Iterable[int]) -> None:
        """Fill in the fields, in order."""
        fields = self.root.locator("input[type=number]")
        for place, number in enumerate(numbers):
            fields.nth(place).fill(str(number))
            fields.nth(place).blur()

    def check(self) -> None:
        """Have the answer checked."""
        self.root.locator(".ksm-main").click()

    def answer(self, task: AnyTask, solution: object) -> None:
        """Give an answer as the task takes it, by mouse and keys."""
        match task, solution:
            case _, Turn(moves=moves, dig=dig):
                for move in moves:
                    self.click(move.source)
                    self.click(move.target)
                if dig is not None:
                    self.root.locator("[data-act=hand][data-value=lay]").click()
                    self.lay(task, dig, moves)
            case PlaceCard(laid=True), frozenset():
                self.lay(task, solution)
            case Numbers(), dict():
                self.fill(solution.values())
            case _, frozenset() | tuple():
                for part in solution:
                    if isinstance(part, Quarry):
                        self.click(part)
                    else:
                        self.root.locator(f'[data-act=choose][data-value="{part}"]').click()
            case _:
                raise AssertionError(f"no way to answer with {solution!r}")
