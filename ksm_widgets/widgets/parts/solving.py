"""Solving: the buttons, how the search stands, and the plans it found, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw.chart import frontier_scene
from ksm_widgets.rules.powers import Power
from ksm_widgets.tutor.hints import Rung
from ksm_widgets.tutor.phrases import power_term
from ksm_widgets.tutor.steps import steps_of
from ksm_widgets.tutor.verdicts import coins
from ksm_widgets.tutor.viewing import answer_phrase, plan_phrase
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.cards import card_in_hand, choose_number
from ksm_widgets.widgets.parts.conditions import money, powers
from ksm_widgets.widgets.parts.controls import button, note, section

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.tutor.session import Shown
    from ksm_widgets.widgets.page import Page

__all__ = ["hand", "plans", "side", "walk"]


def side(page: Page) -> Markup:
    """What a turn is played with, the button that solves, and a line on how the search stands."""
    say, session = page.say, page.session
    barred = bool(session.faults) or page.running is not None
    start = button(say("solve.solve"), "solve", "plan", disabled=barred, class_="ksm-main")
    beside = element("div", choose_number(page), money(page), start, class_="ksm-column")
    few = len(session.situation.hand) < 2
    more = element(
        "div",
        button(say("solve.best"), "solve", "best", disabled=barred, class_="ksm-small"),
        button(say("solve.frontier"), "solve", "frontier", disabled=barred, class_="ksm-small"),
        button(
            say("solve.hand"),
            "solve",
            "hand",
            disabled=barred or few,
            label=f"{say('solve.hand')} {say('solve.hand_empty')}" if few else None,
            class_="ksm-small",
        ),
        class_="ksm-group",
    )
    faulty = element("p", say("solve.faulty"), class_="ksm-note ksm-bad")
    return joined(
        [
            element("div", card_in_hand(page), beside, class_="ksm-turn"),
            powers(page),
            more,
            _standing(page),
            faulty if session.faults else None,
        ]
    )


def _standing(page: Page) -> Markup | None:
    running, say = page.running, page.say
    if running is None or not running.late:
        return None
    words = say("solve.searching")
    if running.progress is not None:
        progress = running.progress
        net = progress.net
        words = say(
            "solve.progress" if net is not None else "solve.progress_none",
            net=coins(net) if net is not None else "",
            bound=coins(progress.bound),
            boards=progress.statistics.boards,
        )
    return element(
        "div",
        element("span", words, class_="ksm-progress", role="status"),
        button(say("solve.stop"), "stop", class_="ksm-small"),
        class_="ksm-group",
    )


def plans(page: Page) -> Markup:
    """The plans found and the steps of the one that is chosen."""
    shown, say = page.session.state.shown, page.say
    if shown is None or page.session.state.rung < Rung.ALL:
        return note(say("solve.nothing"))
    parts = [element("p", answer_phrase(shown.answer).say(page.language), class_="ksm-answer")]
    if len(shown.answer.frontier) > 1:
        parts.append(_chart(page, shown))
    if len(shown.plans) > 1:
        parts.append(_list(page, shown))
    if shown.plan is not None and shown.plan.dig is not None:
        parts.append(_steps(page, shown, shown.plan))
    return section(say("solve.plans"), *parts)


def hand(page: Page) -> Markup | None:
    """What each card of the hand can do with each set of the objects ticked, best first."""
    if not page.options:
        return None
    rows = []
    for index, found in enumerate(page.options):
        plan = found.answer.plan
        if plan is None:
            continue
        spent = [power_term(power, page.language) for power in Power if power in found.powers]
        name = page.say(
            "solve.hand_line",
            number=found.card.number,
            powers=spent or page.say("solve.hand_none"),
            gain=coins(found.gain),
        )
        words = [name, element("small", plan_phrase(plan).say(page.language))]
        rows.append(element("li", button(joined(words), "option", index)))
    return section(
        page.say("solve.hand"),
        note(page.say("solve.hand_what")),
        element("ul", *rows, class_="ksm-plans ksm-long"),
    )


def _chart(page: Page, shown: Shown) -> Markup:
    nets = [float(plan.net) for plan in shown.answer.frontier]
    chosen = None
    if shown.plan is not None:
        turns = [plan.turn for plan in shown.answer.frontier]
        chosen = turns.index(shown.plan.turn) if shown.plan.turn in turns else None
    scene = frontier_scene(nets, chosen=chosen, theme=page.theme, language=page.language)
    return element("div", picture(scene, decorative=False), class_="ksm-chart")


def _list(page: Page, shown: Shown) -> Markup:
    best = shown.plans[0].net
    rows = []
    for index, plan in enumerate(shown.plans):
        words: list[str | Markup] = [plan_phrase(plan).say(page.language)]
        if plan.net < best:
            words.append(element("small", page.say("solve.loses", lost=coins(best - plan.net))))
        rows.append(
            element(
                "li",
                button(joined(words), "plan", index, pressed=index == shown.chosen),
            )
        )
    return element("ul", *rows, class_="ksm-plans")


def _steps(page: Page, shown: Shown, plan: Plan) -> Markup:
    say, watching = page.say, page.session.state.watching
    steps = steps_of(plan)
    at = shown.step
    rows = [_row(page, 0, say("solve.start"), 0, watching and at == 0)]
    for number, step in enumerate(steps, start=1):
        words = step.phrase.say(page.language)
        rows.append(_row(page, number, words, step.paid, watching and at == number))
    over = button(say("solve.take_over"), "over", disabled=not watching)
    return joined([element("ol", *rows, class_="ksm-walk", start=0), over])


def walk(page: Page) -> Markup | None:
    """The buttons to go through the plan that is chosen; None if there is none."""
    shown, say = page.session.state.shown, page.say
    if shown is None or page.session.state.rung < Rung.ALL or shown.plan is None:
        return None
    at, last = shown.step, len(steps_of(shown.plan))
    if not last:
        return None
    return element(
        "div",
        button(say("solve.first"), "step", 0, disabled=at == 0, class_="ksm-small"),
        button(say("solve.back"), "step", max(0, at - 1), disabled=at == 0),
        button(say("solve.next"), "step", min(last, at + 1), disabled=at == last),
        button(say("solve.last"), "step", last, disabled=at == last, class_="ksm-small"),
        button(
            say("solve.pause" if page.playing else "solve.play"),
            "run",
            class_="ksm-small",
            disabled=at == last and not page.playing,
        ),
        class_="ksm-group ksm-walking",
    )


def _row(page: Page, number: int, words: str, paid: int, here: bool) -> Markup:
    return element(
        "li",
        element(
            "button",
            element("span", words),
            element("span", page.say("solve.cost", paid=paid), class_="ksm-cost"),
            type="button",
            data_act="step",
            data_value=number,
            aria_current="step" if here else None,
            class_="ksm-step",
        ),
    )
