"""The panels of a turn: what it is played with, how far it has come, and the plans found for it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.draw import tile_scene
from ksm_widgets.draw.charts import frontier_scene
from ksm_widgets.explorer.plan_words import (
    answer_phrase,
    choice_phrase,
    plan_phrase,
    set_phrase,
    way_phrase,
)
from ksm_widgets.explorer.plans import sees
from ksm_widgets.explorer.session import Mode, Tool
from ksm_widgets.explorer.view.holding import card_title
from ksm_widgets.mine.view import card_face, lamps
from ksm_widgets.page.html import (
    Markup,
    button,
    choice,
    element,
    folded,
    group,
    note,
    picture,
    point_button,
    row,
    section,
    segments,
    walk_buttons,
    walk_list,
)
from ksm_widgets.rules.tiles import Power
from ksm_widgets.solver.answer import Status
from ksm_widgets.solver.problem import MOST_MONEY
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.telling.phrases import opened
from ksm_widgets.telling.plans import power_term, step_phrases, unseen_phrase
from ksm_widgets.words import counted, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.draw import Theme
    from ksm_widgets.explorer.session import ShownPlans
    from ksm_widgets.explorer.view.page import Page
    from ksm_widgets.page.html import Child
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.solver.answer import Plan


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
