"""A button or a finger that is lifted beside the quarries, or outside the board, drops nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.explorer.session import Mode, Tool
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Position, Quarry
from ksm_widgets.widgets import Course, Explorer
from tests.mines import CURSED
from tests.page.kernelless import click, pointer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


TOOLS = [tool for tool in Tool if tool is not Tool.TABLE]


def beside(widget: Any) -> None:
    """The button is lifted on the board's rim, outside it, or the finger was needed to scroll."""
    pointer(widget, "release", None)


def elsewhere(widget: Any) -> None:
    """It is lifted where nothing hears of it; what is heard next is another pointer's end."""
    pointer(widget, "release", None)
    pointer(widget, "point", "d1")
    pointer(widget, "release", "d1")


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("leave", [beside, elsewhere])
def test_the_explorer_drops_nothing(leave: Callable[[Any], None], tool: Tool) -> None:
    explorer = Explorer(Position.parse(CURSED))
    explorer.act("card", "1")
    explorer.act("mode", "play" if tool in (Tool.MOVE, Tool.DIG) else "edit")
    explorer.act("tool", tool.value)
    before = explorer.session
    pointer(explorer, "press", "c1")
    assert (explorer.session.hand.picked is not None) is (tool is Tool.MOVE)
    leave(explorer)
    assert explorer.session.state == before.state
    assert explorer.session.past == before.past
    assert explorer.session.hand.picked is None


def test_a_tile_that_was_in_the_hand_stays_there() -> None:
    explorer = Explorer(Position.parse(CURSED))
    explorer.act("mode", "play")
    click(explorer, "c1")
    pointer(explorer, "press", "d1")
    beside(explorer)
    assert explorer.session.mode is Mode.PLAY
    assert explorer.session.hand.picked == Quarry.parse("c1")
    assert explorer.session.state.moves == ()
    click(explorer, "d1")
    assert len(explorer.session.state.moves) == 1


@pytest.fixture
def course() -> Iterator[Course]:
    progress = Progress()
    yield Course("en", progress=progress)
    progress.close()


@pytest.mark.parametrize("leave", [beside, elsewhere])
@pytest.mark.parametrize(("name", "hand"), [("moving.picture", "mark"), ("turn.example", "move")])
def test_a_lesson_drops_nothing(
    course: Course, leave: Callable[[Any], None], name: str, hand: str
) -> None:
    view: Any = course.task(name)
    assert view.state.seat.mode.value == hand
    pointer(view, "press", "c4")
    leave(view)
    assert view.state.seat.marked == ()
    assert view.state.seat.moves == ()
    assert view.page.board.picture.marks.illegal is None
