"""The foot of the puzzle page: earlier days, the link to a puzzle, what was reached, and packs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from ksm_widgets.page.html import (
    Child,
    Markup,
    bar,
    button,
    element,
    file_button,
    folded,
    group,
    joined,
    note,
    row,
)
from ksm_widgets.page.sharing import qr_code, to_explorer
from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.solving.links import explorer_link_of, link_of_puzzle
from ksm_widgets.words import calendar_day, counted, percent

if TYPE_CHECKING:
    from ksm_widgets.puzzles.authoring import Authored
    from ksm_widgets.solving.record import Record
    from ksm_widgets.solving.view.page import PuzzlesPage
    from ksm_widgets.telling.phrases import Reader


def _archive(page: PuzzlesPage) -> Markup:
    """The puzzles of earlier days, with a mark on those solved."""
    text, language = page.text, page.language
    buttons = (
        button(
            f"{day.day} ✓" if solved else str(day.day),
            "daily",
            str(day),
            label=text(
                "puzzle_page.day_solved" if solved else "puzzle_page.day_open",
                day=calendar_day(day, language),
            ),
            class_="ksm-small",
        )
        for day, solved in page.archive
    )
    title = text("puzzle_page.archive")
    return folded(title, group(title, buttons), id_="ksm-archive")


def foot(page: PuzzlesPage) -> Child:
    """Earlier days, the link to the puzzle, what was reached, and packs; nothing in a storm."""
    if page.storm is not None:
        return None
    return _archive(page), _to_explorer(page), _share(page), _reached(page), _packs(page)


_ASKED_THERE = (Question.DIG, Question.MAGIC, Question.CARD, Question.KNOWN)
"""The questions that the explorer can ask, too."""


def _to_explorer(page: PuzzlesPage) -> Markup | None:
    """The way to the explorer with a puzzle that is over, if that can ask its question."""
    puzzle = page.puzzle
    if not page.locked or puzzle.question not in _ASKED_THERE:
        return None
    return to_explorer(page, explorer_link_of(puzzle))


def _share(page: PuzzlesPage) -> Markup:
    """The link to this puzzle as text and QR code, and a button to save it."""
    text, drawn = page.text, None
    link = f"{page.address_to_give}?{link_of_puzzle(page.puzzle, page.known)}"
    field = element(
        "textarea.ksm-field.ksm-link",
        link,
        name="link",
        rows="2",
        readonly=True,
        aria_label=text("puzzle_page.link"),
    )
    code = qr_code(link) if page.address else None
    if code is not None:
        drawn = element("div.ksm-code", code, role="img", aria_label=text("puzzle_page.code"))
    return folded(
        text("puzzle_page.share"),
        note(text("puzzle_page.share_why")),
        field,
        row(
            button(text("puzzle_page.copy"), "", copy="link"),
            button(text("puzzle_page.save_one"), "save_one"),
        ),
        drawn,
        id_="ksm-share",
    )


def _reached(page: PuzzlesPage) -> Markup:
    """The rating and its meaning, the best results, and a bar for each theme."""
    text, record = page.text, page.record
    heads = ("theme", "solved_head", "share_head")
    head = element(
        "tr", (element("th", text(f"puzzle_page.{name}"), scope="col") for name in heads)
    )
    rows = [
        bar_row(theme_name(theme, page.language), *of, page.language)
        for theme, of in record.themes.items()
    ]
    best = text(
        "puzzle_page.bests",
        solved=len(record.solved),
        tried=len(record.tried),
        longest=record.longest,
        storm=record.best_storm,
    )
    return folded(
        text("puzzle_page.reached"),
        element("p", text("puzzle_page.rating_is", rating=str(record.rating))),
        note(text("puzzle_page.rating_means")),
        note(text("puzzle_page.stars_mean")),
        element("p", best),
        element("table.ksm-table.ksm-overview", head, rows) if rows else None,
        _days(page.reader, record),
        _left_out(page),
        id_="ksm-reached",
    )


def _left_out(page: PuzzlesPage) -> Markup | None:
    """Says that entries of the progress are not shown, if there are any."""
    count = page.left_out
    return note(page.text(counted("progress.left_out", count), count=count)) if count else None


def bar_row(name: str, solved: int, tried: int, language: str) -> Markup:
    """A theme's row: how many of the puzzles tried were solved, and their share."""
    share = solved / tried
    return element(
        "tr",
        element("th", name, scope="row"),
        element("td", f"{solved} / {tried}"),
        element("td", percent(share, language), bar(round(100 * share))),
    )


_WIDE, _HIGH, _ROOM = 320.0, 90.0, 8.0


def _days(reader: Reader, record: Record) -> Markup | None:
    """The rating day by day as a line; None before the second day."""
    if len(record.days) < 2:
        return None
    days, values = zip(*record.days, strict=True)
    low, high = min(values), max(*values, min(values) + 1)
    first, span = days[0], days[-1] - days[0]
    points = " ".join(
        f"{_ROOM + (day - first) / span * (_WIDE - 2 * _ROOM):.1f},"
        f"{_HIGH - _ROOM - (value - low) / (high - low) * (_HIGH - 2 * _ROOM):.1f}"
        for day, value in record.days
    )
    told = reader.text(
        "puzzle_page.days_line",
        first=_day(days[0], reader),
        last=_day(days[-1], reader),
        low=f"{low:.0f}",
        high=f"{high:.0f}",
    )
    line = element("polyline", points=points, class_="ksm-days-line")
    drawn = element(
        "svg",
        line,
        viewBox=f"0 0 {_WIDE:.0f} {_HIGH:.0f}",
        class_="ksm-days",
        role="img",
        aria_label=told,
    )
    return joined([drawn, note(told)])


def _day(number: int, reader: Reader) -> str:
    """The date so many days after 1 January 1970."""
    return calendar_day(date(1970, 1, 1) + timedelta(number), reader.language)


def _packs(page: PuzzlesPage) -> Markup:
    """Controls to open packs, to build one's own, and to make a puzzle from a position."""
    text, mine = page.text, page.mine
    there = page.puzzle.id in [puzzle.id for puzzle in mine]
    loaded = page.pack is not page.known
    return folded(
        text("puzzle_page.packs"),
        row(
            file_button(text("puzzle_page.load"), "load", ".jsonl"),
            button(text("puzzle_page.own_packs"), "unload") if loaded else None,
        ),
        element("h2", text(counted("puzzle_page.mine", len(mine)), count=len(mine))),
        row(button(text("puzzle_page.keep"), "keep", pressed=there)),
        _save_buttons(page) if mine else None,
        element("h2", text("puzzle_page.make")),
        note(text("puzzle_page.make_why")),
        element(
            "textarea.ksm-field.ksm-link",
            name="position",
            rows="3",
            aria_label=text("puzzle_page.position"),
        ),
        row(button(text("puzzle_page.make_it"), "make", from_="position", disabled=page.making)),
        None if page.sent else making(page),
        id_="ksm-packs",
    )


def _save_buttons(page: PuzzlesPage) -> Markup:
    """Buttons to save one's own pack as a file or as a sheet."""
    from ksm_widgets.solving.sheets import Paper  # noqa: PLC0415 it brings the solver

    text = page.text
    sheets = (
        button(
            text(f"puzzle_page.sheet{'_told' if told else ''}", paper=paper.name.capitalize()),
            "sheet",
            f"{paper.value}{' told' if told else ''}",
        )
        for paper in Paper
        for told in (False, True)
    )
    return group(
        text("puzzle_page.take_along"), button(text("puzzle_page.save_mine"), "save_mine"), sheets
    )


def making(page: PuzzlesPage) -> Child:
    """Whether a position made a puzzle, once that is known."""
    if page.making:
        return element("p", page.text("puzzle_page.making"), role="status")
    return None if page.made is None else _made(page, page.made)


def _made(page: PuzzlesPage, made: Authored) -> Markup:
    """Whether a position made a fair puzzle, or why not, and a button to take it."""
    text = page.text
    words = "fair" if made.fair else "unfair" if made.puzzle is not None else "no_puzzle"
    reasons = [element("li", complaint.sentence(page.language)) for complaint in made.complaints]
    return element(
        "div.ksm-notice",
        element("p", text(f"puzzle_page.{words}")),
        element("ul", reasons) if reasons else None,
        button(text("puzzle_page.remove_idle"), "make_cleared") if made.idle else None,
        button(text("puzzle_page.take"), "take") if made.puzzle is not None else None,
        role="status",
    )
