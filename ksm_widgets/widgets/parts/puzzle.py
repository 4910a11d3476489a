"""A puzzle on a page: question, answer, explanation, what to choose from, what was reached."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ksm_widgets.draw import card_scene
from ksm_widgets.puzzles import Theme
from ksm_widgets.puzzles.goals import theme_told
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.tutor.puzzling.choosing import WELCOME
from ksm_widgets.widgets.markup import Child, Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import button, choice, folded, group, languages, note
from ksm_widgets.widgets.parts.task import (
    as_text,
    hints_so_far,
    picking,
    question,
    tools,
    verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.draw import Theme as Colours
    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.tutor.puzzling.choosing import Taste
    from ksm_widgets.tutor.puzzling.explaining import Explanation, Tempting
    from ksm_widgets.tutor.puzzling.guide import Back, Storm
    from ksm_widgets.tutor.puzzling.rating import Rating
    from ksm_widgets.tutor.puzzling.record import Record
    from ksm_widgets.tutor.puzzling.task import SolvePuzzle, Solving
    from ksm_widgets.tutor.reader import Reader

__all__ = [
    "asked",
    "choosing",
    "explanation",
    "responding",
    "sharing",
    "standing",
    "storm_line",
    "storm_missed",
    "what_a_turn_is",
    "what_was_reached",
]


def asked(state: Solving, reader: Reader, colours: Colours) -> Markup:
    """The goal in one sentence, the card beside it, and what tiles are worth if it is unusual."""
    terms = state.task.terms
    return joined([question(state, reader, colours), note(terms) if terms else None])


def responding(
    state: Solving,
    reader: Reader,
    colours: Colours,
    view: int,
    *,
    storm: bool,
    over: bool,
    told: Markup | None = None,
) -> Markup:
    """What to answer with, the buttons, what was said; `told` of a puzzle that is over, or hints.

    What is chosen from stands above the tools if it is the question, else below.
    """
    form = state.form()
    cards = {
        str(card.number): picture(card_scene(card, theme=colours, language=reader.language))
        for card in state.task.puzzle.hand
    }
    parts = [picking(form, reader, cards), tools(form, reader, colours)]
    return joined(
        [
            *(parts if state.task.puzzle.choices else reversed(parts)),
            _buttons(state, reader, storm=storm, over=over),
            verdict(state, reader, colours, fixed=True),
            told if over else hints_so_far(state, reader),
            as_text(state, reader, view),
        ]
    )


def _buttons(state: Solving, reader: Reader, *, storm: bool, over: bool) -> Markup:
    """Once it is over the main button goes on: whoever has just pressed it presses it again."""
    text, form = reader.text, state.form()
    if over:
        main = button(text("puzzle_page.next"), "next", class_="ksm-main")
    else:
        main = button(text("lesson_view.check"), "check", class_="ksm-main")
    buttons: list[Child] = [main]
    if form.undo is not None:
        buttons.append(button(reader.say(form.undo), "back", disabled=over))
    if form.turns:
        buttons.append(button(text("lesson_view.turn"), "turn", disabled=over))
    if not storm:
        given = state.hints >= len(_ladder(state))
        words = "give_away" if given else "hint_more" if state.hints else "hint"
        buttons.append(button(text(f"lesson_view.{words}"), "hint", disabled=over))
        if state.task.best is not None:
            buttons.append(button(text("puzzle_page.step"), "step", disabled=over))
    return element("div", *buttons, class_="ksm-group")


def _ladder(state: Solving) -> tuple[object, ...]:
    hints: tuple[object, ...] = state.task.__dict__["hints"]
    return hints


def choosing(reader: Reader, pack: Pack, taste: Taste) -> Markup:
    """What one may wish for: a theme of those in the pack, a grade, the daily puzzle, a storm."""
    text = reader.text
    there = {theme for puzzle in pack for theme in puzzle.themes}
    themes = [("", text("puzzle_page.any_theme"))]
    themes += [(one.value, theme_told(one, reader.language)) for one in Theme if one in there]
    grades = [("", text("puzzle_page.any_grade"))]
    grades += [(str(grade), text(f"puzzle_page.grade_{grade}")) for grade in GRADES]
    chosen = "" if taste.theme is None else taste.theme.value
    grade = "" if taste.grade is None else str(taste.grade)
    return element(
        "div",
        _heading(reader),
        choice(text("puzzle_page.theme"), "theme", themes, chosen, id_="ksm-theme"),
        choice(text("puzzle_page.grade"), "grade", grades, grade, id_="ksm-grade"),
        group(
            text("puzzle_page.which"),
            button(text("puzzle_page.another"), "next"),
            button(text("puzzle_page.daily"), "daily"),
            button(text("puzzle_page.storm"), "storm"),
        ),
        languages(reader.language),
        class_="ksm-puzzle-choice",
    )


def _heading(reader: Reader) -> Markup:
    """What this page is, in a line with what is chosen: the board below is to be in sight."""
    return element("h2", reader.text("puzzle_page.title"))


def what_a_turn_is(reader: Reader, record: Record) -> Markup:
    """What one does here, open for whoever is new."""
    text, new_here = reader.text, len(record.tried) < WELCOME
    how = note(text("puzzle_page.how"))
    return folded(text("puzzle_page.how_title"), how, id_="ksm-how", open_=new_here)


def standing(reader: Reader, record: Record, back: Back | None, now: int) -> Markup:
    """One line on how one stands: rating, streak, and what comes back."""
    text = reader.text
    parts = [
        text("puzzle_page.rating_is", rating=str(record.rating)),
        text("puzzle_page.streak_is", streak=record.streak, longest=record.longest),
    ]
    if back is not None and back.due:
        parts.append(text("puzzle_page.due", count=len(back.due)))
    elif back is not None and back.later:
        soonest = max(1, -(-(back.later[0][0] - now) // 60_000))
        parts.append(text("puzzle_page.coming", count=len(back.later), when=_span(soonest, reader)))
    return element("p", " · ".join(parts), class_="ksm-note ksm-puzzle-standing")


def _span(minutes: int, reader: Reader) -> str:
    """So many minutes in words: minutes, hours or days."""
    for unit, length in (("days", 1440), ("hours", 60)):
        if minutes >= 2 * length:
            return reader.text(f"puzzle_page.{unit}", count=-(-minutes // length))
    return reader.text("puzzle_page.minutes", count=minutes)


def storm_line(reader: Reader, storm: Storm, now: int, last: bool | None) -> Markup:
    """How a storm stands: seconds left, how many solved and missed, how the last one went."""
    text = reader.text
    words = text(
        "puzzle_page.storm_stands",
        seconds=storm.seconds_left(now),
        solved=storm.solved,
        missed=len(storm.missed),
    )
    mark = (
        ""
        if last is None
        else text("puzzle_page.storm_right" if last else "puzzle_page.storm_wrong")
    )
    return element(
        "div",
        _heading(reader),
        element("p", words, class_="ksm-storm", role="timer"),
        element("p", mark, class_="ksm-note", role="status") if mark else None,
        button(text("puzzle_page.storm_end"), "storm_end"),
        class_="ksm-puzzle-choice",
    )


def storm_missed(reader: Reader, missed: Sequence[Puzzle]) -> Markup | None:
    """The puzzles that were missed in the last storm, each to be looked at in peace."""
    if not missed:
        return None
    buttons = (
        button(str(number), "missed", puzzle.id, label=f"{number}: {puzzle.id}")
        for number, puzzle in enumerate(missed, 1)
    )
    words = reader.text("puzzle_page.storm_missed")
    return element("div", note(words), group(words, *buttons))


def explanation(
    reader: Reader,
    task: SolvePuzzle,
    told: Explanation,
    tempting: Iterable[Tempting],
    rating: Rating,
) -> Markup:
    """A puzzle explained once it is over, and what tempts, as far as it is known."""
    text, puzzle = reader.text, task.puzzle
    themes = [theme_told(theme, reader.language) for theme in puzzle.themes]
    graded = text("puzzle_page.of_grade", grade=puzzle.grade)
    about = " · ".join([graded, text("puzzle_page.rating_is", rating=str(rating)), *themes])
    parts: list[Child] = [element("h3", text("puzzle_page.explained"))]
    parts += [element("p", reader.say(phrase)) for phrase in (*told.missed, *told.answer)]
    steps = [element("li", reader.say(step)) for step in told.steps]
    parts.append(element("ol", *steps, class_="ksm-steps"))
    for one in tempting:
        words = " ".join(map(reader.say, (one.told, *one.why)))
        parts.append(element("p", words))
    parts.append(note(about))
    return element("section", *parts, class_="ksm-explained")


def sharing(reader: Reader, link: str, code: Markup | None, puzzle: str) -> Markup:
    """The link to just this puzzle, as text, as a QR code, and the puzzle as a file."""
    text = reader.text
    field = element(
        "textarea",
        link,
        name="link",
        rows="2",
        readonly=True,
        class_="ksm-field ksm-link",
        aria_label=text("puzzle_page.link"),
    )
    drawn = None
    if code is not None:
        label = text("puzzle_page.code")
        drawn = element("div", code, class_="ksm-code", role="img", aria_label=label)
    return folded(
        text("puzzle_page.share"),
        note(text("puzzle_page.share_why")),
        field,
        element(
            "div",
            button(text("puzzle_page.copy"), "", copy="link"),
            button(text("puzzle_page.save_one"), "save_one", puzzle),
            class_="ksm-group",
        ),
        drawn,
        id_="ksm-share",
    )


def what_was_reached(reader: Reader, record: Record) -> Markup:
    """Rating and what it means, the best of everything, and a bar for each theme."""
    text = reader.text
    head = element(
        "tr",
        *(
            element("th", text(f"puzzle_page.{name}"), scope="col")
            for name in ("theme", "solved_head", "share_head")
        ),
    )
    rows = [_bar(theme_told(theme, reader.language), *of) for theme, of in record.themes.items()]
    table = element("table", head, *rows, class_="ksm-table ksm-overview") if rows else None
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
        table,
        _days(reader, record),
        id_="ksm-reached",
    )


def _bar(name: str, solved: int, tried: int) -> Markup:
    share = 100 * solved // tried
    bar = Markup(f'<span class="ksm-bar"><i style="width:{share}%"></i></span>')
    return element(
        "tr",
        element("th", name, scope="row"),
        element("td", f"{solved} / {tried}"),
        element("td", f"{share} %", bar),
    )


_WIDE, _HIGH, _ROOM = 320.0, 90.0, 8.0


def _days(reader: Reader, record: Record) -> Markup | None:
    """The rating day by day as a line, from the second day on."""
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
        first=_date(days[0]),
        last=_date(days[-1]),
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


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * 86_400, UTC).date().isoformat()
