"""The panels of the plans found: the answer, a chart, a list, and the steps to walk through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw.frontier import frontier_scene
from ksm_widgets.explorer.plans import (
    answer_phrase,
    choice_phrase,
    plan_phrase,
    sees,
    set_phrase,
    way_phrase,
)
from ksm_widgets.explorer.session import Mode
from ksm_widgets.explorer.view.turn import look_button
from ksm_widgets.page.html import (
    button,
    element,
    folded,
    group,
    note,
    picture,
    point_button,
    section,
    walk_buttons,
    walk_list,
)
from ksm_widgets.solver.answer import Status
from ksm_widgets.telling.phrases import opened
from ksm_widgets.telling.plans import step_phrases, unseen_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.explorer.session import ShownPlans
    from ksm_widgets.explorer.view.page import Page
    from ksm_widgets.page.html import Child
    from ksm_widgets.solver.answer import Plan


def plans(page: Page) -> Child:
    """The plans found and the steps of the one on the board; nothing while there is only a mine."""
    shown, text = page.session.state.shown, page.text
    if shown is None:
        quiet = page.session.mode is Mode.EDIT or page.hand
        return None if quiet else note(text("solve.nothing"))
    if shown.hidden:
        return note(text("solve.hidden"))
    return section(text("solve.plans"), _parts(page, shown))


def _parts(page: Page, shown: ShownPlans) -> Iterator[Child]:
    yield _told(page, shown)
    question = page.session.question
    unseen = unseen_phrase(shown.answer.problem)
    if unseen is not None:
        yield note(unseen.say(page.language))
        if shown.policy is None and question.situation.unseen is not None:
            yield look_button(page)
    if shown.question != question and not page.session.state.follows:
        yield note(page.text("solve.stale"))
    if len(shown.answer.frontier) > 1:
        yield _chart(page, shown)
    if shown.listed > 1:
        yield _list(page, shown)
    if len(shown.choices) > 1:
        yield _choices(page, shown)
    if shown.plan is not None and shown.plan.steps:
        yield _steps(page, shown, shown.plan)
    if shown.look is not None:
        yield _branches(page, shown)


def _told(page: Page, shown: ShownPlans) -> Child:
    """The answer in a sentence or two; with a look, its net and that of the dig without it."""
    policy = shown.policy
    if policy is None or policy.net is None:
        choice, answer = choice_phrase(shown, 0), answer_phrase(shown).say(page.language)
        if choice is None:
            return element("p.ksm-answer", answer)
        return element("p.ksm-answer", choice.say(page.language)), element("p", answer)
    *figures, (key, sure) = policy.told(made=shown.begun)
    lines = [element("p.ksm-answer", page.text(key, **params)) for key, params in figures]
    choice = choice_phrase(shown, 0) if policy.look is None else None
    return (
        None if choice is None else element("p.ksm-answer", choice.say(page.language)),
        lines,
        note(page.text(key, **sure)),
    )


def _branches(page: Page, shown: ShownPlans) -> Child:
    """The continuation of the plan on the board for each tile it may uncover."""
    assert shown.policy is not None
    rows = (
        element("li", opened(branch.in_words(page.language, made=shown.begun)))
        for branch in shown.policy.branches()
    )
    title = page.text("solve.look_may", quarry=shown.look)
    return element("div.ksm-branches", element("h3", title), element("ul", rows))


def hand(page: Page) -> Child:
    """The cards of the hand with the best that each can do, best first."""
    rows = []
    for index, (found, plan) in enumerate(page.hand):
        if plan is None:
            continue
        number = found.problem.hand[0].number
        name = page.text("solve.hand_line", number=number, gain=plan.net)
        words = name, element("small", plan_phrase(plan).say(page.language))
        rows.append(element("li", button(words, "option", index)))
    if not rows:
        return None
    what = note(page.text("solve.hand_what"))
    return section(page.text("solve.hand"), element("ul.ksm-plans.ksm-long", rows), what)


def _chart(page: Page, shown: ShownPlans) -> Child:
    """The best plan for each number of moves as a picture, with a button over each point."""
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

    def point(index: int) -> Child:
        area, pressed = scene.hits[index], index == chosen
        words = page.text("solve.point", moves=shown.begun + index, net=points[index].net)
        return point_button(area, scene, "plan", places[index], words, pressed=pressed)

    buttons = map(point, range(len(points)))
    return element(
        "div.ksm-chart",
        picture(scene, decorative=False),
        group(page.text("solve.chart"), buttons, class_="ksm-points"),
    )


def _list(page: Page, shown: ShownPlans) -> Child:
    best = shown.plans[0].net
    rows = []
    for index, plan in enumerate(shown.plans[: shown.listed]):
        words: list[Child] = [way_phrase(shown, index).say(page.language)]
        if plan.net < best and shown.policy is None:
            words.append(element("small", page.text("solve.loses", lost=best - plan.net)))
        rows.append(element("li", button(words, "plan", index, pressed=index == shown.chosen)))
    return element("ul.ksm-plans", rows)


def _choices(page: Page, shown: ShownPlans) -> Child:
    """The best net with each set of the objects ticked, folded away."""
    rows = []
    for index in shown.choices:
        plan = shown.plans[index]
        net = element("small", page.text("choice.net", net=plan.net))
        words = set_phrase(plan).say(page.language), net
        rows.append(element("li", button(words, "plan", index, pressed=index == shown.chosen)))
    proven = shown.answer.status is Status.OPTIMAL
    return folded(
        page.text("choice.title"),
        element("ul.ksm-plans.ksm-choices", rows),
        note(page.text("choice.what" if proven else "choice.so_far")),
        note(page.text("choice.rest")) if len(rows) < len(shown.answer.sets) else None,
        id_="ksm-choices",
    )


def _steps(page: Page, shown: ShownPlans, plan: Plan) -> Child:
    """The steps, each a button that shows the board after it; own ones say so."""
    here, text = shown.step if page.session.state.watching else None, page.text
    rows = [(text("walk.start"), text("solve.cost", paid=0))]
    for number, (step, phrase) in enumerate(
        zip(plan.steps, step_phrases(plan), strict=True), start=1
    ):
        cost, own = text("solve.cost", paid=step.due), number <= shown.begun
        rows.append((phrase.say(page.language), f"{text('solve.yours')} · {cost}" if own else cost))
    return walk_list(rows, here)


def walk(page: Page) -> Child:
    """The buttons to go through the plan on the board; None if there is none."""
    shown, text = page.session.state.shown, page.text
    if shown is None or shown.hidden or shown.plan is None:
        return None
    at, last = shown.step, len(shown.plan.steps)
    see = sees(page.session)
    if not (last or see):
        return None
    return element(
        "div.ksm-group.ksm-walking",
        walk_buttons(
            text, at, last, onward=button(text("solve.look_see"), "over") if see else None
        ),
        button(
            text("solve.pause" if page.auto else "solve.play"),
            "run",
            class_="ksm-small",
            disabled=at == last and not page.auto,
        ),
        button(
            text("solve.take_over"),
            "over",
            class_="ksm-small",
            disabled=not page.session.state.watching,
        ),
    )
