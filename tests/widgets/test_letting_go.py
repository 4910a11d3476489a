"""A button or a finger that is lifted beside the quarries, or outside the board, drops nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.rules import Position, Quarry
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.sitting.session import Mode, Tool
from ksm_widgets.widgets import Course, Explorer
from tests.mines import CURSED
from tests.widgets.kernelless import click, event, mouse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


TOOLS = [tool for tool in Tool if tool is not Tool.TABLE]


def beside(explorer: Any) -> None:
    """The button is lifted on the board's rim, where no quarry is."""
    event(explorer, event="mouse_up", x=2, y=2)


def outside(explorer: Any) -> None:
    """It is lifted where the board hears nothing of it; the pointer comes back without it."""
    event(explorer, event="mouse_out", x=0, y=0)
    mouse(explorer, "move", "d1")
    mouse(explorer, "up", "d1")  # Pressed elsewhere, lifted here.


def finger(explorer: Any) -> None:
    """The same with a finger: it leaves the quarries, and is lifted there."""
    event(explorer, event="touch_move", touches=[{"x": 2, "y": 2}])
    event(explorer, event="touch_end", touches=[])


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("leave", [beside, outside, finger])
def test_the_explorer_drops_nothing(leave: Callable[[Any], None], tool: Tool) -> None:
    explorer = Explorer(Position.parse(CURSED))
    explorer.act("card", "1")
    explorer.act("mode", "play" if tool in (Tool.MOVE, Tool.DIG) else "edit")
    explorer.act("tool", tool.value)
    before = explorer.session
    if leave is finger:
        event(explorer, event="touch_start", touches=[_place(explorer, "c1")])
    else:
        mouse(explorer, "down", "c1")
    assert (explorer.session.picked is not None) is (tool is Tool.MOVE)
    leave(explorer)
    assert explorer.session.state == before.state
    assert explorer.session.past == before.past
    if leave is not outside:
        assert explorer.session.picked is None


def test_a_tile_that_was_in_the_hand_stays_there() -> None:
    explorer = Explorer(Position.parse(CURSED))
    explorer.act("mode", "play")
    click(explorer, "c1")
    mouse(explorer, "down", "d1")
    beside(explorer)
    assert explorer.session.mode is Mode.PLAY
    assert explorer.session.picked == Quarry.parse("c1")
    assert explorer.session.state.moves == ()
    click(explorer, "d1")
    assert len(explorer.session.state.moves) == 1


@pytest.fixture
def course() -> Iterator[Course]:
    progress = Progress()
    yield Course("en", progress=progress)
    progress.close()


@pytest.mark.parametrize("leave", [beside, outside, finger])
@pytest.mark.parametrize(("name", "hand"), [("moving.picture", "mark"), ("turn.example", "move")])
def test_a_lesson_drops_nothing(
    course: Course, leave: Callable[[Any], None], name: str, hand: str
) -> None:
    view: Any = course.task(name)
    assert view.state.seat.hand.value == hand
    source = "c4"
    if leave is finger:
        event(view, event="touch_start", touches=[_place(view, source)])
    else:
        mouse(view, "down", source)
    leave(view)
    assert view.state.seat.marked == ()
    assert view.state.seat.moves == ()
    assert view.state.seat.refused is None


def _place(widget: Any, name: str) -> dict[str, float]:
    """The middle of a quarry in the canvas's own pixels."""
    areas = {str(area.target): area for area in widget._board._scene.hits}
    area = areas[name]
    return {"x": 2 * (area.x + area.width / 2), "y": 2 * (area.y + area.height / 2)}
