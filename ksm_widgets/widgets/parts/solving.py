"""Solving: the buttons, how the search stands, and the plans it found, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw.chart import frontier_scene
from ksm_widgets.rules.powers import Power
from ksm_widgets.solver.unseen import holds_unseen
from ksm_widgets.tutor.coach.gains import unseen_phrase
from ksm_widgets.tutor.coach.steps import step_phrases
from ksm_widgets.tutor.phrases import opened, power_term
from ksm_widgets.tutor.sitting.looking import sees
from ksm_widgets.tutor.sitting.session import Mode
from ksm_widgets.tutor.sitting.viewing import answer_phrase, plan_phrase, way_phrase
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.cards import card_in_hand, choose_number
from ksm_widgets.widgets.parts.conditions import money, powers
from ksm_widgets.widgets.parts.controls import button, group, note, section

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.tutor.sitting.session import Shown
    from ksm_widgets.widgets.page import Page

__all__ = ["hand", "plans", "side", "turn", "walk"]


def turn(page: Page) -> Markup:
    """The card, the money, the button that solves, and a line on how the search stands."""
    barred = bool(page.session.faults) or page.running is not None
    start = button(page.text("solve.solve"), "solve", "plan", disabled=barred, class_="ksm-main")
    beside = element("div", choose_number(page), money(page), start, class_="ksm-column")
    return joined([element("div", card_in_hand(page), beside, class_="ksm-turn"), _standing(page)])


def side(page: Page) -> Markup:
    """What else a turn is played with, and what else can be searched for."""
    text, session = page.text, page.session
    barred = bool(session.faults) or page.running is not None
    held = session.situation.hand
    few = len(held) < 2
    covered = not session.faults and holds_unseen(session.question.situation.position)
    weighed = covered and session.question.situation.unseen is not None
    more = element(
        "div",
        _look(page, weighed=weighed) if covered else None,
        button(text("solve.best"), "solve", "best", disabled=barred, class_="ksm-small"),
        button(text("solve.frontier"), "solve", "frontier", disabled=barred, class_="ksm-small"),
        button(
            text("solve.hand"),
            "solve",
            "hand",
            disabled=barred or few,
            label=f"{text('solve.hand')} {text('solve.hand_empty')}" if few else None,
            class_="ksm-small",
        ),
        class_="ksm-group",
    )
    faulty = element("p", text("solve.faulty"), class_="ksm-note ksm-bad")
    return joined(
        [
            _from_where(page),
            powers(page),
            more,
            note(text("solve.look_mean")) if covered and not weighed else None,
            note(text("solve.hand_held", cards=list(held))) if held else None,
            note(text("solve.hand_empty")) if few else None,
            faulty if session.faults else None,
        ]
    )


def _look(page: Page, *, weighed: bool = True) -> Markup:
    """The button that asks whether to dig now or to look; barred if looks cannot be weighed."""
    text = page.text
    return button(
        text("solve.look"),
        "solve",
        "look",
        disabled=page.running is not None or not weighed,
        label=None if weighed else f"{text('solve.look')} {text('solve.look_mean')}",
        class_="ksm-small",
    )


def _from_where(page: Page) -> Markup | None:
    """In the midst of a turn: where searches and hints begin, and how to have it otherwise."""
    state, text = page.session.state, page.text
    if state.dig is not None:
        return note(text("own.dug"))
    if not state.moves:
        return None
    switch = group(
        text("own.made", made=len(state.moves)),
        button(text("own.here"), "anew", "", pressed=not state.anew, class_="ksm-small"),
        button(text("own.anew"), "anew", "on", pressed=state.anew, class_="ksm-small"),
        class_="ksm-segments",
    )
    return element(
        "div", note(text("own.made", made=len(state.moves))), switch, class_="ksm-from-where"
    )


def _standing(page: Page) -> Markup | None:
    running, text = page.running, page.text
    if running is None or not running.late:
        return None
    words = text("solve.searching")
    if running.progress is not None:
        progress = running.progress
        net = progress.net
        words = text(
            "solve.progress" if net is not None else "solve.progress_none",
            net=net,
            bound=progress.bound,
            boards=progress.statistics.boards,
        )
    return element(
        "div",
        element("span", words, class_="ksm-progress", role="status"),
        button(text("solve.stop"), "stop", class_="ksm-small"),
        class_="ksm-group",
    )


def plans(page: Page) -> Markup | None:
    """The plans found and the steps of the one that is chosen; None while there is only a mine."""
    shown, text = page.session.state.shown, page.text
    if shown is None:
        told = page.session.mode is Mode.EDIT or page.hand
        return None if told else note(text("solve.nothing"))
    if shown.hidden:
        return note(text("solve.hidden"))
    parts = _told(page, shown)
    seen = unseen_phrase(shown.answer.problem)
    if seen is not None:
        parts.append(note(seen.say(page.language)))
        if shown.policy is None and page.session.question.situation.unseen is not None:
            parts.append(_look(page))
    if shown.question != page.session.question and not page.session.state.follows:
        parts.append(note(text("solve.stale")))
    if len(shown.answer.frontier) > 1:
        parts.append(_chart(page, shown))
    if len(shown.plans) > 1:
        parts.append(_list(page, shown))
    if shown.plan is not None and shown.plan.steps:
        parts.append(_steps(page, shown, shown.plan))
    if shown.look is not None:
        parts.append(_branches(page, shown))
    return section(text("solve.plans"), *parts)


def _told(page: Page, shown: Shown) -> list[Markup]:
    """What was found, in a sentence or two; of a look, what it and the dig without it come to."""
    policy = shown.policy
    if policy is None or policy.net is None:
        return [element("p", answer_phrase(shown).say(page.language), class_="ksm-answer")]
    *figures, (key, sure) = policy.told(made=shown.begun)
    lines = [element("p", page.text(key, **params), class_="ksm-answer") for key, params in figures]
    return [*lines, note(page.text(key, **sure))]


def _branches(page: Page, shown: Shown) -> Markup:
    """What the plan on the board does for what may show where it looks."""
    assert shown.policy is not None
    rows = (
        element("li", opened(branch.in_words(page.language, made=shown.begun)))
        for branch in shown.policy.branches()
    )
    title = page.text("solve.look_may", quarry=shown.look)
    return element("div", element("h4", title), element("ul", *rows), class_="ksm-branches")


def hand(page: Page) -> Markup | None:
    """What each card of the hand can do with each set of the objects ticked, best first."""
    rows = []
    for index, (found, plan) in enumerate(page.hand):
        if plan is None:
            continue
        spent = [power_term(power, page.language) for power in Power if power in found.powers]
        name = page.text(
            "solve.hand_line",
            number=found.card.number,
            powers=spent or page.text("solve.hand_none"),
            gain=plan.net - found.kept,
        )
        words = [name, element("small", plan_phrase(plan).say(page.language))]
        rows.append(element("li", button(joined(words), "option", index)))
    if not rows:
        return None
    return section(
        page.text("solve.hand"),
        note(page.text("solve.hand_what")),
        element("ul", *rows, class_="ksm-plans ksm-long"),
    )


def _chart(page: Page, shown: Shown) -> Markup:
    """The frontier as a picture; a button lies over each point and lays its plan on the board."""
    turns = [plan.turn for plan in shown.plans]
    places = [turns.index(shown.question.turn(plan)) for plan in shown.answer.frontier]
    points = [shown.plans[place] for place in places]
    chosen = places.index(shown.chosen) if shown.chosen in places else None
    scene = frontier_scene(
        [plan.net for plan in points],
        first=shown.begun,
        chosen=chosen,
        theme=page.theme,
        language=page.language,
    )
    buttons = (
        element(
            "button",
            type="button",
            class_="ksm-point",
            data_act="plan",
            data_value=place,
            aria_label=page.text("solve.point", moves=shown.begun + index, net=plan.net),
            aria_pressed="true" if index == chosen else "false",
            title=page.text("solve.point", moves=shown.begun + index, net=plan.net),
            style=f"left:{area.x / scene.width:.2%};width:{area.width / scene.width:.2%}",
        )
        for index, (plan, place, area) in enumerate(zip(points, places, scene.hits, strict=True))
    )
    return element(
        "div",
        picture(scene, decorative=False),
        group(page.text("solve.chart"), *buttons, class_="ksm-points"),
        class_="ksm-chart",
    )


def _list(page: Page, shown: Shown) -> Markup:
    best = shown.plans[0].net
    rows = []
    for index, plan in enumerate(shown.plans):
        words: list[str | Markup] = [way_phrase(shown, index).say(page.language)]
        if plan.net < best and shown.policy is None:
            words.append(element("small", page.text("solve.loses", lost=best - plan.net)))
        rows.append(
            element(
                "li",
                button(joined(words), "plan", index, pressed=index == shown.chosen),
            )
        )
    return element("ul", *rows, class_="ksm-plans")


def _steps(page: Page, shown: Shown, plan: Plan) -> Markup:
    text, watching = page.text, page.session.state.watching
    steps = plan.steps
    at = shown.step
    rows = [_row(page, 0, text("solve.start"), 0, watching and at == 0)]
    for number, (step, told) in enumerate(zip(steps, step_phrases(plan), strict=True), start=1):
        words, own = told.say(page.language), number <= shown.begun
        rows.append(_row(page, number, words, step.due, watching and at == number, own=own))
    return element("ol", *rows, class_="ksm-walk", start=0)


def walk(page: Page) -> Markup | None:
    """The buttons to go through the plan that is chosen; None if there is none."""
    shown, text = page.session.state.shown, page.text
    if shown is None or shown.hidden or shown.plan is None:
        return None
    at, last = shown.step, len(shown.plan.steps)
    see = sees(page.session)
    if not (last or see):
        return None
    # By steps: whoever touches it twice before it is drawn anew goes two on.
    following = button(text("solve.next"), "step-by", 1, disabled=at == last)
    return element(
        "div",
        button(text("solve.first"), "step", 0, disabled=at == 0, class_="ksm-small"),
        button(text("solve.back"), "step-by", -1, disabled=at == 0),
        button(text("solve.look_see"), "over") if see else following,
        button(text("solve.last"), "step", last, disabled=at == last, class_="ksm-small"),
        button(
            text("solve.pause" if page.playing else "solve.play"),
            "run",
            class_="ksm-small",
            disabled=at == last and not page.playing,
        ),
        # Here the board is in sight, on which the next thing is to be done.
        button(
            text("solve.take_over"),
            "over",
            class_="ksm-small",
            disabled=not page.session.state.watching,
        ),
        class_="ksm-group ksm-walking",
    )


def _row(
    page: Page, number: int, words: str, paid: int, here: bool, *, own: bool = False
) -> Markup:
    """A step to go to; one that the player had made before the search says so."""
    cost = page.text("solve.cost", paid=paid)
    return element(
        "li",
        element(
            "button",
            element("span", words),
            element(
                "span", f"{page.text('solve.yours')} · {cost}" if own else cost, class_="ksm-cost"
            ),
            type="button",
            data_act="step",
            data_value=number,
            aria_current="step" if here else None,
            class_="ksm-step",
        ),
    )
