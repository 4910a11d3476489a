"""The panels that ask a question, and show the figures of each option side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ksm_widgets.companions.shelf import companion
from ksm_widgets.companions.view.parts import lines_of, scrolling, steps
from ksm_widgets.page.html import button, choice, element, folded, note, row, section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ksm_widgets.companions.answering import AnyLooked
    from ksm_widgets.companions.view.page import AnyPage, PageT
    from ksm_widgets.page.html import Child, Markup
    from ksm_widgets.telling.phrases import Phrase


def asking(page: AnyPage) -> Child:
    """The question, and the button that asks it; on a phone at the foot of the window."""
    text = page.text
    named = [(name, text(f"{page.name}_page.ask_{name}")) for name in page.query.questions]
    barred = bool(page.draft.faults) or page.running is not None
    return element(
        "div.ksm-asking",
        choice(
            text("shelf_page.question"),
            "question",
            named,
            page.query.question,
            id_="ksm-question",
        ),
        button(text("shelf_page.ask"), "ask", class_="ksm-main", disabled=barred),
    )


def answers(page: PageT, comparison: Callable[[PageT, Any], Child]) -> Iterator[Child]:
    """The part below the question: the origin of the table, the search, and its results."""
    if page.aside is not None:
        yield note(page.text("shelf_page.studying"))
    if page.running is not None and page.running.late:
        progress = element("span.ksm-progress", _progress(page, page.running.done), role="status")
        yield row(progress, button(page.text("shelf_page.stop"), "stop", class_="ksm-small"))
    if page.looked is not None:
        yield comparison(page, page.looked)


def _progress(page: AnyPage, done: int) -> str:
    """How far a search is; its parts are told only once there are some."""
    if not done:
        return page.text("shelf_page.searching")
    return page.text(f"{page.name}_page.searching", done=done)


class Row(NamedTuple):
    """An option in the table, its figures, and what else is shown of it while it is looked at."""

    label: str
    figures: Iterable[Child]
    detail: Child = None


def compared(
    page: AnyPage,
    looked: AnyLooked,
    heads: Iterable[str],
    rows: Sequence[Row],
    *,
    in_steps: bool,
    below: Child = None,
) -> Child:
    """The figures of each option under their heads, then the row looked at, and its reasons.

    Its acts are shown one by one if it is looked at `in_steps`; `below` comes after the reasons.
    Without any option there are only the reasons.
    """
    text, found = page.text, looked.found
    title = text("shelf_page.compared")
    if not rows:
        return section(title, lines_of(page, found.answer.reasons), class_="ksm-found")
    assuming = (*found.assuming, *companion(page.name).assumed)
    named = (_head(page, head) for head in heads)
    lines = (_line(at, one, pressed=at == looked.row) for at, one in enumerate(rows))
    shown = rows[looked.row]
    return section(
        title,
        figures_table(title, named, lines),
        element("h3", text("shelf_page.plan_of", plan=shown.label)),
        _in_steps(page, looked) if in_steps else None,
        shown.detail,
        listed(page, text("shelf_page.why"), found.reasons(looked.row), id_="ksm-why"),
        below,
        listed(page, text("shelf_page.assuming"), assuming, id_="ksm-assuming"),
        class_="ksm-found",
    )


def figures_table(title: str, heads: Iterable[str], lines: Iterable[Markup]) -> Child:
    """A table of figures under their heads; it scrolls sideways where it is too wide."""
    top = element("tr", (element("th", head, scope="col") for head in heads))
    table = element("table.ksm-compare", element("caption.ksm-unseen", title), top, lines)
    return scrolling(title, table)


def _head(page: AnyPage, name: str) -> str:
    """The head of a column; those of the option and its acts are the same in all games."""
    table = "shelf" if name in ("plan", "acts") else page.name
    return page.text(f"{table}_page.head_{name}")


def _line(at: int, line: Row, *, pressed: bool) -> Markup:
    """A line of the table: the button that shows the option on the board, and its figures."""
    shown = button(line.label, "row", at, pressed=pressed, class_="ksm-plan")
    return element(
        "tr",
        element("th", shown, scope="row"),
        (element("td", cell) for cell in line.figures),
        class_="ksm-looked" if pressed else "",
    )


def listed(page: AnyPage, title: str, phrases: tuple[Phrase, ...], *, id_: str) -> Child:
    """Sentences as a list that can be folded away."""
    return folded(title, lines_of(page, phrases), id_=id_, open_=True)


def figure(shown: str, exact: str = "") -> Child:
    """A figure, which unfolds the fraction that it is exactly, unless that is what is shown."""
    bold = element("b", shown)
    if exact in ("", shown):
        return bold
    summary = element("summary", bold, title=exact)
    return element("details.ksm-exact", summary, element("small", exact))


def chance_figure(page: AnyPage, chance: Phrase, exact: str) -> Child:
    """A chance in percent, which unfolds the fraction that it is unless it is certain."""
    return figure(chance.say(page.language), "" if exact in ("0", "1") else exact)


def _in_steps(page: AnyPage, looked: AnyLooked) -> Child:
    """The acts of the row looked at, and the buttons that show them on the table one by one."""
    phrase, found = page.match_type.phrase, looked.found
    lines = [
        page.reader.say(phrase(found.after(looked.row, number), act))
        for number, act in enumerate(looked.acts)
    ]
    if not lines:
        return note(page.text(f"{page.name}_page.no_plan"))
    count, at = len(lines), looked.step
    items = (
        element("li", line, aria_current="step" if number == at else None)
        for number, line in enumerate(lines, start=1)
    )
    shown = page.text("shelf_page.step", step=at, count=count)
    return (
        element(
            "div.ksm-group.ksm-stepping",
            steps(page, "step", at, count),
            element("span.ksm-label", shown, role="status"),
        ),
        element("ol.ksm-reasons", items),
    )
