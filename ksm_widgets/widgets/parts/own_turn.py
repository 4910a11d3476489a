"""Playing: what is in the hand, the own turn so far, hints, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.sitting.session import Tool
from ksm_widgets.tutor.sitting.viewing import rung_reached
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.controls import button, group, lamps, note, section

if TYPE_CHECKING:
    from ksm_widgets.widgets.page import Page

__all__ = ["own_turn", "tool_words"]


def own_turn(page: Page) -> Markup:
    """The tools to play with and the turn so far."""
    session, text = page.session, page.text
    powers = session.situation.powers
    tools = group(
        text("own.tools"),
        button(text("own.move"), "tool", "move", pressed=session.tool is Tool.MOVE),
        button(text("own.dig"), "tool", "dig", pressed=session.tool is Tool.DIG),
        button(text("own.turn"), "turn") if Power.MIRROR in powers else None,
    )
    return joined(
        [section(text("own.title"), tools, note(tool_words(page)), _so_far(page)), _advice(page)]
    )


def tool_words(page: Page) -> str:
    """What a touch on the board does with the tool in hand while a turn is played."""
    if page.session.tool is not Tool.DIG:
        return page.text("own.move_what")
    seal = Power.SEAL in page.session.situation.powers
    return page.text("own.seal_what" if seal else "own.dig_what")


def _so_far(page: Page) -> Markup:
    session, text = page.session, page.text
    state = session.state
    if state.plan is not None:
        return joined(
            [note(text("own.watching")), button(text("own.own"), "own", class_="ksm-small")]
        )
    attempt = state.attempt
    told = [phrase.say(page.language) for phrase in attempt.phrases()]
    steps = element("ol", *(element("li", words) for words in told), class_="ksm-steps")
    return joined(
        [
            steps if told else note(text("own.nothing")),
            element(
                "div",
                button(text("own.judge"), "judge", disabled=page.running is not None),
                button(text("own.unlose"), "unlose") if session.loss is not None else None,
                button(text("own.keep"), "keep", disabled=not told),
                class_="ksm-group",
            ),
        ]
    )


def _advice(page: Page) -> Markup:
    """The ladder of hints: five lamps, and a button for the next."""
    text = page.text
    reached = rung_reached(page.session)
    words = text("own.hint" if reached is Rung.NONE else "own.hint_more")
    return element(
        "div",
        button(words, "hint", disabled=reached is Rung.ALL or page.running is not None),
        lamps(reached),
        class_="ksm-group ksm-advice",
    )
