"""The HTML of the puzzle page: question, answer, explanation, choices and progress."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.draw import board_scene, card_scene
from ksm_widgets.page.html import (
    Child,
    Markup,
    bar,
    button,
    choice,
    element,
    file_button,
    folded,
    group,
    joined,
    languages,
    note,
    picture,
    row,
    tick,
)
from ksm_widgets.page.qr import qr_code
from ksm_widgets.page.to_explorer import to_explorer
from ksm_widgets.puzzles import PuzzleTheme
from ksm_widgets.puzzles.playing import theme_name
from ksm_widgets.puzzles.puzzle import GRADES, Question
from ksm_widgets.solving.guide import COMBO, COMBO_TIME, WELCOME
from ksm_widgets.solving.links import explorer_link_of, link_of_puzzle
from ksm_widgets.tasks.view.parts import (
    as_text,
    hint_button,
    hints_so_far,
    page_colours,
    picking,
    question,
    tools,
    undoing,
    verdict,
)
from ksm_widgets.words import calendar_day, counted

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.puzzles.authoring import Authored
    from ksm_widgets.rules.position import Position
    from ksm_widgets.solving.guide import Storm
    from ksm_widgets.solving.record import Record
    from ksm_widgets.solving.view.page import PuzzlesPage
    from ksm_widgets.tasks.task import Form
    from ksm_widgets.telling.phrases import Reader


def puzzle_asked(page: PuzzlesPage) -> Child:
    """The question with its card, and what tiles are worth."""
    task = page.solving.task
    target = task.target if page.aims else None
    return (
        page_colours(),
        question(page),
        element("p.ksm-target", page.reader.say(target)) if target is not None else None,
        note(task.terms) if task.terms else None,
    )


def puzzle_answer(page: PuzzlesPage) -> Child:
    """The choices and tools, the buttons, the feedback, and the hints or the explanation.

    Choices are above the tools if they are the question, else below.
    """
    form, puzzle = page.solving.form(), page.puzzle
    cards = {
        str(card.number): picture(card_scene(card, theme=page.theme, language=page.language))
        for card in puzzle.hand
    }
    parts: list[Child] = [picking(page, form, cards), tools(page, form)]
    return (
        parts if puzzle.choices else reversed(parts),
        _buttons(page, form),
        verdict(page),
        explanation(page) if page.locked else hints_so_far(page),
        as_text(page),
    )


def _buttons(page: PuzzlesPage, form: Form) -> Markup:
    """The buttons; the main one checks the answer, and then shows the next puzzle."""
    text, over = page.text, page.locked
    if over:
        main = button(text("puzzle_page.next"), "next", class_="ksm-main")
    else:
        main = button(text("task_view.check"), "check", class_="ksm-main")
    helping: list[Child] = []
    if page.storm is None:
        helping.append(hint_button(page, disabled=over))
        if page.solving.task.best is not None:
            helping.append(button(text("puzzle_page.step"), "step", disabled=over))
    return row(main, undoing(page, form), helping)


def head(page: PuzzlesPage) -> Child:
    """The choice of puzzles and the player's standing or, in a storm, the storm's."""
    if page.storm is not None:
        return _storm(page, page.storm)
    return _choices(page), _standing(page), _turn_help(page)


def news(page: PuzzlesPage) -> Child:
    """News: what the last control did, and what the last storm missed; above the board anywhere."""
    told = element("p.ksm-notice", page.told, role="status") if page.told else None
    if page.storm is not None:
        return told
    return told, _making(page) if page.sent else None, _storm_missed(page)


def _choices(page: PuzzlesPage) -> Markup:
    """The controls for theme and grade, the daily puzzle, storms and language.

    The heading is in one line with them, so that the board is visible without scrolling.
    """
    text, taste = page.text, page.taste
    there = {theme for puzzle in page.pack for theme in puzzle.themes}
    themes = [("", text("puzzle_page.any_theme"))]
    themes += [(one.value, theme_name(one, page.language)) for one in PuzzleTheme if one in there]
    grades = [("", text("puzzle_page.any_grade"))]
    fitting = {one.grade for one in page.pack if taste.theme in (None, *one.themes)}
    grades += [(str(one), text(f"puzzle_page.grade_{one}")) for one in GRADES if one in fitting]
    chosen = "" if taste.theme is None else taste.theme.value
    grade = "" if taste.grades is None else str(taste.grades[0])
    return element(
        "div.ksm-puzzle-choice",
        element("h1", text("puzzle_page.title")),
        choice(text("puzzle_page.theme"), "theme", themes, chosen, id_="ksm-theme"),
        choice(text("puzzle_page.grade"), "grade", grades, grade, id_="ksm-grade"),
        group(
            text("puzzle_page.which"),
            button(text("puzzle_page.another"), "next"),
            button(text("puzzle_page.daily"), "daily"),
            button(text("puzzle_page.storm"), "storm"),
        ),
        languages(page.language),
    )


def _turn_help(page: PuzzlesPage) -> Markup:
    """An explanation of turns, unfolded for new players."""
    how, new_here = note(page.text("puzzle_page.how")), len(page.record.tried) < WELCOME
    return folded(page.text("puzzle_page.how_title"), how, id_="ksm-how", open_=new_here)


def _standing(page: PuzzlesPage) -> Markup:
    """One line with rating, streaks and puzzles to review, and whether to say what to reach."""
    text, record, repeats = page.text, page.record, page.repeats
    parts = [
        text("puzzle_page.rating_is", rating=str(record.rating)),
        text("puzzle_page.streak_is", streak=record.streak, longest=record.longest),
    ]
    if page.streak:
        parts.append(text("puzzle_page.daily_streak", days=page.streak))
    if repeats.due:
        parts.append(text("puzzle_page.due", count=len(repeats.due)))
    elif repeats.later:
        soonest = max(1, -(-(repeats.later[0][0] - page.now) // 60_000))
        when = _span(soonest, page.reader)
        parts.append(text("puzzle_page.coming", count=len(repeats.later), when=when))
    return row(
        element("p.ksm-note.ksm-puzzle-standing", " · ".join(parts)),
        tick(text("puzzle_page.aims"), "aims", "" if page.aims else "on", on=page.aims),
    )


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


def _span(minutes: int, reader: Reader) -> str:
    """A time span in minutes, hours or days."""
    for unit, length in (("days", 1440), ("hours", 60)):
        if minutes >= 2 * length:
            return reader.text(f"puzzle_page.{unit}", count=-(-minutes // length))
    return reader.text("puzzle_page.minutes", count=minutes)


def _storm(page: PuzzlesPage, storm: Storm) -> Markup:
    """Seconds left in a storm, puzzles solved and missed, and whether the last one was right."""
    text, mark = page.text, None
    words = text(
        "puzzle_page.storm_stands",
        seconds=storm.seconds_left(page.now),
        solved=storm.solved,
        missed=len(storm.missed),
        combo=storm.combo,
    )
    if page.last is not None:
        more = page.last and storm.combo % COMBO == 0
        way = "combo" if more else "right" if page.last else "wrong"
        how = text(f"puzzle_page.storm_{way}", combo=storm.combo, seconds=COMBO_TIME // 1000)
        mark = element("p.ksm-note", how, role="status")
    return element(
        "div.ksm-puzzle-choice",
        element("h1", text("puzzle_page.title")),
        element("p.ksm-storm", words, role="timer"),
        mark,
        button(text("puzzle_page.storm_end"), "storm_end"),
    )


def _storm_missed(page: PuzzlesPage) -> Markup | None:
    """Buttons with small boards for the puzzles missed in the last storm."""
    if not page.missed:
        return None
    buttons = (
        button(
            _small_board(puzzle.problem.position, page.theme, page.edition),
            "missed",
            puzzle.id,
            label=page.text("puzzle_page.missed_one", number=number, id=puzzle.id),
            pressed=puzzle.id == page.puzzle.id,
            class_="ksm-missed",
        )
        for number, puzzle in enumerate(page.missed, 1)
    )
    words = page.text("puzzle_page.storm_missed")
    return element("div", note(words), group(words, buttons))


@lru_cache(maxsize=64)
def _small_board(mine: Position, theme: Theme, edition: str) -> Markup:
    """A board as a picture for a button."""
    return picture(board_scene(mine, open_view=False, theme=theme, edition=edition))


def explanation(page: PuzzlesPage) -> Markup | None:
    """The explanation of a finished puzzle, with the tempting digs found so far."""
    told, puzzle, say = page.explained, page.puzzle, page.reader.say
    if told is None:
        return None
    rating = page.record.rating_of(puzzle)
    themes = [theme_name(theme, page.language) for theme in puzzle.themes]
    graded = page.text("puzzle_page.of_grade", grade=puzzle.grade)
    about = [graded, page.text("puzzle_page.rating_is", rating=str(rating)), *themes]
    return element(
        "section.ksm-explained",
        element("h2", page.text("puzzle_page.explained")),
        (element("p", say(phrase)) for phrase in (*told.missed, *told.answer)),
        element("ol.ksm-steps", (element("li", say(step)) for step in told.steps)),
        (element("p", " ".join(map(say, (one.told, *one.why)))) for one in page.tempting),
        note(" · ".join(about)),
    )


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
    link = f"{page.address}?{link_of_puzzle(page.puzzle, page.known)}"
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
    rows = [_bar(theme_name(theme, page.language), *of) for theme, of in record.themes.items()]
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


def _bar(name: str, solved: int, tried: int) -> Markup:
    share = 100 * solved // tried
    return element(
        "tr",
        element("th", name, scope="row"),
        element("td", f"{solved} / {tried}"),
        element("td", f"{share} %", bar(share)),
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
        None if page.sent else _making(page),
        id_="ksm-packs",
    )


def _save_buttons(page: PuzzlesPage) -> Markup:
    """Buttons to save one's own pack as a file or as a sheet."""
    from ksm_widgets.solving.teaching import Paper  # noqa: PLC0415 it brings the solver

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


def _making(page: PuzzlesPage) -> Child:
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
