"""The panels that ask a question, and show the figures of each plan side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ksm_widgets.page.html import button, choice, element, row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ksm_widgets.companions.view.page import TablePage
    from ksm_widgets.page.html import Child, Markup

P = TypeVar("P", bound="TablePage")


def asking(page: TablePage, questions: Iterable[str]) -> Child:
    """The question, and the button that asks it; on a phone at the foot of the window."""
    text = page.text
    named = [(name, text(f"{page.name}_page.ask_{name}")) for name in questions]
    barred = bool(page.draft.faults) or page.done is not None
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


def answers(page: P, found: Callable[[P, Any], Child]) -> Iterator[Child]:
    """The search while it runs, and what was found."""
    if page.done is not None and page.late:
        told = page.text(f"{page.name}_page.searching", done=page.done)
        progress = element("span.ksm-progress", told, role="status")
        yield row(progress, button(page.text("shelf_page.stop"), "stop", class_="ksm-small"))
    if page.found is not None:
        yield found(page, page.found)


def compared_table(title: str, heads: Iterable[str], rows: Iterable[Markup]) -> Markup:
    """A table that scrolls sideways where it is too wide."""
    top = element("tr", (element("th", head, scope="col") for head in heads))
    table = element("table.ksm-compare", element("caption.ksm-unseen", title), top, rows)
    return element("div.ksm-scrolls", table, tabindex=0, role="region", aria_label=title)


def compared_row(page: TablePage, label: str, at: int, cells: Iterable[Child]) -> Markup:
    """A row: the plan, which shows itself on the board, and its figures."""
    pressed = at == page.row
    plan = button(label, "row", at, pressed=pressed, class_="ksm-plan")
    return element(
        "tr",
        element("th", plan, scope="row"),
        (element("td", cell) for cell in cells),
        class_="ksm-looked" if pressed else "",
    )


def figure(first: str, second: str = "") -> Child:
    """A figure, and below it the fraction that it is."""
    if not second or second == first:
        return element("b", first)
    return element("b", first), element("small", second)


def stepped(page: TablePage, lines: Sequence[str]) -> Child:
    """The acts of a plan, one by one, and the buttons that show them on the table."""
    count, at = len(lines), page.step
    items = (
        element("li", line, aria_current="step" if number == at else None)
        for number, line in enumerate(lines, start=1)
    )
    moves = (("«", "first", 0), ("‹", "back", at - 1), ("›", "on", at + 1))
    buttons = [
        button(
            sign,
            "step",
            max(0, min(to, count)),
            label=page.text(f"{page.name}_page.step_{name}"),
            disabled=max(0, min(to, count)) == at,
            class_="ksm-round",
        )
        for sign, name, to in moves
    ]
    shown = page.text(f"{page.name}_page.step", step=at, count=count)
    return (
        row(buttons, element("span.ksm-label", shown, role="status")),
        element("ol.ksm-reasons", items),
    )
