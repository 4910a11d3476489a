"""A task on a page: what is asked, what to answer with, and what was said to the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw import account_scene, card_scene, text_board
from ksm_widgets.rules.moves import Variant
from ksm_widgets.tutor.course.drawing import move_told
from ksm_widgets.tutor.course.rules_page import rule_scene, rule_text, rule_title
from ksm_widgets.tutor.reading_out import read_out
from ksm_widgets.tutor.tasks.answering import Answering, Hand, hands_of, may_turn
from ksm_widgets.tutor.tasks.kinds import Choose, Numbers, Order
from ksm_widgets.tutor.tasks.task import MOST_STARS
from ksm_widgets.widgets.markup import Child, Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import button, folded, group, note, number_field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.draw import Theme
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.task import Sheet, Table, Task

__all__ = ["answer", "quarry_told", "question", "rule_card", "stars"]

_STAR = (
    "M10 1.6 L12.6 7.1 L18.6 7.9 L14.2 12.1 L15.3 18.1 "
    "L10 15.2 L4.7 18.1 L5.8 12.1 L1.4 7.9 L7.4 7.1 Z"
)


def question(state: Answering, reader: Reader, theme: Theme, *, fixed: bool = False) -> Markup:
    """What is asked, beside the card and all that is settled before the answer."""
    task, table = state.task, state.task.table
    card = None
    if table is not None and table.card is not None:
        scene = card_scene(table.card, quarters=state.turned, theme=theme, language=reader.language)
        card = element("div", picture(scene, decorative=False), class_="ksm-asked-card")
    words: list[Child] = [element("p", reader.say(task.question), class_="ksm-question")]
    if fixed and table is not None:
        words.append(note(reader.text("lesson_view.fixed")))
    if table is not None:
        words += [note(line) for line in _settled(table, reader)]
    if isinstance(task, Choose) and task.several:
        words.append(note(reader.text("lesson_view.several")))
    if state.hand is Hand.LAY:
        words.append(note(reader.text("lesson_view.lay_how")))
    if task.sheet is not None and not _fills(task):
        words.append(_sheet(task.sheet, reader))
    return element("div", card, *words, class_="ksm-asked")


def _fills(task: Task) -> bool:
    """Whether the numbers that are asked for belong to the rows of the task's own table."""
    return (
        isinstance(task, Numbers)
        and task.sheet is not None
        and len(task.fields) == len(task.sheet.rows)
    )


def _settled(table: Table, reader: Reader) -> list[str]:
    lines = []
    if table.powers:
        powers = [reader.edition.power_term(power) for power in sorted(table.powers, key=str)]
        lines.append(reader.text("lesson_view.spent", powers=powers))
    if table.money is not None:
        lines.append(reader.text("lesson_view.money", money=table.money))
    if table.variant is Variant.BEGINNER:
        lines.append(reader.text("lesson_view.variant"))
    return lines


def _sheet(sheet: Sheet, reader: Reader, ends: Sequence[tuple[str, Child]] = ()) -> Markup:
    """A task's table; `ends` is a last column, its head and what stands in each row."""
    heads = [reader.say(cell) for cell in sheet.head] + [words for words, _ in ends[:1]]
    head = element("tr", *(element("th", words, scope="col") for words in heads))
    rows = []
    for place, row in enumerate(sheet.rows):
        cells: list[Child] = [reader.say(cell) for cell in row]
        cells += [cell for _, cell in ends[place : place + 1]]
        rows.append(element("tr", *(element("td", cell) for cell in cells)))
    return element("table", head, *rows, class_="ksm-table ksm-sums")


def answer(state: Answering, reader: Reader, theme: Theme, view: int, **more: bool) -> Markup:
    """What to answer with, the buttons, what was said, and the hints so far.

    `once` leaves no second try and no hints; `fixed` says that there is no other position.
    """
    return joined(
        [
            _inputs(state, reader, theme, view),
            _buttons(state, reader, **more),
            _said(state, reader, theme, **more),
            _hints(state, reader),
            _as_text(state, reader, view),
        ]
    )


def _inputs(state: Answering, reader: Reader, theme: Theme, view: int) -> Markup:
    """Fields, options or tools, by what the task is answered with."""
    task = state.task
    match task:
        case Numbers():
            fields = [
                number_field(
                    reader.say(asked.label),
                    f"fill-{asked.name}",
                    state.numbers.get(asked.name, ""),
                    id_=f"ksm-{view}-{asked.name}",
                    least=None,
                )
                for asked in task.fields
            ]
            if task.sheet is not None and _fills(task):
                head = reader.text("lesson_view.points")
                return _sheet(task.sheet, reader, [(head, field) for field in fields])
            return element("div", *fields, class_="ksm-fields")
        case Choose():
            options = (
                button(
                    reader.say(option.label),
                    "choose",
                    option.name,
                    pressed=option.name in state.chosen,
                    class_="ksm-option",
                )
                for option in task.options
            )
            return element("div", *options, class_="ksm-options")
        case Order():
            return _order(task, state, reader)
        case _:
            return _tools(state, reader, theme)


def _order(task: Order, state: Answering, reader: Reader) -> Markup:
    by_name = {option.name: option for option in task.options}
    options = []
    for name in task.shown:
        place = state.chosen.index(name) + 1 if name in state.chosen else None
        number = element("b", str(place) if place else "·", class_="ksm-place")
        label = joined([number, " ", reader.say(by_name[name].label)])
        options.append(
            button(label, "choose", name, pressed=place is not None, class_="ksm-option")
        )
    return element("div", *options, class_="ksm-options")


def _tools(state: Answering, reader: Reader, theme: Theme) -> Markup:
    """Which hand touches the board, what was moved, and the account of a turn."""
    hands = hands_of(state.task)
    parts: list[Child] = []
    if len(hands) > 1:
        parts.append(
            group(
                reader.text("lesson_view.tools"),
                *(
                    button(
                        reader.text(f"lesson_view.{hand.value}"),
                        "hand",
                        hand.value,
                        pressed=state.hand is hand,
                    )
                    for hand in hands
                ),
                class_="ksm-segments",
            )
        )
    if state.moves:
        moves = [move_told(move) for move in state.moves]
        parts.append(note(reader.text("lesson_view.moves_made", moves=moves)))
    account = state.account
    if account is not None:
        scene = account_scene(account, theme=theme, language=reader.language)
        parts.append(element("div", picture(scene, decorative=False), class_="ksm-account"))
    return joined(parts)


def _buttons(
    state: Answering, reader: Reader, *, once: bool = False, fixed: bool = False
) -> Markup:
    said = state.feedback
    done = said is not None and (said.right or (once and said.given))
    buttons: list[Child] = [
        button(reader.text("lesson_view.check"), "check", disabled=done, class_="ksm-main")
    ]
    if hands_of(state.task):
        words = "lesson_view.back" if Hand.MOVE in hands_of(state.task) else "lesson_view.clear"
        buttons.append(button(reader.text(words), "back", disabled=done))
    if may_turn(state.task):
        buttons.append(button(reader.text("lesson_view.turn"), "turn", disabled=done))
    if once and said is not None and done and not said.right:
        buttons.append(button(reader.text("lesson_view.give_away"), "hint", disabled=state.shown))
    if not once:
        given = state.hints >= len(state.task.hints)
        words = "give_away" if given else "hint_more" if state.hints else "hint"
        buttons.append(
            button(reader.text(f"lesson_view.{words}"), "hint", disabled=done or state.shown)
        )
        words = "once_more" if fixed else "another" if state.task.table is None else "new"
        buttons.append(button(reader.text(f"lesson_view.{words}"), "new"))
    return element("div", *buttons, class_="ksm-group")


def _said(
    state: Answering, reader: Reader, theme: Theme, *, once: bool = False, fixed: bool = False
) -> Markup:
    """What was said to the last answer, with its rule to look at; a live region."""
    said = state.feedback
    lines: list[Child] = []
    tone, rules = "info", []
    if said is not None:
        tone = "good" if said.right else "warning"
        if said.right:
            lines.append(stars(said.stars, reader))
        lines += [
            element("span", reader.say(remark), " ", class_="ksm-line") for remark in said.remarks
        ]
        rules = [remark.rule for remark in said.remarks if remark.rule]
    elif state.notice is not None:
        tone = "warning"
        lines.append(element("span", reader.say(state.notice)))
        rules = [state.notice.rule] if state.notice.rule else []
    elif state.shown:
        key = "given_away_fixed" if fixed else "given_away"
        lines.append(element("span", reader.text(f"lesson_view.{key}")))
    told = element(
        "div",
        *lines,
        class_=f"ksm-notice ksm-tone-{tone}" if lines else "ksm-quiet",
        role="status",
        aria_live="polite",
    )
    cards = (rule_card(rule, reader, theme) for rule in dict.fromkeys(rules))
    return joined([told, *cards])


def rule_card(rule: str, reader: Reader, theme: Theme) -> Markup:
    """A rule's place on the rules page, folded: its words and its picture."""
    scene = rule_scene(rule, reader, theme)
    small = element("div", picture(scene, decorative=False), class_="ksm-rule-picture")
    small = Markup(small.replace("<div ", f'<div style="max-width:{scene.width * 0.5:.0f}px" ', 1))
    title = reader.text("lesson_view.rule_card", rule=rule, title=rule_title(rule, reader))
    return folded(title, element("p", rule_text(rule, reader)), small, id_=f"ksm-{rule}")


def _hints(state: Answering, reader: Reader) -> Markup | None:
    if not state.hints:
        return None
    hints = (element("li", reader.say(hint)) for hint in state.task.hints[: state.hints])
    return element("ol", *hints, class_="ksm-steps ksm-hints", aria_live="polite")


def _as_text(state: Answering, reader: Reader, view: int) -> Markup | None:
    table = state.task.table
    if table is None:
        return None
    text = text_board(state.position, covered=not table.open)
    return folded(
        reader.text("lesson_view.as_text"),
        element("pre", text, class_="ksm-pre"),
        id_=f"ksm-{view}-text",
    )


def stars(count: int, reader: Reader) -> Markup:
    """Stars reached, as a picture with words."""
    words = reader.text("lesson_view.stars", stars=count, most=MOST_STARS)
    drawn = (
        element(
            "svg",
            element("path", d=_STAR),
            viewBox="0 0 20 20",
            class_="ksm-star" + (" ksm-lit" if place < count else ""),
            aria_hidden="true",
        )
        for place in range(MOST_STARS)
    )
    return element("span", *drawn, class_="ksm-stars", role="img", aria_label=words)


def quarry_told(state: Answering, quarry: Quarry, reader: Reader) -> str:
    """What lies on a quarry, as it is read out."""
    stack = state.position.stack(quarry)
    return read_out(quarry, stack, reader, brief=True, deep=state.table.open)
