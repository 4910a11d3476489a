"""A task on a page: what is asked, what to answer with, and what was said to the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.tutor.course.rules_page import RULES, rule_scene, rule_text, rule_title
from ksm_widgets.tutor.reading_out import read_out
from ksm_widgets.tutor.tasks.task import MOST_STARS
from ksm_widgets.widgets.markup import Child, Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import button, folded, group, note, number_field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.draw import Theme
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.form import Form
    from ksm_widgets.tutor.tasks.mine.seat import MineSeat
    from ksm_widgets.tutor.tasks.task import AnyAnswering, Sheet

__all__ = ["answer", "as_text", "hints_so_far", "picking", "quarry_told", "question", "rule_card"]
__all__ += ["stars", "tools", "verdict"]

_STAR = (
    "M10 1.6 L12.6 7.1 L18.6 7.9 L14.2 12.1 L15.3 18.1 "
    "L10 15.2 L4.7 18.1 L5.8 12.1 L1.4 7.9 L7.4 7.1 Z"
)


def question(state: AnyAnswering, reader: Reader, theme: Theme, *, fixed: bool = False) -> Markup:
    """What is asked, beside the card and all that is settled before the answer."""
    task, form = state.task, state.form()
    scene = None if state.seat is None else state.seat.aside(reader, theme)
    card = None
    if scene is not None:
        card = element("div", picture(scene, decorative=False), class_="ksm-asked-card")
    words: list[Child] = [element("p", reader.say(task.question), class_="ksm-question")]
    if task.table is not None:
        if fixed:
            words.append(note(reader.text("lesson_view.fixed")))
        words += [note(line) for line in task.table.settled(reader)]
    words += [note(reader.say(how)) for how in form.how]
    if task.sheet is not None and not _in_rows(form, task.sheet):
        words.append(_sheet(task.sheet, reader))
    return element("div", card, *words, class_="ksm-asked")


def _in_rows(form: Form, sheet: Sheet) -> bool:
    """Whether the numbers that are asked for belong to the rows of the task's own table."""
    return len(form.blanks) == len(sheet.rows)


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


def answer(state: AnyAnswering, reader: Reader, theme: Theme, view: int, **more: bool) -> Markup:
    """What to answer with, the buttons, what was said, and the hints so far.

    `once` leaves no second try and no hints; `fixed` says that there is no other position.
    """
    form = state.form()
    return joined(
        [
            _blanks(form, state.task.sheet, reader, view),
            picking(form, reader),
            tools(form, reader, theme),
            _buttons(state, form, reader, **more),
            verdict(state, reader, theme, **more),
            hints_so_far(state, reader),
            as_text(state, reader, view),
        ]
    )


def _blanks(form: Form, sheet: Sheet | None, reader: Reader, view: int) -> Markup | None:
    """Numbers to fill in, where they belong to the rows of a table in these."""
    if not form.blanks:
        return None
    fields = [
        number_field(
            reader.say(blank.label),
            f"fill-{blank.name}",
            blank.typed,
            id_=f"ksm-{view}-{blank.name}",
            least=None,
        )
        for blank in form.blanks
    ]
    if sheet is not None and _in_rows(form, sheet):
        head = reader.text("lesson_view.points")
        return _sheet(sheet, reader, [(head, field) for field in fields])
    return element("div", *fields, class_="ksm-fields")


def picking(
    form: Form, reader: Reader, pictures: Mapping[str, Markup] | None = None
) -> Markup | None:
    """Options to choose, or to put in order: these say which place they have.

    `pictures` stand on them by their names.
    """
    if not form.picks:
        return None
    options = []
    for pick in form.picks:
        label: Child = reader.say(pick.label)
        if pick.place is not None:
            place = element("b", str(pick.place) if pick.place else "·", class_="ksm-place")
            label = joined([place, " ", label])
        if pictures is not None and pick.name in pictures:
            label = joined([pictures[pick.name], label])
        options.append(button(label, "choose", pick.name, pressed=pick.chosen, class_="ksm-option"))
    return element("div", *options, class_="ksm-options")


def tools(form: Form, reader: Reader, theme: Theme) -> Markup:
    """Which hand touches the board, what was done there, and a picture of what it comes to."""
    parts: list[Child] = []
    if form.switches:
        switches = (
            button(reader.say(switch.label), "hand", switch.name, pressed=switch.on)
            for switch in form.switches
        )
        parts.append(group(reader.text("lesson_view.tools"), *switches, class_="ksm-segments"))
    if form.done is not None:
        parts.append(note(reader.say(form.done)))
    if form.picture is not None:
        scene = form.picture(reader, theme)
        parts.append(element("div", picture(scene, decorative=False), class_="ksm-account"))
    return joined(parts)


def _buttons(
    state: AnyAnswering,
    form: Form,
    reader: Reader,
    *,
    once: bool = False,
    fixed: bool = False,
) -> Markup:
    said = state.feedback
    done = said is not None and (said.right or (once and said.given))
    buttons: list[Child] = [
        button(reader.text("lesson_view.check"), "check", disabled=done, class_="ksm-main")
    ]
    if form.undo is not None:
        buttons.append(button(reader.say(form.undo), "back", disabled=done))
    if form.turns:
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


def verdict(
    state: AnyAnswering, reader: Reader, theme: Theme, *, once: bool = False, fixed: bool = False
) -> Markup:
    """What was said to the last answer, with its rule to look at; a live region."""
    said = state.feedback
    lines: list[Child] = []
    tone, rules = "info", []
    if said is not None:
        tone = "good" if said.right else "warning"
        if said.right or said.stars:
            lines.append(stars(said.stars, reader))
        lines += [
            element("span", reader.say(remark), " ", class_="ksm-line") for remark in said.remarks
        ]
        rules = [remark.rule for remark in said.remarks if remark.rule]
    elif state.seat is not None and state.seat.notice is not None:
        tone, notice = "warning", state.seat.notice
        lines.append(element("span", reader.say(notice)))
        rules = [notice.rule] if notice.rule else []
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
    # A task about something else may name rules that are not on our rules page.
    cards = (rule_card(rule, reader, theme) for rule in dict.fromkeys(rules) if rule in RULES)
    return joined([told, *cards])


def rule_card(rule: str, reader: Reader, theme: Theme) -> Markup:
    """A rule's place on the rules page, folded: its words and its picture."""
    scene = rule_scene(rule, reader, theme)
    small = element("div", picture(scene, decorative=False), class_="ksm-rule-picture")
    small = Markup(small.replace("<div ", f'<div style="max-width:{scene.width * 0.5:.0f}px" ', 1))
    title = reader.text("lesson_view.rule_card", rule=rule, title=rule_title(rule, reader))
    return folded(title, element("p", rule_text(rule, reader)), small, id_=f"ksm-{rule}")


def hints_so_far(state: AnyAnswering, reader: Reader) -> Markup | None:
    """The hints asked for, one below the other; a live region."""
    if not state.hints:
        return None
    hints = (element("li", reader.say(hint)) for hint in state.task.hints[: state.hints])
    return element("ol", *hints, class_="ksm-steps ksm-hints", aria_live="polite")


def as_text(state: AnyAnswering, reader: Reader, view: int) -> Markup | None:
    """The board as text, folded away."""
    if state.seat is None:
        return None
    return folded(
        reader.text("lesson_view.as_text"),
        element("pre", state.seat.text(), class_="ksm-pre"),
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


def quarry_told(seat: MineSeat, quarry: Quarry, reader: Reader) -> str:
    """What lies on a quarry, as it is read out."""
    stack = seat.position.stack(quarry)
    return read_out(quarry, stack, reader, brief=True, deep=seat.table.open)
