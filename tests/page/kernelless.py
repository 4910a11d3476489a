"""An explorer without a browser: touches and keys are made up, its words are read."""

from __future__ import annotations

import asyncio
import re
from time import sleep
from typing import TYPE_CHECKING, Any

from ksm_widgets.rules import Position
from ksm_widgets.solver import Answer, SearchProgress, Statistics, Status, solve
from ksm_widgets.widgets import Explorer
from tests.mines import CURSED

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver import Problem

__all__ = [
    "click",
    "cursed",
    "frame",
    "html",
    "key",
    "pointer",
    "stop_a_search",
    "unending",
    "until",
    "words",
]


def cursed(**options: Any) -> Explorer:
    """An explorer of that mine with card 1 in hand."""
    explorer = Explorer(Position.parse(CURSED), **options)
    explorer.act("card", "1")
    return explorer


def pointer(explorer: Explorer, what: str, name: str | None) -> None:
    """Have the pointer do something on a quarry: `tap`, `press`, `release` or `point`."""
    frame(explorer, {what: name})


def click(explorer: Explorer, name: str, other: str | None = None) -> None:
    """A click, or a drag to another quarry."""
    if other is None or other == name:
        pointer(explorer, "tap", name)
    else:
        pointer(explorer, "press", name)
        pointer(explorer, "release", other)


def frame(explorer: Explorer, content: object) -> None:
    """Let the frame around the canvas tell of something."""
    explorer._board._frame._handle_custom_msg(content, [])


def key(explorer: Explorer, name: str, *, command: bool = False, shift: bool = False) -> None:
    """A key on the board."""
    frame(explorer, {"key": name, "command": command, "shift": shift})


def html(explorer: Explorer, part: str) -> str:
    """The HTML of a part of the page."""
    panel: Any = explorer._panels[part]
    return str(panel.html)


def words(explorer: Explorer, part: str) -> str:
    """The words in a part of the page, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html(explorer, part))).strip()


def unending(
    problem: Problem, *, cancelled: Callable[[], bool], progress: Callable[[SearchProgress], None]
) -> Answer:
    """A search that ends only when it is told to."""
    answer = solve(problem)
    assert answer.plan is not None
    assert answer.bound is not None
    while not cancelled():
        progress(SearchProgress(answer.plan.net, answer.bound, Statistics(boards=7)))
        sleep(0.001)
    return Answer(problem, Status.FEASIBLE, answer.plan, answer.bound)


async def until(true: Callable[[], bool]) -> None:
    """Let the event loop run until something is true."""
    while not true():
        await asyncio.sleep(0)


async def stop_a_search() -> None:
    """Stop a search that would not end, once the page has told of it and changed meanwhile."""
    explorer = cursed(solver=unending)
    explorer.act("solve", "plan")
    await until(lambda: "Boards checked: 7" in words(explorer, "turn"))
    explorer.act("money", "9")
    assert explorer.session.situation.money == 9
    explorer.act("undo", "")
    explorer.act("stop", "")
    await until(lambda: "stopped early" in words(explorer, "plans"))
