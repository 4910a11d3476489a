"""A task on a page: what is asked, what to answer with, and what was said to the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from ksm_widgets.draw import DARK, LIGHT
from ksm_widgets.page.html import (
    Child,
    Markup,
    button,
    element,
    fault,
    folded,
    group,
    joined,
    note,
    number_field,
    picture,
    row,
)
from ksm_widgets.page.sharing import to_explorer
from ksm_widgets.progress import MOST_STARS
from ksm_widgets.telling.phrases import Tone
from ksm_widgets.telling.rulebook import find_rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.tasks.task import Form, Sheet
    from ksm_widgets.tasks.view.page import TaskPage
    from ksm_widgets.telling.phrases import Phrase, Reader
    from ksm_widgets.telling.rulebook import Rule

_STAR = (
    "M10 1.6 L12.6 7.1 L18.6 7.9 L14.2 12.1 L15.3 18.1 "
    "L10 15.2 L4.7 18.1 L5.8 12.1 L1.4 7.9 L7.4 7.1 Z"
)


_NARROW = 3
"""The most columns of a table that fits a phone."""


def page_colours() -> Markup:
    """The colours of a lesson's page: those of the notebook's theme, without asking Python."""
    dark = DARK.css
    return element(
        "style",
        Markup(
            f".ksm-lesson{{{LIGHT.css}}}"
            f'body[data-jp-theme-light="false"] .ksm-lesson{{{dark}}}'
            "@media (prefers-color-scheme: dark){"
            f"body:not([data-jp-theme-light]) .ksm-lesson{{{dark}}}}}"
        ),
    )


def download(name: str, text: str, words: str) -> Markup:
    """A link that gives the reader a text as a file."""
    address = f"data:text/plain;charset=utf-8,{quote(text)}"
    return element("a.ksm-button", words, href=address, download=name)


def asked(page: TaskPage) -> Child:
    """The question, and the colours of the page."""
    return page_colours(), None if page.answering is None else question(page)


def aside(page: TaskPage, name: str = "asked-card") -> Markup | None:
    """The small picture that goes with the question, such as the card; None if there is none."""
    seat = page.state.seat
    scene = None if seat is None else seat.aside(page.reader, page.theme)
    if scene is None:
        return None
    return element("div", picture(scene, decorative=False), class_=f"ksm-{name}")


def question(page: TaskPage) -> Markup:
    """The question, beside the card and all that is settled before the answer."""
    state, reader = page.state, page.reader
    task, form, card = state.task, state.form(), aside(page)
    words: list[Child] = [_solved(page), element("p.ksm-question", reader.say(task.question))]
    if task.table is not None:
        words += [note(line) for line in task.table.settled(reader)]
    how = [*form.how, *([] if page.once or form.stakes is None else [form.stakes])]
    words += [note(" ".join(map(reader.say, how)))] if how else []
    if task.sheet is not None and not _in_rows(form, task.sheet):
        words.append(_sheet(task.sheet, reader))
    return element("div.ksm-asked", card, words)


def _solved(page: TaskPage) -> Markup | None:
    """The mark of a task that this learner has solved before; the verdict says it of this one."""
    if page.best is None or page.locked:
        return None
    words = page.text("task_view.solved")
    return element("p.ksm-note.ksm-solved", words, " ", stars(page.best, page.reader))


def _in_rows(form: Form, sheet: Sheet) -> bool:
    """Whether the numbers that are asked for belong to the rows of the task's own table."""
    return len(form.blanks) == len(sheet.rows)


def _sheet(sheet: Sheet, reader: Reader, ends: Sequence[tuple[str, Child]] = ()) -> Markup:
    """A task's table; `ends` is a last column, its head and what stands in each row."""
    heads = [reader.say(cell) for cell in sheet.head] + [words for words, _ in ends[:1]]
    head = element("tr", *(element("th", words, scope="col") for words in heads))
    rows = []
    for place, line in enumerate(sheet.rows):
        cells: list[Child] = [reader.say(cell) for cell in line]
        cells += [cell for _, cell in ends[place : place + 1]]
        named = zip(heads, cells, strict=True)
        rows.append(element("tr", *(element("td", cell, data_head=name) for name, cell in named)))
    # A wide one is a card for each row where there is little room.
    wide = " ksm-wide-sums" if len(heads) > _NARROW else ""
    return element("table", head, *rows, class_=f"ksm-table ksm-sums{wide}")


def answer(page: TaskPage) -> Child:
    """The answer's controls, the buttons, the feedback, and the hints so far."""
    if page.answering is None:
        return None
    form = page.state.form()
    return (
        _blanks(page, form),
        picking(page, form),
        tools(page, form),
        _buttons(page, form),
        verdict(page),
        hints_so_far(page),
        as_text(page),
        _explored(page),
    )


def _explored(page: TaskPage) -> Markup | None:
    """The way to the explorer with the table of a task that is done."""
    table = page.state.task.table
    if table is None or not table.link or not (page.locked or page.state.shown):
        return None
    return to_explorer(page, table.link)


def _blanks(page: TaskPage, form: Form) -> Markup | None:
    """Numbers to fill in, where they belong to the rows of a table in these."""
    if not form.blanks:
        return None
    reader, sheet = page.reader, page.state.task.sheet
    fields = [
        number_field(
            reader.say(blank.label),
            f"fill-{blank.name}",
            blank.typed,
            id_=f"ksm-{page.number}-{blank.name}",
            least=None,
            whole=not blank.fraction,
            enter="check",
        )
        for blank in form.blanks
    ]
    if sheet is not None and _in_rows(form, sheet):
        head = page.text("task_view.points")
        return _sheet(sheet, reader, [(head, field) for field in fields])
    return element("div.ksm-fields", fields)


def picking(
    page: TaskPage, form: Form, pictures: Mapping[str, Markup] | None = None
) -> Markup | None:
    """Options to choose, or to put in order: these say which place they have.

    `pictures` stand on them by their names.
    """
    if not form.picks:
        return None
    options = []
    for pick in form.picks:
        label: Child = page.reader.say(pick.label)
        if pick.place is not None:
            place = element("b.ksm-place", str(pick.place) if pick.place else "·")
            label = joined(place, " ", label)
        if pictures is not None and pick.name in pictures:
            label = joined(pictures[pick.name], element("span.ksm-option-words", label))
        options.append(button(label, "choose", pick.name, pressed=pick.chosen, class_="ksm-option"))
    return element("div.ksm-options", options)


def tools(page: TaskPage, form: Form) -> Child:
    """The hand's tools, the moves made on the board, and a picture of what they come to."""
    return switching(page, form), moves_and_account(page, form)


def switching(page: TaskPage, form: Form) -> Markup | None:
    """The hand's tools; None if there is one only."""
    if not form.switches:
        return None
    switches = (
        button(page.reader.say(switch.label), "hand", switch.name, pressed=switch.on)
        for switch in form.switches
    )
    return group(page.text("task_view.tools"), switches, class_="ksm-segments")


def moves_and_account(page: TaskPage, form: Form) -> Child:
    """The moves made on the board, and a picture of what they come to."""
    parts: list[Child] = []
    if form.done is not None:
        parts.append(note(page.reader.say(form.done)))
    if form.picture is not None:
        scene = form.picture(page.reader, page.theme)
        parts.append(element("div.ksm-account", picture(scene, decorative=False)))
    return parts


def _buttons(page: TaskPage, form: Form) -> Markup:
    state, text, done = page.state, page.text, page.locked
    onward = page.onward and done
    # A task whose answer was shown earns nothing any more: another one does.
    anew = state.shown and not onward and not page.once
    check = button(
        text("task_view.check"),
        "check",
        disabled=done,
        class_="" if onward or anew else "ksm-main",
    )
    buttons: list[Child] = [check, undoing(page, form)]
    if onward:
        # The page around knows what comes next: see panel.js.
        words = text("task_view.onward")
        go = element("button.ksm-button.ksm-main", words, type="button", data_onward="")
        buttons = [go, check, undoing(page, form)]
    if page.once:
        said = state.feedback
        if said is not None and done and not said.right:
            buttons.append(button(text("task_view.give_away"), "hint", disabled=state.shown))
    else:
        buttons.append(hint_button(page, disabled=done or state.shown))
        words = "once_more" if page.fixed else "another" if state.task.table is None else "new"
        new = button(text(f"task_view.{words}"), "new", class_="ksm-main" if anew else "")
        buttons.append(new)
    if form.turn is not None:
        # On a phone the card beside the question may be out of sight.
        buttons.append(aside(page, "turning-card"))
    return row(buttons)


def undoing(page: TaskPage, form: Form) -> Child:
    """The buttons that take back on the board, and that turn what is in hand."""
    return _doing(page, "back", form.undo), turning(page, form)


def turning(page: TaskPage, form: Form) -> Markup | None:
    """The button that turns what is in hand; None if it can't be turned."""
    return _doing(page, "turn", form.turn)


def _doing(page: TaskPage, act: str, words: Phrase | None) -> Markup | None:
    if words is None:
        return None
    return button(page.reader.say(words), act, disabled=page.locked)


def hint_button(page: TaskPage, *, disabled: bool) -> Markup:
    """The button for the next hint or, after the last one, for an answer."""
    state = page.state
    given = state.hints >= len(state.task.hints)
    words = "give_away" if given else "hint_more" if state.hints else "hint"
    return button(page.text(f"task_view.{words}"), "hint", disabled=disabled)


def verdict(page: TaskPage) -> Child:
    """The feedback on the last answer, with its rule to look at; a live region."""
    state, reader = page.state, page.reader
    said, notice = state.feedback, None if state.seat is None else state.seat.notice
    lines: list[Child] = []
    tone, rules = Tone.INFO, []
    if said is not None:
        tone = Tone.GOOD if said.right else Tone.INFO if said.partial else Tone.WARNING
        if said.right:
            lines.append(stars(said.stars, reader))
        lines += [element("span.ksm-line", reader.say(remark), " ") for remark in said.remarks]
        lines += [element("span.ksm-line.ksm-sum", reader.say(each), " ") for each in said.sums]
        rules = [remark.rule for remark in said.remarks if remark.rule]
    elif notice is not None:
        tone = notice.tone
        lines += [element("span.ksm-line", reader.say(each), " ") for each in notice.phrases]
        rules = [notice.rule] if notice.rule else []
    elif state.shown:
        lines.append(element("span", page.told_shown))
    told = element(
        "div",
        lines,
        class_=f"ksm-notice ksm-tone-{tone.value}" if lines else "ksm-quiet",
        role="status",
        aria_live="polite",
    )
    # A task about something else may name rules that are not on our rules page.
    found = filter(None, map(find_rule, dict.fromkeys(rules)))
    return fault(page), told, [rule_card(rule, reader, page.theme) for rule in found]


def rule_card(rule: Rule, reader: Reader, theme: Theme) -> Markup:
    """A rule, folded: its words and its picture."""
    title = reader.text("task_view.rule_card", rule=rule.number, title=reader.say(rule.title))
    shown = _rule_picture(rule.drawn(reader, theme))
    return folded(title, element("p", reader.say(rule.text)), shown, id_=f"ksm-{rule.number}")


def _rule_picture(scene: Scene) -> Markup | None:
    """The picture of a rule, at half its size; None for an empty one."""
    if not scene.items:
        return None
    small = element("div", picture(scene, decorative=False), class_="ksm-rule-picture")
    return Markup(small.replace("<div ", f'<div style="max-width:{scene.width * 0.5:.0f}px" ', 1))


def hints_so_far(page: TaskPage) -> Markup | None:
    """The hints asked for, one below the other; a live region."""
    state = page.state
    if not state.hints:
        return None
    hints = (element("li", page.reader.say(hint)) for hint in state.task.hints[: state.hints])
    return element("ol.ksm-steps.ksm-hints", hints, aria_live="polite")


def as_text(page: TaskPage) -> Markup | None:
    """The board as text, folded away."""
    seat = page.state.seat
    if seat is None:
        return None
    text = element("pre.ksm-pre", seat.text())
    return folded(page.text("task_view.as_text"), text, id_=f"ksm-{page.number}-text")


def stars(count: int, reader: Reader) -> Markup:
    """Stars reached, as a picture with words."""
    words = reader.text("task_view.stars", stars=count, most=MOST_STARS)
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
