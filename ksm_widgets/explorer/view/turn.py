"""The panels of a turn: what it is played with, and how far it has come."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.draw import tile_scene
from ksm_widgets.explorer.session import Tool
from ksm_widgets.explorer.view.holding import card_title
from ksm_widgets.mine.view.pictures import card_face, lamps
from ksm_widgets.page.html import (
    Markup,
    button,
    choice,
    element,
    group,
    note,
    picture,
    row,
    section,
    segments,
)
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver.problem import MOST_MONEY
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.plans import power_term
from ksm_widgets.words import counted, sentence

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.explorer.view.page import Page
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.deck import Card


def turn(page: Page) -> Child:
    """The card, its number, money, the button that solves, and how a search is going."""
    situation, hand = page.session.situation, page.session.hand
    barred = bool(page.session.faults) or page.running is not None
    held = situation.number in situation.hand
    turned = hand.turned if Power.MIRROR in situation.powers else 0
    card = element(
        "div.ksm-held-card",
        card_face(situation.card, turned, page.theme),
        element("span.ksm-unseen", card_title(situation.card, held, page.language)),
    )
    number = _number(situation.deck, situation.number, page.language)
    solve = button(page.text("solve.solve"), "solve", "plan", disabled=barred, class_="ksm-main")
    beside = element("div.ksm-column", number, _money(page), solve)
    return element("div.ksm-turn", card, beside), _searching(page)


@lru_cache(maxsize=4)
def _number(deck: tuple[Card, ...], chosen: int, language: str) -> Markup:
    """The field to choose a card by its number."""
    numbers = [(str(card.number), str(card.number)) for card in deck]
    label = sentence("gallery.title", language)
    return choice(label, "card", numbers, str(chosen), id_="ksm-number")


def _money(page: Page) -> Markup:
    """The coins and treasures the player holds."""
    text, held = page.text, page.session.situation.money
    field = element(
        "input.ksm-field.ksm-number",
        type="number",
        name="money",
        min=0,
        max=MOST_MONEY,
        value=held,
        data_act="money",
        id="ksm-money",
        title=text("worth.money_what"),
    )
    return element(
        "div",
        element("label.ksm-label", text("worth.money"), for_="ksm-money"),
        row(
            button("−", "money", max(0, held - 1), label=text("worth.less"), class_="ksm-round"),
            field,
            button("+", "money", held + 1, label=text("worth.more"), class_="ksm-round"),
        ),
    )


def _searching(page: Page) -> Child:
    """The progress of a search that takes a while, and the button that stops it."""
    running, text = page.running, page.text
    if running is None or not running.late:
        return None
    words = text("solve.searching")
    if running.progress is not None:
        progress = running.progress
        words = text(
            "solve.progress" if progress.net is not None else "solve.progress_none",
            net=progress.net,
            bound=progress.bound,
            boards=progress.statistics.boards,
        )
    told = element("span.ksm-progress", words, role="status")
    return row(told, button(text("solve.stop"), "stop", class_="ksm-small"))


# What else a turn is played with, and what else can be searched for.


def side(page: Page) -> Child:
    """Magic objects, and further searches."""
    text, session = page.text, page.session
    question, held = session.question.situation, session.situation.hand
    barred = bool(session.faults) or page.running is not None
    few, which = not session.situation.chooses_card, text("solve.hand")
    unseen = not session.faults and question.position.holds_unseen
    weighed = unseen and question.unseen is not None
    hand = button(
        which,
        "solve",
        "hand",
        disabled=barred or few,
        label=f"{which} {text('solve.hand_empty')}" if few else None,
        class_="ksm-small",
    )
    return (
        _from_where(page),
        _powers(page),
        row(
            look_button(page, weighed=weighed) if unseen else None,
            button(text("solve.best"), "solve", "best", disabled=barred, class_="ksm-small"),
            button(
                text("solve.frontier"), "solve", "frontier", disabled=barred, class_="ksm-small"
            ),
            hand,
        ),
        note(text("solve.look_mean")) if unseen and not weighed else None,
        note(text("solve.hand_held", cards=list(held), number=question.number)) if held else None,
        note(text("solve.hand_empty")) if few else None,
        element("p.ksm-note.ksm-bad", text("solve.faulty")) if session.faults else None,
    )


def look_button(page: Page, *, weighed: bool = True) -> Markup:
    """The button that asks whether to dig now or to look; disabled if looks cannot be weighed."""
    text = page.text
    return button(
        text("solve.look"),
        "solve",
        "look",
        disabled=page.running is not None or not weighed,
        label=None if weighed else f"{text('solve.look')} {text('solve.look_mean')}",
        class_="ksm-small",
    )


def _from_where(page: Page) -> Child:
    """During a turn: whether searches and hints begin here or at the start."""
    state, text = page.session.state, page.text
    if state.dig is not None:
        return note(text("own.dug"))
    if not state.moves:
        return None
    made = text(counted("own.made", len(state.moves)), made=len(state.moves))
    ways = [("", text("own.here")), ("on", text("own.anew"))]
    chosen = "on" if state.anew else ""
    return element(
        "div.ksm-from-where", note(made), segments(made, "anew", ways, chosen, class_="ksm-small")
    )


def _powers(page: Page) -> Markup:
    """The magic objects that the player may have."""
    return _objects(page.session.situation.powers, page.theme, page.edition, page.language)


@lru_cache(maxsize=16)
def _objects(held: frozenset[Power], theme: Theme, edition: str, language: str) -> Markup:
    boxes = (
        element(
            "label.ksm-power",
            element(
                "input",
                type="checkbox",
                checked=power in held,
                data_act="power",
                data_value=power.value,
            ),
            picture(tile_scene(power.tile, theme=theme, edition=edition)),
            element(
                "span",
                element("b", sentence(power_term(power, language).key, language)),
                " ",
                element("small", sentence(f"spend.{power.value}_what", language)),
            ),
        )
        for power in Power
    )
    title, what = (sentence(f"spend.{name}", language) for name in ("title", "what"))
    return section(title, element("div.ksm-powers", boxes), note(what))


# The player's own turn.


def own_turn(page: Page) -> Child:
    """The tools to play with, the turn so far, and hints."""
    session, text = page.session, page.text
    tools = group(
        text("own.tools"),
        button(text("own.move"), "tool", "move", pressed=session.tool is Tool.MOVE),
        button(text("own.dig"), "tool", "dig", pressed=session.tool is Tool.DIG),
        button(text("own.turn"), "turn") if Power.MIRROR in session.situation.powers else None,
    )
    own = section(text("own.title"), tools, note(tool_words(page)), _so_far(page))
    return own, _advice(page)


def tool_words(page: Page) -> str:
    """Say what a touch on the board does while a turn is played."""
    if page.session.tool is not Tool.DIG:
        return page.text("own.move_what")
    seal = Power.SEAL in page.session.situation.powers
    return page.text("own.seal_what" if seal else "own.dig_what")


def _so_far(page: Page) -> Child:
    session, text = page.session, page.text
    if session.state.plan is not None:
        return note(text("own.watching")), button(text("own.own"), "own", class_="ksm-small")
    steps = [element("li", phrase.say(page.language)) for phrase in session.state.attempt.phrases()]
    return (
        element("ol.ksm-steps", steps) if steps else note(text("own.nothing")),
        row(
            button(text("own.judge"), "judge", disabled=page.running is not None),
            button(text("own.unlose"), "unlose") if session.loss is not None else None,
            button(text("own.keep"), "keep", disabled=not steps),
        ),
    )


def _advice(page: Page) -> Child:
    """The hint levels as five lamps, and the button for the next."""
    reached = page.session.hint_level
    words = page.text("own.hint" if reached is HintLevel.NONE else "own.hint_more")
    disabled = reached is HintLevel.ALL or page.running is not None
    return element(
        "div.ksm-group.ksm-advice", button(words, "hint", disabled=disabled), lamps(reached)
    )
