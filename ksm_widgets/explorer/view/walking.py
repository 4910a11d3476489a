"""Going through a turn on the board: a list of its steps, and the buttons for one step more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.page.html import Child, Markup, button, element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def walk_list(steps: Iterable[tuple[str, str]], here: int | None, act: str = "step") -> Markup:
    """The steps, each a button that shows the board after it; `here` is the one on the board.

    Each comes with its words and what is said at its end; the first is the start, number 0.
    """
    return element(
        "ol.ksm-walk",
        (
            _step(number, words, end, number == here, act)
            for number, (words, end) in enumerate(steps)
        ),
        start=0,
    )


def _step(number: int, words: str, end: str, here: bool, act: str) -> Child:
    return element(
        "li",
        element(
            "button.ksm-step",
            element("span", words),
            element("span.ksm-cost", end) if end else None,
            type="button",
            data_act=act,
            data_value=number,
            aria_current="step" if here else None,
        ),
    )


def walk_buttons(
    text: Callable[..., str], at: int, last: int, act: str = "step", onward: Child = None
) -> tuple[Markup, Markup, Child, Markup]:
    """The buttons to the start, back, on, and to the end; `onward` takes the place of the third."""
    # A step further, not to a step: two quick presses go two steps.
    by = f"{act}-by"
    following = button(text("solve.next"), by, 1, disabled=at == last)
    return (
        button(text("solve.first"), act, 0, disabled=at == 0, class_="ksm-small"),
        button(text("solve.back"), by, -1, disabled=at == 0),
        following if onward is None else onward,
        button(text("solve.last"), act, last, disabled=at == last, class_="ksm-small"),
    )
